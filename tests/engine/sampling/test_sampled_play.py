"""Odds by sampling against exact odds, against themselves, and the policy against plain Python."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from ofcapi.engine.game.board import Board, parse_board, unseen_cards
from ofcapi.engine.game.cards import parse_cards
from ofcapi.engine.game.hands import HAND_TABLES, strength_of
from ofcapi.engine.game.presets import PRESETS
from ofcapi.engine.game.rules import ROW_SIZES, CompiledRules, compile_rules
from ofcapi.engine.kernels import hindsight as loops
from ofcapi.engine.kernels.random import draw_cards, start_state
from ofcapi.engine.kernels.shapes import Leaf
from ofcapi.engine.play.best_play import best_play, rank_placements
from ofcapi.engine.play.exact import rows_of
from ofcapi.engine.play.question import Effort, PositionError
from ofcapi.engine.play.ways import place_of, ways_of, ways_to_place
from ofcapi.engine.sampling.hindsight import new_race, plan_of
from ofcapi.engine.sampling.policy import policy_for
from ofcapi.engine.sampling.sampled_play import (
    rounds_of,
    sample_odds,
    sample_placements,
)
from ofcapi.engine.worth.estimate import Estimate
from ofcapi.engine.worth.settled import finished_rivals
from ofcapi.engine.worth.values import Objective, Values, kinds_of, value_boards_by
from tests.asking import ask

TICKETS = Values(fantasyland=((13, Fraction(9)), (14, Fraction(9))))
PINEAPPLE = compile_rules(PRESETS["pineapple"])
DEAD = parse_cards("2s3s4s5s6sJcJdTcTd8c8d2c3d4d9h")[0]


def board_of(text: str) -> Board:
    return parse_board(text)[0]


def cards_of(text: str) -> list[int]:
    return parse_cards(text)[0]


def unseen_of(board: Board, *more: list[int]) -> tuple[int, ...]:
    return unseen_cards(board.cards, DEAD, *more)


TWO_STREETS = board_of("Qh/7c7d9s4h/AhKh5h8h")
OPENING = board_of("Qh/7c7d/AhKh")


@pytest.mark.slow
def test_the_same_question_gets_the_same_answer_with_any_number_of_threads() -> None:
    unseen = unseen_of(OPENING)
    answers = [
        sample_odds(
            ask(OPENING, PINEAPPLE, unseen, values=TICKETS),
            Effort(threads=threads, samples=20, seed=5),
        )
        for threads in (1, 2, 3, 1)
    ]
    assert all(answer == answers[0] for answer in answers)
    assert answers[0].samples == 20
    assert answers[0].complete


@pytest.mark.slow
def test_more_samples_of_a_seed_begin_with_the_same_deals() -> None:
    unseen = unseen_of(OPENING)
    few, more, most = (
        sample_odds(
            ask(OPENING, PINEAPPLE, unseen, values=TICKETS), Effort(samples=samples, seed=5)
        )
        for samples in (8, 16, 16)
    )
    assert more == most
    assert few != more


@pytest.mark.slow
def test_another_seed_agrees_within_the_errors() -> None:
    unseen = unseen_of(OPENING)
    first, second = (
        sample_odds(ask(OPENING, PINEAPPLE, unseen, values=TICKETS), Effort(samples=150, seed=seed))
        for seed in (1, 2)
    )
    assert first.points != second.points
    for one, other in ((first.points, second.points), (first.foul, second.foul)):
        bound = 4 * np.hypot(one.std_error, other.std_error)
        assert abs(one.value - other.value) < bound


@pytest.mark.slow
def test_standard_errors_are_what_repetition_shows() -> None:
    """Over 80 seeds the means spread as much as the errors say.

    The ratio of the two variances is about chi-squared with 79 degrees of freedom over 79, so its
    root is within 0.7 .. 1.3 but once in ten thousand; the seeds are fixed.
    """
    unseen = unseen_of(TWO_STREETS)
    answers = [
        sample_odds(
            ask(TWO_STREETS, PINEAPPLE, unseen, values=TICKETS), Effort(samples=60, seed=seed)
        )
        for seed in range(80)
    ]
    for figure in ("points", "foul", "enters", "royalties_total"):
        estimates: list[Estimate] = [getattr(answer, figure) for answer in answers]
        spread = np.std([estimate.value for estimate in estimates], ddof=1)
        reported = np.sqrt(np.mean([estimate.std_error**2 for estimate in estimates]))
        assert 0.7 < spread / reported < 1.3


def exact_figures(
    board: Board,
    rules: CompiledRules,
    unseen: tuple[int, ...],
    objective: Objective,
    opponents: tuple[Board, ...],
) -> dict[str, float]:
    odds = best_play(
        ask(board, rules, unseen, objective=objective, values=TICKETS, opponents=opponents),
        Effort(),
    )
    sums = {
        "objective": float(odds.objective),
        "points": float(odds.points),
        "foul": odds.foul,
        "enters": sum(odds.fantasyland.values()),
        "royalties_total": sum(odds.royalties),
    }
    return {name: value / odds.denominator for name, value in sums.items()}


RIVAL = board_of("KdKc6d/AcAd9dAs2h/QcTsJs9cKs")
LOW_RIVAL = board_of("KdKc6d/7d5c4s3s2h/QcTsJs9cKs")
POINTS = Objective()

POSITIONS = [
    ("pineapple", TWO_STREETS, (), POINTS),
    ("pineapple", TWO_STREETS, (RIVAL,), POINTS),
    ("progressive", TWO_STREETS, (), Objective("no_foul")),
    ("pineapple", TWO_STREETS, (), Objective("row", 2, "flush")),
    ("turbo", TWO_STREETS, (), POINTS),
    ("turbo", TWO_STREETS, (RIVAL,), Objective("royalties")),
    ("classic", board_of("QhQd/7c7d9s4h/AhKh5hJh"), (), POINTS),
    ("classic", board_of("QhQd/7c7d9s4h/AhKh5hJh"), (RIVAL,), Objective("fantasyland")),
    ("classic", board_of("Qh/7c7d9s4h/AhKh5hJh"), (), POINTS),
    ("deuce-to-seven", board_of("Qh/7c5h9s/AhKhAc8sKs"), (), POINTS),
    ("deuce-to-seven", board_of("Qh/7c5h9s/AhKh8h9h8s"), (LOW_RIVAL,), POINTS),
]


@pytest.mark.slow
@pytest.mark.parametrize(("preset", "board", "opponents", "objective"), POSITIONS)
def test_sampled_odds_are_near_exact_ones_and_no_better(
    preset: str, board: Board, opponents: tuple[Board, ...], objective: Objective
) -> None:
    rules = compile_rules(PRESETS[preset])
    unseen = unseen_of(board, *(list(rival.cards) for rival in opponents))
    exact = exact_figures(board, rules, unseen, objective, opponents)
    odds = sample_odds(
        ask(board, rules, unseen, objective=objective, values=TICKETS, opponents=opponents),
        Effort(samples=400, seed=11),
    )
    figures = ["objective"]
    if board.open_slots - rules.rules.deal.kept == 2:
        # The policy values each placement of the one sampled deal exactly: it is best play.
        figures = list(exact)
    for figure in figures:
        estimate: Estimate = getattr(odds, figure)
        bound = 4 * estimate.std_error + 1e-9
        assert estimate.value <= exact[figure] + bound
        assert estimate.value >= exact[figure] - bound - 0.2 * (len(figures) == 1)


def test_with_one_deal_sampled_the_policy_plays_the_best_placement_of_every_deal() -> None:
    """The mean over deals of the exact value of each deal's best placement, deal by deal."""
    unseen = unseen_of(TWO_STREETS)
    odds = sample_odds(
        ask(TWO_STREETS, PINEAPPLE, unseen, values=TICKETS), Effort(samples=12, seed=4)
    )
    state = np.zeros(1, np.uint64)
    best = []
    for sample in range(12):
        start_state(state, 4, sample)
        deck = np.array(unseen, np.int64)
        draw_cards(deck, 3, state)
        after = sorted(deck[3:].tolist())
        ranked = rank_placements(
            ask(
                TWO_STREETS,
                PINEAPPLE,
                after,
                objective=POINTS,
                values=TICKETS,
                dealt=deck[:3].tolist(),
            ),
            Effort(),
        )
        best.append(float(ranked[0].odds.objective) / ranked[0].odds.denominator)
    assert odds.objective.value == pytest.approx(np.mean(best), rel=1e-12)
    assert odds.objective.std_error == pytest.approx(np.std(best, ddof=1) / 12**0.5, rel=1e-12)


