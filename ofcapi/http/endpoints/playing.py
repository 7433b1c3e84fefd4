"""The operations about best play: the odds of a board, and the ranking of placements."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import ceil
from typing import Any, TypeVar

from ofcapi.engine.game.board import Board, unseen_cards
from ofcapi.engine.game.cards import CARD_NAMES
from ofcapi.engine.game.presets import DEFAULT_PRESET, PRESETS
from ofcapi.engine.game.rules import ROWS, Rules, compile_rules
from ofcapi.engine.game.streets import cards_to_come, dealt_next, not_at_street_end
from ofcapi.engine.game.suits import Position, canonical_position
from ofcapi.engine.play.best_play import (
    Odds,
    Placement,
    best_play,
    cost_of_placements,
    rank_placements,
)
from ofcapi.engine.play.exact import Cost, exact_cost
from ofcapi.engine.sampling.estimates import SampledOdds
from ofcapi.engine.sampling.sampled_play import (
    SampledPlacement,
    SampledRanking,
    sample_odds,
    sample_placements,
)
from ofcapi.engine.worth.values import (
    Objective,
    ObjectiveError,
    Values,
    ValuesError,
    value_boards_by,
)
from ofcapi.http.endpoints.asking import budget_of, limits_faults, seed_of, values_used
from ofcapi.http.endpoints.shown import exact_odds, rules_echo, sampled_odds
from ofcapi.http.forms.checks import board_lists, opponents_seen, repeats
from ofcapi.http.forms.fields import points_number
from ofcapi.http.forms.schemas.playing import (
    OddsAnswer,
    OddsRequest,
    PlacementsAnswer,
    PlacementsRequest,
)
from ofcapi.http.operations import Answer, Example, Operation
from ofcapi.http.service.problems import Fault, Problem, faulty
from ofcapi.http.service.settings import settings
from ofcapi.http.work.workshop import Work, digest

Question = Mapping[str, Any]

_Exact = TypeVar("_Exact")
_Sampled = TypeVar("_Sampled", SampledOdds, SampledRanking)


def _check_odds(members: Question) -> Iterator[Fault]:
    yield from _check(members)
    board, rules = members.get("board"), members.get("rules")
    if isinstance(board, Board) and isinstance(rules, Rules):
        why = not_at_street_end(board, rules)
        if why:
            yield Fault("not_at_street_end", why, ("board",), impossible=True)


def _check_placements(members: Question) -> Iterator[Fault]:
    yield from _check(members)
    board, rules, dealt = members.get("board"), members.get("rules"), members.get("dealt")
    if not isinstance(board, Board) or not isinstance(rules, Rules):
        return
    why = not_at_street_end(board, rules) if board.cards else None
    if why:
        detail = f"{why}; only an empty board waits for the opening"
        yield Fault("not_at_street_end", detail, ("board",), impossible=True)
    elif board.complete:
        detail = "the board is complete: there is nothing to place"
        yield Fault("board_complete", detail, ("board",), impossible=True)
    elif dealt is not None and len(dealt) != dealt_next(board, rules):
        wanted = dealt_next(board, rules)
        what = "the opening deals" if not board.cards else f"a {rules.deal.name} street deals"
        detail = f"{what} {wanted}, not {len(dealt)}"
        yield Fault("wrong_deal", detail, ("dealt",), impossible=True)


def _check(members: Question) -> Iterator[Fault]:
    """What odds and placements refuse alike."""
    board, rules = members.get("board"), members.get("rules")
    dead, dealt = members.get("dead") or (), members.get("dealt") or ()
    others, faults = opponents_seen(members.get("opponents") or (), rules)
    yield from faults
    own = board_lists(board, "board")
    twice = repeats([(("dead",), dead), *others, *own, (("dealt",), dealt)])
    yield from twice
    if isinstance(board, Board) and isinstance(rules, Rules) and not twice:
        unseen = len(_unseen(members))
        needed = cards_to_come(board, rules, len(dealt))
        if unseen < needed:
            detail = f"{needed} more cards would be dealt to this board, and {unseen} are unseen"
            yield Fault("too_few_unseen", detail, ("dead",), impossible=True)
    objective = members.get("objective")
    if isinstance(objective, Objective):
        yield from _check_objective(objective, rules)
    yield from limits_faults(members)


def _check_objective(objective: Objective, rules: Rules | None) -> Iterator[Fault]:
    """A fault of a hand that the row never is; where no rules could be read, under any rules."""
    sets = [rules] if rules else [PRESETS[DEFAULT_PRESET], PRESETS["deuce-to-seven"]]
    refused = []
    for one in sets:
        try:
            value_boards_by(compile_rules(one), objective, Values(), ())
        except ObjectiveError as error:
            refused.append(str(error))
    if len(refused) == len(sets):
        yield Fault("wrong_value", refused[0], ("objective", "at_least"), impossible=True)


def _unseen(members: Question) -> tuple[int, ...]:
    """The cards that may still come to the player who asks."""
    rules = members["rules"]
    opponents = () if rules.deal.same_cards else members.get("opponents") or ()
    seen = [opponent.cards for opponent in opponents if isinstance(opponent, Board)]
    dead, dealt = members.get("dead") or (), members.get("dealt") or ()
    return unseen_cards(members["board"].cards, dead, dealt, *seen)


class _Asked:
    """A question in the engine's terms. It is computed for its canonical position."""

    def __init__(self, question: Question) -> None:
        self.board: Board = question["board"]
        self.dealt: tuple[int, ...] = question.get("dealt", ())
        self.rules: Rules = question["rules"]
        self.compiled = compile_rules(self.rules)
        self.finished = tuple(board for board in question["opponents"] if board.complete)
        self.unseen = _unseen(question)
        self.position, self.back = canonical_position(
            Position(self.board, self.dealt, self.finished, self.unseen)
        )
        self.to_come = cards_to_come(self.board, self.rules, len(self.dealt))
        self.objective: Objective = question["objective"]
        self.values = values_used(question["values"], self.rules)
        self.method: str = question["method"]
        self.milliseconds = budget_of(question)
        self.samples: int | None = question.get("samples")
        self.canonical = (self.position, self.rules, self.objective, self.values)
        self.seed = seed_of(question, *self.canonical)
        self.threads = settings().threads

    def engine_arguments(self, deadline: float) -> dict[str, Any]:
        """What every function of the engine about best play takes."""
        return {
            "rules": self.compiled,
            "unseen": self.position.unseen,
            "objective": self.objective,
            "values": self.values,
            "opponents": self.position.opponents,
            "threads": self.threads,
            "deadline": deadline,
        }

    def sampling_arguments(self, deadline: float) -> dict[str, Any]:
        """What every function of the engine that samples takes."""
        sampling = {"samples": self.samples, "seed": self.seed}
        return {**self.engine_arguments(deadline), **sampling}

    def work(
        self,
        kind: str,
        exact: Callable[[float], _Exact],
        show_exact: Callable[[_Exact], Answer],
        sampled: Callable[[float], _Sampled],
        show_sampled: Callable[[_Sampled], Answer],
    ) -> Work[Any]:
        """The work in the way that the question asks for, or that fits its budget.

        Which way it is belongs to the question, not to what the cache happens to hold. Raises
        ``Problem`` where an exact answer was asked for and does not fit.
        """
        sampling = Work(
            digest(kind, "sampled", *self.canonical, self.samples, self.seed),
            self.milliseconds,
            _values_in_range()(sampled),
            show_sampled,
            is_complete=lambda found: found.complete,
        )
        if self.method == "sampled":
            return sampling
        cost = self._cost()
        if not self._fits(cost):
            return sampling
        return Work(
            digest(kind, "exact", *self.canonical),
            self.milliseconds,
            _values_in_range()(exact),
            show_exact,
            seconds=cost.seconds,
            instead=sampling if self.method == "auto" else self._out_of_time(),
        )

    def _fits(self, cost: Cost) -> bool:
        """Whether to answer exactly; raises ``Problem`` where exact was asked and does not fit."""
        fits = cost.possible and cost.seconds * 1000 <= self.milliseconds
        if self.method == "exact" and not fits:
            if not cost.possible:
                detail = (
                    "no exact answer is in reach so many streets before the end, it would take "
                    f"about {_duration(cost.seconds)}: ask for method auto or sampled"
                )
                raise faulty([Fault("out_of_reach", detail, ("method",), impossible=True)])
            raise faulty([self._over_budget(f"would take about {_duration(cost.seconds)}")])
        return fits

    def _cost(self) -> Cost:
        board, dealt, unseen = self.position.board, self.position.hand, self.position.unseen
        if not dealt:
            return exact_cost(board, unseen, self.rules.deal)
        return cost_of_placements(board, dealt, self.compiled, unseen)

    def _out_of_time(self) -> Problem:
        """The problem of an exact answer that took longer than was estimated."""
        return faulty([self._over_budget("took longer than was estimated and was stopped")])

    def _over_budget(self, takes: str) -> Fault:
        detail = (
            f"an exact answer {takes}; the budget is {self.milliseconds:,} ms. "
            "Allow more, or ask for method auto or sampled"
        )
        return Fault("over_budget", detail, ("method",), impossible=True)


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


