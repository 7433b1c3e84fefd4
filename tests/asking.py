"""Questions as tests put them together: of any sequences, and of rules compiled or not."""

from collections.abc import Sequence

from ofcapi.engine.game.board import Board
from ofcapi.engine.game.rules import CompiledRules, Rules
from ofcapi.engine.play.question import Question
from ofcapi.engine.worth.values import FOUL_ONLY, POINTS, Objective, Values


def ask(
    board: Board,
    rules: CompiledRules | Rules,
    unseen: Sequence[int],
    objective: Objective = POINTS,
    values: Values = FOUL_ONLY,
    opponents: Sequence[Board] = (),
    dealt: Sequence[int] = (),
) -> Question:
    """The question about a board, or about the cards that are dealt to it."""
    plain = rules if isinstance(rules, Rules) else rules.rules
    return Question(board, plain, tuple(unseen), tuple(dealt), tuple(opponents), objective, values)
