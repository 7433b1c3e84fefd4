"""Random boards, finished or not: the engine, the naive judge and plain enumeration agree."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from ofcapi.engine.game.board import Board
from ofcapi.engine.game.hands import HAND_TABLES, strength_of
from ofcapi.engine.game.options import options_of, rules_from
from ofcapi.engine.game.rules import CompiledRules, Rules, compile_rules
from ofcapi.engine.game.score import Score, score
from ofcapi.engine.kernels.rows import score_boards
from tests.naive import hands as naive

pytestmark = pytest.mark.slow

CUSTOM: dict[str, Any] = {
    "row_order": "strict",
    "royalties": {
        "top": {"55": 1, "QQ": 3, "AAA": 40},
        "middle": {"pair": 1, "straight": 5, "full_house": 9, "royal_flush": 60},
        "bottom": {"two_pair": 1, "flush": 3, "four_of_a_kind": 7},
    },
    "fantasyland": {
        "entry": {"99": 13, "QQ": 15, "trips": 17},
        "stay": {"top": "pair_K", "middle": "flush_J", "bottom": "full_house_9"},
        "stay_cards": "same",
    },
}
RULES: dict[str, Rules] = {
    "pineapple": rules_from("pineapple"),
    "deuce-to-seven": rules_from("deuce-to-seven"),
    "deuce-to-seven with a stay for lows": rules_from(
        "deuce-to-seven", {"fantasyland": {"stay": {"top": "pair_A", "middle": "low_8"}}}
    ),
    "custom": rules_from("pineapple", CUSTOM),
    "progressive-pagat, strict": rules_from("progressive-pagat", {"row_order": "strict"}),
}
COMPILED: dict[str, CompiledRules] = {name: compile_rules(rules) for name, rules in RULES.items()}
OPTIONS: dict[str, dict[str, Any]] = {name: options_of(rules) for name, rules in RULES.items()}


def any_deal(chance: random.Random) -> list[int]:
    return chance.sample(range(52), 13)


def few_ranks(chance: random.Random) -> list[int]:
    """Cards of four to six ranks: pairs, full houses and quads, and rows that tie."""
    ranks = chance.sample(range(13), chance.randint(4, 6))
    return chance.sample([4 * rank + suit for rank in ranks for suit in range(4)], 13)


def few_suits(chance: random.Random) -> list[int]:
    """Cards of two suits: flushes and straight flushes."""
    suits = chance.sample(range(4), 2)
    return chance.sample([card for card in range(52) if card % 4 in suits], 13)


def low_middle(chance: random.Random) -> list[int]:
    """Five different ranks up to the ten, or rarely the jack, in the middle."""
    middle = [4 * rank + chance.randrange(4) for rank in chance.sample(range(10), 5)]
    if max(middle) >= 4 * 9 and chance.random() < 0.8:
        middle = [4 * rank + chance.randrange(4) for rank in (5, 3, 2, 1, 0)]
    top_and_bottom = chance.sample([card for card in range(52) if card not in middle], 8)
    return top_and_bottom[:3] + middle + top_and_bottom[3:]


def with_better_bottom(cards: list[int]) -> list[int]:
    """The same cards with the better of the two lower rows at the bottom: fewer fouls."""
    top, middle, bottom = cards[:3], cards[3:8], cards[8:]
    if naive.hand(tuple(middle)) > naive.hand(tuple(bottom)):
        middle, bottom = bottom, middle
    return top + middle + bottom


def strong(chance: random.Random) -> list[int]:
    """A high pair or trips, a full house or a very low middle, quads: a board for Fantasyland."""
    ranks = chance.sample(range(7, 13), 6)
    quads, trips, pair = ([4 * rank + suit for suit in range(4)] for rank in ranks[:3])
    low = [4 * rank + chance.randrange(4) for rank in (chance.choice((5, 5, 6)), 3, 2, 1, 0)]
    middle = chance.choice((trips[:3] + pair[:2], low))
    top_rank = max(ranks[3:])
    top = [4 * top_rank, 4 * top_rank + 1, chance.choice((4 * top_rank + 2, 4 * 4))]
    return [*top, *middle, *quads, 4 * 4 + 1]


def random_board(chance: random.Random) -> list[int]:
    kind = chance.randrange(9)
    if kind in (1, 2):
        return low_middle(chance)
    if kind == 3:
        return strong(chance)
    deal = any_deal if kind == 0 else few_suits if kind == 4 else few_ranks
    return with_better_bottom(deal(chance)) if chance.random() < 0.9 else deal(chance)


def test_random_boards_are_boards() -> None:
    for cards in random_boards(5_000, seed=6):
        assert len(set(cards)) == 13
        assert set(cards) <= set(range(52))


def rows_of(cards: list[int]) -> naive.Rows:
    return tuple(cards[:3]), tuple(cards[3:8]), tuple(cards[8:])


def random_boards(count: int, seed: int) -> list[list[int]]:
    chance = random.Random(seed)
    return [random_board(chance) for _ in range(count)]


def test_a_hundred_thousand_finished_boards_in_bulk() -> None:
    boards = random_boards(100_000, seed=1)
    rows = [rows_of(cards) for cards in boards]
    cards = np.array(boards, dtype=np.uint8)
    row_strengths = np.array([[strength_of(row) for row in board] for board in rows])
    for name in ("pineapple", "deuce-to-seven", "custom"):
        compiled = COMPILED[name]
        strengths = np.full((len(boards), 3), -1, dtype=np.int16)
        royalties = np.full((len(boards), 3), -1, dtype=np.int32)
        entries = np.full(len(boards), 255, dtype=np.uint8)
        score_boards(HAND_TABLES, compiled.arrays, cards, strengths, royalties, entries)
        verdicts = [naive.judge(board, OPTIONS[name]) for board in rows]
        legal = np.array([verdict.legal for verdict in verdicts])
        assert 0.1 < legal.mean() < 0.9, name
        assert np.array_equal(strengths, np.where(legal[:, None], row_strengths, 0))
        assert np.array_equal(royalties, [verdict.royalties for verdict in verdicts])
        assert np.array_equal(entries, [verdict.entry_cards for verdict in verdicts])
        stays = compiled.arrays.stays[np.arange(3), row_strengths].any(axis=1) & legal
        assert np.array_equal(stays, [verdict.stays for verdict in verdicts])
        assert 0.01 < stays.mean()
        assert 0.01 < (entries > 0).mean()


def staying_cards(name: str, held: int) -> int:
    after = OPTIONS[name]["fantasyland"]["stay_cards"]
    return held if after == "same" else int(after)


@pytest.mark.parametrize("name", RULES)
def test_finished_boards_one_by_one(name: str) -> None:
    for cards in random_boards(1_000, seed=2):
        rows = rows_of(cards)
        verdict = naive.judge(rows, OPTIONS[name])
        found = score(Board(*rows), COMPILED[name])
        assert found.foul == ("legal" if verdict.legal else "foul")
        assert (found.reason is None) is verdict.legal
        assert found.royalties == verdict.royalties
        earned = naive.royalties(rows, OPTIONS[name])
        assert tuple(row.royalty for row in found.rows) == earned
        assert (found.enters, found.stays) == (verdict.entry_cards > 0, False)
        assert found.fantasyland_cards == verdict.entry_cards
        held = score(Board(*rows), COMPILED[name], in_fantasyland=15)
        assert (held.enters, held.stays) == (False, verdict.stays)
        assert held.fantasyland_cards == (staying_cards(name, 15) if verdict.stays else 0)
        names = [row.category for row in found.rows]
        assert [names[0], names[2]] == [naive.category(naive.hand(rows[place])) for place in (0, 2)]
        if OPTIONS[name]["middle"] == "high":
            assert names[1] == naive.category(naive.hand(rows[1]))
        else:
            assert names[1] == naive.low_category(naive.low_hand(rows[1]))


@pytest.mark.parametrize("name", RULES)
def test_reasons_of_finished_boards_are_true(name: str) -> None:
    codes: Counter[str] = Counter()
    for cards in random_boards(4_000, seed=3):
        rows = rows_of(cards)
        reason = score(Board(*rows), COMPILED[name]).reason
        if reason is None:
            continue
        top, middle, bottom = map(naive.hand, rows)
        low = naive.low_hand(rows[1])
        true = {
            "top_beats_middle": top > middle,
            "middle_beats_bottom": middle > bottom,
            "middle_equals_bottom": middle == bottom,
            "top_beats_bottom": top > bottom,
            "middle_not_low": naive.low_category(low) not in naive.LEGAL_LOWS,
        }
        assert true[reason.code]
        assert reason.rows == tuple(
            row for row in ("top", "middle", "bottom") if row in reason.code
        )
        codes[reason.code] += 1
    expected = {"top_beats_middle", "middle_beats_bottom"}
    if OPTIONS[name]["row_order"] == "strict":
        expected |= {"middle_equals_bottom"}
    if OPTIONS[name]["middle"] == "deuce_to_seven":
        expected = {"middle_not_low", "top_beats_bottom"}
    assert set(codes) == expected


def unfinished_board(chance: random.Random) -> tuple[naive.Rows, list[int]]:
    """A board with one to four open slots, and a few unseen cards."""
    cards = strong(chance) if chance.random() < 0.3 else random_board(chance)
    slots = chance.sample(range(13), chance.choice((1, 2, 2, 3, 3, 4)))
    kept = [-1 if place in slots else card for place, card in enumerate(cards)]
    top, middle, bottom = (
        tuple(card for card in row if card >= 0) for row in (kept[:3], kept[3:8], kept[8:])
    )
    taken_back = [cards[slot] for slot in slots] if chance.random() < 0.7 else []
    others = [card for card in range(52) if card not in cards]
    more = chance.randint(max(0, len(slots) - len(taken_back)), 4)
    return (top, middle, bottom), taken_back + chance.sample(others, more)


def expected_score(rows: naive.Rows, unseen: list[int], name: str) -> dict[str, Any]:
    """The expected score of an unfinished board, from every way to finish it."""
    options = OPTIONS[name]
    verdicts = [naive.judge(finished, options) for finished in naive.finishes(rows, unseen)]
    legal = [verdict for verdict in verdicts if verdict.legal]
    # Each row separately: the other rows can change a row's royalty only by a foul.
    least = tuple(
        min(
            naive.royalties((*other[:row], finish, *other[row + 1 :]), options)[row]  # type: ignore[arg-type]
            for finish in naive.row_finishes(rows[row], (3, 5, 5)[row], unseen)
        )
        for row in range(3)
        for other in [((0, 4, 9), (0, 4, 8, 12, 17), (0, 4, 8, 12, 17))]
    )
    return {
        "legal_share": len(legal) / len(verdicts),
        "least": least,
        "entry": min(verdict.entry_cards for verdict in verdicts),
        "stays": all(verdict.stays for verdict in verdicts),
    }


def true_codes(rows: naive.Rows, unseen: list[int], name: str) -> set[str]:
    """The reasons that are true for a lost board if each row is finished separately."""
    tops, middles, bottoms = (
        [naive.hand(row) for row in naive.row_finishes(cards, size, unseen)]
        for cards, size in zip(rows, (3, 5, 5), strict=True)
    )
    codes = {"top_beats_bottom"} if min(tops) > max(bottoms) else set()
    if OPTIONS[name]["middle"] == "deuce_to_seven":
        lows = map(naive.low_hand, naive.row_finishes(rows[1], 5, unseen))
        if not any(naive.low_category(low) in naive.LEGAL_LOWS for low in lows):
            codes.add("middle_not_low")
    else:
        codes |= {"top_beats_middle"} if min(tops) > max(middles) else set()
        codes |= {"middle_beats_bottom"} if min(middles) > max(bottoms) else set()
        if OPTIONS[name]["row_order"] == "strict" and min(middles) == max(bottoms):
            codes.add("middle_equals_bottom")
    return codes or {"no_legal_completion"}


def unfinished_boards(count: int, seed: int) -> Iterator[tuple[naive.Rows, list[int]]]:
    chance = random.Random(seed)
    for _ in range(count):
        yield unfinished_board(chance)


def scores_of(rows: naive.Rows, unseen: list[int], name: str) -> tuple[Score, Score]:
    dead = set(range(52)) - {card for row in rows for card in row} - set(unseen)
    board = Board(*rows)
    return score(board, COMPILED[name], dead), score(board, COMPILED[name], dead, 15)


@pytest.mark.parametrize("random_finishes", [0, 500])
@pytest.mark.parametrize("name", RULES)
def test_unfinished_boards_are_what_every_way_to_finish_them_says(
    name: str, random_finishes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the engine's random tries, which decide most boards, and with its search only."""
    monkeypatch.setattr("ofcapi.engine.game.score._RANDOM_FINISHES", random_finishes)
    seen: Counter[str] = Counter()
    codes: Counter[str] = Counter()
    for rows, unseen in unfinished_boards(2_000, seed=4):
        expected = expected_score(rows, unseen, name)
        found, held = scores_of(rows, unseen, name)
        lost = expected["legal_share"] == 0
        case = (rows, unseen, expected, found)
        assert found.foul == held.foul == ("foul" if lost else "open"), case
        assert (found.reason is not None) is lost, case
        assert tuple(row.royalty for row in found.rows) == expected["least"], case
        assert found.royalties == ((0, 0, 0) if lost else expected["least"]), case
        assert (found.enters, found.stays) == (expected["entry"] > 0, False), case
        assert found.fantasyland_cards == expected["entry"], case
        assert (held.enters, held.stays) == (False, expected["stays"]), case
        assert held.fantasyland_cards == (staying_cards(name, 15) if expected["stays"] else 0)
        if found.reason:
            assert found.reason.code in true_codes(rows, unseen, name), case
            codes[found.reason.code] += 1
        seen["lost"] += lost
        seen["barely alive"] += 0 < expected["legal_share"] <= 0.1
        seen["always legal"] += expected["legal_share"] == 1
        seen["enters"] += expected["entry"] > 0
        seen["stays"] += expected["stays"]
    assert len(codes) >= 3
    assert seen["lost"] >= 500
    assert seen["barely alive"] >= 20
    assert seen["always legal"] >= 100
    assert seen["enters"] >= 50
    assert seen["stays"] >= 50


@pytest.mark.parametrize("name", RULES)
def test_a_board_cut_from_a_legal_one_is_never_lost(name: str) -> None:
    """By construction, with any number of unseen cards and open slots."""
    chance = random.Random(5)
    tried = 0
    while tried < 300:
        cards = random_board(chance)
        if not naive.is_legal(rows_of(cards), OPTIONS[name]):
            continue
        tried += 1
        slots = chance.sample(range(13), chance.randint(1, 13))
        kept = [-1 if place in slots else card for place, card in enumerate(cards)]
        top, middle, bottom = (
            tuple(card for card in row if card >= 0) for row in (kept[:3], kept[3:8], kept[8:])
        )
        others = [card for card in range(52) if card not in cards]
        dead = chance.sample(others, chance.choice((0, 10, 30, 36, 39)))
        found = score(Board(top, middle, bottom), COMPILED[name], dead)
        assert found.foul == "open", (cards, slots, dead)
