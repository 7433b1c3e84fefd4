"""Cards: the notations people type, one number for each card, and what is wrong with a bad token.

A card is a whole number 0..51: ``4 * rank + suit``, ranks 0..12 for 2..A, suits 0..3 for clubs,
diamonds, hearts, spades. A set of cards is a 52-bit mask with bit ``card`` set.
"""

import unicodedata
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK_SIZE = 52
DECK = tuple(range(DECK_SIZE))

RANK_NAMES = (
    "deuce", "three", "four", "five", "six", "seven", "eight",
    "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip

_RANK_OF = {character: rank for rank, character in enumerate(RANKS)} | {
    character.lower(): rank for rank, character in enumerate(RANKS)
}
_SUIT_OF = {
    character: suit
    for suit, characters in enumerate(("cC♣♧", "dD♦♢", "hH♥♡", "sS♠♤"))
    for character in characters
}
# Text and emoji presentation selectors, which phones append to the suit symbols.
_INVISIBLE = "\ufe0e\ufe0f"

# Letters of other alphabets that are drawn like a rank or suit letter.
_LOOKALIKES = {
    "А": "A", "а": "A", "Α": "A", "α": "A", "К": "K", "к": "K", "Κ": "K", "κ": "K",
    "Ԛ": "Q", "ԛ": "Q", "Ј": "J", "ј": "J", "Т": "T", "т": "T", "Τ": "T", "τ": "T",
    "С": "c", "с": "c", "Ϲ": "c", "ϲ": "c", "ԁ": "d", "Ԁ": "d", "Н": "h", "н": "h", "Η": "h",
    "һ": "h", "Һ": "h", "Ѕ": "s", "ѕ": "s", "ſ": "s", "З": "3", "з": "3", "б": "6", "І": "1",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class CardFault:
    """One token of a card list that is not a card.

    ``index`` is the position, from 0, that the card would have had in the list.
    """

    index: int
    detail: str


def format_card(card: int) -> str:
    """The canonical two characters of a card.

    >>> format_card(0), format_card(51), format_card(34)
    ('2c', 'As', 'Th')
    """
    return RANKS[card >> 2] + SUITS[card & 3]


CARD_NAMES = tuple(map(format_card, DECK))
_CARD_OF = {name: card for card, name in enumerate(CARD_NAMES)}


def format_cards(cards: Iterable[int]) -> str:
    """Cards in the given order, with nothing between them.

    >>> format_cards([42, 41, 3])
    'QhQd2s'
    """
    return "".join([CARD_NAMES[card] for card in cards])


def mask_of(cards: Iterable[int]) -> int:
    """The 52-bit mask of a collection of cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def cards_of(mask: int) -> tuple[int, ...]:
    """The cards of a mask, lowest first.

    >>> cards_of(mask_of([51, 0]))
    (0, 51)
    """
    return tuple(card for card in DECK if mask >> card & 1)


_Name = TypeVar("_Name", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Repeat(Generic[_Name]):
    """A card that is given again: the card, its place, and the place where it was given first.

    A place is the name of a card list and the position in it.
    """

    card: int
    place: tuple[_Name, int]
    first: tuple[_Name, int]


def repeated_cards(lists: Iterable[tuple[_Name, Iterable[int]]]) -> list[Repeat[_Name]]:
    """Every card that the named lists contain a second time, in their order.

    >>> repeated_cards([("dead", [7]), ("hand", [3, 7])])
    [Repeat(card=7, place=('hand', 1), first=('dead', 0))]
    """
    first: dict[int, tuple[_Name, int]] = {}
    repeats = []
    for name, cards in lists:
        for position, card in enumerate(cards):
            place = (name, position)
            if first.setdefault(card, place) != place:
                repeats.append(Repeat(card, place, first[card]))
    return repeats


def plural(rank: int) -> str:
    """The rank's name for more than one card: ``sixes``, ``queens``."""
    return "sixes" if rank == 4 else RANK_NAMES[rank] + "s"


def parse_cards(cards: str | Sequence[object]) -> tuple[list[int], list[CardFault]]:
    """Read a card list in any accepted notation.

    ``cards`` is text (``"QhQd2s"``, ``"Qh Qd 2s"``, ``"Qh,Qd,2s"``) or a sequence with one card an
    item. Ranks are ``23456789TJQKA`` or ``10``, suits ``cdhs`` or the symbols, in any case.

    Returns the cards in order and a fault for every token that is not a card. A faulty token is
    left out of the cards, but it is counted in the ``index`` of the faults.

    >>> parse_cards("10h qD,A♠")
    ([34, 41, 51], [])
    >>> parse_cards(["Qh", "Qx"])[1][0].detail
    "'Qx' is not a card: the suit must be one of c, d, h, s"
    """
    if isinstance(cards, str):
        # Programs send the canonical form, which can be read faster.
        pieces = [_CARD_OF.get(cards[at : at + 2]) for at in range(0, len(cards), 2)]
        known = [card for card in pieces if card is not None]
        if len(known) == len(pieces):
            return known, []
    found: list[int] = []
    faults: list[CardFault] = []
    for index, token in enumerate(_tokens(cards)):
        if isinstance(token, str):
            card = _CARD_OF.get(token)
            if card is None:
                card = _card(token)
        else:
            card = None
        if card is None:
            faults.append(CardFault(index, _what_is_wrong(token)))
        else:
            found.append(card)
    return found, faults


def _card(token: str) -> int | None:
    rank, suit = _halves(token)
    if rank in _RANK_OF and suit in _SUIT_OF:
        return 4 * _RANK_OF[rank] + _SUIT_OF[suit]
    return None


def _tokens(cards: str | Sequence[object]) -> Iterable[object]:
    if not isinstance(cards, str):
        return [token.strip() if isinstance(token, str) else token for token in cards]
    tokens: list[object] = []
    for part in cards.replace(",", " ").split():
        start = 0
        while start < len(part):
            end = start + (3 if part.startswith("10", start) else 2)
            while end < len(part) and part[end] in _INVISIBLE:
                end += 1
            tokens.append(part[start:end])
            start = end
    return tokens


def _halves(token: str) -> tuple[str, str]:
    token = token.rstrip(_INVISIBLE)
    if token.startswith("10"):
        return "T", token[2:]
    return token[:1], token[1:]


def _what_is_wrong(token: object) -> str:
    if not isinstance(token, str):
        return "a card must be a string such as 'Th'"
    start = token[:12]
    shown = start if start == token else start + "…"
    rank, suit = _halves(token)
    foreign = [character for character in dict.fromkeys(start) if ord(character) > 126]
    notes = [note for note in map(_lookalike, foreign) if note]
    if notes:
        reason = "; ".join(notes)
    elif len(suit) > 1:
        reason = "a card must be one rank and one suit, such as 'Th'"
    elif rank not in _RANK_OF and suit not in _SUIT_OF:
        reason = "a card must be a rank (23456789TJQKA) and a suit (cdhs), such as 'Th'"
    elif rank not in _RANK_OF:
        reason = "the rank must be one of 2, 3, 4, 5, 6, 7, 8, 9, T, J, Q, K, A"
    elif not suit:
        reason = "the suit is missing: one of c, d, h, s must follow the rank"
    else:
        reason = "the suit must be one of c, d, h, s"
    return f"{shown!r} is not a card: {reason}"


def _lookalike(character: str) -> str | None:
    if character in _SUIT_OF or character in _INVISIBLE:
        return None
    name = unicodedata.name(character, "an unnamed character")
    plain = _LOOKALIKES.get(character, unicodedata.normalize("NFKC", character))
    says = f"{character!r} is U+{ord(character):04X} {name}"
    known = plain in _RANK_OF or plain in _SUIT_OF or plain == "1"
    return f"{says}, type a plain {plain!r}" if known else says
