"""Small automata that read a row and the cards to come rank by rank and track what can be made.

The row must keep its placed cards, so a hand counts as possible if the placed cards outside its
core (the two cards of a pair, all five cards of a straight) fit beside the core. Whatever fills the
other slots can only improve the hand. Each automaton is built once for each kind of row and cached.
"""

from functools import cache, lru_cache
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ofcapi.engine.kernels.shapes import (
    FLUSH,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    HIGH_CARD,
    PAIR,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE_OF_A_KIND,
    TWO_PAIR,
)

ROW_SIZE = 5

WINDOWS = (0b1_0000_0000_1111, *(0b11111 << low for low in range(9)))
"""The ranks of the ten straights as bit sets, five-high first."""

ROYAL_WINDOW = WINDOWS[-1]

_NONE = -1


class Shapes(NamedTuple):
    """What equal ranks can make.

    steps  (states, 5, 5) int16, the next state by cards placed and cards to come at a rank
    made   (states,) int64, the best category so far by equal ranks alone
    below_full_house  as steps, -1 where the next state has a full house or better
    """

    steps: NDArray[np.int16]
    made: NDArray[np.int64]
    below_full_house: NDArray[np.int16]


_Shape: TypeAlias = tuple[int, int, int]


@lru_cache(maxsize=32)
def shapes(counts: tuple[int, ...]) -> Shapes:
    """The automaton of a five-card row whose placed ranks occur ``counts`` times, in any order.

    >>> shapes((2, 2)).made.tolist()
    [0, 0, 0, 1, 3, 1, 2, 6, 2]
    """
    total = sum(counts)
    states: dict[_Shape, int] = {(HIGH_CARD, _NONE, _NONE): 0}
    rows: list[NDArray[np.int16]] = []
    waiting = list(states)
    while waiting:
        following = []
        for state in waiting:
            row = np.zeros((5, 5), dtype=np.int16)
            for placed in {0, *counts}:
                for drawn in range(5 - placed):
                    after = _next_shape(state, total, placed, drawn)
                    if after not in states:
                        states[after] = len(states)
                        following.append(after)
                    row[placed, drawn] = states[after]
            rows.append(row)
        waiting = following
    steps = np.array(rows)
    made = np.array([category for category, _, _ in states])
    below = np.where(made[steps] < FULL_HOUSE, steps, -1).astype(np.int16)
    return Shapes(steps, made, below)


def _next_shape(state: _Shape, total: int, placed: int, drawn: int) -> _Shape:
    """The shape after a rank.

    A shape is the best category so far, and how many placed cards a pair and a three of a kind
    found so far can use at most: they are the partner of the next one in a two pair or full house.
    """
    made, in_pair, in_trips = state
    held = placed + drawn
    pair, trips = min(placed, 2), min(placed, 3)
    if held >= 2 and total - pair <= 3:
        made = max(made, PAIR)
    if held >= 2 and in_pair > _NONE and total - pair - in_pair <= 1:
        made = max(made, TWO_PAIR)
    if held >= 3 and total - trips <= 2:
        made = max(made, THREE_OF_A_KIND)
    if (held >= 2 and in_trips > _NONE and total == pair + in_trips) or (
        held >= 3 and in_pair > _NONE and total == trips + in_pair
    ):
        made = max(made, FULL_HOUSE)
    if held >= 4 and total - placed <= 1:
        made = FOUR_OF_A_KIND
    if made >= FULL_HOUSE:
        return made, _NONE, _NONE
    if held >= 2:
        in_pair = max(in_pair, pair)
    if held >= 3:
        in_trips = max(in_trips, trips)
    return made, in_pair, in_trips


class Straights(NamedTuple):
    """Whether a straight has been found.

    steps  (13, states, 2) int16, the next state by place in the walk (ace, deuce, ... king) and
           by whether the rank is present; the states are numbered anew after each rank
    made   (states,) bool, by state after the king
    """

    steps: NDArray[np.int16]
    made: NDArray[np.bool_]


