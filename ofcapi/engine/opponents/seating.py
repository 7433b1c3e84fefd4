"""How opponents' boards may end: played on, drawn from typical boards, or set in Fantasyland.

An unfinished board is played on by the product's own policy for the rules, over deals of the cards
that its owner may still see: those that the asking player has not seen. Each opponent is dealt to
by themselves. Their play looks at their own board alone: royalties, the ticket, a foul, and of what
is worth the same the stronger rows.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from fractions import Fraction
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from ofcapi.engine.fantasyland.sets import set_strengths
from ofcapi.engine.game.board import Board
from ofcapi.engine.game.encoding import digest
from ofcapi.engine.game.rules import FANTASYLAND_CARDS
from ofcapi.engine.play.question import Effort, Question
from ofcapi.engine.sampling.policy import policy_for
from ofcapi.engine.worth.settled import Rivals, finished_rivals, rivals_of
from ofcapi.engine.worth.tickets import ticket_value
from ofcapi.engine.worth.typical import typical_boards
from ofcapi.engine.worth.values import Values

BOARDS, LAST_STREET_BOARDS = 200, 1000
"""Ends of an unfinished board where the question does not say, and where one street is left."""
FEWEST = 20
"""Ends that are always played, whatever the deadline."""
_SECONDS = {2: 2e-5, 4: 4e-4, 6: 8e-4, 8: 1.3e-3}
"""About what an end takes on one core, by open slots before it, in Pineapple."""
_SECONDS_OF_A_SET = 1e-3


@dataclass(frozen=True, slots=True)
class Opponent:
    """How one opponent's board was brought to its end.

    ``boards`` is how many ends there are: one that is finished has one. ``fantasyland`` is the
    number of cards of a Fantasyland hand, 0 without; ``unknown`` marks a board nobody has seen.
    """

    finished: bool
    boards: int
    unknown: bool = False
    fantasyland: int = 0


@dataclass(frozen=True, slots=True)
class Seated:
    """A question that can be settled, how its opponents were played, and whether all of them were.

    Opponents come in the order of the question, those that nobody has seen last. ``complete`` is
    False where the deadline came before the last board.
    """

    question: Question
    opponents: tuple[Opponent, ...]
    complete: bool


def seat(question: Question, effort: Effort) -> Seated:
    """The question with the boards that its opponents may end with.

    ``effort.samples`` is how many ends an unfinished board gets. Raises ``ValuesError`` as
    ``values`` says.
    """
    rivals: list[Rivals] = []
    opponents: list[Opponent] = []
    complete = True

    def take_typical() -> None:
        boards = typical_boards(question.rules.preset)
        rivals.append(rivals_of(boards))
        opponents.append(Opponent(False, len(boards), unknown=True))

    for number, board in enumerate(question.opponents):
        if board.complete:
            rivals += finished_rivals([board])
            opponents.append(Opponent(finished=True, boards=1))
        elif not board.cards:
            take_typical()
        else:
            wanted = boards_of(board, effort.samples)
            ends = _play_on(question, board, wanted, effort, number)
            rivals.append(rivals_of(ends, sampled=True))
            opponents.append(Opponent(False, len(ends)))
            complete &= len(ends) == wanted
    for number, cards in enumerate(question.hidden, len(question.opponents)):
        if cards:
            wanted = effort.samples or BOARDS
            ends = _set_hands(question, cards, wanted, effort, number)
            rivals.append(rivals_of(ends, sampled=True))
            opponents.append(Opponent(False, len(ends), fantasyland=cards))
            complete &= len(ends) == wanted
        else:
            take_typical()
    return Seated(replace(question, rivals=tuple(rivals)), tuple(opponents), complete)


def boards_of(board: Board, samples: int | None) -> int:
    """How many ends an unfinished board is played to."""
    if samples is not None:
        return samples
    return LAST_STREET_BOARDS if board.open_slots <= 2 else BOARDS


def seating_seconds(question: Question, samples: int | None) -> float:
    """About how long ``seat`` takes on one core."""
    seconds = sum(cards > 0 for cards in question.hidden) * (samples or BOARDS) * _SECONDS_OF_A_SET
    for board in question.opponents:
        if board.cards and not board.complete:
            slots = min(_SECONDS, key=lambda slots: (slots < board.open_slots, slots))
            seconds += boards_of(board, samples) * _SECONDS[slots]
    return seconds


def _play_on(
    question: Question, board: Board, wanted: int, effort: Effort, number: int
) -> NDArray[np.int64]:
    """The strengths (n, 3) of the ends of an unfinished board."""
    rules = question.rules
    values = Values(Fraction(-rules.foul_points), question.values.fantasyland)
    unseen = _may_come(question, board)
    theirs = Question(board, rules, unseen, values=values)
    policy = policy_for(theirs, board.open_slots)
    seed = _seed(effort, number)

    def worker() -> Callable[[int, int], NDArray[np.int64]]:
        finish = policy.new_finisher(unseen, seed)
        return lambda begin, end: finish(board, begin, end)

    return _in_chunks(worker, wanted, effort)


def _may_come(question: Question, board: Board) -> tuple[int, ...]:
    """The cards that may still come to an opponent, as far as the asking player knows.

    Side by side everybody gets the same cards: what a player holds beyond an opponent's board is
    still to come to the one who has placed less.
    """
    if not question.rules.deal.same_cards:
        return question.unseen
    ours = {*question.board.cards, *question.dealt} - set(board.cards)
    behind = len(question.board.cards) + len(question.dealt) > len(board.cards)
    return tuple(sorted({*question.unseen, *(ours if behind else ())} - set(board.cards)))


def _set_hands(
    question: Question, cards: int, wanted: int, effort: Effort, number: int
) -> NDArray[np.int64]:
    """The strengths (n, 3) of the best sets of random Fantasyland hands of so many cards."""
    rules, deck = question.compiled, np.array(question.unseen)
    tickets = {size: ticket_value(question.rules, size) for size in FANTASYLAND_CARDS}
    tickets |= dict(question.values.fantasyland)
    seed = _seed(effort, number)

    def finish(begin: int, end: int) -> NDArray[np.int64]:
        hands = [
            np.random.default_rng([seed, hand]).permutation(deck)[:cards]
            for hand in range(begin, end)
        ]
        return set_strengths(np.array(hands, np.int64), rules, tickets)

    return _in_chunks(lambda: finish, wanted, effort)


def _seed(effort: Effort, number: int) -> int:
    return int.from_bytes(digest("opponent", effort.seed, number)[:7])


def _in_chunks(
    worker: Callable[[], Callable[[int, int], NDArray[np.int64]]], wanted: int, effort: Effort
) -> NDArray[np.int64]:
    """Boards 0, 1, .. on a few threads, fewer than are wanted where the deadline comes first."""
    starts: Iterator[int] = iter(range(0, wanted, FEWEST))
    played: dict[int, NDArray[np.int64]] = {}

    def play() -> None:
        finish = worker()
        # Taking the next number from an iterator of a range is one step of the interpreter.
        for begin in starts:
            late = effort.deadline is not None and monotonic() > effort.deadline
            if late and begin > 0:
                return
            played[begin] = finish(begin, min(begin + FEWEST, wanted))

    if effort.threads == 1 or wanted <= FEWEST:
        play()
    else:
        with ThreadPoolExecutor(effort.threads) as pool:
            for running in [pool.submit(play) for _ in range(effort.threads)]:
                running.result()
    return np.concatenate([played[begin] for begin in sorted(played)])
