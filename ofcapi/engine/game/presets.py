"""The preset rule sets, as data. Sources: the table of presets in docs/rules.md."""

from collections.abc import Mapping
from dataclasses import replace

from ofcapi.engine.game.cards import RANKS
from ofcapi.engine.game.rules import Deal, Fantasyland, Royalties, Rules, Table

_TOP_PAIRS = tuple((rank * 2, points) for points, rank in enumerate("6789TJQKA", 1))
_TOP_TRIPS = tuple((rank * 3, points) for points, rank in enumerate(RANKS, 10))
_FLAT_TRIPS = tuple((rank * 3, 20) for rank in RANKS)
_MIDDLE: Table = (
    ("three_of_a_kind", 2),
    ("straight", 4),
    ("flush", 8),
    ("full_house", 12),
    ("four_of_a_kind", 20),
    ("straight_flush", 30),
    ("royal_flush", 50),
)
_BOTTOM: Table = (
    ("straight", 2),
    ("flush", 4),
    ("full_house", 6),
    ("four_of_a_kind", 10),
    ("straight_flush", 15),
    ("royal_flush", 25),
)
_LOW_MIDDLE: Table = (("low_9", 1), ("low_8", 2), ("low_7", 4), ("low_75432", 8))
_ROYALTIES = Royalties(_TOP_PAIRS + _TOP_TRIPS, _MIDDLE, _BOTTOM)

_PINEAPPLE = Deal("pineapple", streets=4, dealt=3, kept=2)
_CLASSIC = Deal("classic", streets=8, dealt=1, kept=1)
_TURBO = Deal("turbo", streets=4, dealt=2, kept=2)


def _entry(queens: int, kings: int, aces: int, trips: int) -> Table:
    return (("QQ", queens), ("KK", kings), ("AA", aces), ("trips", trips))


_STAY_FULL_HOUSE = ("three_of_a_kind", "full_house", "four_of_a_kind")
_STAY_QUADS = ("three_of_a_kind", None, "four_of_a_kind")

_pineapple = Rules(
    preset="pineapple",
    deal=_PINEAPPLE,
    players=(2, 3),
    middle="high",
    row_order="at_least",
    scoring="1-6",
    foul_points=6,
    royalties_paid="both",
    royalties=_ROYALTIES,
    fantasyland=Fantasyland(_entry(14, 14, 14, 14), _STAY_FULL_HOUSE, 14),
)
_classic = replace(
    _pineapple,
    preset="classic",
    deal=_CLASSIC,
    players=(2, 4),
    fantasyland=Fantasyland(_entry(13, 13, 13, 13), _STAY_FULL_HOUSE, 13),
)
_progressive = replace(
    _pineapple,
    preset="progressive",
    fantasyland=Fantasyland(_entry(14, 15, 16, 17), _STAY_QUADS, 14),
)

PRESETS: Mapping[str, Rules] = {
    rules.preset: rules
    for rules in (
        _pineapple,
        replace(
            _pineapple,
            preset="pineapple-quads-stay",
            fantasyland=Fantasyland(_entry(14, 14, 14, 14), _STAY_QUADS, 14),
        ),
        _progressive,
        replace(
            _progressive,
            preset="progressive-pagat",
            fantasyland=Fantasyland(
                _entry(14, 15, 16, 17), ("pair_Q", "full_house", "four_of_a_kind"), 14
            ),
        ),
        replace(
            _progressive,
            preset="ultimate",
            fantasyland=Fantasyland(_entry(14, 15, 16, 17), _STAY_QUADS, "same"),
        ),
        replace(
            _pineapple,
            preset="deuce-to-seven",
            middle="deuce_to_seven",
            royalties=replace(_ROYALTIES, middle=_LOW_MIDDLE),
            fantasyland=Fantasyland(
                (
                    ("KK", 14),
                    ("AA", 14),
                    ("trips", 14),
                    ("low_75432", 14),
                    ("top_and_low_75432", 15),
                ),
                _STAY_QUADS,
                14,
            ),
        ),
        _classic,
        replace(_classic, preset="classic-no-fantasyland", fantasyland=None),
        replace(_classic, preset="turbo", deal=_TURBO),
        replace(
            _classic,
            preset="pagat",
            royalties=Royalties(_TOP_PAIRS + _FLAT_TRIPS, _MIDDLE[1:], _BOTTOM),
        ),
        replace(
            _pineapple,
            preset="side-by-side",
            deal=replace(_PINEAPPLE, same_cards=True),
            players=(2, 2),
        ),
    )
}
DEFAULT_PRESET = "pineapple"
