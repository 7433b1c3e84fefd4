"""A judge of rows and boards for comparison: slow, simple, and written only from the rules.

It shares nothing with the engine but the numbering of cards (``4 * rank + suit``) and the plain
JSON form of the options. A hand is a tuple: the place of its category, then its ranks, those that
come oftener first. Tuples compare item by item and a shorter one that agrees as far as it goes is
the lower: this is the comparison of three cards against five, missing kickers counting lowest.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any

RANKS = "23456789TJQKA"
CATEGORIES = (
    "high_card", "pair", "two_pair", "three_of_a_kind", "straight", "flush", "full_house",
    "four_of_a_kind", "straight_flush", "royal_flush",
)  # fmt: skip
LEGAL_LOWS = ("low_T", "low_9", "low_8", "low_7", "low_75432")
ACE, FIVE = 12, 3

Hand = tuple[int, ...]
Rows = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]


def hand_of(ranks: Sequence[int], flush: bool, ace_can_be_low: bool = True) -> Hand:
    """The hand that three or five ranks make, in one suit or not."""
    counts = Counter(ranks)
    ordered = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    shape = sorted(counts.values(), reverse=True)
    straight = len(counts) == 5 and max(ranks) - min(ranks) == 4
    if ace_can_be_low and set(ranks) == {ACE, 0, 1, 2, FIVE}:
        straight, ordered = True, [FIVE]
    if straight:
        ordered = ordered[:1]
    if straight and flush:
        name = "royal_flush" if ordered == [ACE] else "straight_flush"
    elif shape[0] == 4:
        name = "four_of_a_kind"
    elif shape == [3, 2]:
        name = "full_house"
    elif flush:
        name = "flush"
    elif straight:
        name = "straight"
    elif shape[0] == 3:
        name = "three_of_a_kind"
    elif shape[:2] == [2, 2]:
        name = "two_pair"
    elif shape[0] == 2:
        name = "pair"
    else:
        name = "high_card"
    return (CATEGORIES.index(name), *ordered)


@lru_cache(maxsize=1 << 20)
def hand(cards: tuple[int, ...], ace_can_be_low: bool = True) -> Hand:
    """The hand of a finished row; three cards cannot be a straight or a flush."""
    one_suit = len({card % 4 for card in cards}) == 1
    return hand_of([card // 4 for card in cards], len(cards) == 5 and one_suit, ace_can_be_low)


def low_hand(cards: tuple[int, ...]) -> Hand:
    """The hand of a 2-7 middle, whose ace is always high; the lower tuple wins."""
    return hand(cards, ace_can_be_low=False)


def category(row: Hand) -> str:
    """The name of a hand's category."""
    return CATEGORIES[row[0]]


def low_category(row: Hand) -> str:
    """The name of a 2-7 middle's category."""
    if category(row) != "high_card":
        return category(row)
    return "low_75432" if row[1:] == (5, 3, 2, 1, 0) else "low_" + RANKS[row[1]]


@dataclass(frozen=True)
class Verdict:
    """A finished board: legal or not, points of each row, cards it enters with, whether it stays.

    A foul has no points, enters with 0 cards and does not stay.
    """

    legal: bool
    royalties: tuple[int, int, int] = (0, 0, 0)
    entry_cards: int = 0
    stays: bool = False


def is_legal(rows: Rows, options: Mapping[str, Any]) -> bool:
    """The foul rule."""
    top, middle, bottom = map(hand, rows)
    if options["middle"] == "deuce_to_seven":
        return bottom >= top and low_category(low_hand(rows[1])) in LEGAL_LOWS
    if options["row_order"] == "strict" and middle == bottom:
        return False
    return bottom >= middle >= top


def top_royalty(row: Hand, table: Mapping[str, int]) -> int:
    """Points of a top row."""
    times = {"high_card": 0, "pair": 2, "three_of_a_kind": 3}[category(row)]
    return table.get(RANKS[row[1]] * times, 0)


def royalties(rows: Rows, options: Mapping[str, Any]) -> tuple[int, int, int]:
    """Points of each row if the board is legal."""
    tables = options["royalties"]
    low = options["middle"] == "deuce_to_seven"
    middle = low_category(low_hand(rows[1])) if low else category(hand(rows[1]))
    return (
        top_royalty(hand(rows[0]), tables["top"]),
        tables["middle"].get(middle, 0),
        tables["bottom"].get(category(hand(rows[2])), 0),
    )


def entry_cards(rows: Rows, options: Mapping[str, Any]) -> int:
    """The cards with which the board enters Fantasyland if it is legal."""
    if options["fantasyland"] is None:
        return 0
    table = options["fantasyland"]["entry"]
    top = hand(rows[0])
    cards = 0
    for rank in range(13):
        if RANKS[rank] * 2 in table and top >= (CATEGORIES.index("pair"), rank):
            cards = table[RANKS[rank] * 2]
    if "trips" in table and category(top) == "three_of_a_kind":
        cards = table["trips"]
    low = options["middle"] == "deuce_to_seven"
    if low and low_category(low_hand(rows[1])) == "low_75432":
        alone = table.get("low_75432", 0)
        cards = table.get("top_and_low_75432", max(cards, alone)) if cards else alone
    return int(cards)


def reaches(row: Hand, least: str) -> bool:
    """Whether a high hand is at least a category (``full_house``) or one of a rank (``pair_Q``)."""
    if least in CATEGORIES:
        return row[0] >= CATEGORIES.index(least)
    name, rank = least.rsplit("_", 1)
    return row[:2] >= (CATEGORIES.index(name), RANKS.index(rank))


def reaches_low(row: Hand, least: str) -> bool:
    """Whether a 2-7 middle is at least as good as, say, ``low_8``."""
    goodness = ["low_" + rank for rank in reversed(RANKS[5:])] + ["low_75432"]
    name = low_category(row)
    return name in goodness and goodness.index(name) >= goodness.index(least)


def stays(rows: Rows, options: Mapping[str, Any]) -> bool:
    """Whether a player stays in Fantasyland with the board if it is legal."""
    if options["fantasyland"] is None:
        return False
    least = options["fantasyland"]["stay"]
    if least["top"] and reaches(hand(rows[0]), least["top"]):
        return True
    if least["bottom"] and reaches(hand(rows[2]), least["bottom"]):
        return True
    if least["middle"] is None:
        return False
    if options["middle"] == "deuce_to_seven":
        return reaches_low(low_hand(rows[1]), least["middle"])
    return reaches(hand(rows[1]), least["middle"])


def judge(rows: Rows, options: Mapping[str, Any]) -> Verdict:
    """The verdict on a finished board."""
    if not is_legal(rows, options):
        return Verdict(legal=False)
    return Verdict(True, royalties(rows, options), entry_cards(rows, options), stays(rows, options))


def row_finishes(
    cards: tuple[int, ...], size: int, unseen: Sequence[int]
) -> Iterator[tuple[int, ...]]:
    """Every way to finish one row."""
    for more in combinations(unseen, size - len(cards)):
        yield cards + more


def finishes(rows: Rows, unseen: Sequence[int]) -> Iterator[Rows]:
    """Every way to finish a board from the unseen cards."""
    for top in row_finishes(rows[0], 3, unseen):
        after_top = [card for card in unseen if card not in top]
        for middle in row_finishes(rows[1], 5, after_top):
            after_middle = [card for card in after_top if card not in middle]
            for bottom in row_finishes(rows[2], 5, after_middle):
                yield top, middle, bottom