def test_a_board_with_nothing_left_to_chance_has_no_error() -> None:
    board = board_of("QhQd2c/7c7d9s4h/AhKh5hJh")
    unseen = unseen_of(board)
    odds = sample_odds(ask(board, PINEAPPLE, unseen, values=TICKETS), Effort(samples=500))
    exact = exact_figures(board, PINEAPPLE, unseen, POINTS, ())
    assert odds.points == Estimate(exact["points"], 0.0)
    assert odds.samples == 2
    finished = board_of("QhQd2c/7c7d9s9c4h/AhKh5hJh2h")
    done = sample_odds(ask(finished, PINEAPPLE, unseen_of(finished), values=TICKETS), Effort())
    assert done.points == Estimate(7 + 4 + 9, 0.0)
    assert done.fantasyland == {14: Estimate(1.0, 0.0)}
    assert done.rows[2] == {"flush": Estimate(1.0, 0.0)}


@pytest.mark.slow
def test_figures_agree_with_each_other() -> None:
    odds = sample_odds(
        ask(OPENING, PINEAPPLE, unseen_of(OPENING), values=TICKETS), Effort(samples=60)
    )
    legal = 1 - odds.foul.value
    for row in odds.rows:
        assert sum(estimate.value for estimate in row.values()) == pytest.approx(legal)
    assert odds.enters.value == pytest.approx(odds.fantasyland[14].value)
    total = sum(estimate.value for estimate in odds.royalties)
    assert odds.royalties_total.value == pytest.approx(total)
    expected = total + 9 * odds.enters.value - 6 * odds.foul.value
    assert odds.points.value == pytest.approx(expected)
    assert odds.objective == odds.points


