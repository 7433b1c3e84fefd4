"""Libraries that people might use instead, with conversions of their cards and results.

They are not needed to run or test the service: requirements-bench.txt lists them, and the page
names those that are not installed. Cards are ours (``4 * rank + suit``).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import version
from itertools import pairwise
from types import ModuleType
from typing import Any, TypeAlias

from ofcapi.engine.game.cards import format_card, format_cards

FiveCards: TypeAlias = Callable[..., int]
"""phevaluator's function: five cards, each an argument; 1 is the best hand and 7,462 the worst."""

MISSING = "not installed"


def library(package: str) -> ModuleType | None:
    """A package from PyPI, None if it is not installed."""
    try:
        return import_module(package.replace("-", "_"))
    except ImportError:
        return None


def named(package: str) -> str:
    """The name of a package, with its version if it is installed."""
    return package if library(package) is None else f"{package} {version(package)}"


def five_cards() -> FiveCards | None:
    """The five-card evaluator of phevaluator, whose cards are numbered as ours are."""
    if library("phevaluator") is None:
        return None
    found: FiveCards = import_module("phevaluator.evaluator").evaluate_5cards
    return found


def same_order(ours: Sequence[int], theirs: Sequence[int]) -> bool:
    """Whether two lists of strengths rank the same hands in the same order, including ties.

    >>> same_order([5, 1, 5], [70, 2, 70]), same_order([5, 1, 5], [70, 2, 71])
    (True, False)
    """
    pairs = sorted(set(zip(ours, theirs, strict=True)))
    return all(low[0] < high[0] and low[1] < high[1] for low, high in pairwise(pairs))


def one_hand_a_call(
    hands: Sequence[Sequence[int]],
) -> dict[str, Callable[[], list[int]] | None]:
    """For each library a function for the strengths of these hands of five; higher is better.

    The cards are converted before, so that only the library's own work is timed.
    """
    found: dict[str, Callable[[], list[int]] | None] = {}
    evaluate = five_cards()
    found[named("phevaluator")] = evaluate and (lambda: [-evaluate(*hand) for hand in hands])
    eval7 = library("eval7")
    if eval7 is None:
        found["eval7"] = None
    else:
        theirs = [[eval7.Card(format_card(card)) for card in hand] for hand in hands]
        found[named("eval7")] = lambda: [eval7.evaluate(hand) for hand in theirs]
    return found


def many_hands_a_call(
    hands: Sequence[Sequence[int]],
) -> dict[str, Callable[[], list[int]] | None]:
    """The same for the library that takes a list of hands as text."""
    equity = library("poker-equity")
    if equity is None:
        return {"poker-equity": None}
    theirs = [format_cards(hand) for hand in hands]
    return {
        named("poker-equity"): lambda: [
            -strength for strength in equity.score_batch("high", theirs)
        ]
    }


@dataclass(frozen=True, slots=True)
class Equity:
    """The first hand's share of the pot, and the number of deals."""

    share: float
    deals: int


def exact_equity(first: str, second: str, board: str) -> Equity | None:
    """Two hands of hold'em over every board, by poker-equity."""
    equity = library("poker-equity")
    if equity is None:
        return None
    found: dict[str, Any] = equity.exact_from_text("holdem", [first, second], board)
    return Equity(found["players"][0]["equity"], found["samples"])


def sampled_equity(first: str, second: str, deals: int) -> dict[str, Callable[[], Equity] | None]:
    """For each library a function that samples two hold'em hands over random boards, one thread."""
    found: dict[str, Callable[[], Equity] | None] = {"poker-equity": None, "eval7": None}
    equity, eval7 = library("poker-equity"), library("eval7")
    if equity is not None:

        def by_poker_equity() -> Equity:
            sampled = equity.chunk_from_text(
                "holdem", [first, second], samples=deals, seed=1, threads=1
            )
            return Equity(sampled["players"][0]["equity"], deals)

        found["poker-equity"] = by_poker_equity
    if eval7 is not None:
        own = [eval7.Card(first[:2]), eval7.Card(first[2:])]
        other = eval7.HandRange(second)
        found["eval7"] = lambda: Equity(
            eval7.py_hand_vs_range_monte_carlo(own, other, [], deals), deals
        )
    return {named(package): work for package, work in found.items()}
