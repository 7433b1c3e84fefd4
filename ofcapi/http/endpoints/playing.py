"""The operations about best play: the odds of a board, and the ranking of placements."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from math import ceil
from typing import Any, Generic, TypeVar

from ofcapi.engine.game.board import Board
from ofcapi.engine.game.cards import CARD_NAMES
from ofcapi.engine.game.encoding import digest
from ofcapi.engine.game.faults import Fault, impossible
from ofcapi.engine.game.rules import ROWS
from ofcapi.engine.game.suits import Renaming
from ofcapi.engine.opponents.seating import BOARDS, Opponent, seat, seating_seconds
from ofcapi.engine.play.best_play import (
    Odds,
    Placement,
    best_play,
    cost_of,
    rank_placements,
)
from ofcapi.engine.play.exact import Cost
from ofcapi.engine.play.question import Effort, Question, question_faults, unseen_by
from ofcapi.engine.sampling.estimates import SampledOdds
from ofcapi.engine.sampling.sampled_play import (
    SampledPlacement,
    SampledRanking,
    sample_odds,
    sample_placements,
)
from ofcapi.engine.worth.values import ValuesError
from ofcapi.http.endpoints.asking import budget_of, limits_faults, seed_of
from ofcapi.http.endpoints.opposite import boards_given, half_of, opposite, shown_opponents
from ofcapi.http.endpoints.shown import exact_odds, rules_echo, sampled_odds, settled_odds
from ofcapi.http.forms.fields import points_number
from ofcapi.http.forms.schemas.playing import (
    OddsAnswer,
    OddsRequest,
    PlacementsAnswer,
    PlacementsRequest,
)
from ofcapi.http.operations import Answer, Example, Operation
from ofcapi.http.service.problems import Problem, faulty
from ofcapi.http.service.settings import settings
from ofcapi.http.work.workshop import Work

Members = Mapping[str, Any]

BEST_PLAY = "best-play"
"""The policy of answers whose own play is exact."""

_Answer = TypeVar("_Answer")
_Exact = TypeVar("_Exact")
_Sampled = TypeVar("_Sampled", SampledOdds, SampledRanking)


def _check_odds(members: Members) -> Iterator[Fault]:
    return _check(members, decision=False)


def _check_placements(members: Members) -> Iterator[Fault]:
    return _check(members, decision=True)


def _check(members: Members, *, decision: bool) -> Iterator[Fault]:
    yield from question_faults(
        members.get("board"),
        members.get("rules"),
        members.get("dealt"),
        members.get("dead") or (),
        members.get("opponents") or (),
        members.get("objective"),
        players=members.get("players"),
        played=members.get("opponents_played") is not False,
        decision=decision,
    )
    yield from limits_faults(members)


@dataclass(frozen=True, slots=True)
class _Asked:
    """A request about best play.

    members    what was sent
    question   what is asked, in the caller's suits
    canonical  the question that is computed; ``back`` leads its cards to the caller's
    key        the digest of the canonical question
    effort     without a deadline, which is known when the computation begins
    method     how the answer may be found; milliseconds, how long the caller will wait
    """

    members: Members
    question: Question
    canonical: Question
    key: str
    back: Renaming
    effort: Effort
    method: str
    milliseconds: int


@dataclass(frozen=True, slots=True)
class _Found(Generic[_Answer]):
    """What was found, and how the opponents that it rests on were played."""

    answer: _Answer
    opponents: tuple[Opponent, ...]
    complete: bool


def _asked(members: Members) -> _Asked:
    board, rules, dealt = members["board"], members["rules"], members.get("dealt", ())
    opponents, hidden = opposite(members)
    question = Question(
        board=board,
        rules=rules,
        unseen=unseen_by(board, rules, dealt, members["dead"], boards_given(members)),
        dealt=dealt,
        opponents=opponents,
        objective=members["objective"],
        values=members["values"].of(rules),
        hidden=hidden,
    )
    canonical, back = question.canonical()
    key = digest(canonical).hex()
    effort = Effort(
        threads=settings().threads,
        samples=members.get("samples"),
        seed=seed_of(members, key),
    )
    method, milliseconds = members["method"], budget_of(members)
    return _Asked(members, question, canonical, key, back, effort, method, milliseconds)


def _work(
    kind: str,
    asked: _Asked,
    exact: Callable[[Question, Effort], _Exact],
    show_exact: Callable[[_Found[_Exact]], Answer],
    sampled: Callable[[Question, Effort], _Sampled],
    show_sampled: Callable[[_Found[_Sampled]], Answer],
) -> Work[Any]:
    """The work in the way that the request asks for, or that fits its budget.

    Which way it is belongs to the request, not to what the cache happens to hold. Raises
    ``Problem`` where an exact answer was asked for and does not fit.
    """
    effort = asked.effort
    certain = asked.canonical.opponents_finished
    # Where one's own play is sampled, the samples asked for may be too few boards to settle with.
    at_least = max(effort.samples, BOARDS) if effort.samples else None

    def by(answer: Callable[[Question, Effort], Any], boards: int | None) -> Callable[[float], Any]:
        @_values_in_range()
        def compute(deadline: float) -> Any:
            seating = replace(effort, samples=boards, deadline=half_of(deadline))
            seated = seat(asked.canonical, seating)
            found = answer(seated.question, replace(effort, deadline=deadline))
            complete = seated.complete and getattr(found, "complete", True)
            return _Found(found, seated.opponents, complete)

        return compute

    sampling = Work(
        digest(kind, "sampled", asked.key, effort.samples, effort.seed),
        asked.milliseconds,
        by(sampled, at_least),
        show_sampled,
        is_complete=lambda found: found.complete,
    )
    if asked.method == "sampled":
        return sampling
    if asked.method == "exact" and not certain:
        raise faulty([impossible("out_of_reach", _UNCERTAIN, "method")])
    cost = cost_of(asked.canonical)
    seconds = cost.seconds + seating_seconds(asked.canonical, effort.samples)
    if not _fits(asked, replace(cost, seconds=seconds)):
        return sampling
    # Against finished opponents neither samples nor seed make a difference.
    drawn = () if certain else (effort.samples, effort.seed)
    return Work(
        digest(kind, "exact", asked.key, *drawn),
        asked.milliseconds,
        by(exact, effort.samples),
        show_exact,
        seconds=seconds,
        is_complete=lambda found: found.complete,
        instead=sampling if asked.method == "auto" else _out_of_time(asked),
    )


_UNCERTAIN = (
    "no exact answer is possible against boards that are not finished: use method auto or sampled, "
    "or opponents_played false"
)


def _fits(asked: _Asked, cost: Cost) -> bool:
    """Whether to answer exactly; raises ``Problem`` where exact was asked and does not fit."""
    fits = cost.possible and cost.seconds * 1000 <= asked.milliseconds
    if asked.method == "exact" and not fits:
        if not cost.possible:
            detail = (
                "no exact answer is possible so many streets before the end: it would take about "
                f"{_duration(cost.seconds)}. Use method auto or sampled"
            )
            raise faulty([impossible("out_of_reach", detail, "method")])
        raise faulty([_over_budget(asked, f"would take about {_duration(cost.seconds)}")])
    return fits


def _out_of_time(asked: _Asked) -> Problem:
    """The problem of an exact answer that took longer than was estimated."""
    return faulty([_over_budget(asked, "took longer than was estimated and was stopped")])


def _over_budget(asked: _Asked, takes: str) -> Fault:
    detail = (
        f"an exact answer {takes}; the budget is {asked.milliseconds:,} ms. "
        "Increase budget_ms, or use method auto or sampled"
    )
    return impossible("over_budget", detail, "method")


def _duration(seconds: float) -> str:
    """A time in words.

    >>> [_duration(seconds) for seconds in (0.0841, 34, 7000, 4e11)]
    ['85 ms', '34 s', '2 hours', '12,675 years']
    """
    if seconds < 10:
        return f"{ceil(seconds * 1000):,} ms"
    if seconds < 3600:
        return f"{seconds:,.0f} s"
    hours = seconds / 3600
    return f"{hours:,.0f} hours" if hours < 8766 else f"{hours / 8766:,.0f} years"


@contextmanager
def _values_in_range() -> Iterator[None]:
    """Turn values that whole numbers of 64 bits cannot add up into a fault."""
    try:
        yield
    except ValuesError as error:
        raise faulty([impossible("wrong_value", str(error), "values")]) from None


def _says(asked: _Asked, found: _Found[Any], policy: str) -> dict[str, Any]:
    """What an answer says of itself; ``policy`` is what plays for the one who asks."""
    question = asked.question
    objective: Any = question.objective.kind
    if question.objective.row is not None:
        row, at_least = ROWS[question.objective.row], question.objective.at_least
        objective = {"row": row, "at_least": at_least}
    foul, tickets = question.values.foul, question.values.fantasyland
    sampled = policy != BEST_PLAY or not question.opponents_finished
    says = {
        "rules": rules_echo(question.rules),
        "unseen": len(question.unseen),
        "cards_to_come": question.to_come,
        "method": "sampled" if sampled else "exact",
        "opponents": shown_opponents(asked.members, asked.canonical, asked.back, found.opponents),
        "settled": question.settles,
        "objective": objective,
        "values": {
            "foul": None if question.settles else points_number(foul),
            "fantasyland": {str(cards): points_number(worth) for cards, worth in tickets},
        },
        "values_source": asked.members["values"].source(question.rules),
    }
    if sampled:
        says |= {"seed": asked.effort.seed, "policy": policy, "complete": found.complete}
    return says


def _boards_drawn(found: _Found[Any]) -> int:
    """The fewest boards that stand for one opponent who has not finished."""
    return min(one.boards for one in found.opponents if not one.finished)


def _show_exact_odds(asked: _Asked, found: _Found[Any]) -> Callable[[Board, Odds], Answer]:
    """How the odds of exact play are shown: with errors, where the opponents were sampled."""
    if asked.question.opponents_finished:
        return exact_odds
    samples = {"samples": _boards_drawn(found)}
    by_points = asked.question.objective.kind == "points"
    return lambda board, odds: {**settled_odds(board, odds, by_points=by_points), **samples}


def _odds(members: Members) -> Work[Any]:
    asked = _asked(members)
    board = asked.question.board

    def show_exact(found: _Found[Odds]) -> Answer:
        odds = _show_exact_odds(asked, found)(board, found.answer)
        return {**_says(asked, found, BEST_PLAY), **odds}

    def show_sampled(found: _Found[SampledOdds]) -> Answer:
        says = _says(asked, found, found.answer.policy)
        return {**says, **sampled_odds(board, found.answer)}

    return _work("odds", asked, best_play, show_exact, sample_odds, show_sampled)


def _placements(members: Members) -> Work[Any]:
    asked = _asked(members)
    limit = members.get("limit")

    def show_exact(found: _Found[list[Placement]]) -> Answer:
        show = _show_exact_odds(asked, found)
        shown = [_placement(asked, one, show) for one in found.answer[:limit]]
        says = _says(asked, found, BEST_PLAY)
        if not asked.question.opponents_finished:
            says["samples"] = _boards_drawn(found)
        return says | _ranking(asked, len(found.answer), shown)

    def show_sampled(found: _Found[SampledRanking]) -> Answer:
        ranking = found.answer
        shown = [_placement(asked, one, sampled_odds) for one in ranking.placements[:limit]]
        says = {**_says(asked, found, ranking.policy), "samples": ranking.samples}
        return says | _ranking(asked, ranking.count, shown)

    return _work("placements", asked, rank_placements, show_exact, sample_placements, show_sampled)


def _ranking(asked: _Asked, count: int, shown: Sequence[Answer]) -> dict[str, Any]:
    return {
        "board": str(asked.question.board),
        "dealt": _names(asked.question.dealt),
        "count": count,
        "placements": shown,
    }


def _names(cards: Sequence[int]) -> list[str]:
    return [CARD_NAMES[card] for card in cards]


def _placement(
    asked: _Asked,
    placement: Placement | SampledPlacement,
    show_odds: Callable[[Board, Any], Answer],
) -> Answer:
    """A placement of the canonical question, in the caller's suits and on the caller's board."""
    placed = [asked.back(cards) for cards in placement.place]
    return {
        "place": {row: _names(cards) for row, cards in zip(ROWS, placed, strict=True) if cards},
        "discard": _names(asked.back(placement.discards)),
        **show_odds(asked.question.board.with_cards(placed), placement.odds),
    }


OPERATIONS = (
    Operation(
        id="odds",
        path="/v1/odds",
        tag="Odds",
        summary="The odds of a board under best play",
        description="The expected objective, and the whole distribution of fouls, Fantasyland, "
        "royalties and rows, under the play that is best for the objective. Exact within the last "
        "two streets (the last five or six cards in classic), as fractions of whole numbers of "
        "deals; sampled before that, with standard errors: a sampled result is that of the named "
        "policy.",
        request=OddsRequest(),
        answer=OddsAnswer(),
        check=_check_odds,
        function=_odds,
        problems=(422,),
        computes=True,
        examples={
            "last_street": Example(
                "The last street, a third of the queens dead",
                {"board": "QsJd/KhKd9h5d2c/AhAs8h6d", "dead": "3c4d7s"},
            ),
            "flush": Example(
                "Two streets to go, playing for the flush",
                {
                    "board": "Qh/7c7d9s/AhKh5h2h9h",
                    "dead": "3cQs",
                    "objective": {"row": "bottom", "at_least": "flush"},
                },
            ),
            "against": Example(
                "The last two cards of classic against a finished board",
                {
                    "rules": "classic",
                    "board": "QsQd/KcKh7d5s2c/Ah9h6h3h",
                    "opponents": ["Jd4c2d/TdTc8d5d3s/KdKs9d9s6s"],
                    "values": {"fantasyland": {"13": 7.5}},
                },
            ),
        },
    ),
    Operation(
        id="placements",
        path="/v1/placements",
        tag="Odds",
        summary="The best way to place the cards in hand",
        description="Every legal placement of the dealt cards, best first, each with the odds of "
        "the board that it leaves. Exact for the last three streets of Pineapple; sampled before "
        "that, every placement on the same deals. A sampled ranking goes in rounds: the better "
        "placements of a round get more samples in the next. It lists the placements of the last "
        "round first, then those of the round before, and so on, each best first. With the policy "
        "outlook-1 the rounds compare the three to ten placements that may be best; the others "
        "follow in the order of its network, with two deals each. `samples` says how many each one "
        "got; a placement that got none before the budget ended is left out. In side-by-side, an "
        "opponent's cards can still come to both players, so they are not dead.",
        request=PlacementsRequest(),
        answer=PlacementsAnswer(),
        check=_check_placements,
        function=_placements,
        methods=("POST",),
        problems=(422,),
        computes=True,
        examples={
            "street": Example(
                "A street of Pineapple: the best two of its placements",
                {
                    "board": "Qh/7c7d9s/AhKh5h",
                    "dealt": "Qs2h9h",
                    "dead": "3c",
                    "method": "exact",
                    "budget_ms": 20_000,
                    "limit": 2,
                },
            ),
            "last_card": Example(
                "The last card of classic",
                {
                    "rules": "classic",
                    "board": "QsQd/KcKh7d5s2c/Ah9h6h3h2h",
                    "dealt": "7c",
                    "dead": "Kd8s2d9c9d6s4hJcJsJd5d",
                },
            ),
        },
    ),
)
