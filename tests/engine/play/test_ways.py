"""The ways to place cards and their order, beside a plain enumeration."""

from itertools import combinations, product

import pytest

from ofcapi.engine.game.board import parse_board
from ofcapi.engine.game.cards import parse_cards
from ofcapi.engine.play.ways import place_of, rows_of_ways, ways_of, ways_to_place


def plain_ways(room: tuple[int, int, int], dealt: list[int], kept: int) -> list[list[list[int]]]:
    """Kept cards as ascending places, then their rows from the top."""
    ways = []
    for cards in combinations(dealt, kept):
        for rows in product(range(3), repeat=kept):
            if all(rows.count(row) <= room[row] for row in range(3)):
                placed: list[list[int]] = [[], [], []]
                for card, row in zip(cards, rows, strict=True):
                    placed[row].append(card)
                ways.append(placed)
    return ways


@pytest.mark.parametrize(
    ("board", "hand", "kept", "count"),
    [
        ("", "2c3c4c5c6c", 5, 232),
        ("Qh/7c7d/AhKh", "2c3d4h", 2, 27),
        ("QhQd/7c7d9s2c/AhKh5h", "2h3d4h", 2, 21),
        ("QhQdQc/7c7d9s2c/AhKh5h4h", "2h3d4s", 2, 6),
        ("QhQdQc/7c7d9s2c5s/AhKh5h", "2h3d4s", 2, 3),
        ("QhQd/7c7d9s2c/AhKh5h", "2h3d", 2, 7),
        ("QhQd/7c7d9s2c/AhKh5h", "2h", 1, 3),
    ],
)
def test_ways_are_those_of_a_plain_enumeration(
    board: str, hand: str, kept: int, count: int
) -> None:
    own, dealt = parse_board(board)[0], sorted(parse_cards(hand)[0])
    ways = ways_to_place(own, dealt, kept)
    assert len(ways) == count
    assert [list(map(list, way)) for way in ways] == plain_ways(own.room, dealt, kept)


@pytest.mark.parametrize(("dealt", "kept"), [(5, 5), (3, 2), (2, 2), (1, 1)])
def test_bit_sets_say_the_same(dealt: int, kept: int) -> None:
    cards = list(range(dealt))
    sets = [place_of(cards, way) for way in ways_of(dealt, kept)]
    assert [list(map(list, way)) for way in sets] == plain_ways((5, 5, 5), cards, kept)


def test_rows_of_two_cards() -> None:
    for room in product(range(4), range(3), range(3)):
        expected = [
            list(rows)
            for rows in product(range(3), repeat=2)
            if all(rows.count(row) <= room[row] for row in range(3))
        ]
        assert rows_of_ways(room, 2).tolist() == expected