def _says(asked: _Asked, method: str) -> dict[str, Any]:
    """What an answer says of itself."""
    objective: Any = asked.objective.kind
    if asked.objective.row is not None:
        objective = {"row": ROWS[asked.objective.row], "at_least": asked.objective.at_least}
    tickets = {str(cards): points_number(worth) for cards, worth in asked.values.fantasyland}
    return {
        "rules": rules_echo(asked.rules),
        "unseen": len(asked.unseen),
        "cards_to_come": asked.to_come,
        "method": method,
        "objective": objective,
        "values": {
            "foul": None if asked.finished else points_number(asked.values.foul),
            "fantasyland": tickets,
        },
    }


def _odds(question: Question) -> Work[Any]:
    asked = _Asked(question)
    board = asked.position.board

    def exact(deadline: float) -> Odds:
        return best_play(board, **asked.engine_arguments(deadline))

    def show_exact(odds: Odds) -> Answer:
        return {**_says(asked, "exact"), **exact_odds(asked.board, odds)}

    def sampled(deadline: float) -> SampledOdds:
        return sample_odds(board, **asked.sampling_arguments(deadline))

    def show_sampled(odds: SampledOdds) -> Answer:
        return {
            **_says(asked, "sampled"),
            **_sampling(asked, odds),
            **sampled_odds(asked.board, odds),
        }

    return asked.work("odds", exact, show_exact, sampled, show_sampled)


