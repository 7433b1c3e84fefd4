"""Matches of two ways to play: ``python -m benchmarks.heads_up [decks] [preset]``.

Both play the same deck, once in each seat, so that what the cards bring cancels out: the player who
comes second gets the cards behind those of the first. Finished boards settle under the rules, and a
ticket to Fantasyland counts what it is worth under them. The players see no cards but their own.

Here play that breaks ties by the stronger rows meets play that takes the first placement in order,
as releases before did: the last two streets exactly, the streets before by the networks.
"""

import statistics
import sys
from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from typing import TypeAlias

import numpy as np

from benchmarks.measuring import machine
from ofcapi.engine.game.board import Board
from ofcapi.engine.game.cards import DECK
from ofcapi.engine.game.presets import DEFAULT_PRESET, PRESETS
from ofcapi.engine.game.rules import CompiledRules, compile_rules
from ofcapi.engine.game.settlement import FinishedBoard, finished, pair_points
from ofcapi.engine.play.best_play import Placement, rank_placements
from ofcapi.engine.play.question import Effort, Question
from ofcapi.engine.play.ways import ways_to_place
from ofcapi.engine.sampling.policy import play_street, policy_for
from ofcapi.engine.worth.tickets import ticket_value
from ofcapi.engine.worth.values import Values, default_values

Choice: TypeAlias = Callable[[list[Placement], Board, list[int]], Board]
"""The board after one of ranked placements of cards that were dealt to a board."""

SEED = 77
EXACT_SLOTS = 4
"""Open slots before a street from which placements are ranked exactly."""


def first_ranked(ranked: list[Placement], board: Board, hand: list[int]) -> Board:
    """The placement that is ranked first: of equal ones that with the stronger rows."""
    return ranked[0].board


def first_in_order(ranked: list[Placement], board: Board, hand: list[int]) -> Board:
    """Of the placements that are equal in points the first in order, the lowest cards first."""
    best = {one.place: one.board for one in ranked if one.odds.points == ranked[0].odds.points}
    kept = len(ranked[0].board.cards) - len(board.cards)
    return next(best[way] for way in ways_to_place(board, hand, kept) if way in best)


@dataclass(frozen=True, slots=True)
class Played:
    """A finished board and what it brings whatever the opponent has: royalties and a ticket."""

    board: FinishedBoard
    royalties: int
    ticket: float


class Player:
    """Plays whole hands of one rule set, alone with their cards."""

    def __init__(self, rules: CompiledRules, choice: Choice) -> None:
        self.rules = rules
        self.choice = choice
        self.values: Values = default_values(rules.rules)
        opening = Question(Board(), rules.rules, DECK, values=self.values)
        self.policy = policy_for(opening, 8)

    def play(self, deck: list[int]) -> Played:
        """A hand with cards from the front of a deck; the others stay unseen."""
        deal, board, left = self.rules.rules.deal, Board(), deck
        state = np.zeros(1, np.uint64)
        while not board.complete:
            count = deal.dealt if board.cards else deal.opening
            hand, left = sorted(left[:count]), left[count:]
            if board.open_slots > EXACT_SLOTS:
                board = play_street(self.policy, board, hand, left, state)
            else:
                question = Question(
                    board, self.rules.rules, tuple(left), tuple(hand), values=self.values
                )
                ranked = rank_placements(question, Effort(threads=1))
                board = self.choice(ranked, board, hand)
        result = finished(board, self.rules)
        cards = result.fantasyland_cards
        ticket = float(ticket_value(self.rules.rules, cards)) if cards else 0.0
        return Played(result, sum(result.royalties), ticket)


def match(rules: CompiledRules, one: Player, other: Player, decks: int) -> dict[str, list[float]]:
    """What the first player has beyond the second by deck, in points a hand."""
    found: dict[str, list[float]] = {"settled": [], "royalties and tickets": []}
    cards = rules.rules.deal.opening + rules.rules.deal.streets * rules.rules.deal.dealt
    for number in range(decks):
        deck = np.random.default_rng([SEED, number]).permutation(len(DECK)).tolist()
        turned = deck[cards:] + deck[:cards]
        ours = [one.play(deck), one.play(turned)]
        theirs = [other.play(turned), other.play(deck)]
        settled = [
            pair_points(mine.board, yours.board, rules).points + mine.ticket - yours.ticket
            for mine, yours in zip(ours, theirs, strict=True)
        ]
        alone = [hand.royalties + hand.ticket for hand in (*ours, *theirs)]
        found["settled"].append(sum(settled) / 2)
        found["royalties and tickets"].append((alone[0] + alone[1] - alone[2] - alone[3]) / 2)
    return found


def main() -> None:
    """One match."""
    decks = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000
    preset = sys.argv[2] if len(sys.argv) > 2 else DEFAULT_PRESET
    rules = compile_rules(PRESETS[preset])
    print(machine())
    print(f"{preset}: stronger rows on ties against the first in order, {decks} decks, both seats")
    found = match(rules, Player(rules, first_ranked), Player(rules, first_in_order), decks)
    for name, gains in found.items():
        error = statistics.stdev(gains) / sqrt(len(gains))
        print(f"  {name:22} {statistics.mean(gains):+.3f} +- {error:.3f} points a hand")


if __name__ == "__main__":
    main()
