"""The operation about draws: what the cards to come can make of each row on its own."""

from collections.abc import Iterator, Mapping
from typing import Any

from ofcapi.engine.draws.odds import MOST_CARDS_TO_COME, DrawOdds, RowDraws, draw_faults, draw_odds
from ofcapi.engine.game.board import unseen_cards
from ofcapi.engine.game.cards import CARD_NAMES
from ofcapi.engine.game.encoding import digest
from ofcapi.engine.game.faults import Fault
from ofcapi.engine.game.rules import ROWS, compile_rules
from ofcapi.engine.game.streets import cards_to_come
from ofcapi.engine.game.suits import Position, Renaming, canonical_position
from ofcapi.http.endpoints.asking import budget_of
from ofcapi.http.endpoints.shown import exact, rules_echo
from ofcapi.http.forms.schemas.drawing import DrawsAnswer, DrawsRequest
from ofcapi.http.operations import Answer, Example, Operation
from ofcapi.http.work.workshop import Work

_MODEL = (
    "Each row on its own: the cards already in it stay, and it takes the best of all the cards to "
    "come, seen together. The other rows are ignored, and so is that cards are placed or discarded "
    "before the next ones are seen; what best play makes of the whole board is /v1/odds."
)


def _check(members: Mapping[str, Any]) -> Iterator[Fault]:
    return draw_faults(
        members.get("board"),
        members.get("dead") or (),
        members.get("rules"),
        members.get("cards_to_come"),
    )


def _draws(question: Mapping[str, Any]) -> Work[DrawOdds]:
    board, rules = question["board"], question["rules"]
    compiled = compile_rules(rules)
    to_come = question.get("cards_to_come")
    if to_come is None:
        to_come = cards_to_come(board, rules)
    unseen = unseen_cards(board.cards, question["dead"])
    position, back = canonical_position(Position(board, unseen=unseen))

    def compute(deadline: float) -> DrawOdds:
        # A few hundredths of a second at the most: no look at the clock.
        return draw_odds(position.board, compiled, position.unseen, to_come)

    def show(odds: DrawOdds) -> Answer:
        return {
            "rules": rules_echo(rules),
            "board": str(board),
            "unseen": odds.unseen,
            "cards_to_come": odds.cards_to_come,
            "method": "exact",
            "model": "seen_together",
            "explanation": _MODEL,
            "rows": {name: _row(row, back) for name, row in zip(ROWS, odds.rows, strict=True)},
        }

    key = digest("draws", position, rules, to_come)
    return Work(key, budget_of(question), compute, show)


def _row(row: RowDraws, back: Renaming) -> Answer:
    return {
        "open": row.open,
        "made": row.made,
        "at_least": _chances(row.at_least, row.denominator),
        "exactly": _chances(row.exactly, row.denominator),
        "outs": {
            category: [CARD_NAMES[card] for card in back(cards)]
            for category, cards in row.outs.items()
        },
    }


def _chances(counts: Mapping[str, int] | None, denominator: int) -> Answer | None:
    if counts is None:
        return None
    return {category: exact(count, denominator) for category, count in counts.items()}


OPERATIONS = (
    Operation(
        id="draws",
        path="/v1/draws",
        tag="Odds",
        summary="Exact odds of completing each row",
        description="For each row on its own, the chance that the cards to come can make it at "
        "least, and exactly, each category; its outs, and what it holds now. Counted exactly at "
        f"any street, for up to {MOST_CARDS_TO_COME} cards to come. " + _MODEL,
        request=DrawsRequest(),
        answer=DrawsAnswer(),
        check=_check,
        function=_draws,
        problems=(422,),
        computes=True,
        examples={
            "flush": Example(
                "Four to a flush after the opening, two cards of the opponent seen",
                {"board": "7s//AhKh5h2h", "dead": "QdJc"},
            ),
            "next": Example(
                "The next card alone",
                {"rules": "classic", "board": "QhJd3c/7c7d2s/9h9dTs5c", "cards_to_come": 2},
            ),
        },
    ),
)
