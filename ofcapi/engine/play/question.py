"""The question that best play answers, and how much work the answer may take.

Every function about best play takes these two: what is asked, and with what effort. What cannot be
asked is said here too, as faults with a path.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from ofcapi.engine.game.board import Board, unseen_cards
from ofcapi.engine.game.faults import Fault, board_lists, impossible, opponents_seen, repeats
from ofcapi.engine.game.presets import DEFAULT_PRESET, PRESETS
from ofcapi.engine.game.rules import CompiledRules, Rules, compile_rules
from ofcapi.engine.game.seats import deal_faults, opponent_faults
from ofcapi.engine.game.streets import cards_to_come, dealt_next, not_at_street_end
from ofcapi.engine.game.suits import Position, Renaming, canonical_position
from ofcapi.engine.worth.settled import Rivals, finished_rivals
from ofcapi.engine.worth.values import (
    FOUL_ONLY,
    POINTS,
    Objective,
    ObjectiveError,
    Valuation,
    Values,
    value_boards_by,
)


class PositionError(ValueError):
    """An invalid board: in the middle of a street, or with too few unseen cards."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked about a board, or about the cards that were dealt to it.

    board      the board, at the end of a street
    rules      the rule set
    unseen     cards that may still come to the player, the dealt ones not among them
    dealt      cards in hand that are to be placed; none where the board itself is asked about
    opponents  boards to settle against, pair by pair; then ``values.foul`` is not used
    objective  what play is best for
    values     what a foul and the tickets to Fantasyland are worth, in points
    hidden     for each opponent whose board nobody has seen: the cards of their Fantasyland hand, 0
               for a hand that is played street by street
    rivals     how the opponents' boards may end, once that is known: see ``opponents.seating``
    """

    board: Board
    rules: Rules
    unseen: tuple[int, ...]
    dealt: tuple[int, ...] = ()
    opponents: tuple[Board, ...] = ()
    objective: Objective = POINTS
    values: Values = FOUL_ONLY
    hidden: tuple[int, ...] = ()
    rivals: tuple[Rivals, ...] | None = None

    @property
    def compiled(self) -> CompiledRules:
        """The rule set, ready to compute with."""
        return compile_rules(self.rules)

    @property
    def valuation(self) -> Valuation:
        """What finished boards are worth; raises ``ObjectiveError`` and ``ValuesError``.

        ``ValueError`` where it is not known yet how an opponent's board ends.
        """
        rivals = self.rivals
        if rivals is None:
            if not self.opponents_finished:
                raise ValueError("an opponent's board is not finished: seat the opponents first")
            rivals = finished_rivals(self.opponents)
        return value_boards_by(self.compiled, self.objective, self.values, rivals)

    @property
    def settles(self) -> bool:
        """Whether points are those of a settlement, because somebody sits opposite."""
        return bool(self.opponents or self.hidden)

    @property
    def opponents_finished(self) -> bool:
        """Whether it is certain what the opponents have."""
        return not self.hidden and all(board.complete for board in self.opponents)

    @property
    def to_come(self) -> int:
        """The cards that will still be dealt to the player, discards included."""
        return cards_to_come(self.board, self.rules, len(self.dealt))

    def canonical(self) -> tuple["Question", Renaming]:
        """The question that stands for all that differ in the names of suits and orders alone.

        With it comes the renaming that leads its cards back to those of this question.
        """
        position, back = canonical_position(
            Position(self.board, self.dealt, self.opponents, self.unseen)
        )
        asked = replace(
            self,
            board=position.board,
            dealt=position.hand,
            opponents=position.opponents,
            hidden=tuple(sorted(self.hidden)),
            unseen=position.unseen,
        )
        return asked, back


@dataclass(frozen=True, slots=True)
class Effort:
    """How much work an answer may take, and the luck of its samples.

    threads   threads that compute; they change no answer, only the time that it takes
    deadline  in ``time.monotonic`` seconds, None for no end
    samples   how many samples, None for as many as the street and the policy need
    seed      of the samples: the same question with the same seed gets the same answer
    """

    threads: int = 2
    deadline: float | None = None
    samples: int | None = None
    seed: int = 0


def unseen_by(
    board: Board,
    rules: Rules,
    dealt: Iterable[int] = (),
    dead: Iterable[int] = (),
    opponents: Iterable[Board | None] = (),
) -> tuple[int, ...]:
    """The cards that may still come to a player: not those of their board and hand, nor dead ones.

    Cards on opponents' boards are dead, except side by side, where both players get the same cards.
    """
    others = () if rules.deal.same_cards else opponents
    seen = [opponent.cards for opponent in others if opponent is not None]
    return unseen_cards(board.cards, dead, dealt, *seen)


def question_faults(
    board: Board | None,
    rules: Rules | None,
    dealt: Sequence[int] | None,
    dead: Sequence[int],
    opponents: Sequence[Board | int | None],
    objective: Objective | None,
    *,
    players: int | None = None,
    played: bool = True,
    decision: bool,
) -> Iterator[Fault]:
    """What is impossible about a question, in the parts of it that could be read.

    A ``decision`` is about the cards that are ``dealt``. Other questions deal none. Opponents are
    boards, or the cards of a Fantasyland hand; ``played`` says whether those that are not finished
    are played on, and ``players`` how many sit at the table, None for those who are given.
    """
    boards = [one if isinstance(one, Board) else None for one in opponents]
    others, faults = opponents_seen(boards, rules)
    yield from faults
    hand = dealt or ()
    lists = [(("dead",), dead), *others, *board_lists(board, "board"), (("dealt",), hand)]
    twice = repeats(lists)
    yield from twice
    if board is not None and rules is not None and not twice:
        unseen = len(unseen_by(board, rules, hand, dead, boards))
        needed = cards_to_come(board, rules, len(hand))
        if unseen < needed:
            detail = f"{needed} more cards would be dealt here, but only {unseen} are unseen"
            yield impossible("too_few_unseen", detail, "dead")
        elif played:
            yield from deal_faults(needed, unseen, opponents, rules, players)
    if objective is not None:
        yield from _objective_faults(objective, rules)
    if board is not None and rules is not None:
        yield from _decision_faults(board, rules, dealt) if decision else _end_faults(board, rules)
    yield from opponent_faults(opponents, rules, players, played=played)


def _objective_faults(objective: Objective, rules: Rules | None) -> Iterator[Fault]:
    """A fault of a hand that the row never is; where no rules could be read, under any rules."""
    sets = [rules] if rules else [PRESETS[DEFAULT_PRESET], PRESETS["deuce-to-seven"]]
    refused = []
    for one in sets:
        try:
            value_boards_by(compile_rules(one), objective, FOUL_ONLY, ())
        except ObjectiveError as error:
            refused.append(str(error))
    if len(refused) == len(sets):
        yield impossible("wrong_value", refused[0], "objective", "at_least")


def _end_faults(board: Board, rules: Rules) -> Iterator[Fault]:
    why = not_at_street_end(board, rules)
    if why:
        yield impossible("not_at_street_end", why, "board")


def _decision_faults(board: Board, rules: Rules, dealt: Sequence[int] | None) -> Iterator[Fault]:
    why = not_at_street_end(board, rules) if board.cards else None
    if why:
        detail = f"{why}; before the opening it must be empty"
        yield impossible("not_at_street_end", detail, "board")
    elif board.complete:
        yield impossible("board_complete", "the board is complete: nothing can be placed", "board")
    elif dealt is not None and len(dealt) != dealt_next(board, rules):
        what = "the opening deals" if not board.cards else f"a {rules.deal.name} street deals"
        detail = f"{what} {dealt_next(board, rules)} cards, not {len(dealt)}"
        yield impossible("wrong_deal", detail, "dealt")


def check_position(board: Board, rules: Rules, unseen: int) -> None:
    """Raise ``PositionError`` where a board cannot stand at the end of a street and be finished."""
    why = not_at_street_end(board, rules)
    if why:
        raise PositionError(why)
    needed = cards_to_come(board, rules)
    if unseen < needed:
        raise PositionError(f"{needed} more cards would be dealt, but only {unseen} are unseen")


def check_decision(question: Question) -> int:
    """How many of the dealt cards are kept; raises ``PositionError`` where they cannot be placed.

    That is for a deal of another size than the rules say, one with no room on the board, and too
    few unseen cards to finish with.
    """
    board, rules = question.board, question.rules
    deal = rules.deal
    count, kept = (deal.dealt, deal.kept) if board.cards else (deal.opening, deal.opening)
    if len(question.dealt) != count:
        raise PositionError(f"{deal.name} deals {count} cards here, not {len(question.dealt)}")
    if board.open_slots < kept:
        raise PositionError(f"the board has no room for {kept} more cards")
    if board.cards:
        check_position(board, rules, len(question.unseen) + count)
    return kept