def _placements(question: Question) -> Work[Any]:
    asked = _Asked(question)
    limit = question.get("limit")
    board, hand = asked.position.board, asked.position.hand

    def exact(deadline: float) -> list[Placement]:
        return rank_placements(board, hand, **asked.engine_arguments(deadline))

    def show_exact(ranked: list[Placement]) -> Answer:
        shown = [_placement(asked, one, exact_odds) for one in ranked[:limit]]
        return _ranking(asked, "exact", len(ranked), shown)

    def sampled(deadline: float) -> SampledRanking:
        return sample_placements(board, hand, **asked.sampling_arguments(deadline))

    def show_sampled(ranking: SampledRanking) -> Answer:
        shown = [_placement(asked, one, sampled_odds) for one in ranking.placements[:limit]]
        answer = _ranking(asked, "sampled", ranking.count, shown)
        return answer | _sampling(asked, ranking)

    return asked.work("placements", exact, show_exact, sampled, show_sampled)


@contextmanager
def _values_in_range() -> Iterator[None]:
    """Turn values that whole numbers of 64 bits cannot add up into a fault."""
    try:
        yield
    except ValuesError as error:
        raise faulty([Fault("wrong_value", str(error), ("values",), impossible=True)]) from None


def _ranking(asked: _Asked, method: str, count: int, shown: Sequence[Answer]) -> dict[str, Any]:
    return {
        **_says(asked, method),
        "board": str(asked.board),
        "dealt": _names(asked.dealt),
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
    """A placement of the canonical position, in the caller's suits and on the caller's board."""
    placed = [asked.back(cards) for cards in placement.place]
    return {
        "place": {row: _names(cards) for row, cards in zip(ROWS, placed, strict=True) if cards},
        "discard": _names(asked.back(placement.discards)),
        **show_odds(asked.board.with_cards(placed), placement.odds),
    }


def _sampling(asked: _Asked, found: SampledOdds | SampledRanking) -> dict[str, Any]:
    return {
        "samples": found.samples,
        "seed": asked.seed,
        "policy": found.policy,
        "complete": found.complete,
    }


OPERATIONS = (
    Operation(
        id="odds",
        path="/v1/odds",
        tag="Odds",
        summary="What best play makes of the whole board",
        description="The expected objective, and the whole distribution of fouls, Fantasyland, "
        "royalties and rows, under the play that is best for the objective. Exact within the last "
        "two streets (the last five or six cards in classic), as fractions of whole numbers of "
        "deals; sampled before, with standard errors, where the answer is that of playing the "
        "named policy.",
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
        "the board that it leaves. Exact for the last three streets of Pineapple; sampled before, "
        "every placement on the same deals. A sampled ranking gives more samples to what looks "
        "better: it lists the placements of its last round first, then those that left the race "
        "one round earlier, and so on, each best first. With the policy outlook-1 those that may "
        "be best, three to ten, are in the race; the others follow as its network ranks them, with "
        "two deals each. `samples` of each says how many it got; one that got none before the "
        "budget ended is left out. Side by side, an opponent's cards "
        "may still come to both players and so are not dead.",
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
