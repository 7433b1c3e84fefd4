"""Cards: every accepted notation is read, and everything else is reported with a reason."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofcapi.engine.game.cards import (
    CARD_NAMES,
    DECK,
    cards_of,
    format_card,
    format_cards,
    mask_of,
    parse_cards,
    plural,
)

RANK_NOTATIONS = [[rank] for rank in "23456789"] + [
    ["T", "t", "10"], ["J", "j"], ["Q", "q"], ["K", "k"], ["A", "a"],
]  # fmt: skip
SUIT_NOTATIONS = [
    [letter, letter.upper(), *(symbol + selector for selector in ("", "\ufe0e", "\ufe0f"))]
    for letter, symbol in zip("cdhs", "♣♦♥♠", strict=True)
]
NOTATIONS = [
    (rank_text + suit_text, 4 * rank + suit)
    for rank, rank_texts in enumerate(RANK_NOTATIONS)
    for suit, suit_texts in enumerate(SUIT_NOTATIONS)
    for rank_text in rank_texts
    for suit_text in suit_texts
]


def faults_of(cards: str | list[object]) -> list[tuple[int, str]]:
    return [(fault.index, fault.detail) for fault in parse_cards(cards)[1]]


def only_fault(token: object) -> str:
    [(index, detail)] = faults_of([token])
    assert index == 0
    return detail


def test_every_notation_of_every_card_is_read_alone_and_in_a_list() -> None:
    assert len(NOTATIONS) == (8 + 3 + 2 * 4) * 20
    for text, card in NOTATIONS:
        assert parse_cards(text) == ([card], []), text
        assert parse_cards([text]) == ([card], []), text


def test_format_and_parse_are_inverse_for_all_52_cards() -> None:
    assert CARD_NAMES == tuple(rank + suit for rank in "23456789TJQKA" for suit in "cdhs")
    assert [format_card(card) for card in DECK] == list(CARD_NAMES)
    assert parse_cards(format_cards(DECK)) == (list(range(52)), [])


@pytest.mark.slow
@given(st.lists(st.tuples(st.sampled_from(NOTATIONS), st.sampled_from(["", " ", ",", ", ", "\n"]))))
def test_any_mixture_of_notations_and_separators_is_read_in_order(
    typed: list[tuple[tuple[str, int], str]],
) -> None:
    cards = [card for (_, card), _ in typed]
    assert parse_cards("".join(text + separator for (text, _), separator in typed)) == (cards, [])
    assert parse_cards([f" {text} " for (text, _), _ in typed]) == (cards, [])


@pytest.mark.parametrize(
    "cards",
    ["QhQd2s", "Qh Qd 2s", "Qh,Qd,2s", " q♥️, Q♦ ,2S ", ["Qh", "qD", "2♠"], ("Qh", "Qd", "2s")],
)
def test_card_list_notations_of_the_contract(cards: str | list[object]) -> None:
    assert parse_cards(cards) == ([42, 41, 3], [])


def test_no_cards() -> None:
    for nothing in ("", "  ", ","):
        assert parse_cards(nothing) == ([], [])
    assert parse_cards([]) == ([], [])


@given(st.text())
def test_any_text_is_either_cards_or_faults_and_never_an_exception(text: str) -> None:
    for cards in (text, [text]):
        found, faults = parse_cards(cards)
        assert all(0 <= card < 52 for card in found)
        assert [fault.index for fault in faults] == sorted({fault.index for fault in faults})
        for fault in faults:
            assert len(fault.detail) < 2000
            fault.detail.encode()


@given(st.characters(exclude_characters="23456789TtJjQqKkAa"), st.sampled_from("cdhsCDHS"))
def test_no_other_character_is_a_rank(character: str, suit: str) -> None:
    assert parse_cards([character + suit])[0] == []


@given(st.sampled_from("23456789TtJjQqKkAa"), st.characters(exclude_characters="cdhsCDHS♣♧♦♢♥♡♠♤"))
def test_no_other_character_is_a_suit(rank: str, character: str) -> None:
    assert parse_cards([rank + character])[0] == []


@pytest.mark.parametrize(
    ("token", "reason"),
    [
        ("1h", "the rank must be one of 2, 3, 4, 5, 6, 7, 8, 9, T, J, Q, K, A"),
        ("Xh", "the rank must be one of"),
        ("0s", "the rank must be one of"),
        ("Qx", "the suit must be one of c, d, h, s"),
        ("10x", "the suit must be one of c, d, h, s"),
        ("Q", "the suit is missing"),
        ("10", "the suit is missing"),
        ("♥", "a card must be a rank (23456789TJQKA) and a suit (cdhs)"),
        ("hQ", "a card must be a rank (23456789TJQKA) and a suit (cdhs)"),
        ("", "a card must be a rank (23456789TJQKA) and a suit (cdhs)"),
        ("QhQd", "a card must be one rank and one suit"),
        ("Qh,Qd", "a card must be one rank and one suit"),
        ("Q h", "a card must be one rank and one suit"),
    ],
)
def test_a_bad_token_is_shown_with_its_reason(token: str, reason: str) -> None:
    detail = only_fault(token)
    assert detail.startswith(f"{token!r} is not a card: ")
    assert reason in detail


@pytest.mark.parametrize("thing", [None, 7, 2.5, True, ["Qh"], {"card": "Qh"}])
def test_a_thing_that_is_no_text_is_a_fault(thing: object) -> None:
    assert only_fault(thing) == "a card must be a string such as 'Th'"


@pytest.mark.parametrize(
    ("token", "character", "plain"),
    [
        ("Аh", "А", "A"),  # Cyrillic
        ("Кd", "К", "K"),
        ("Тc", "Т", "T"),
        ("Qс", "с", "c"),
        ("Qѕ", "ѕ", "s"),
        ("Αs", "Α", "A"),  # Greek
        ("Κs", "Κ", "K"),
        ("\uff31h", "\uff31", "Q"),  # fullwidth
        ("9\uff48", "\uff48", "h"),
        ("\uff17h", "\uff17", "7"),
        ("\uff110h", "\uff11", "1"),
        ("\u212ah", "\u212a", "K"),  # Kelvin sign: its lower case is k
        ("Q\u017f", "\u017f", "s"),  # long s: its upper case is S
    ],
)
def test_a_look_alike_is_named_by_its_code_point(token: str, character: str, plain: str) -> None:
    detail = only_fault(token)
    assert f"U+{ord(character):04X} {unicodedata.name(character)}" in detail
    assert f"type a plain {plain!r}" in detail


def test_the_traps_of_upper_and_lower_case_are_real() -> None:
    assert "\u212a".lower() == "k"
    assert "\u017f".upper() == "S"
    assert parse_cards("\u212ah Q\u017f")[0] == []


@pytest.mark.parametrize(
    ("token", "named"),
    [("Q\u200b", "U+200B ZERO WIDTH SPACE"), ("Qé", "U+00E9"), ("Q\ud800", "U+D800 an unnamed")],
)
def test_any_other_foreign_character_is_named_too(token: str, named: str) -> None:
    detail = only_fault(token)
    assert named in detail
    assert "type a plain" not in detail
    detail.encode()


def test_each_fault_keeps_its_index_and_the_good_cards_are_kept() -> None:
    listed = ["Qh", "Xh", "2s", 5, "Qx", "10♦"]
    cards, faults = parse_cards(listed)
    assert format_cards(cards) == "Qh2sTd"
    assert [fault.index for fault in faults] == [1, 3, 4]
    cards, faults = parse_cards("QhXh2s, Q, 10x10d")
    assert format_cards(cards) == "Qh2sTd"
    assert [fault.index for fault in faults] == [1, 3, 4]


@pytest.mark.parametrize("long", ["Q" * 10_000, "А" * 10_000, "Q" * 20 + "А" * 10_000])
def test_the_fault_of_a_long_token_is_short(long: str) -> None:
    detail = only_fault(long)
    assert detail.startswith(f"'{long[:12]}…' is not a card: ")
    assert len(detail) < 2000


@given(st.sets(st.sampled_from(DECK)))
def test_masks_and_cards_are_inverse(cards: set[int]) -> None:
    assert mask_of(cards) == sum(2**card for card in cards)
    assert cards_of(mask_of(cards)) == tuple(sorted(cards))


def test_names_of_many() -> None:
    assert [plural(rank) for rank in (0, 4, 8, 12)] == ["deuces", "sixes", "tens", "aces"]
