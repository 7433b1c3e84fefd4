"""One board: whether and why it is a foul, what it earns, and what is already certain.

For an unfinished board the score contains what no card to come can change: whether any
completion from the unseen cards is legal (decided exactly), the royalties that each row is certain
to earn, and whether Fantasyland is already certain.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import comb
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ofcapi.engine.game.board import Board, unseen_cards
from ofcapi.engine.game.cards import RANKS
from ofcapi.engine.game.hands import (
    CATEGORIES,
    CLASSES,
    HAND_TABLES,
    classify,
    describe,
    describe_low,
    strength_of,
)
from ofcapi.engine.game.rules import BOARD_SIZE, BOTTOM, MIDDLE, ROW_SIZES, ROWS, TOP, CompiledRules
from ofcapi.engine.kernels import rows as kernels
from ofcapi.engine.kernels.compiling import plain
from ofcapi.engine.kernels.shapes import HIGH_CARD

_RANDOM_FINISHES = 500
"""Random finishes tried before all finishes are examined; they decide nearly every real board."""

_SEVEN = RANKS.index("7")
_in_order = plain(kernels.in_order)

_OrderCode: TypeAlias = Literal[
    "top_beats_middle", "middle_beats_bottom", "middle_equals_bottom", "top_beats_bottom"
]


@dataclass(frozen=True, slots=True)
class FoulReason:
    """Why a board fouls: a code for programs, the rows concerned, a sentence for players."""

    code: _OrderCode | Literal["middle_not_low", "no_legal_completion"]
    rows: tuple[str, ...]
    detail: str


@dataclass(frozen=True, slots=True)
class RowScore:
    """The hand of a row, or of its cards so far: ``category`` is None for an empty row.

    ``royalty`` is in points, as the row earns it in a legal board; for an unfinished row it is
    the least that any completion of the row earns.
    """

    cards: tuple[int, ...]
    complete: bool
    category: str | None
    description: str
    royalty: int


@dataclass(frozen=True, slots=True)
class Score:
    """The result for one board.

    ``royalties`` are points of top, middle and bottom, all 0 when fouled. ``fantasyland_cards``
    is the number of cards of the next hand, 0 for an ordinary one. For an unfinished board
    ``enters`` and ``stays`` are true only if every completion enters or stays.
    """

    foul: Literal["legal", "foul", "open"]
    reason: FoulReason | None
    rows: tuple[RowScore, RowScore, RowScore]
    royalties: tuple[int, int, int]
    enters: bool
    stays: bool
    fantasyland_cards: int


def score(
    board: Board,
    rules: CompiledRules,
    dead: Iterable[int] = (),
    in_fantasyland: int = 0,
) -> Score:
    """Foul check, royalties and Fantasyland of one board.

    ``dead`` are cards out of play (they matter to unfinished boards only). ``in_fantasyland`` is
    the number of cards of the Fantasyland hand that is being played, 0 for an ordinary hand.

    >>> from ofcapi.engine.game.board import parse_board
    >>> from ofcapi.engine.game.presets import PRESETS
    >>> from ofcapi.engine.game.rules import compile_rules
    >>> rules = compile_rules(PRESETS["pineapple"])
    >>> score(parse_board("AsAh3d/KcQd9h5c2s/AdKhQhJhTd")[0], rules).reason.detail
    'pair of aces on top beats king high in the middle'

    The board must be valid: no row with too many cards, no card twice, enough unseen cards to
    finish.
    """
    if board.complete:
        return _score_finished(board, rules, in_fantasyland)
    return _score_unfinished(board, rules, unseen_cards(board.cards, dead), in_fantasyland)


def _score_finished(board: Board, rules: CompiledRules, in_fantasyland: int) -> Score:
    arrays = rules.arrays
    strengths = top, middle, bottom = [strength_of(cards) for cards in board.rows]
    rows = [
        _finished_row(cards, row, strength, rules)
        for row, (cards, strength) in enumerate(zip(board.rows, strengths, strict=True))
    ]
    reason = _why_foul(top, middle, bottom, rules)
    legal = reason is None
    stays = enters = False
    cards = 0
    if legal and in_fantasyland:
        stays = any(arrays.stays[row, strength] for row, strength in enumerate(strengths))
        cards = cards_after_staying(rules, in_fantasyland) if stays else 0
    elif legal:
        cards = int(arrays.entry_cards[arrays.top_entry[top], arrays.middle_entry[middle]])
        enters = cards > 0
    return Score(
        foul="legal" if legal else "foul",
        reason=reason,
        rows=(rows[0], rows[1], rows[2]),
        royalties=(rows[0].royalty, rows[1].royalty, rows[2].royalty) if legal else (0, 0, 0),
        enters=enters,
        stays=stays,
        fantasyland_cards=cards,
    )


def _finished_row(
    cards: tuple[int, ...], row: int, strength: int, rules: CompiledRules
) -> RowScore:
    category = rules.categories[row][rules.arrays.category[row, strength]]
    royalty = int(rules.arrays.royalty[row, strength])
    return RowScore(cards, True, category, describe_row(strength, row, rules), royalty)


def cards_after_staying(rules: CompiledRules, in_fantasyland: int) -> int:
    """Cards of the next hand of a player who stays, having played ``in_fantasyland`` cards."""
    land = rules.rules.fantasyland
    if land is None:
        return 0
    return in_fantasyland if land.stay_cards == "same" else land.stay_cards


def describe_row(strength: int, row: int, rules: CompiledRules, kickers: bool = False) -> str:
    """A finished row in a player's words; a 2-7 middle is described as a low."""
    if row == MIDDLE and rules.rules.middle == "deuce_to_seven":
        return describe_low(CLASSES[strength])
    return describe(CLASSES[strength], kickers)