def test_a_passed_deadline_leaves_the_first_samples_alone() -> None:
    odds = sample_odds(
        ask(OPENING, PINEAPPLE, unseen_of(OPENING), values=TICKETS),
        Effort(deadline=0.0, samples=4000),
    )
    assert not odds.complete
    assert 2 <= odds.samples < 100
    hand = cards_of("AhKh5h7cQd")
    ranking = sample_placements(
        ask(Board(), PINEAPPLE, unseen_cards(hand), values=TICKETS, dealt=hand),
        Effort(deadline=0.0),
    )
    assert not ranking.complete
    assert 1 <= len(ranking.placements) < 20
    assert not ranking.placements[0].odds.complete


@pytest.mark.slow
def test_a_ranking_holds_every_placement_and_agrees_with_the_boards_alone() -> None:
    hand = cards_of("9h4s8h")
    unseen = unseen_of(OPENING, hand)
    ranking, again = (
        sample_placements(
            ask(OPENING, PINEAPPLE, unseen, values=TICKETS, dealt=hand),
            Effort(threads=threads, samples=20, seed=3),
        )
        for threads in (2, 1)
    )
    assert ranking == again
    assert ranking.complete
    places = {placement.place for placement in ranking.placements}
    assert places == set(ways_to_place(OPENING, sorted(hand), 2))
    counts = [placement.odds.samples for placement in ranking.placements]
    assert counts == sorted(counts, reverse=True)
    assert counts.count(20) == 3
    # Those with two samples were ranked by the network alone.
    for count in set(counts) - {2}:
        means = [p.odds.objective.value for p in ranking.placements if p.odds.samples == count]
        assert means == sorted(means, reverse=True)
    sampled = [placement for placement in ranking.placements if placement.odds.samples > 2]
    for placement in (sampled[0], sampled[-1]):
        alone = sample_odds(
            ask(placement.board, PINEAPPLE, unseen, values=TICKETS),
            Effort(samples=placement.odds.samples, seed=3),
        )
        assert alone == placement.odds
    limited = sample_placements(
        ask(OPENING, PINEAPPLE, unseen, values=TICKETS, dealt=hand),
        Effort(samples=20, seed=3),
        limit=4,
    )
    assert limited.placements == ranking.placements[:4]