_MADE = -1


@lru_cache(maxsize=128)
def straights(windows: tuple[int, ...]) -> Straights:
    """The automaton that looks for any of some straights, given as bit sets of ranks.

    A state is the bit set of the straights that no missing rank has ruled out. It includes all
    straights that have not begun yet.
    """
    states = [(1 << len(windows)) - 1]
    tables = []
    for place in range(13):
        rank = (place + 12) % 13
        later = sum(1 << (step + 12) % 13 for step in range(place + 1, 13))
        after = [
            [_next_straight(state, windows, rank, later, present) for present in (False, True)]
            for state in states
        ]
        states = sorted({state for pair in after for state in pair})
        tables.append([[states.index(state) for state in pair] for pair in after])
    most = max(map(len, tables))
    steps = np.zeros((13, most, 2), dtype=np.int16)
    for place, table in enumerate(tables):
        steps[place, : len(table)] = table
    made = np.zeros(most, dtype=np.bool_)
    made[: len(states)] = [state == _MADE for state in states]
    return Straights(steps, made)


def _next_straight(
    state: int, windows: tuple[int, ...], rank: int, later: int, present: bool
) -> int:
    if state == _MADE:
        return _MADE
    for place, window in enumerate(windows):
        if state >> place & 1 and window >> rank & 1:
            if not present:
                state &= ~(1 << place)
            elif not window & later:
                return _MADE
    return state


class Suits(NamedTuple):
    """How many cards have been taken, while no suit has enough of them for a flush.

    steps  (states, takes) int16, the next state, or -1 as soon as there is a flush
    cards  (states,) int64, cards taken
    """

    steps: NDArray[np.int16]
    cards: NDArray[np.int64]


@lru_cache(maxsize=128)
def one_suit(need: int, to_come: int) -> Suits:
    """Suits for a row that needs ``need`` more cards of its own suit for a flush.

    Takes are numbered four times the cards of the suit (0, 1) plus the others (0 to 3).
    """
    return _suits([(own, own + other) for own in (0, 1) for other in range(4)], need, to_come)


@lru_cache(maxsize=32)
def no_suit(to_come: int) -> Suits:
    """Suits for a row that cannot be a flush; takes are the number of cards, 0 to 4."""
    return _suits([(0, cards) for cards in range(5)], 1, to_come)


def _suits(takes: list[tuple[int, int]], need: int, to_come: int) -> Suits:
    steps = np.full((need * (to_come + 1), len(takes)), -1, dtype=np.int16)
    cards = np.repeat(np.arange(to_come + 1), need)
    for state in range(len(cards)):
        taken, own = divmod(state, need)
        for take, (more_own, more) in enumerate(takes):
            if own + more_own < need and taken + more <= to_come:
                steps[state, take] = state + need * more + more_own
    return Suits(steps, cards)


@lru_cache(maxsize=32)
def four_suits(to_come: int) -> Suits:
    """Suits for an empty row; takes are the 16 bit sets of suits."""
    digits = np.stack(np.unravel_index(np.arange(5**4), (5, 5, 5, 5)), axis=1)
    takes = np.arange(16)[:, None] >> np.arange(4) & 1
    after = digits[:, None, :] + takes
    places = np.array([125, 25, 5, 1])
    counted = (after.max(axis=2) < ROW_SIZE) & (after.sum(axis=2) <= to_come)
    steps = np.where(counted, after @ places, -1).astype(np.int16)
    return Suits(steps, digits.sum(axis=1))


class Lows(NamedTuple):
    """The lowest 2-7 hand that a row can be.

    steps   (states, 5, takes) int16, the next state by cards placed at a rank and by take
    lowest  (states,) int64, the category of the lowest finished hand, HIGH_CARD for a hand with
            no pair, straight or flush; ``NO_HAND`` where the row is not finished
    """

    steps: NDArray[np.int16]
    lowest: NDArray[np.int64]


NO_HAND = 99