def is_legal(rules: CompiledRules, top: int, middle: int, bottom: int) -> bool:
    """Whether three finished rows, given by their strengths, are no foul."""
    arrays = rules.arrays
    return bool(_in_order(top, arrays.middle_cap[middle], arrays.middle_need[middle], bottom))


_PLACES = ("on top", "in the middle", "at the bottom")


def _beats(upper: int, strong: int, lower: int, weak: int, rules: CompiledRules) -> str:
    words = describe_row(strong, upper, rules), describe_row(weak, lower, rules)
    if words[0] == words[1]:
        words = describe_row(strong, upper, rules, True), describe_row(weak, lower, rules, True)
    return f"{words[0]} {_PLACES[upper]} beats {words[1]} {_PLACES[lower]}"


def _why_foul(top: int, middle: int, bottom: int, rules: CompiledRules) -> FoulReason | None:
    arrays = rules.arrays
    if is_legal(rules, top, middle, bottom):
        return None
    if rules.rules.middle == "deuce_to_seven":
        if arrays.middle_cap[middle] < 0:
            detail = (
                f"{describe_row(middle, MIDDLE, rules)} in the middle is no ten-high or lower low"
            )
            return FoulReason("middle_not_low", ("middle",), detail)
        detail = _beats(TOP, top, BOTTOM, bottom, rules)
        return FoulReason("top_beats_bottom", ("top", "bottom"), detail)
    if top > middle:
        detail = _beats(TOP, top, MIDDLE, middle, rules)
        return FoulReason("top_beats_middle", ("top", "middle"), detail)
    if middle > bottom:
        detail = _beats(MIDDLE, middle, BOTTOM, bottom, rules)
        return FoulReason("middle_beats_bottom", ("middle", "bottom"), detail)
    detail = f"middle and bottom are both {describe_row(middle, MIDDLE, rules, True)}"
    return FoulReason("middle_equals_bottom", ("middle", "bottom"), detail)


