"""Matches of two ways to play: ``python -m benchmarks.heads_up [one] [other] [--decks N]``.

Both play the same deck, once in each seat, so that what the cards bring cancels out: the player who
comes second gets the cards behind those of the first. They place street by street, the first seat
first, and see each other's board but not the discards. Finished boards settle under the rules, and
a ticket to Fantasyland counts what it is worth under them.

Ways to play (``WAYS``): ``order``, as releases did before rows decided ties: alone, of equal
placements the first in order, the lowest cards first; ``rows``: alone, the stronger rows on ties;
``settled``: beside the other's board, which is played on; ``hindsight``: as ``rows``, but with the
policy hindsight-1 for the early streets, where the others have the networks if those know the game.
"""

import argparse
import statistics
from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from typing import TypeAlias

import numpy as np

from benchmarks.measuring import machine
from ofcapi.engine.game.board import Board, unseen_cards
from ofcapi.engine.game.cards import DECK
from ofcapi.engine.game.presets import DEFAULT_PRESET, PRESETS
from ofcapi.engine.game.rules import CompiledRules, compile_rules
from ofcapi.engine.game.settlement import FinishedBoard, finished, pair_points
from ofcapi.engine.opponents.seating import seat
from ofcapi.engine.play.best_play import Placement, rank_placements
from ofcapi.engine.play.question import Effort, Question
from ofcapi.engine.play.ways import ways_to_place
from ofcapi.engine.sampling.hindsight import Hindsight
from ofcapi.engine.sampling.policy import play_street, policy_for
from ofcapi.engine.worth.tickets import ticket_value
from ofcapi.engine.worth.values import default_values

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
class Way:
    """A way to play: how ties are decided, whether beside the opponent, by which early policy."""

    choice: Choice = first_ranked
    settled: bool = False
    hindsight: bool = False


WAYS = {
    "order": Way(first_in_order),
    "rows": Way(),
    "settled": Way(settled=True),
    "hindsight": Way(hindsight=True),
}


class Player:
    """Plays hands of one rule set in one way, with what a player sees at the table."""

    def __init__(self, rules: CompiledRules, way: Way) -> None:
        self.rules = rules.rules
        self.way = way
        self.values = default_values(self.rules)
        opening = Question(Board(), self.rules, DECK, values=self.values, hidden=(0,) * way.settled)
        opening = seat(opening, Effort()).question
        self.early = (
            Hindsight(opening.valuation, 8, len(DECK)) if way.hindsight else policy_for(opening, 8)
        )

    def place(
        self, board: Board, hand: list[int], gone: list[int], opponent: Board, number: int
    ) -> Board:
        """The board after a street's hand; ``gone`` are the player's own discards before it."""
        unseen = unseen_cards(board.cards, hand, gone, opponent.cards)
        if board.open_slots > EXACT_SLOTS:
            state = np.array([number], np.uint64)
            return play_street(self.early, board, hand, unseen, state)
        opponents = (opponent,) if self.way.settled else ()
        question = Question(board, self.rules, unseen, tuple(hand), opponents, values=self.values)
        effort = Effort(threads=1, seed=number)
        ranked = rank_placements(seat(question, effort).question, effort)
        return self.way.choice(ranked, board, hand)


@dataclass(frozen=True, slots=True)
class Played:
    """A finished board and what it brings whatever the opponent has: royalties and a ticket."""

    board: FinishedBoard
    royalties: int
    ticket: float


def play_deck(
    rules: CompiledRules, players: tuple[Player, Player], deck: list[int]
) -> list[Played]:
    """A hand of two players, the first to act first, with cards from the front of a deck each."""
    deal = rules.rules.deal
    cards = deal.opening + deal.streets * deal.dealt
    decks = [deck[:cards], deck[cards : 2 * cards]]
    boards, gone = [Board(), Board()], [[], []]  # type: tuple[list[Board], list[list[int]]]
    number = deck[0] + 52 * deck[1]
    while not boards[1].complete:
        for seat_number, player in enumerate(players):
            board, own = boards[seat_number], decks[seat_number]
            count = deal.dealt if board.cards else deal.opening
            hand, decks[seat_number] = sorted(own[:count]), own[count:]
            opponent, thrown = boards[1 - seat_number], gone[seat_number]
            after = player.place(board, hand, thrown, opponent, number)
            thrown += set(hand) - set(after.cards)
            boards[seat_number] = after
    return [_result(rules, board) for board in boards]


def _result(rules: CompiledRules, board: Board) -> Played:
    result = finished(board, rules)
    cards = result.fantasyland_cards
    ticket = float(ticket_value(rules.rules, cards)) if cards else 0.0
    return Played(result, sum(result.royalties), ticket)


def match(rules: CompiledRules, one: Player, other: Player, decks: int) -> dict[str, list[float]]:
    """What the first player has beyond the second by deck, in points a hand."""
    found: dict[str, list[float]] = {"settled": [], "royalties and tickets": []}
    for number in range(decks):
        deck = np.random.default_rng([SEED, number]).permutation(len(DECK)).tolist()
        mine, theirs = play_deck(rules, (one, other), deck)
        yours, ours = play_deck(rules, (other, one), deck)
        settled = [
            pair_points(a.board, b.board, rules).points + a.ticket - b.ticket
            for a, b in ((mine, theirs), (ours, yours))
        ]
        alone = [hand.royalties + hand.ticket for hand in (mine, ours, theirs, yours)]
        found["settled"].append(sum(settled) / 2)
        found["royalties and tickets"].append((alone[0] + alone[1] - alone[2] - alone[3]) / 2)
    return found


def main() -> None:
    """One match."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("one", nargs="?", choices=WAYS, default="settled")
    parser.add_argument("other", nargs="?", choices=WAYS, default="order")
    parser.add_argument("--decks", type=int, default=2_000)
    parser.add_argument("--preset", choices=PRESETS, default=DEFAULT_PRESET)
    options = parser.parse_args()
    rules = compile_rules(PRESETS[options.preset])
    print(machine())
    title = f"{options.preset}: {options.one} against {options.other}"
    print(f"{title}, {options.decks} decks, both seats")
    one, other = (Player(rules, WAYS[name]) for name in (options.one, options.other))
    for name, gains in match(rules, one, other, options.decks).items():
        error = statistics.stdev(gains) / sqrt(len(gains))
        print(f"  {name:22} {statistics.mean(gains):+.3f} +- {error:.3f} points a hand")


if __name__ == "__main__":
    main()