@pytest.mark.slow
def test_an_opening_is_ranked_in_all_its_placements() -> None:
    hand = cards_of("AhKh5h7cQd")
    ranking = sample_placements(
        ask(Board(), PINEAPPLE, unseen_cards(hand), values=TICKETS, dealt=hand), Effort(samples=8)
    )
    assert len(ranking.placements) == 232
    assert len({placement.board for placement in ranking.placements}) == 232
    assert all(sorted(placement.board.cards) == sorted(hand) for placement in ranking.placements)
    assert ranking.samples == 8


def test_a_sampled_street_ranks_like_an_exact_one() -> None:
    """With two open slots left nothing is sampled: the same order, the same values."""
    hand = cards_of("9c2hTh")
    unseen = unseen_of(TWO_STREETS, hand)
    sampled = sample_placements(
        ask(TWO_STREETS, PINEAPPLE, unseen, values=TICKETS, dealt=hand), Effort()
    ).placements
    exact = rank_placements(
        ask(TWO_STREETS, PINEAPPLE, unseen, values=TICKETS, dealt=hand), Effort()
    )
    by_place = {p.place: float(p.odds.objective) / p.odds.denominator for p in exact}
    for placement in sampled:
        assert placement.odds.objective.value == pytest.approx(by_place[placement.place])
        assert placement.odds.objective.std_error == 0.0
        assert set(placement.discards) == set(hand) - set(placement.board.cards)
    best = float(exact[0].odds.objective) / exact[0].odds.denominator
    assert by_place[sampled[0].place] == best


@pytest.mark.parametrize(
    ("board", "dealt", "unseen", "words"),
    [
        ("Qh/7c7d9s/AhKh", "9h4s8h", 30, "9, 11 or 13 cards"),
        ("Qh/7c7d/AhKh", "9h4s", 30, "deals 3"),
        ("Qh/7c7d/AhKh", "9h4s8h", 8, "12 more cards"),
        ("QhQd2c/7c7d9s9c4h/AhKh5hJh2h", "9h4s8h", 30, "no room"),
        ("", "9h4s8h", 40, "deals 5"),
        ("Qh/7c7d/", "9h4s8h", 40, "holds 5, 7"),
    ],
)
def test_impossible_positions_are_refused(board: str, dealt: str, unseen: int, words: str) -> None:
    hand = cards_of(dealt)
    place = board_of(board)
    left = unseen_cards(place.cards, hand)[:unseen]
    with pytest.raises(PositionError, match=words):
        sample_placements(ask(place, PINEAPPLE, left, dealt=hand), Effort())


def test_one_sample_is_too_few_for_an_error() -> None:
    with pytest.raises(ValueError, match="at least 2"):
        sample_odds(ask(OPENING, PINEAPPLE, unseen_of(OPENING)), Effort(samples=1))


def test_rounds_end_with_the_samples_asked_for() -> None:
    for placements in (1, 3, 9, 12, 27, 232):
        for samples in (2, 40, 500):
            rounds = rounds_of(placements, samples, 6)
            assert rounds[0][0] == placements
            assert rounds[-1] == (min(placements, 6), samples)
            assert [target for _, target in rounds] == sorted(target for _, target in rounds)


def value_of(leaf: Leaf, rules: CompiledRules, rows: list[list[int]]) -> int:
    top, middle, bottom = map(strength_of, rows)
    arrays = rules.arrays
    if top > arrays.middle_cap[middle] or bottom < arrays.middle_need[middle] or bottom < top:
        return leaf.foul
    code = leaf.code[0, top] + leaf.code[1, middle] + leaf.code[2, bottom]
    return int(leaf.row[0, top] + leaf.row[1, middle] + leaf.row[2, bottom] + leaf.joint[code])


def with_cards(rows: Sequence[Sequence[int]], more: Sequence[Sequence[int]]) -> list[list[int]]:
    return [[*row, *cards] for row, cards in zip(rows, more, strict=True)]


