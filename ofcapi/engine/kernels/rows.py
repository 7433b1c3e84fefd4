"""Loops over single rows and finished boards.

A row in the making is three numbers: the sum of its cards' rank keys, the bit set of its ranks,
and its suit (0..3 while one suit, ``NO_SUIT`` while empty, ``MIXED`` once two suits met).
"""

import numpy as np
from numpy.typing import NDArray

from ofcapi.engine.kernels.compiling import kernel
from ofcapi.engine.kernels.random import draw_cards
from ofcapi.engine.kernels.shapes import HandTables, RuleArrays

NO_SUIT = -1
MIXED = 4


@kernel
def count_set(bits: int) -> int:
    """How many bits are set; for a few, since each takes a round."""
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


@kernel
def join_suit(suit: int, card: int) -> int:
    """The suit of a row after one more card."""
    own = card & 3
    if suit in (own, NO_SUIT):
        return own
    return MIXED


@kernel
def row_strength(tables: HandTables, size: int, total: int, bits: int, suit: int) -> int:
    """The strength of a finished row of three or five cards: one look-up."""
    if size == 3:
        return int(tables.top_by_sum[total])
    if suit == MIXED:
        return int(tables.by_sum[total])
    return int(tables.flush_by_bits[bits])


@kernel
def in_order(top: int, cap: int, need: int, bottom: int) -> bool:
    """Whether rows are legal, by the strengths of top and bottom and what their middle demands.

    ``cap`` and ``need`` are ``middle_cap`` and ``middle_need`` of the middle. Inner loops look them
    up themselves: a loop that hands arrays on is not vectorised, and takes four times as long.
    """
    return top <= cap and bottom >= need and bottom >= top


@kernel
def is_legal(arrays: RuleArrays, top: int, middle: int, bottom: int) -> bool:
    """Whether three finished rows, given by their strengths, are legal."""
    return in_order(top, arrays.middle_cap[middle], arrays.middle_need[middle], bottom)


@kernel
def entry_of(arrays: RuleArrays, top: int, middle: int) -> int:
    """Fantasyland cards that a legal board enters with, 0 for none."""
    return int(arrays.entry_cards[arrays.top_entry[top], arrays.middle_entry[middle]])


@kernel
def score_boards(
    tables: HandTables,
    arrays: RuleArrays,
    boards: NDArray[np.uint8],
    strengths: NDArray[np.int16],
    royalties: NDArray[np.int32],
    entries: NDArray[np.uint8],
) -> None:
    """Score many finished boards, at three look-ups a board.

    boards     (n, 13) uint8, cards: three of the top, five of the middle, five of the bottom
    strengths  (n, 3) int16, filled: top, middle, bottom; all 0 for a foul
    royalties  (n, 3) int32, filled: points, 0 for a foul
    entries    (n,) uint8, filled: Fantasyland cards, 0 for none
    """
    for place in range(boards.shape[0]):
        row = np.empty(3, dtype=np.int64)
        for index, (start, end) in enumerate(((0, 3), (3, 8), (8, 13))):
            total, bits, suit = 0, 0, NO_SUIT
            for slot in range(start, end):
                card = int(boards[place, slot])
                total += tables.card_keys[card]
                bits |= 1 << (card >> 2)
                suit = join_suit(suit, card)
            row[index] = row_strength(tables, end - start, total, bits, suit)
        legal = is_legal(arrays, row[0], row[1], row[2])
        for index in range(3):
            strengths[place, index] = row[index] if legal else 0
            royalties[place, index] = arrays.royalty[index, row[index]] if legal else 0
        entries[place] = entry_of(arrays, row[0], row[1]) if legal else 0


@kernel
def next_combination(chosen: NDArray[np.int64], size: int) -> bool:
    """Step to the next set of ascending places below ``size``; False after the last."""
    slot = chosen.size - 1
    while slot >= 0 and chosen[slot] == size - chosen.size + slot:
        slot -= 1
    if slot < 0:
        return False
    chosen[slot] += 1
    for later in range(slot + 1, chosen.size):
        chosen[later] = chosen[later - 1] + 1
    return True


@kernel
def strength_with(
    tables: HandTables,
    size: int,
    placed: NDArray[np.int64],
    unseen: NDArray[np.int64],
    chosen: NDArray[np.int64],
) -> int:
    """The strength of a row once the chosen unseen cards are in it."""
    total, bits, suit = 0, 0, NO_SUIT
    for place in range(size):
        card = placed[place] if place < placed.size else unseen[chosen[place - placed.size]]
        total += tables.card_keys[card]
        bits |= 1 << (card >> 2)
        suit = join_suit(suit, card)
    return row_strength(tables, size, total, bits, suit)