@dataclass(frozen=True, slots=True)
class _Finishes:
    """Every way to finish one row: strengths (n,) int16 and card masks (n,) int64."""

    strengths: NDArray[np.int16]
    masks: NDArray[np.int64]

    def where(self, wanted: NDArray[np.bool_]) -> "_Finishes":
        return _Finishes(self.strengths[wanted], self.masks[wanted])

    def weakest_first(self) -> "_Finishes":
        order = np.argsort(self.strengths, kind="stable")
        return _Finishes(self.strengths[order], self.masks[order])

    def strongest_first(self) -> "_Finishes":
        order = np.argsort(-self.strengths, kind="stable")
        return _Finishes(self.strengths[order], self.masks[order])


def _finishes(cards: Sequence[int], size: int, unseen: NDArray[np.int64]) -> _Finishes:
    ways = comb(unseen.size, size - len(cards))
    found = _Finishes(np.empty(ways, dtype=np.int16), np.empty(ways, dtype=np.int64))
    placed = np.array(cards, dtype=np.int64)
    kernels.finish_row(HAND_TABLES, size, placed, unseen, found.strengths, found.masks)
    return found


def _score_unfinished(
    board: Board, rules: CompiledRules, unseen: tuple[int, ...], in_fantasyland: int
) -> Score:
    pool = np.array(unseen, dtype=np.int64)
    slots = np.full(BOARD_SIZE, -1, dtype=np.int64)
    start = 0
    for cards, size in zip(board.rows, ROW_SIZES, strict=True):
        slots[start : start + len(cards)] = cards
        start += size
    met = kernels.try_deals(HAND_TABLES, rules.arrays, slots, pool, _RANDOM_FINISHES)
    missed = kernels.NOT_STAYING if in_fantasyland else kernels.NOT_ENTERING
    reason = None
    next_cards = 0
    if not (met[kernels.LEGAL] and met[missed]):
        finishes = [
            _finishes(cards, size, pool) for cards, size in zip(board.rows, ROW_SIZES, strict=True)
        ]
        if not met[kernels.LEGAL]:
            reason = _why_lost(finishes, rules)
        if reason is None and not met[missed] and not _exists(finishes, rules, missed):
            next_cards = _sure_cards(finishes, rules, in_fantasyland)
    rows = [_row_so_far(cards, row, rules, pool) for row, cards in enumerate(board.rows)]
    earned = (rows[0].royalty, rows[1].royalty, rows[2].royalty)
    return Score(
        foul="open" if reason is None else "foul",
        reason=reason,
        rows=(rows[0], rows[1], rows[2]),
        royalties=earned if reason is None else (0, 0, 0),
        enters=next_cards > 0 and not in_fantasyland,
        stays=next_cards > 0 and in_fantasyland > 0,
        fantasyland_cards=next_cards,
    )


def _row_so_far(
    cards: tuple[int, ...], row: int, rules: CompiledRules, pool: NDArray[np.int64]
) -> RowScore:
    if len(cards) == ROW_SIZES[row]:
        return _finished_row(cards, row, strength_of(cards), rules)
    placed = np.array(cards, dtype=np.int64)
    least = kernels.least_royalty(
        HAND_TABLES, rules.arrays.royalty[row], ROW_SIZES[row], placed, pool
    )
    if not cards:
        return RowScore(cards, False, None, "no cards yet", int(least))
    category, words = made_so_far(cards, row, rules)
    return RowScore(cards, False, category, words, int(least))


def made_so_far(cards: Sequence[int], row: int, rules: CompiledRules) -> tuple[str, str]:
    """Category and description of what an unfinished row holds.

    A 2-7 middle without a pair is the best low that its highest card still allows, at best
    seven-low.

    >>> from ofcapi.engine.game.cards import parse_cards
    >>> from ofcapi.engine.game.presets import PRESETS
    >>> from ofcapi.engine.game.rules import compile_rules
    >>> made_so_far(parse_cards("7c5d")[0], 1, compile_rules(PRESETS["deuce-to-seven"]))
    ('low_7', '7-5')
    """
    made, *ranks = classify([card >> 2 for card in cards])
    if made == HIGH_CARD and row == MIDDLE and rules.rules.middle == "deuce_to_seven":
        highest = max(ranks[0], _SEVEN)
        return f"low_{RANKS[highest]}", "-".join(RANKS[rank] for rank in ranks)
    return CATEGORIES[made], describe((made, *ranks))


