"""Bounds of best play: by the draws of a row, and by the policies of other objectives."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofcapi.engine.draws.odds import draw_odds
from ofcapi.engine.game.streets import cards_to_come
from ofcapi.engine.play.best_play import Odds, best_play
from ofcapi.engine.play.question import Effort
from ofcapi.engine.worth.values import Objective, Values
from tests.asking import ask
from tests.engine.properties.strategies import OBJECTIVES, examples, positions, rule_sets, values

PLAYED = [
    ("pineapple", 2),
    ("pineapple", 4),
    ("deuce-to-seven", 4),
    ("turbo", 4),
    ("classic", 2),
    ("classic", 4),
]


@pytest.mark.parametrize(("preset", "slots"), PLAYED)
@given(data=st.data(), objective=st.sampled_from(OBJECTIVES), worth=values)
@examples(30)
def test_no_play_makes_a_row_more_often_than_its_draw(
    preset: str, slots: int, data: st.DataObject, objective: Objective, worth: Values
) -> None:
    """A draw may use every card to come for one row, and ignores fouls."""
    rules = data.draw(rule_sets([preset]))
    position = data.draw(positions(slots=slots, unseen=11))
    played = best_play(
        ask(position.board, rules, position.unseen, objective=objective, values=worth), Effort()
    )
    to_come = cards_to_come(position.board, rules.rules)
    draws = draw_odds(position.board, rules, position.unseen, to_come)
    for row, names in enumerate(rules.categories):
        at_least = draws.rows[row].at_least
        assert at_least is not None
        for place, name in enumerate(names):
            if name not in at_least:
                continue
            made = sum(played.rows[row].get(better, 0) for better in names[place:])
            chance = Fraction(made, played.denominator)
            assert chance <= Fraction(at_least[name], draws.rows[row].denominator)


@pytest.mark.parametrize(("preset", "slots"), PLAYED)
@given(
    data=st.data(),
    target=st.sampled_from(
        [(0, "pair"), (0, "pair_Q"), (0, "three_of_a_kind"), (2, "flush"), (2, "two_pair")]
    ),
)
@examples(30)
def test_playing_for_a_row_makes_it_no_more_often_than_its_draw(
    preset: str, slots: int, data: st.DataObject, target: tuple[int, str]
) -> None:
    rules = data.draw(rule_sets([preset]))
    position = data.draw(positions(slots=slots, unseen=11))
    row, least = target
    played = best_play(
        ask(position.board, rules, position.unseen, objective=Objective("row", row, least)),
        Effort(),
    )
    to_come = cards_to_come(position.board, rules.rules)
    drawn = draw_odds(position.board, rules, position.unseen, to_come).rows[row]
    assert drawn.at_least is not None
    chance = played.objective / played.denominator
    assert 0 <= chance <= Fraction(drawn.at_least[least], drawn.denominator)


def earned(kind: str, odds: Odds) -> Fraction:
    """What a policy earns for one objective, while it plays for any objective."""
    return {
        "points": odds.points,
        "no_foul": Fraction(odds.denominator - odds.foul),
        "fantasyland": Fraction(sum(odds.fantasyland.values())),
        "royalties": Fraction(sum(odds.royalties)),
    }[kind]


@pytest.mark.parametrize(("preset", "slots"), PLAYED)
@given(data=st.data(), worth=values)
@examples(20)
def test_no_policy_earns_more_of_what_another_plays_for(
    preset: str, slots: int, data: st.DataObject, worth: Values
) -> None:
    """So ``points`` under the objective points are at least those of every other objective."""
    rules = data.draw(rule_sets([preset]))
    position = data.draw(positions(slots=slots, unseen=9, most_opponents=2))
    played = {
        objective: best_play(
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
        for objective in OBJECTIVES
    }
    for objective, odds in played.items():
        if objective.kind == "row":
            continue
        assert odds.objective == earned(objective.kind, odds)
        for other in played.values():
            assert earned(objective.kind, other) <= odds.objective
