"""The odds before a deal are the average, over the deals, of the odds after it.

``best_play`` computes sums over all deals at once; ``rank_placements`` looks at one deal. Playing
every deal by the first placement of its ranking must give every figure of ``best_play`` to the last
integer, both the value and the distribution.
"""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofcapi.engine.play.best_play import best_play, rank_placements
from ofcapi.engine.play.question import Effort
from ofcapi.engine.worth.values import Objective, Values
from tests.asking import ask
from tests.engine.properties.strategies import OBJECTIVES, examples, positions, rule_sets, values


@pytest.mark.parametrize(
    ("preset", "slots", "unseen"),
    [
        ("pineapple", 2, 12),
        ("pineapple", 4, 7),
        ("progressive", 4, 7),
        ("deuce-to-seven", 2, 12),
        ("deuce-to-seven", 4, 7),
        ("turbo", 4, 9),
        ("classic", 1, 30),
        ("classic", 3, 12),
        ("classic", 5, 9),
    ],
)
@given(data=st.data(), objective=st.sampled_from(OBJECTIVES), worth=values)
@examples(12)
def test_odds_are_the_average_over_the_deals(
    preset: str, slots: int, unseen: int, data: st.DataObject, objective: Objective, worth: Values
) -> None:
    rules = data.draw(rule_sets([preset]))
    position = data.draw(positions(slots=slots, unseen=unseen, most_opponents=2))
    before = best_play(
        ask(
            position.board,
            rules,
            position.unseen,
            objective=objective,
            values=worth,
            opponents=position.opponents,
        ),
        Effort(),
    )
    deals = foul = 0
    total, points = Fraction(0), Fraction(0)
    entering = Counter[int]()
    royalties = [0, 0, 0]
    rows = [Counter[str](), Counter[str](), Counter[str]()]
    for dealt in combinations(position.unseen, rules.rules.deal.dealt):
        left = [card for card in position.unseen if card not in dealt]
        ranked = rank_placements(
            ask(
                position.board,
                rules,
                left,
                objective=objective,
                values=worth,
                opponents=position.opponents,
                dealt=dealt,
            ),
            Effort(threads=1),
        )
        after = ranked[0].odds
        deals += after.denominator
        foul += after.foul
        total += after.objective
        points += after.points
        entering.update(after.fantasyland)
        for row in range(3):
            royalties[row] += after.royalties[row]
            rows[row].update(after.rows[row])
    assert (deals, total, points, foul) == (
        before.denominator,
        before.objective,
        before.points,
        before.foul,
    )
    assert +entering == +Counter(before.fantasyland)
    assert tuple(royalties) == before.royalties
    assert tuple(map(dict, rows)) == before.rows