def _why_lost(finishes: list[_Finishes], rules: CompiledRules) -> FoulReason | None:
    """Why no finish of an unfinished board is legal, or None where one is."""
    arrays = rules.arrays
    tops, middles, bottoms = finishes
    caps, needs = arrays.middle_cap[middles.strengths], arrays.middle_need[middles.strengths]
    if caps.max() < 0:
        detail = "no unseen cards can make the middle a ten-high or lower low any more"
        return FoulReason("middle_not_low", ("middle",), detail)
    weakest_top, strongest_bottom = tops.strengths.min(), bottoms.strengths.max()
    if weakest_top > caps.max():
        return _out_of_reach("top_beats_middle", TOP, weakest_top, MIDDLE, caps.max(), rules)
    weakest_middle = middles.strengths[np.argmin(needs)]
    if strongest_bottom < needs.min():
        # Under the strict row order a bottom that only equals the middle is still a foul.
        equal = strongest_bottom == weakest_middle
        code: _OrderCode = "middle_equals_bottom" if equal else "middle_beats_bottom"
        return _out_of_reach(code, MIDDLE, weakest_middle, BOTTOM, strongest_bottom, rules)
    if strongest_bottom < weakest_top:
        return _out_of_reach("top_beats_bottom", TOP, weakest_top, BOTTOM, strongest_bottom, rules)
    usable = middles.where((caps >= weakest_top) & (needs <= strongest_bottom))
    ordered = [
        tops.where(tops.strengths <= caps.max()).weakest_first(),
        usable,
        bottoms.where(bottoms.strengths >= max(weakest_top, needs.min())).strongest_first(),
    ]
    if _exists(ordered, rules, kernels.LEGAL):
        return None
    detail = "no unseen cards can put all three rows in order any more"
    return FoulReason("no_legal_completion", ROWS, detail)


def _out_of_reach(
    code: _OrderCode,
    upper: int,
    weakest: int,
    lower: int,
    strongest: int,
    rules: CompiledRules,
) -> FoulReason:
    detail = (
        f"no unseen cards can save it: at the weakest {describe_row(weakest, upper, rules, True)} "
        f"{_PLACES[upper]}, at the strongest {describe_row(strongest, lower, rules, True)} "
        f"{_PLACES[lower]}"
    )
    return FoulReason(code, (ROWS[upper], ROWS[lower]), detail)


def _exists(finishes: list[_Finishes], rules: CompiledRules, want: int) -> bool:
    tops, middles, bottoms = finishes
    return kernels.exists_finish(
        rules.arrays,
        want,
        tops.strengths,
        tops.masks,
        middles.strengths,
        middles.masks,
        bottoms.strengths,
        bottoms.masks,
    )


def _sure_cards(finishes: list[_Finishes], rules: CompiledRules, in_fantasyland: int) -> int:
    """Fantasyland cards of the next hand, the fewest over all finishes."""
    if in_fantasyland:
        return cards_after_staying(rules, in_fantasyland)
    arrays = rules.arrays
    tops, middles = finishes[TOP], finishes[MIDDLE]
    top_classes = arrays.top_entry[tops.strengths]
    middle_classes = arrays.middle_entry[middles.strengths]
    brought = []
    for top in np.unique(top_classes):
        for middle in np.unique(middle_classes):
            first = tops.masks[top_classes == top]
            second = middles.masks[middle_classes == middle]
            if any((second & mask == 0).any() for mask in first):
                brought.append(int(arrays.entry_cards[top, middle]))
    return min(brought)
