"""The effect of one more dead card, and the sum of the results with each card dead in turn.

Counting the deals that a card is not in, for each card, counts every deal once for each unseen
card that it does not use. So exact counts with each card dead add up to a known multiple of the
count with none of them dead. A dead card that nobody needs only removes the deals that contain it;
all other deals stay the same.
"""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ofcapi.engine.draws.odds import draw_odds
from ofcapi.engine.game.board import Board
from ofcapi.engine.game.cards import DECK
from ofcapi.engine.game.rules import CompiledRules
from ofcapi.engine.game.score import score
from ofcapi.engine.play.best_play import best_play
from ofcapi.engine.play.question import Effort
from ofcapi.engine.worth.values import Objective, Values
from tests.asking import ask
from tests.engine.properties.strategies import (
    OBJECTIVES,
    Position,
    examples,
    positions,
    rule_sets,
    values,
)


def without(unseen: tuple[int, ...], card: int) -> tuple[int, ...]:
    return tuple(other for other in unseen if other != card)


@given(rule_sets(), positions(slots=6, unseen=11), st.integers(0, 10))
@examples(30)
def test_draws_with_each_card_dead_add_up(
    rules: CompiledRules, position: Position, to_come: int
) -> None:
    whole = draw_odds(position.board, rules, position.unseen, to_come)
    unused = len(position.unseen) - to_come
    thinned = [
        draw_odds(position.board, rules, without(position.unseen, card), to_come)
        for card in position.unseen
    ]
    for place, row in enumerate(whole.rows):
        others = [one.rows[place] for one in thinned]
        assert sum(other.denominator for other in others) == unused * row.denominator
        if row.at_least is None or row.exactly is None:
            assert all(other.at_least is None for other in others)
            continue
        for name, count in row.at_least.items():
            assert sum((other.at_least or {})[name] for other in others) == unused * count
        for name, count in row.exactly.items():
            assert sum((other.exactly or {})[name] for other in others) == unused * count


@pytest.mark.parametrize(
    ("preset", "slots"), [("pineapple", 2), ("deuce-to-seven", 2), ("turbo", 2), ("classic", 1)]
)
@given(data=st.data(), objective=st.sampled_from(OBJECTIVES), worth=values)
@examples(30)
def test_last_streets_with_each_card_dead_add_up(
    preset: str, slots: int, data: st.DataObject, objective: Objective, worth: Values
) -> None:
    """On the last street every deal is played on its own, so all figures add up."""
    rules = data.draw(rule_sets([preset]))
    position = data.draw(positions(slots=slots, unseen=10, most_opponents=1))
    whole = best_play(
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
    unused = len(position.unseen) - rules.rules.deal.dealt
    thinned = [
        best_play(
            ask(
                position.board,
                rules,
                without(position.unseen, card),
                objective=objective,
                values=worth,
                opponents=position.opponents,
            ),
            Effort(),
        )
        for card in position.unseen
    ]
    assert sum(one.denominator for one in thinned) == unused * whole.denominator
    assert sum(one.objective for one in thinned) == unused * whole.objective
    assert sum(one.points for one in thinned) == unused * whole.points
    assert sum(one.foul for one in thinned) == unused * whole.foul
    for cards, deals in whole.fantasyland.items():
        assert sum(one.fantasyland[cards] for one in thinned) == unused * deals
    for row in range(3):
        assert sum(one.royalties[row] for one in thinned) == unused * whole.royalties[row]
        for name, deals in whole.rows[row].items():
            assert sum(one.rows[row].get(name, 0) for one in thinned) == unused * deals


@pytest.mark.parametrize(("preset", "slots"), [("pineapple", 4), ("turbo", 4), ("classic", 3)])
@given(data=st.data(), objective=st.sampled_from(OBJECTIVES), worth=values)
@examples(20)
def test_earlier_streets_lose_nothing_by_knowing_the_dead_card(
    preset: str, slots: int, data: st.DataObject, objective: Objective, worth: Values
) -> None:
    """Knowing the dead card before the decision can only help: the sum is never smaller."""
    rules = data.draw(rule_sets([preset]))
    position = data.draw(positions(slots=slots, unseen=8))
    whole = best_play(
        ask(position.board, rules, position.unseen, objective=objective, values=worth), Effort()
    )
    deal = rules.rules.deal
    unused = len(position.unseen) - slots // deal.kept * deal.dealt
    thinned = [
        best_play(
            ask(
                position.board,
                rules,
                without(position.unseen, card),
                objective=objective,
                values=worth,
            ),
            Effort(),
        )
        for card in position.unseen
    ]
    assert sum(one.denominator for one in thinned) == unused * whole.denominator
    assert sum(one.objective for one in thinned) >= unused * whole.objective


@given(st.data())
@examples(30)
def test_a_dead_card_that_no_draw_needs_leaves_the_misses_and_takes_its_hits(
    data: st.DataObject,
) -> None:
    """Four to a flush, one slot open: a dead card of another suit removes deals, but no out."""
    rules = data.draw(rule_sets(["pineapple", "classic"]))
    suit = data.draw(st.integers(0, 3))
    ranks = data.draw(st.permutations(range(13)))
    board = Board((), (), tuple(4 * rank + suit for rank in ranks[:4]))
    unseen = [card for card in DECK if card not in board.cards]
    useless = data.draw(st.sampled_from([card for card in unseen if card % 4 != suit]))
    left = [card for card in unseen if card != useless]
    hit = draw_odds(board, rules, unseen, 1).rows[2]
    still = draw_odds(board, rules, left, 1).rows[2]
    assert hit.exactly is not None
    assert still.exactly is not None
    for name in ("flush", "straight_flush", "royal_flush"):
        assert still.outs.get(name) == hit.outs.get(name)
        assert still.exactly[name] == hit.exactly[name]
    assert still.denominator == hit.denominator - 1


@given(st.data())
@examples(60)
def test_a_board_is_open_where_it_is_open_with_some_card_dead(data: st.DataObject) -> None:
    """What is certain stays certain: a dead card saves no board and takes away no royalty."""
    rules = data.draw(rule_sets())
    slots = data.draw(st.integers(1, 4))
    position = data.draw(positions(slots=slots, unseen=slots + 3))
    gone = set(DECK) - {*position.board.cards, *position.unseen}
    held = data.draw(st.sampled_from([0, 14]))
    whole = score(position.board, rules, gone, held)
    thinned = [score(position.board, rules, gone | {card}, held) for card in position.unseen]
    assert (whole.foul == "open") == any(one.foul == "open" for one in thinned)
    for one in thinned:
        for before, after in zip(whole.rows, one.rows, strict=True):
            assert after.royalty >= before.royalty
    assume(whole.foul == "open")
    for one in thinned:
        if one.foul == "open":
            assert one.enters >= whole.enters
            assert one.stays >= whole.stays
