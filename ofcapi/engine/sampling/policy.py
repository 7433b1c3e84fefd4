"""What a policy is, and which one plays a question."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ofcapi.engine.game.board import Board
from ofcapi.engine.play.best_play import rank_exactly
from ofcapi.engine.play.exact import Clock
from ofcapi.engine.play.question import Question
from ofcapi.engine.play.ways import place_of
from ofcapi.engine.sampling.estimates import Figures, Finisher, Sampler
from ofcapi.engine.sampling.hindsight import Hindsight, kept_of
from ofcapi.engine.sampling.outlook import SLOTS, Outlook, fits, looks_of
from ofcapi.engine.worth.values import Valuation


class Policy(Protocol):
    """Places cards, street by street, as it thinks best for a question.

    ``name`` is what answers call it: another policy has another name, because the same question
    with the same seed is then answered differently.
    """

    @property
    def name(self) -> str: ...

    def choose(
        self,
        board: Board,
        dealt: Sequence[int],
        unseen: Sequence[int],
        state: NDArray[np.uint64],
    ) -> NDArray[np.int64]:
        """The way to place the dealt cards, (3,) int64: by row the bit set of them.

        ``dealt`` are ascending: the opening of an empty board, or a street that leaves two open
        slots or more. ``unseen`` are the cards that may come after them. ``state`` (1,) is a
        generator of random numbers, which moves on where the policy uses it.
        """


class SampledPolicy(Policy, Protocol):
    """A policy that plays samples of boards, and says how many placements and samples it takes."""

    @property
    def valuation(self) -> Valuation: ...
    @property
    def figures(self) -> Figures: ...
    @property
    def leaders(self) -> int: ...
    @property
    def enough_to_trust(self) -> int: ...
    @property
    def chunk(self) -> int: ...

    def sampled_streets(self, slots: int) -> int:
        """How many streets of a board with so many open slots are sampled, not counted."""

    def default_samples(self, slots: int, ranking: bool) -> int:
        """Samples of a board, or of a ranking's leaders."""

    def first_order(
        self, board: Board, dealt: Sequence[int], unseen: Sequence[int], seed: int
    ) -> tuple[list[int], int]:
        """The placements by a first look, best first, and how many of them may be the best."""

    def new_sampler(self, unseen: Sequence[int], seed: int) -> Sampler:
        """What plays samples in one thread; ``seed`` is from 0 to 2**63 - 1."""

    def new_finisher(self, unseen: Sequence[int], seed: int) -> Finisher:
        """What plays boards to their very ends in one thread, as best play breaks ties: by rows."""


def policy_for(question: Question, slots: int) -> SampledPolicy:
    """The best policy that there is for a question's boards with so many open slots.

    That is ``outlook`` where its networks know the game, ``hindsight`` everywhere else.
    """
    unseen = len(question.unseen)
    if slots in SLOTS and fits(question):
        return Outlook(question.valuation, slots, unseen, looks_of(question))
    return Hindsight(question.valuation, slots, unseen)


def play_street(
    policy: SampledPolicy,
    board: Board,
    dealt: Sequence[int],
    unseen: Sequence[int],
    state: NDArray[np.uint64],
) -> Board:
    """The board after the policy placed dealt cards; up to two open slots are placed for best play.

    So ties go to the stronger rows there.
    """
    hand = sorted(dealt)
    if board.open_slots - kept_of(board, policy.valuation.rules.rules.deal) > 2:
        return board.with_cards(place_of(hand, policy.choose(board, hand, unseen, state)))
    cards = np.array(sorted(unseen, reverse=True), np.int64)
    return rank_exactly(board, hand, policy.valuation, cards, Clock(1, None))[0].board