def best_fill(leaf: Leaf, rules: CompiledRules, rows: list[list[int]], future: list[int]) -> int:
    """Every way to fill the rows from the future's cards, written down plainly."""
    best = leaf.foul
    room = [size - len(row) for size, row in zip(ROW_SIZES, rows, strict=True)]
    for top in combinations(future, room[0]):
        others = [card for card in future if card not in top]
        for middle in combinations(others, room[1]):
            rest = [card for card in others if card not in middle]
            for bottom in combinations(rest, room[2]):
                filled = [
                    [*row, *more] for row, more in zip(rows, (top, middle, bottom), strict=True)
                ]
                best = max(best, value_of(leaf, rules, filled))
    return best


@pytest.mark.slow
@pytest.mark.parametrize(
    ("preset", "board", "dealt", "drawn"),
    [
        ("pineapple", "Qh/7c7d/AhKh", "Qs9h8h", 7),
        ("pineapple", "Qh/7c7d9s/AhKh5h", "Qs9h8h", 5),
        ("deuce-to-seven", "Kh/7c5d/AhAs", "3h4s2h", 6),
        ("turbo", "Qh/7c7d/AhKh", "9h8h", 6),
        ("classic", "QhQd/7c7d/AhKh5h", "9h", 5),
    ],
)
@pytest.mark.parametrize("opponents", [(), (RIVAL,)], ids=["alone", "opponent"])
def test_hindsight_is_the_best_of_every_fill(
    preset: str, board: str, dealt: str, drawn: int, opponents: tuple[Board, ...]
) -> None:
    rules = compile_rules(PRESETS[preset])
    valuation = value_boards_by(rules, POINTS, TICKETS, finished_rivals(opponents))
    leaf = valuation.points
    place, hand = board_of(board), sorted(cards_of(dealt))
    cards = np.array(unseen_cards(place.cards, hand), np.int64)
    kept = rules.rules.deal.kept
    ways = ways_of(len(hand), kept)
    game = loops.Game(
        HAND_TABLES, rules.arrays, leaf, leaf, kinds_of(valuation).number, len(hand), kept, ways,
        plan_of(rules.rules.deal.name),
    )  # fmt: skip
    race = new_race(len(hand), len(ways))
    rows = rows_of(place)
    for seed in range(3):
        state = np.array([seed], np.uint64)
        loops.sum_subsets(HAND_TABLES, np.array(hand, np.int64), race.dealt)
        loops.start_race(rows, ways, race)
        loops.see_futures(game, rows, cards, 1, drawn, state, race)
        future = race.deck[:drawn].tolist()
        places = ways_to_place(place, hand, kept)
        expected = [
            best_fill(
                leaf,
                rules,
                [[*row, *more] for row, more in zip(place.rows, way, strict=True)],
                future,
            )
            for way in places
        ]
        assert race.totals[race.running].tolist() == expected


def test_drawn_cards_are_a_fair_sample() -> None:
    """Each of 20 cards comes first about equally often: chi-squared, 19 degrees of freedom."""
    state, counts = np.zeros(1, np.uint64), np.zeros(20)
    for sample in range(4000):
        start_state(state, 9, sample)
        deck = np.arange(20)
        draw_cards(deck, 5, state)
        assert sorted(deck.tolist()) == list(range(20))
        counts[deck[4]] += 1
    chi_squared = ((counts - 200) ** 2 / 200).sum()
    assert 5 < chi_squared < 45


def test_the_policy_places_the_last_but_one_street_as_best_play_does() -> None:
    """With two slots left open each way is worth its exact expectation."""
    board, hand = board_of("Qh/7c7d9s/AhKh5h2h9h"), cards_of("Qs3c8d")
    unseen = unseen_cards(board.cards, hand)
    policy = policy_for(ask(board, PINEAPPLE, unseen, values=TICKETS), 2)
    state = np.zeros(1, np.uint64)
    chosen = board.with_cards(
        place_of(sorted(hand), policy.choose(board, sorted(hand), unseen, state))
    )
    ranked = rank_placements(ask(board, PINEAPPLE, unseen, values=TICKETS, dealt=hand), Effort())
    best = ranked[0].odds.objective
    assert next(one.odds.objective for one in ranked if one.board == chosen) == best
