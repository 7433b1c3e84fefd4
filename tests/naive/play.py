"""Best play by plain enumeration of every deal and every placement, to compare with ``play``.

Nothing here uses the engine's strengths, tables or loops: hands are tuples of a category and
ranks, rules are read from the options as plain data.
"""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, product
from typing import Any

Rows = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]

RANKS = "23456789TJQKA"
NAMES = [
    "high_card", "pair", "two_pair", "three_of_a_kind", "straight", "flush", "full_house",
    "four_of_a_kind", "straight_flush", "royal_flush",
]  # fmt: skip
SIZES = (3, 5, 5)


def hand(cards: Sequence[int]) -> tuple[int, ...]:
    """Category and ranks, most important first; tuples compare like the hands."""
    ranks = [card // 4 for card in cards]
    counts = sorted(Counter(ranks).items(), key=lambda item: (item[1], item[0]), reverse=True)
    shape = tuple(count for _, count in counts)
    order = tuple(rank for rank, _ in counts)
    if len(cards) == 5 and len(order) == 5:
        flush = len({card % 4 for card in cards}) == 1
        wheel = set(order) == {12, 0, 1, 2, 3}
        straight = wheel or order[0] - order[4] == 4
        high = 3 if wheel else order[0]
        if straight and flush:
            return (9 if high == 12 else 8, high)
        if flush:
            return (5, *order)
        if straight:
            return (4, high)
    shapes = {
        (4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (3,): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1, (2, 1): 1
    }  # fmt: skip
    return (shapes.get(shape, 0), *order)


def low_hand(cards: Sequence[int]) -> tuple[int, ...]:
    """The hand by which 2-7 compares: lower is better, the ace is always high."""
    return as_low(hand(cards))


def as_low(made: tuple[int, ...]) -> tuple[int, ...]:
    """A high hand as 2-7 sees it."""
    if made[0] in (4, 8) and made[1] == 3:
        return (5 if made[0] == 8 else 0, 12, 3, 2, 1, 0)
    return made


def low_name(made: tuple[int, ...]) -> str:
    if made[0] > 0:
        return NAMES[made[0]]
    return "low_75432" if made[1:] == (5, 3, 2, 1, 0) else f"low_{RANKS[made[1]]}"


LOW_ORDER = [
    *reversed(NAMES[1:]),
    "low_A", "low_K", "low_Q", "low_J", "low_T", "low_9", "low_8", "low_7", "low_75432",
]  # fmt: skip


@dataclass
class Question:
    """Options as plain data, the objective and values, finished opponents, typical rows.

    ``typical`` has for each row the hands of typical boards, weakest first.
    """

    options: dict[str, Any]
    kind: str
    row: int | None
    at_least: str | None
    foul: Fraction
    tickets: dict[int, Fraction]
    opponents: list[Rows]
    typical: list[list[tuple[int, ...]]]
    known: dict[Rows, "Leaf"] = field(default_factory=dict)

    @property
    def low(self) -> bool:
        return bool(self.options["middle"] == "deuce_to_seven")


@dataclass(frozen=True)
class Leaf:
    """One finished board."""

    objective: Fraction
    points: Fraction
    foul: bool
    row_wins: int
    cards: int
    royalties: tuple[int, ...]
    categories: tuple[str, ...]


@dataclass(frozen=True)
class Result:
    """Sums over all deals, and how often each finished board occurs."""

    objective: Fraction
    points: Fraction
    row_wins: int
    boards: Counter[Leaf]


def is_foul(question: Question, rows: Rows) -> bool:
    top, middle, bottom = map(hand, rows)
    if question.low:
        low = low_hand(rows[1])
        return bottom < top or low[0] > 0 or low[1] > 8
    equal = question.options["row_order"] == "strict" and bottom == middle
    return bottom < middle or middle < top or equal


def category(question: Question, row: int, cards: Sequence[int]) -> str:
    return low_name(low_hand(cards)) if question.low and row == 1 else NAMES[hand(cards)[0]]


def royalties(question: Question, rows: Rows) -> tuple[int, ...]:
    tables = question.options["royalties"]
    top = hand(rows[0])
    key = RANKS[top[1]] * {1: 2, 3: 3}.get(top[0], 0)
    return (
        tables["top"].get(key, 0),
        tables["middle"].get(category(question, 1, rows[1]), 0),
        tables["bottom"].get(category(question, 2, rows[2]), 0),
    )


def ticket(question: Question, rows: Rows) -> int:
    land = question.options["fantasyland"]
    if land is None:
        return 0
    entry = land["entry"]
    top = hand(rows[0])
    cards = 0
    for place, key in enumerate([*(rank * 2 for rank in RANKS), "trips"]):
        reached = top[0] == 3 or (top[0] == 1 and place <= top[1])
        if key in entry and reached:
            cards = entry[key]
    if question.low and category(question, 1, rows[1]) == "low_75432":
        alone = entry.get("low_75432", 0)
        cards = (entry.get("top_and_low_75432", 0) or max(cards, alone)) if cards else alone
    return int(cards)


def settle(question: Question, rows: Rows, other: Rows) -> int:
    """Points against one finished opponent, without tickets."""
    mine, theirs = is_foul(question, rows), is_foul(question, other)
    pay = question.options["foul_points"]
    if mine and theirs:
        return 0
    if mine:
        return -int(pay) - sum(royalties(question, other))
    if theirs:
        return int(pay + sum(royalties(question, rows)))
    signs = []
    for row in range(3):
        ours, their = hand(rows[row]), hand(other[row])
        if question.low and row == 1:
            their, ours = low_hand(rows[row]), low_hand(other[row])
        signs.append((ours > their) - (ours < their))
    points = sum(signs)
    if question.options["scoring"] == "1-6":
        points += 3 * (signs == [1, 1, 1]) - 3 * (signs == [-1, -1, -1])
    else:
        points += (signs.count(1) >= 2) - (signs.count(-1) >= 2)
    for sign, own, their_own in zip(
        signs, royalties(question, rows), royalties(question, other), strict=True
    ):
        if question.options["royalties_paid"] == "both":
            points += own - their_own
        else:
            points += own * (sign > 0) - their_own * (sign < 0)
    return points


def reaches(question: Question, rows: Rows) -> bool:
    assert question.row is not None
    assert question.at_least is not None
    cards = rows[question.row]
    if question.low and question.row == 1:
        order = LOW_ORDER
        return order.index(category(question, 1, cards)) >= order.index(question.at_least)
    if question.at_least in NAMES:
        return hand(cards)[0] >= NAMES.index(question.at_least)
    name, _, rank = question.at_least.rpartition("_")
    return hand(cards)[:2] >= (NAMES.index(name), RANKS.index(rank))


def finish(question: Question, rows: Rows) -> Leaf:
    """Everything about one finished board."""
    key: Rows = (tuple(sorted(rows[0])), tuple(sorted(rows[1])), tuple(sorted(rows[2])))
    if key not in question.known:
        question.known[key] = _finish(question, key)
    return question.known[key]


def _finish(question: Question, rows: Rows) -> Leaf:
    foul = is_foul(question, rows)
    cards = 0 if foul else ticket(question, rows)
    earned = (0, 0, 0) if foul else royalties(question, rows)
    names = () if foul else tuple(category(question, row, rows[row]) for row in range(3))
    if question.opponents:
        points = Fraction(sum(settle(question, rows, other) for other in question.opponents))
    else:
        points = question.foul if foul else Fraction(sum(earned))
    points += question.tickets.get(cards, 0)
    objective = {
        "points": points,
        "no_foul": Fraction(not foul),
        "fantasyland": Fraction(cards > 0),
        "royalties": Fraction(sum(earned)),
    }.get(question.kind)
    if objective is None:
        objective = Fraction(not foul and reaches(question, rows))
    wins = -sum(map(len, question.typical))
    if not foul:
        wins = sum(row_wins(question, row, rows[row]) for row in range(3))
    return Leaf(objective, points, foul, wins, cards, earned, names)


def row_wins(question: Question, row: int, cards: Sequence[int]) -> int:
    """How many typical rows are weaker, less how many are stronger."""
    others = question.typical[row]
    low = question.low and row == 1
    own = low_hand(cards) if low else hand(cards)
    below, above = bisect_left(others, own), len(others) - bisect_right(others, own)
    return above - below if low else below - above


def placements(rows: Rows, dealt: Sequence[int], kept: int) -> Iterator[tuple[Rows, Rows]]:
    """Every placement in the fixed order, as the cards placed by row and the board after."""
    for cards in combinations(sorted(dealt, reverse=True), kept):
        for homes in product(range(3), repeat=kept):
            place = tuple(
                tuple(card for card, home in zip(cards, homes, strict=True) if home == row)
                for row in range(3)
            )
            after = tuple(own + more for own, more in zip(rows, place, strict=True))
            if all(len(cards) <= size for cards, size in zip(after, SIZES, strict=True)):
                yield (place[0], place[1], place[2]), (after[0], after[1], after[2])


def play(question: Question, rows: Rows, unseen: Sequence[int]) -> Result:
    """The best play of a board to the end; of equally good placements the first is chosen.

    The highest cards come first.
    """
    if sum(map(len, rows)) == 13:
        leaf = finish(question, rows)
        return Result(leaf.objective, leaf.points, leaf.row_wins, Counter([leaf]))
    deal = question.options["deal"]
    objective, points, wins, boards = Fraction(0), Fraction(0), 0, Counter[Leaf]()
    for dealt in combinations(unseen, deal["dealt"]):
        left = [card for card in unseen if card not in dealt]
        best: Result | None = None
        for _, after in placements(rows, dealt, deal["kept"]):
            result = play(question, after, left)
            if best is None or worth(result) > worth(best):
                best = result
        assert best is not None
        objective += best.objective
        points += best.points
        wins += best.row_wins
        boards += best.boards
    return Result(objective, points, wins, boards)


def worth(result: Result) -> tuple[Fraction, Fraction, int]:
    """What decides between plays: the objective, then points, then rows."""
    return result.objective, result.points, result.row_wins
