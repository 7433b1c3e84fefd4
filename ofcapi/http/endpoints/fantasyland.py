"""The operations about Fantasyland hands: the best set, and the odds before the cards are seen."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from ofcapi.engine.fantasyland.odds import StayOdds, stay_faults, stay_odds, table_odds
from ofcapi.engine.fantasyland.sets import BestSets, FantasylandSet, best_sets, set_faults
from ofcapi.engine.game.board import Board, unseen_cards
from ofcapi.engine.game.cards import CARD_NAMES, DECK_SIZE
from ofcapi.engine.game.encoding import digest
from ofcapi.engine.game.faults import Fault, no_fantasyland
from ofcapi.engine.game.rules import ROWS, compile_rules
from ofcapi.engine.game.score import cards_after_staying
from ofcapi.engine.game.suits import Position, Renaming, canonical_position
from ofcapi.engine.opponents.seating import Seated, seat, seating_seconds
from ofcapi.engine.play.question import Effort, Question, unseen_by
from ofcapi.engine.worth.estimate import Estimate
from ofcapi.engine.worth.values import GivenValues, Values, ValuesSource
from ofcapi.http.endpoints.asking import budget_of, limits_faults, seed_of
from ofcapi.http.endpoints.opposite import boards_given, opposite, shown_opponents
from ofcapi.http.endpoints.shown import estimated, rules_echo
from ofcapi.http.forms.fields import points_number
from ofcapi.http.forms.schemas.fantasyland import (
    FantasylandOddsAnswer,
    FantasylandOddsRequest,
    FantasylandSetAnswer,
    FantasylandSetRequest,
)
from ofcapi.http.operations import Answer, Example, Operation
from ofcapi.http.service.settings import settings
from ofcapi.http.work.workshop import Work

DEFAULT_HANDS = 2_000
"""Hands sampled where a request does not say: a few seconds at most on one core."""

POLICY = "best-set"
"""Sampled hands are not played but set, each the best way."""

Members = Mapping[str, Any]


def _check_set(members: Mapping[str, Any]) -> Iterator[Fault]:
    rules = members.get("rules")
    yield from set_faults(
        members.get("cards"),
        members.get("opponents") or (),
        rules,
        players=members.get("players"),
        played=members.get("opponents_played") is not False,
    )
    yield from _no_foul_value(members)
    yield from limits_faults(members)
    yield from no_fantasyland(rules)


def _no_foul_value(members: Members) -> Iterator[Fault]:
    values = members.get("values")
    if isinstance(values, GivenValues) and values.foul is not None:
        detail = "values.foul is not used for a Fantasyland hand; leave it out"
        yield Fault("contradiction", detail, ("values", "foul"), impossible=True)


def _tickets(members: Members, cards: int) -> tuple[dict[int, Fraction], ValuesSource]:
    """The tickets to play for, those for so many cards and for staying with them among them.

    With them comes where they are from.
    """
    rules, values = members["rules"], members["values"]
    stays_with = cards_after_staying(compile_rules(rules), cards)
    tickets = dict(values.of(rules, cards, stays_with).fantasyland)
    return tickets, values.source(rules, cards, stays_with)


def _set(members: Members) -> Work[tuple[BestSets, Seated]]:
    rules, cards, objective = members["rules"], members["cards"], members["objective"]
    compiled = compile_rules(rules)
    tickets, source = _tickets(members, len(cards))
    opponents, hidden = opposite(members)
    question, back = Question(
        board=Board(),
        rules=rules,
        unseen=unseen_by(Board(), rules, cards, (), boards_given(members)),
        dealt=cards,
        opponents=opponents,
        values=Values(fantasyland=tuple(sorted(tickets.items()))),
        hidden=hidden,
    ).canonical()
    key = digest("set", question, objective)
    certain = question.opponents_finished
    effort = Effort(
        threads=settings().threads, samples=members.get("samples"), seed=seed_of(members, key.hex())
    )

    def compute(deadline: float) -> tuple[BestSets, Seated]:
        seated = seat(question, replace(effort, deadline=deadline))
        # A few hundredths of a second at the most: no look at the clock.
        rivals = seated.question.rivals or ()
        return best_sets(question.dealt, compiled, objective, tickets, rivals=rivals), seated

    def show(result: tuple[BestSets, Seated]) -> Answer:
        found, seated = result
        staying = found.best_staying
        best_royalties = sum(found.best_royalties.royalties)
        drawn = (
            {}
            if certain
            else {
                "samples": min(one.boards for one in seated.opponents if not one.finished),
                "seed": effort.seed,
                "complete": seated.complete,
            }
        )
        return {
            "rules": rules_echo(rules),
            "method": "exact" if certain else "sampled",
            "opponents": shown_opponents(members, question, back, seated.opponents),
            "settled": question.settles,
            "objective": objective,
            "values": _values(tickets),
            "values_source": source,
            "best": _shown(found.best, cards, back, certain),
            "best_royalties": _shown(found.best_royalties, cards, back, certain),
            "best_staying": None if staying is None else _shown(staying, cards, back, certain),
            "staying_costs": None if staying is None else best_royalties - sum(staying.royalties),
            **drawn,
        }

    return Work(
        key if certain else digest(key.hex(), effort.samples, effort.seed),
        budget_of(members),
        compute,
        show,
        is_complete=lambda result: result[1].complete,
        seconds=seating_seconds(question, effort.samples),
    )


def _values(tickets: Mapping[int, Fraction]) -> Answer:
    return {"fantasyland": {str(cards): points_number(worth) for cards, worth in tickets.items()}}


def _shown(found: FantasylandSet, cards: Sequence[int], back: Renaming, certain: bool) -> Answer:
    top, middle, bottom = (back(row)[::-1] for row in found.board.rows)
    discards = back(found.discards)
    return {
        "board": str(Board(top, middle, bottom)),
        "discards": [CARD_NAMES[card] for card in cards if card in discards],
        "legal": found.legal,
        "royalties": {
            **dict(zip(ROWS, found.royalties, strict=True)),
            "total": sum(found.royalties),
        },
        "stays": found.stays,
        "points": points_number(found.points),
        **({} if certain else {"std_error": found.points_error}),
    }


def _check_odds(members: Mapping[str, Any]) -> Iterator[Fault]:
    yield from stay_faults(members.get("cards"), members.get("dead") or (), members.get("rules"))
    yield from _no_foul_value(members)
    yield from limits_faults(members)


def _odds(members: Members) -> Answer | Work[StayOdds]:
    rules, cards, dead = members["rules"], members["cards"], members["dead"]
    compiled = compile_rules(rules)
    tickets, source = _tickets(members, cards)

    def show(found: StayOdds, method: str = "sampled") -> Answer:
        return {
            "rules": rules_echo(rules),
            "cards": cards,
            "unseen": DECK_SIZE - len(dead),
            "values": _values(tickets),
            "values_source": source,
            "ticket": points_number(tickets[cards]),
            "method": method,
            "can_stay": _estimate(found.can_stay),
            "stays": _estimate(found.stays),
            "royalties": _estimate(found.royalties),
            "samples": found.samples,
            "seed": found.seed,
            "complete": found.complete,
            **({"policy": POLICY} if method == "sampled" else {}),
        }

    if not dead and not any(name in members for name in ("samples", "seed")):
        known = table_odds(cards, compiled, tickets)
        if known is not None:
            return show(known, "table")
    position, _ = canonical_position(Position(Board(), unseen=unseen_cards(dead)))
    canonical = ("stay", position, cards, rules, sorted(tickets.items()))
    samples, seed = members.get("samples", DEFAULT_HANDS), seed_of(members, *canonical)
    threads = settings().threads

    def compute(deadline: float) -> StayOdds:
        gone = unseen_cards(position.unseen)
        return stay_odds(cards, compiled, tickets, gone, samples, seed, threads, deadline)

    return Work(
        digest(*canonical, samples, seed),
        budget_of(members),
        compute,
        show,
        is_complete=lambda found: found.complete,
    )


def _estimate(estimate: Estimate) -> Answer:
    return estimated(estimate.value, estimate.std_error)


OPERATIONS = (
    Operation(
        id="setFantasyland",
        path="/v1/fantasyland/set",
        tag="Fantasyland",
        summary="The best set of a Fantasyland hand",
        description="The provably best way to set 13 to 17 cards: for points (royalties, the "
        "ticket for staying, and finished opponents if given), for royalties, or for staying; "
        "and what staying costs in royalties. If every set is a foul (possible in "
        "deuce-to-seven), the best is one of them and `legal` is false.",
        request=FantasylandSetRequest(),
        answer=FantasylandSetAnswer(),
        check=_check_set,
        function=_set,
        methods=("POST",),
        problems=(422,),
        computes=True,
        examples={
            "fourteen": Example(
                "Fourteen cards", {"cards": "Ks8h7h4sKc9c7s7dTd4dQs4h5cKd", "rules": "pineapple"}
            ),
            "against": Example(
                "Against a finished board",
                {
                    "cards": "KdQh6d9s6cKcAs6h7dQd4sJd2c9h",
                    "opponents": ["Qs8c3s/JhJc9d5d2h/AhAdTs7c4d"],
                    "values": {"fantasyland": {"14": 8.5}},
                },
            ),
        },
    ),
    Operation(
        id="fantasylandOdds",
        path="/v1/fantasyland/odds",
        tag="Fantasyland",
        summary="The odds of a Fantasyland hand before its cards are seen",
        description="The chance that a staying set exists, the chance that best play for points "
        "stays, and mean best royalties, each with its standard error; `ticket` is the value in "
        "points of being dealt so many cards that these rules use. From a table without "
        "dead cards, else sampled.",
        request=FantasylandOddsRequest(),
        answer=FantasylandOddsAnswer(),
        check=_check_odds,
        function=_odds,
        problems=(422,),
        computes=True,
        examples={
            "table": Example("Fourteen cards, nothing dead", {"cards": 14}),
            "dead": Example(
                "Two aces dead, progressive",
                {"cards": 15, "dead": "AhAs", "samples": 200, "rules": "progressive"},
            ),
        },
    ),
)