class _Part(NamedTuple):
    """A choice of some of the cards so far, as far as it matters.

    The number ``chosen``, their ``category`` by equal ranks, whether a gap rules out a straight,
    and whether a second suit rules out a flush.
    """

    chosen: int
    category: int
    gapped: bool
    mixed: bool


_WITH_MORE_EQUAL = {
    (HIGH_CARD, 2): PAIR,
    (PAIR, 2): TWO_PAIR,
    (THREE_OF_A_KIND, 2): FULL_HOUSE,
    (HIGH_CARD, 3): THREE_OF_A_KIND,
    (PAIR, 3): FULL_HOUSE,
}


@lru_cache(maxsize=32)
def lows(counts: frozenset[int], suited: bool) -> Lows:
    """The automaton of a 2-7 low; ``counts`` are the numbers of times that placed ranks occur.

    It reads the ranks from the deuce up to the ace, which is always high. ``suited``: the placed
    cards are of one suit, so that a flush has to be avoided; takes are then those of
    ``one_suit``. Otherwise takes are the number of cards, and no hand is a flush.

    A state is the set of all parts that the cards so far allow, without those that another part
    makes redundant: at most a few hundred states, built in less than a tenth of a second.
    """
    takes = [(own, other) for own in (0, 1) for other in range(4)]
    if not suited:
        takes = [(0, cards) for cards in range(5)]
    start = frozenset({_Part(0, HIGH_CARD, gapped=False, mixed=not suited)})
    states = {start: 0}
    rows: list[NDArray[np.int16]] = []
    waiting = [start]
    while waiting:
        following = []
        for state in waiting:
            row = np.zeros((5, len(takes)), dtype=np.int16)
            for placed in {0, *counts}:
                for take, (own, other) in enumerate(takes):
                    if placed + own + other > 4:
                        continue
                    parts = {new for part in state for new in _longer(part, placed, own, other)}
                    after = frozenset(parts.difference(*map(_bettered, parts)))
                    if after not in states:
                        states[after] = len(states)
                        following.append(after)
                    row[placed, take] = states[after]
            rows.append(row)
        waiting = following
    return Lows(np.array(rows), np.array([_lowest(state) for state in states]))


@cache
def _longer(part: _Part, placed: int, own: int, other: int) -> tuple[_Part, ...]:
    """The parts that a part becomes by choosing some of the cards at the next rank."""
    found: list[_Part] = []
    most = min(placed + own + other, ROW_SIZE - part.chosen)
    for more in range(placed, most + 1):
        chosen = part.chosen + more
        if more == 0:
            gapped = part.gapped or 0 < chosen < ROW_SIZE
            found.append(part._replace(gapped=gapped))
        elif more == 1:
            # The one card is the placed one, which has the row's suit, or any of the drawn ones.
            mixed = part.mixed or (placed == 0 and other > 0)
            found.append(part._replace(chosen=chosen, mixed=mixed))
        else:
            category = FOUR_OF_A_KIND if more == 4 else _WITH_MORE_EQUAL[part.category, more]
            found.append(_Part(chosen, category, gapped=True, mixed=True))
    return tuple(found)


@cache
def _bettered(one: _Part) -> frozenset[_Part]:
    """The other parts that this one makes redundant: none of them leads to a lower hand.

    Equal ranks never help, except that they rule out a straight and a flush.
    """
    return frozenset(
        _Part(one.chosen, category, gapped, mixed)
        for category in range(one.category, FOUR_OF_A_KIND + 1)
        for gapped in {False, one.gapped}
        for mixed in {False, one.mixed}
    ) - {one}


def _lowest(state: frozenset[_Part]) -> int:
    return min((_category(part) for part in state if part.chosen == ROW_SIZE), default=NO_HAND)


def _category(hand: _Part) -> int:
    if hand.category != HIGH_CARD:
        return hand.category
    if not hand.gapped:
        return STRAIGHT if hand.mixed else STRAIGHT_FLUSH
    return HIGH_CARD if hand.mixed else FLUSH
