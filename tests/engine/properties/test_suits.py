"""Suits are equal: renaming them changes no result."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofcapi.engine.draws.odds import draw_odds
from ofcapi.engine.fantasyland.sets import FantasylandSet, best_sets
from ofcapi.engine.game.board import Board
from ofcapi.engine.game.cards import DECK
from ofcapi.engine.game.rules import FANTASYLAND_CARDS, CompiledRules
from ofcapi.engine.game.score import RowScore, score
from ofcapi.engine.game.settlement import finished, pair_points
from ofcapi.engine.play.best_play import best_play, rank_placements
from ofcapi.engine.play.question import Effort
from ofcapi.engine.worth.settled import strengths_of
from ofcapi.engine.worth.values import Objective, Values
from tests.asking import ask
from tests.engine.properties.strategies import (
    OBJECTIVES,
    Position,
    examples,
    finished_boards,
    positions,
    renamed,
    renamed_board,
    rule_sets,
    suit_orders,
    values,
)


def all_renamed(cards: Sequence[int], suits: Sequence[int]) -> list[int]:
    return [renamed(card, suits) for card in cards]


@given(rule_sets(), finished_boards(), st.sampled_from([0, 14]), suit_orders)
def test_the_score_of_a_finished_board(
    rules: CompiledRules, board: Board, held: int, suits: list[int]
) -> None:
    here = score(board, rules, in_fantasyland=held)
    there = score(renamed_board(board, suits), rules, in_fantasyland=held)
    assert replace(here, rows=there.rows) == there
    assert without_cards(here.rows) == without_cards(there.rows)


@given(rule_sets(), st.data(), st.sampled_from([0, 14]), suit_orders)
@examples(40)
def test_the_score_of_an_unfinished_board(
    rules: CompiledRules, data: st.DataObject, held: int, suits: list[int]
) -> None:
    position = data.draw(positions(slots=data.draw(st.integers(1, 5)), unseen=8))
    dead = set(DECK) - {*position.board.cards, *position.unseen}
    here = score(position.board, rules, dead, held)
    other = renamed_board(position.board, suits)
    there = score(other, rules, all_renamed(sorted(dead), suits), held)
    assert replace(here, rows=there.rows) == there
    assert without_cards(here.rows) == without_cards(there.rows)


def without_cards(rows: Sequence[RowScore]) -> list[RowScore]:
    return [replace(row, cards=()) for row in rows]


@given(rule_sets(), positions(slots=7, unseen=20), st.integers(0, 17), suit_orders)
def test_draws(rules: CompiledRules, position: Position, to_come: int, suits: list[int]) -> None:
    here = draw_odds(position.board, rules, position.unseen, to_come)
    unseen = all_renamed(position.unseen, suits)
    there = draw_odds(renamed_board(position.board, suits), rules, unseen, to_come)
    for row, other in zip(here.rows, there.rows, strict=True):
        assert asdict(replace(row, outs={})) == asdict(replace(other, outs={}))
        outs = {name: sorted(all_renamed(cards, suits)) for name, cards in row.outs.items()}
        assert {name: sorted(cards) for name, cards in other.outs.items()} == outs


PLAYED = [("pineapple", 2), ("pineapple", 4), ("deuce-to-seven", 4), ("turbo", 4), ("classic", 3)]


@pytest.mark.parametrize(("preset", "slots"), PLAYED)
@given(data=st.data(), objective=st.sampled_from(OBJECTIVES), worth=values, suits=suit_orders)
@examples(50)
def test_best_play(
    preset: str,
    slots: int,
    data: st.DataObject,
    objective: Objective,
    worth: Values,
    suits: list[int],
) -> None:
    """Only the value: which of several equally good plays is chosen does depend on suits."""
    rules = data.draw(rule_sets([preset]))
    position = data.draw(positions(slots=slots, unseen=9, most_opponents=1))
    here = best_play(
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
    there = best_play(
        ask(
            renamed_board(position.board, suits),
            rules,
            all_renamed(position.unseen, suits),
            objective=objective,
            values=worth,
            opponents=[renamed_board(other, suits) for other in position.opponents],
        ),
        Effort(),
    )
    assert (here.denominator, here.objective, here.points) == (
        there.denominator,
        there.objective,
        there.points,
    )


@pytest.mark.parametrize(("preset", "slots"), PLAYED)
@given(data=st.data(), objective=st.sampled_from(OBJECTIVES), worth=values, suits=suit_orders)
@examples(25)
def test_every_placement(
    preset: str,
    slots: int,
    data: st.DataObject,
    objective: Objective,
    worth: Values,
    suits: list[int],
) -> None:
    rules = data.draw(rule_sets([preset]))
    position = data.draw(positions(slots=slots, unseen=10))
    dealt = data.draw(st.permutations(position.unseen))[: rules.rules.deal.dealt]
    left = [card for card in position.unseen if card not in dealt]

    def worths(board: Board, dealt: Sequence[int], left: Sequence[int]) -> dict[Any, Any]:
        ranked = rank_placements(
            ask(board, rules, left, objective=objective, values=worth, dealt=dealt), Effort()
        )
        return {
            tuple(map(frozenset, one.place)): (one.odds.objective, one.odds.points)
            for one in ranked
        }

    here = worths(position.board, dealt, left)
    board = renamed_board(position.board, suits)
    there = worths(board, all_renamed(dealt, suits), all_renamed(left, suits))
    assert {
        tuple(frozenset(all_renamed(sorted(row), suits)) for row in place): worth
        for place, worth in here.items()
    } == there


@given(st.data(), st.sampled_from(FANTASYLAND_CARDS), suit_orders)
@examples(60)
def test_the_best_fantasyland_sets(data: st.DataObject, cards: int, suits: list[int]) -> None:
    rules = data.draw(rule_sets())
    deck = data.draw(st.permutations(DECK))
    dealt, opponent = deck[:cards], data.draw(finished_boards(deck[cards:]))
    tickets = dict.fromkeys(FANTASYLAND_CARDS, Fraction(data.draw(st.integers(-8, 40)), 2))
    here = best_sets(dealt, rules, "points", tickets, [opponent])
    there = best_sets(
        all_renamed(dealt, suits), rules, "points", tickets, [renamed_board(opponent, suits)]
    )
    for one, other in (
        (here.best, there.best),
        (here.best_royalties, there.best_royalties),
        (here.best_staying, there.best_staying),
    ):
        assert (one and worth_of(one)) == (other and worth_of(other))


def worth_of(found: FantasylandSet) -> Any:
    """A set, except which of several equal cards it uses."""
    return found.legal, found.royalties, found.stays, found.points, strengths_of(found.board)


@given(rule_sets(), finished_boards(), finished_boards(), suit_orders, suit_orders)
def test_settlement(
    rules: CompiledRules, one: Board, other: Board, suits: list[int], others: list[int]
) -> None:
    """Two finished boards settle the same if the suits of either are renamed."""
    here = pair_points(finished(one, rules), finished(other, rules), rules)
    there = pair_points(
        finished(renamed_board(one, suits), rules),
        finished(renamed_board(other, others), rules),
        rules,
    )
    assert here == there
