"""The operation that settles finished hands."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ofcapi.engine.game.faults import Fault
from ofcapi.engine.game.rules import ROWS, Rules, compile_rules
from ofcapi.engine.game.seats import cards_held, hand_faults
from ofcapi.engine.game.settlement import (
    Hand,
    Pair,
    Running,
    Seat,
    SeatResult,
    Stakes,
    settle_hand,
    settle_match,
)
from ofcapi.http.endpoints.shown import reason_answer, rules_echo
from ofcapi.http.forms.fields import amount
from ofcapi.http.forms.schemas.settling import SettlementAnswer, SettlementRequest
from ofcapi.http.operations import Answer, Example, Operation

Player = Mapping[str, Any]


def _check(members: Mapping[str, Any]) -> Iterator[Fault]:
    players, hands = members.get("players"), members.get("hands")
    if ("players" in members) == ("hands" in members):
        detail = "either players (one hand) or hands (a match) is required, not both"
        code = "contradiction" if "players" in members else "missing_member"
        yield Fault(code, detail, ("players",), impossible=True)
    if players is hands is None:
        return
    rules = members.get("rules")
    played = [players] if hands is None else hands
    every: list[list[Player]] = [[player or {} for player in hand or ()] for hand in played]
    for place, hand in enumerate(every):
        path: tuple[str | int, ...] = ("players",) if hands is None else ("hands", place)
        yield from _check_hand(hand, rules, path)
        if place > 0:
            yield from _check_seats(hand, every[0], path)
    if "match_cap" in members and hands is None:
        detail = "match_cap requires hands (a match)"
        yield Fault("contradiction", detail, ("match_cap",), impossible=True)
    seats = every[0] if every else ()
    if (members.get("button") or 0) >= len(seats) > 0:
        detail = f"button must be a seat from 0 to {len(seats) - 1}"
        yield Fault("no_such_seat", detail, ("button",), impossible=True)
    if (members.get("stakes") or "uncapped") != "uncapped":
        first: tuple[str | int, ...] = ("players",) if hands is None else ("hands", 0)
        for seat, player in enumerate(seats):
            if "stack" not in player:
                detail = f"stakes {members['stakes']} requires the stack of every player"
                yield Fault("missing_stack", detail, (*first, seat, "stack"), impossible=True)


def _check_hand(
    players: Sequence[Player], rules: Rules | None, path: tuple[str | int, ...]
) -> Iterator[Fault]:
    boards = [player.get("board") for player in players]
    held = [player.get("in_fantasyland") or False for player in players]
    return hand_faults(boards, held, rules, *path)


def _check_seats(
    players: Sequence[Player], first: Sequence[Player], path: tuple[str | int, ...]
) -> Iterator[Fault]:
    """Faults of a later hand of a match: it must have the same players as the first hand."""
    if len(players) != len(first):
        detail = f"every hand of a match must have as many players as the first: {len(first)}"
        yield Fault("contradiction", detail, path, impossible=True)
    for seat, (player, before) in enumerate(zip(players, first, strict=False)):
        name, known = (_name(one, seat) for one in (player, before))
        if name != known:
            detail = f"this must be {known}, who has this seat in the first hand of the match"
            yield Fault("contradiction", detail, (*path, seat, "name"), impossible=True)
        if "stack" in player:
            detail = "a stack can be given in the first hand only; it carries over to later hands"
            yield Fault("contradiction", detail, (*path, seat, "stack"), impossible=True)


def _name(player: Player, seat: int) -> str:
    return str(player.get("name", f"seat {seat + 1}"))


def _seats(players: Sequence[Player], rules: Rules) -> list[Seat]:
    return [
        Seat(
            _name(player, seat),
            player["board"],
            player.get("stack"),
            cards_held(player["in_fantasyland"], rules),
        )
        for seat, player in enumerate(players)
    ]


def _settle(question: Mapping[str, Any]) -> Answer:
    rules = question["rules"]
    compiled = compile_rules(rules)
    stakes = Stakes(question["point_value"], question["stakes"], question.get("match_cap"))
    answer = {
        "rules": rules_echo(rules),
        "point_value": amount(stakes.point_value),
        "stakes": stakes.rule,
    }
    if "players" in question:
        seats = _seats(question["players"], rules)
        hand = settle_hand(seats, compiled, question.get("button", len(seats) - 1), stakes)
        return answer | _hand(hand)
    hands = [_seats(players, rules) for players in question["hands"]]
    settled = settle_match(hands, compiled, question.get("button", len(hands[0]) - 1), stakes)
    if stakes.match_cap is not None:
        answer["match_cap"] = amount(stakes.match_cap)
    shown = [{**_hand(hand), "running": _running(hand, totals)} for hand, totals in settled]
    return answer | {"hands": shown, "totals": _running(*settled[-1])}


def _hand(hand: Hand) -> dict[str, Any]:
    return {
        "button": hand.button,
        "players": [_seat(seat) for seat in hand.seats],
        "pairs": [_pair(pair) for pair in hand.pairs],
        "next": {
            "button": hand.next_button,
            "button_moves": hand.next_button != hand.button,
            "fantasyland": hand.fantasyland_next,
        },
    }


def _seat(seat: SeatResult) -> Answer:
    return {
        "name": seat.name,
        "foul": reason_answer(seat.foul),
        "royalties": {
            **dict(zip(ROWS, seat.royalties, strict=True)),
            "total": sum(seat.royalties),
        },
        "points": seat.points,
        "money": amount(seat.money),
        "stack": amount(seat.stack),
        "fantasyland": {
            "enters": seat.enters,
            "stays": seat.stays,
            "cards": seat.fantasyland_cards,
        },
    }


def _pair(pair: Pair) -> Answer:
    return {
        "players": list(pair.players),
        "rows": dict(zip(ROWS, pair.result.rows, strict=True)),
        "scoop": pair.result.scoop,
        "foul": pair.result.foul,
        "royalties": list(pair.result.royalties),
        "points": pair.result.points,
        "owed": amount(pair.owed),
        "paid": amount(pair.paid),
        "explanation": list(pair.explanation),
    }


def _running(hand: Hand, totals: Sequence[Running]) -> list[Answer]:
    return [
        {
            "name": seat.name,
            "points": total.points,
            "money": amount(total.money),
            "stack": amount(seat.stack),
        }
        for seat, total in zip(hand.seats, totals, strict=True)
    ]


OPERATIONS = (
    Operation(
        id="settle",
        path="/v1/settlement",
        tag="Scoring",
        summary="Who pays whom, and why",
        description="Settles finished hands, each pair of players separately, in points and in "
        "money. With `hands` it settles a whole match with running totals. Set `in_fantasyland` "
        "for players in Fantasyland; `next` and `fantasyland` in the result of the previous hand "
        "say who they are.",
        request=SettlementRequest(),
        answer=SettlementAnswer(),
        check=_check,
        function=_settle,
        methods=("POST",),
        problems=(422,),
        examples={
            "foul": Example(
                "A foul pays the points and the other's royalties",
                {
                    "players": [
                        {"board": "AsAh3d/KcQd9h5c2h/AdKhQhJhTd"},
                        {"board": "QsQc3s/8c8d8hKs2s/4c5s6c7s8s"},
                    ]
                },
            ),
            "stakes": Example(
                "Three players, half a euro per point, nobody pays more than they have",
                {
                    "rules": "classic",
                    "players": [
                        {"name": "Ана", "board": "QhQd2s/KhKdKs4c3d/9cTcJcQcKc", "stack": 20},
                        {"name": "Bo", "board": "Js8c3s/JhJd9h5d2c/AhAsQs7c4d", "stack": 10},
                        {"name": "Cy", "board": "AcAd3c/TdTh9s8h2d/7d7h6c5c4h", "stack": 40},
                    ],
                    "point_value": 0.5,
                    "stakes": "pay_what_you_have",
                },
            ),
            "match": Example(
                "Two hands of a match with a cap",
                {
                    "hands": [
                        [
                            {"name": "Ada", "board": "QsQh3d/8c8d8hKc2s/AhKhQdJhTh"},
                            {"name": "Bo", "board": "4h3h5d/KsJc9h5c2h/AdKd9c5s2d"},
                        ],
                        [
                            {
                                "name": "Ada",
                                "board": "9s4d2c/JdJs9d8c6c/Ah2h3h4h5h",
                                "in_fantasyland": True,
                            },
                            {"name": "Bo", "board": "AdKs9h/TdTs7h4c3s/QcQh6d6s8h"},
                        ],
                    ],
                    "match_cap": 30,
                },
            ),
        },
    ),
)