@kernel
def finish_row(
    tables: HandTables,
    size: int,
    placed: NDArray[np.int64],
    unseen: NDArray[np.int64],
    strengths: NDArray[np.int16],
    masks: NDArray[np.int64],
) -> None:
    """Every way to finish one row from the unseen cards: its strength and the cards it takes.

    ``strengths`` and ``masks`` have one place for each of the C(unseen, open) combinations.
    """
    chosen = np.arange(size - placed.size)
    for place in range(strengths.size):
        strengths[place] = strength_with(tables, size, placed, unseen, chosen)
        mask = np.int64(0)
        for index in chosen:
            mask |= np.int64(1) << unseen[index]
        masks[place] = mask
        next_combination(chosen, unseen.size)


@kernel
def least_royalty(
    tables: HandTables,
    royalty: NDArray[np.int32],
    size: int,
    placed: NDArray[np.int64],
    unseen: NDArray[np.int64],
) -> int:
    """What a row earns at least, in points, however it is finished; ends at the first 0."""
    chosen = np.arange(size - placed.size)
    least = royalty[strength_with(tables, size, placed, unseen, chosen)]
    while least > 0 and next_combination(chosen, unseen.size):
        least = min(least, royalty[strength_with(tables, size, placed, unseen, chosen)])
    return int(least)


LEGAL, NOT_ENTERING, NOT_STAYING = range(3)


@kernel
def is_wanted(arrays: RuleArrays, want: int, top: int, middle: int, bottom: int) -> bool:
    """Whether a finished board is what a search looks for: legal, or not sure of Fantasyland."""
    legal = is_legal(arrays, top, middle, bottom)
    if want == LEGAL:
        return legal
    if want == NOT_ENTERING:
        return not legal or entry_of(arrays, top, middle) == 0
    stays = arrays.stays[0, top] or arrays.stays[1, middle] or arrays.stays[2, bottom]
    return not (legal and stays)


@kernel
def try_deals(
    tables: HandTables,
    arrays: RuleArrays,
    board: NDArray[np.int64],
    unseen: NDArray[np.int64],
    tries: int,
) -> NDArray[np.bool_]:
    """Finish a board at random up to ``tries`` times, until each kind of finish has been met.

    A finish that was met proves that it is possible, in microseconds; one that was not proves
    nothing. ``board`` holds 13 cards, top first, -1 in open slots. The draws are the same each
    time. Returns whether LEGAL, NOT_ENTERING and NOT_STAYING boards were met.
    """
    met = np.zeros(3, dtype=np.bool_)
    deck = unseen.copy()
    open_slots = int(np.sum(board < 0))
    state = np.zeros(1, dtype=np.uint64)
    row = np.empty(3, dtype=np.int64)
    for _ in range(tries):
        draw_cards(deck, open_slots, state)
        taken = 0
        for index, (start, end) in enumerate(((0, 3), (3, 8), (8, 13))):
            total, bits, suit = 0, 0, NO_SUIT
            for slot in range(start, end):
                card = board[slot]
                if card < 0:
                    card = deck[taken]
                    taken += 1
                total += tables.card_keys[card]
                bits |= 1 << (card >> 2)
                suit = join_suit(suit, card)
            row[index] = row_strength(tables, end - start, total, bits, suit)
        for want in range(3):
            if not met[want]:
                met[want] = is_wanted(arrays, want, row[0], row[1], row[2])
        if met.all():
            break
    return met


@kernel
def exists_finish(
    arrays: RuleArrays,
    want: int,
    top_strengths: NDArray[np.int16],
    top_masks: NDArray[np.int64],
    middle_strengths: NDArray[np.int16],
    middle_masks: NDArray[np.int64],
    bottom_strengths: NDArray[np.int16],
    bottom_masks: NDArray[np.int64],
) -> bool:
    """Whether three disjoint finishes of the rows make the wanted board.

    Tops come weakest first and bottoms strongest first, so for a legal board each inner loop
    ends at the first row that is out of order. The cost is small unless nearly every
    combination that is in order shares a card.
    """
    for m in range(middle_strengths.size):
        middle, middle_mask = middle_strengths[m], middle_masks[m]
        for t in range(top_strengths.size):
            top = top_strengths[t]
            if want == LEGAL and top > arrays.middle_cap[middle]:
                break
            if top_masks[t] & middle_mask:
                continue
            used = top_masks[t] | middle_mask
            for b in range(bottom_strengths.size):
                bottom = bottom_strengths[b]
                if want == LEGAL and not is_legal(arrays, top, middle, bottom):
                    break
                if bottom_masks[b] & used == 0 and is_wanted(arrays, want, top, middle, bottom):
                    return True
    return False
