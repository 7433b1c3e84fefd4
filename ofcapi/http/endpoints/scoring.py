"""The operation that scores one board, and checks of Fantasyland hands."""

from collections.abc import Mapping
from typing import Any

from ofcapi.engine.game.cards import CARD_NAMES
from ofcapi.engine.game.faults import Fault, board_faults
from ofcapi.engine.game.rules import ROWS, compile_rules
from ofcapi.engine.game.score import RowScore, score
from ofcapi.engine.game.seats import cards_held, fantasyland_hand_faults
from ofcapi.http.endpoints.shown import reason_answer, rules_echo
from ofcapi.http.forms.schemas.scoring import ScoreAnswer, ScoreRequest
from ofcapi.http.operations import Answer, Example, Operation


def _check_score(members: Mapping[str, Any]) -> list[Fault]:
    faults = board_faults(members.get("board"), members.get("dead") or ())
    return faults + fantasyland_hand_faults(
        members.get("in_fantasyland") or False, members.get("rules")
    )


def _score(question: Mapping[str, Any]) -> Answer:
    board, rules = question["board"], question["rules"]
    held = cards_held(question["in_fantasyland"], rules)
    result = score(board, compile_rules(rules), question["dead"], held)
    top, middle, bottom = result.royalties
    return {
        "rules": rules_echo(rules),
        "board": str(board),
        "complete": board.complete,
        "foul": {"status": result.foul, "reason": reason_answer(result.reason)},
        "rows": {name: _row(row) for name, row in zip(ROWS, result.rows, strict=True)},
        "royalties": {
            "top": top,
            "middle": middle,
            "bottom": bottom,
            "total": top + middle + bottom,
        },
        "fantasyland": {
            "enters": result.enters,
            "stays": result.stays,
            "cards": result.fantasyland_cards,
        },
    }


def _row(row: RowScore) -> Answer:
    return {
        "cards": [CARD_NAMES[card] for card in row.cards],
        "complete": row.complete,
        "category": row.category,
        "description": row.description,
        "royalty": row.royalty,
    }


OPERATIONS = (
    Operation(
        id="score",
        path="/v1/score",
        tag="Scoring",
        summary="Foul check and royalties of one board",
        description="Scores one board, finished or unfinished. For an unfinished board it returns "
        "what is already certain, and `open` only if some unseen cards can still make it legal.",
        request=ScoreRequest(),
        answer=ScoreAnswer(),
        check=_check_score,
        function=_score,
        problems=(422,),
        examples={
            "complete": Example(
                "A legal board that enters Fantasyland",
                {"rules": "pineapple", "board": "QhQd2s/KhKdKs4c3d/9cTcJcQcKc"},
            ),
            "foul": Example("A foul, with its reason", {"board": "AsAh3d/KcQd9h5c2s/AdKhQhJhTd"}),
            "partial": Example(
                "An unfinished board with dead cards",
                {"board": "QsQd/KcKhKd7d/AhAsAcAd", "dead": "2c3d", "rules": "progressive"},
            ),
            "stay": Example(
                "A Fantasyland hand that stays",
                {
                    "board": "2s2h2d/3s3c3d9sKc/AhTh8h7h4h",
                    "in_fantasyland": 15,
                    "rules": "ultimate",
                },
            ),
        },
    ),
)
