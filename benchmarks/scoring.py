"""Hands ranked and boards scored per second, and peers: ``python -m benchmarks.scoring``."""

from collections.abc import Callable, Sequence
from random import Random

import numpy as np

from benchmarks.measuring import per_second, seconds_in_turn
from benchmarks.peers import (
    MISSING,
    five_cards,
    many_hands_a_call,
    named,
    one_hand_a_call,
    same_order,
    sampled_equity,
)
from benchmarks.plain import royalties_of
from benchmarks.report import Cell, Section, Table, beside_peers, recorded
from ofcapi.engine.game.board import Board
from ofcapi.engine.game.cards import DECK
from ofcapi.engine.game.hands import HAND_TABLES, strength_of
from ofcapi.engine.game.presets import PRESETS
from ofcapi.engine.game.rules import compile_rules
from ofcapi.engine.game.score import Score, score
from ofcapi.engine.kernels.rows import score_boards

RULES = compile_rules(PRESETS["pineapple"])
ROUNDS = 7
BOARDS_TO_A_HAND = 5
"""Boards scored in bulk for each hand that a slower program ranks."""


def random_hands(count: int) -> list[tuple[int, ...]]:
    """Hands of five, each from a new deck."""
    draw = Random(1)
    return [tuple(draw.sample(DECK, 5)) for _ in range(count)]


def random_boards(count: int) -> list[Board]:
    """Finished boards, each from a new deck; most of them are fouls."""
    draw = Random(2)
    decks = (draw.sample(DECK, 13) for _ in range(count))
    return [Board(tuple(deck[:3]), tuple(deck[3:8]), tuple(deck[8:])) for deck in decks]


def in_millions(
    count: int, works: dict[str, Callable[[], object] | None], rounds: int
) -> dict[str, Cell]:
    """Millions per second by name, for functions that process ``count`` items per call."""
    there = {name: work for name, work in works.items() if work is not None}
    seconds = seconds_in_turn(there, rounds)
    return {
        name: per_second(count / 1e6, seconds[name]) if name in there else MISSING for name in works
    }


def hands_one_by_one(count: int, rounds: int = ROUNDS) -> Table:
    """One call for each hand of five, from Python."""
    hands = random_hands(count)
    peers = one_hand_a_call(hands)
    ours = [strength_of(hand) for hand in hands]
    _hold_alike(ours, peers)
    works: dict[str, Callable[[], object] | None] = {
        "ofcapi, `strength_of`": lambda: [strength_of(hand) for hand in hands],
        **peers,
    }
    return beside_peers(
        "one hand of five per call, from Python",
        "million per second",
        in_millions(count, works, rounds),
        more_is_better=True,
        note=f"{len(hands):,} random hands, which all programs rank in the same order.",
    )


def hands_in_bulk(count: int, rounds: int = ROUNDS) -> Table:
    """Many hands in one call; ours come as boards, which have three rows each."""
    decks = np.tile(np.arange(52, dtype=np.uint8), (BOARDS_TO_A_HAND * count, 1))
    boards = np.random.default_rng(1).permuted(decks, axis=1)[:, :13].copy()
    strengths = np.empty((len(boards), 3), dtype=np.int16)
    royalties = np.empty((len(boards), 3), dtype=np.int32)
    entries = np.empty(len(boards), dtype=np.uint8)

    def score_all() -> None:
        score_boards(HAND_TABLES, RULES.arrays, boards, strengths, royalties, entries)

    score_all()
    for place, deck in enumerate(boards[:1000].tolist()):
        one = score(Board(tuple(deck[:3]), tuple(deck[3:8]), tuple(deck[8:])), RULES)
        if one.royalties != tuple(royalties[place].tolist()):
            raise SystemExit(f"board {deck}: in bulk it has another score")
    hands = random_hands(count)
    peers = many_hands_a_call(hands)
    _hold_alike([strength_of(hand) for hand in hands], peers)
    ours = seconds_in_turn({"ours": score_all}, rounds)["ours"]
    figures = {
        "ofcapi, rows of boards scored in bulk": per_second(3 * len(boards) / 1e6, ours),
        **in_millions(count, {**peers}, rounds),
    }
    for name, deal in sampled_equity("AhKh", "QsQd", count).items():
        inside = in_millions(2 * count, {name: deal}, rounds)[name]
        figures[f"{name}, hands of seven inside its hold'em sampling"] = inside
    return beside_peers(
        "many hands per call",
        "million per second",
        figures,
        more_is_better=True,
        note="Ours are rows of finished boards, three per board, including foul check, royalties "
        "and Fantasyland of each board; boards per second are a third of that. poker-equity reads "
        "a list of hands as text. phevaluator and eval7 take no lists; the rows for hold'em "
        "sampling show how fast a library ranks hands inside its own loop, including the dealing.",
    )


def boards_one_by_one(count: int, rounds: int = ROUNDS) -> Table:
    """One call for each board, as the endpoint makes it."""
    boards = random_boards(count)
    evaluate = five_cards()

    def ours() -> list[Score]:
        return [score(board, RULES) for board in boards]

    works: dict[str, Callable[[], object] | None] = {"ofcapi, `score`": ours}
    if evaluate is None:
        works["plain Python on phevaluator"] = None
    else:

        def theirs() -> list[int | None]:
            return [royalties_of(board.rows, evaluate) for board in boards]

        for board, found, points in zip(boards, ours(), theirs(), strict=True):
            if (found.foul == "foul") != (points is None) or sum(found.royalties) != (points or 0):
                raise SystemExit(f"{board}: plain Python finds another score")
        works[f"plain Python on {named('phevaluator')}"] = theirs
    return beside_peers(
        "one board per call, from Python",
        "million per second",
        in_millions(count, works, rounds),
        more_is_better=True,
        note="Ours returns foul, reason, categories, descriptions, royalties and Fantasyland; the "
        "other program returns the sum of royalties, which is compared for every board.",
    )


def _hold_alike(ours: Sequence[int], peers: dict[str, Callable[[], list[int]] | None]) -> None:
    """Stop if a peer ranks hands differently."""
    for name, work in peers.items():
        if work is not None and not same_order(ours, work()):
            raise SystemExit(f"{name} ranks hands differently")


def measure(count: int = 200_000, rounds: int = ROUNDS) -> Section:
    """Hands and boards, one by one and in bulk."""
    return Section(
        "Hands and boards",
        "How fast hands are ranked and finished boards scored, on one thread. Libraries get the "
        "cards in their own form; the conversion is not timed.",
        (
            hands_in_bulk(count, rounds),
            hands_one_by_one(count, rounds),
            boards_one_by_one(count // 10, rounds),
        ),
    )


if __name__ == "__main__":
    print(recorded(measure))
