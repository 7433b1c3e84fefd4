"""Parts of responses that several endpoints share: rules, fouls, numbers, the odds of a board."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ofcapi.engine.game.board import Board
from ofcapi.engine.game.options import changed_options
from ofcapi.engine.game.rules import ROWS, Rules
from ofcapi.engine.game.score import FoulReason
from ofcapi.engine.play.best_play import Odds
from ofcapi.engine.sampling.estimates import SampledOdds
from ofcapi.engine.worth.estimate import Estimate
from ofcapi.http.operations import Answer


def rules_echo(rules: Rules) -> Answer:
    """The rule set that was used, as in a response."""
    return {"preset": rules.preset, "changed": changed_options(rules)}


def reason_answer(reason: FoulReason | None) -> Answer | None:
    """The reason of a foul, as in a response."""
    if reason is None:
        return None
    return {"code": reason.code, "rows": list(reason.rows), "detail": reason.detail}


def estimated(value: float, std_error: float) -> Answer:
    """A sampled number, as in a response."""
    return {"value": value, "std_error": std_error}


def exact(numerator: int, denominator: int) -> Answer:
    """An exact number, as in a response; the fraction is not reduced."""
    return {
        "value": numerator / denominator,
        "numerator": numerator,
        "denominator": denominator,
    }


def exact_odds(board: Board, odds: Odds) -> Answer:
    """Exact odds: every number is a fraction of all deals, not reduced."""
    deals = odds.denominator

    def number(total: Fraction | int) -> Answer:
        total = Fraction(total)
        return exact(total.numerator, deals * total.denominator)

    return _shown_odds(board, odds, number(odds.objective), number(odds.points), number)


def settled_odds(board: Board, odds: Odds, *, by_points: bool) -> Answer:
    """Odds of exact play against sampled boards: only points, and an objective of them, err."""
    deals = odds.denominator

    def number(total: Fraction | int, std_error: float = 0.0) -> Answer:
        return estimated(float(Fraction(total) / deals), std_error)

    objective = number(odds.objective, odds.points_error if by_points else 0.0)
    return _shown_odds(board, odds, objective, number(odds.points, odds.points_error), number)


def _shown_odds(
    board: Board,
    odds: Odds,
    objective: Answer,
    points: Answer,
    number: Callable[[Fraction | int], Answer],
) -> dict[str, Any]:
    """What best play makes of a board; ``number`` shows a sum over all deals."""
    return _shown(
        board,
        objective,
        points,
        number(odds.foul),
        number(sum(odds.fantasyland.values())),
        {cards: number(count) for cards, count in odds.fantasyland.items()},
        number(sum(odds.royalties)),
        [number(total) for total in odds.royalties],
        [{name: number(count) for name, count in row.items()} for row in odds.rows],
    )


def sampled_odds(board: Board, odds: SampledOdds) -> Answer:
    """Sampled odds: every number with its standard error."""

    def number(estimate: Estimate) -> Answer:
        return estimated(estimate.value, estimate.std_error)

    answer = _shown(
        board,
        number(odds.objective),
        number(odds.points),
        number(odds.foul),
        number(odds.enters),
        {cards: number(chance) for cards, chance in odds.fantasyland.items()},
        number(odds.royalties_total),
        [number(total) for total in odds.royalties],
        [{name: number(chance) for name, chance in row.items()} for row in odds.rows],
    )
    return {**answer, "samples": odds.samples}


def _shown(
    board: Board,
    objective: Answer,
    points: Answer,
    foul: Answer,
    enters: Answer,
    by_cards: Mapping[int, Answer],
    royalties: Answer,
    royalties_by_row: Sequence[Answer],
    rows: Sequence[Answer],
) -> dict[str, Any]:
    return {
        "board": str(board),
        "objective_value": objective,
        "points": points,
        "foul": foul,
        "fantasyland": {
            "enters": enters,
            "by_cards": {str(cards): chance for cards, chance in by_cards.items()},
        },
        "royalties": {"total": royalties, **dict(zip(ROWS, royalties_by_row, strict=True))},
        "rows": dict(zip(ROWS, rows, strict=True)),
    }
