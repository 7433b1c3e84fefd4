"""Draws: what the cards to come can make of each row on its own, counted exactly.

The model is ``seen_together``: all the cards to come are drawn at once from the unseen pool, every
set of them equally likely. The row keeps its placed cards and is completed with the best of the
drawn cards. The model ignores the other rows and the discards of a street.

Nothing is enumerated. "At least a flush" fails if neither a flush nor anything better can be made,
and the sets of cards for which it fails are counted rank by rank, with a small state for what the
cards so far can make. Every count is a whole number.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import comb

from ofcapi.engine.draws.counts import (
    TOP_CLASSES,
    Pool,
    high_counts,
    low_counts,
    pool_of,
    top_counts,
)
from ofcapi.engine.game.board import Board, unseen_cards
from ofcapi.engine.game.faults import Fault, board_faults, impossible
from ofcapi.engine.game.hands import CATEGORIES, classify, strength_of
from ofcapi.engine.game.rules import MIDDLE, ROW_SIZES, TOP, CompiledRules, Rules
from ofcapi.engine.game.score import made_so_far
from ofcapi.engine.game.streets import cards_to_come
from ofcapi.engine.kernels.shapes import HIGH_CARD

MOST_CARDS_TO_COME = 17
"""The most cards that a player can see in a hand."""

_TOP_CATEGORIES = {"high_card": 0, "pair": 1, "three_of_a_kind": 14}


@dataclass(frozen=True, slots=True)
class RowDraws:
    """One row on its own.

    ``open`` is the number of open slots and ``made`` the category now, None for an empty row.
    ``at_least`` and ``exactly`` give for each category the number of sets of cards to come, out
    of ``denominator``, with which the best hand of the row is that category or better, or just
    that; they are None if fewer cards are to come than the row has open slots. A top row is
    given by pair and trips rank as well. ``outs`` are the unseen cards, lowest first, that would
    improve the row, by what they would make; in a row with one open slot that is the finished
    hand. Outs of a 2-7 low are the cards that finish it legally.
    """

    open: int
    made: str | None
    at_least: Mapping[str, int] | None
    exactly: Mapping[str, int] | None
    denominator: int
    outs: Mapping[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class DrawOdds:
    """Top, middle and bottom, each on its own; ``unseen`` is the number of unseen cards."""

    unseen: int
    cards_to_come: int
    rows: tuple[RowDraws, RowDraws, RowDraws]


def draw_faults(
    board: Board | None, dead: Sequence[int], rules: Rules | None, to_come: int | None
) -> Iterator[Fault]:
    """What is impossible about a question of draws; what could not be read is None.

    Where it is not said how many cards are to come, they are those of the rules.
    """
    faults = board_faults(board, dead)
    yield from faults
    if board is None or any(fault.code == "duplicate_card" for fault in faults):
        return
    unseen = len(unseen_cards(board.cards, dead))
    if to_come is None and rules is not None and not faults:
        to_come = cards_to_come(board, rules)
    if to_come is not None and to_come > unseen:
        detail = f"{to_come} cards cannot come: only {unseen} are unseen"
        yield impossible("too_few_unseen", detail, "cards_to_come")


def draw_odds(
    board: Board, rules: CompiledRules, unseen: Sequence[int], cards_to_come: int
) -> DrawOdds:
    """What ``cards_to_come`` cards out of the ``unseen`` ones can make of each row.

    >>> from ofcapi.engine.game.board import parse_board, unseen_cards
    >>> from ofcapi.engine.game.cards import parse_cards
    >>> from ofcapi.engine.game.presets import PRESETS
    >>> from ofcapi.engine.game.rules import compile_rules
    >>> board = parse_board("//AhKh5h2h")[0]
    >>> unseen = unseen_cards(board.cards, parse_cards("QdJc7s")[0])
    >>> bottom = draw_odds(board, compile_rules(PRESETS["pineapple"]), unseen, 12).rows[2]
    >>> bottom.at_least["flush"], bottom.denominator
    (27508344045, 28760021745)

    Raises ``ValueError`` if an unseen card is on the board or given twice, or if
    ``cards_to_come`` is not from 0 to 17 or is more than the number of unseen cards.
    """
    if len(set(unseen)) < len(unseen) or set(unseen) & set(board.cards):
        raise ValueError("an unseen card is given twice or is on the board")
    if not 0 <= cards_to_come <= min(MOST_CARDS_TO_COME, len(unseen)):
        raise ValueError(
            f"cards to come must be from 0 to {MOST_CARDS_TO_COME} and at most the number of "
            f"unseen cards, {len(unseen)}, not {cards_to_come}"
        )
    pool = pool_of(unseen)
    rows = tuple(
        row_draws(cards, row, rules, pool, cards_to_come) for row, cards in enumerate(board.rows)
    )
    return DrawOdds(len(unseen), cards_to_come, (rows[0], rows[1], rows[2]))


def row_draws(
    cards: tuple[int, ...], row: int, rules: CompiledRules, pool: Pool, cards_to_come: int
) -> RowDraws:
    """The draws of one row: 0 top, 1 middle, 2 bottom. The cards must be valid."""
    open_slots = ROW_SIZES[row] - len(cards)
    names = TOP_CLASSES if row == TOP else rules.categories[row]
    every = comb(len(pool.cards), cards_to_come)
    counts = None
    if open_slots == 0:
        certain = _class_of(cards, row, rules)
        counts = [every if place <= certain else 0 for place in range(len(names))]
    elif cards_to_come >= open_slots:
        if row == TOP:
            counts = top_counts(cards, pool, cards_to_come)
        elif _is_low(row, rules):
            counts = low_counts(cards, pool, cards_to_come)
        else:
            counts = high_counts(cards, pool, cards_to_come)
    at_least, exactly = (None, None) if counts is None else _named(counts, row, names)
    made = _made(cards, row, rules)
    return RowDraws(open_slots, made, at_least, exactly, every, _outs(cards, row, rules, pool))


def _is_low(row: int, rules: CompiledRules) -> bool:
    return row == MIDDLE and rules.rules.middle == "deuce_to_seven"


def _named(
    counts: list[int], row: int, names: tuple[str, ...]
) -> tuple[dict[str, int], dict[str, int]]:
    """The counts of "at least" and of "exactly" by name, from those of "at least", worst first."""
    just = [count - better for count, better in zip(counts, [*counts[1:], 0], strict=True)]
    at_least = dict(zip(names, counts, strict=True))
    exactly = dict(zip(names, just, strict=True))
    if row == TOP:
        starts = [*_TOP_CATEGORIES.values(), len(names)]
        for name, (start, end) in zip(_TOP_CATEGORIES, pairwise(starts), strict=True):
            at_least[name] = counts[start]
            exactly[name] = sum(just[start:end])
    return at_least, exactly


def _made(cards: tuple[int, ...], row: int, rules: CompiledRules) -> str | None:
    if not cards:
        return None
    if len(cards) == ROW_SIZES[row]:
        return rules.categories[row][int(rules.arrays.category[row, strength_of(cards)])]
    return made_so_far(cards, row, rules)[0]


def _class_of(cards: tuple[int, ...], row: int, rules: CompiledRules) -> int:
    """The place of a full row among the names of its classes."""
    if row != TOP:
        return int(rules.arrays.category[row, strength_of(cards)])
    category, rank, *_ = classify([card >> 2 for card in cards])
    return 0 if category == HIGH_CARD else _TOP_CATEGORIES[CATEGORIES[category]] + rank


def _outs(
    cards: tuple[int, ...], row: int, rules: CompiledRules, pool: Pool
) -> dict[str, tuple[int, ...]]:
    last_slot = len(cards) + 1 == ROW_SIZES[row]
    low = _is_low(row, rules)
    if not cards or len(cards) == ROW_SIZES[row] or (low and not last_slot):
        return {}
    order = rules.categories[row]
    worst = classify([card >> 2 for card in cards])[0]
    found: dict[int, list[int]] = {}
    for card in pool.cards:
        longer = (*cards, card)
        if last_slot:
            strength = strength_of(longer)
            category = int(rules.arrays.category[row, strength])
            wanted = rules.arrays.middle_cap[strength] >= 0 if low else category > worst
        else:
            category = classify([other >> 2 for other in longer])[0]
            wanted = category > worst
        if wanted:
            found.setdefault(category, []).append(card)
    return {order[category]: tuple(found[category]) for category in sorted(found, reverse=True)}
