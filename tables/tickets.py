"""Compute what a Fantasyland ticket is worth under each preset: ``python -m tables.tickets``.

The model is in ``ofcapi.engine.worth.tickets`` and docs/fantasyland.md. A player is dealt a
Fantasyland hand of 13 to 17 cards, while an opponent plays a normal hand from the same deck, street
by street with the best policy for the rules. Each plays against the other: the normal hand against
the best sets of random hands of the smallest number of cards that can be entered with, the
Fantasyland hand against typical boards. Then the boards are settled. Each opening is played to the
end several times, more often if the policy takes long to choose it. For each preset a short first
run uses tickets of 9 points; its results are the tickets of the second run. Opening number i and
everything that follows it depend only on the seed and i.
"""

import argparse
import json
from collections.abc import Mapping
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from math import sqrt
from pathlib import Path
from time import monotonic
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

import ofcapi.engine
from ofcapi.engine.fantasyland.sets import best_set
from ofcapi.engine.game.board import Board
from ofcapi.engine.game.cards import DECK
from ofcapi.engine.game.presets import PRESETS
from ofcapi.engine.game.rules import (
    BOARD_SIZE,
    FANTASYLAND_CARDS,
    CompiledRules,
    Rules,
    compile_rules,
)
from ofcapi.engine.game.seats import entry_sizes
from ofcapi.engine.game.settlement import finished, pair_points
from ofcapi.engine.kernels.random import start_state
from ofcapi.engine.opponents.seating import seat
from ofcapi.engine.play.question import Effort, Question
from ofcapi.engine.sampling.hindsight import POLICY as HINDSIGHT
from ofcapi.engine.sampling.outlook import POLICY as OUTLOOK
from ofcapi.engine.sampling.policy import SampledPolicy, play_street, policy_for
from ofcapi.engine.worth.settled import rivals_of
from ofcapi.engine.worth.tickets import NEAREST_PRESET, TABLE, solve_tickets
from ofcapi.engine.worth.typical import typical_boards
from ofcapi.engine.worth.values import Values

PATH = Path(ofcapi.engine.__file__).parent / "data" / TABLE
SEED = 21
FIRST_TICKET = Fraction(9)
ENDINGS = {HINDSIGHT: 6, OUTLOOK: 2}
"""Times that each opening is played to the end, by policy."""
OPENINGS = {"deuce-to-seven": 800, "classic": 400, "turbo": 400, "pagat": 400}
"""Openings of the presets that hindsight plays, which takes at least a tenth of a second each."""
MOST_OPENINGS = 8_000
"""Openings of the other presets."""
DEALS = 1
"""Fantasyland hands of each size against each of these boards."""
CHUNK = 20
"""Openings of one task of a process; the standard errors come from differences of such parts."""
ABOUT = (
    "Values of a Fantasyland ticket in points by number of cards, and by preset what they come "
    "from: 'settled' points, 'stays' and 'enters' chances, see ofcapi/engine/worth/tickets.py. "
    "'openings' of normal hands, each played by 'policy' to 'endings' boards, each against "
    "'deals' Fantasyland hands of each size, both with the tickets 'played_with'; 'normal' is how "
    "those boards ended, 'first' the means of the first openings alone, 'seconds' what it took. "
    "Made by tables/tickets.py."
)

Tickets: TypeAlias = Mapping[int, Fraction]


def policy_of(
    rules: CompiledRules, tickets: Tickets, hidden: tuple[int, ...] = ()
) -> SampledPolicy:
    """The policy of a player for whom tickets have the given values and a foul costs its points.

    ``hidden`` are the opponents' Fantasyland hands by their cards, see ``Question``.
    """
    values = Values(Fraction(-rules.rules.foul_points), tuple(sorted(tickets.items())))
    opening = Question(Board(), rules.rules, DECK, values=values, hidden=hidden)
    seated = seat(opening, Effort(seed=SEED)).question
    # Nobody asks for the errors of single decisions.
    rivals = tuple(replace(one, sampled=False) for one in seated.rivals or ())
    return policy_for(replace(seated, rivals=rivals), BOARD_SIZE - rules.rules.deal.opening)


def play_hand(
    policy: SampledPolicy, board: Board, deck: list[int], seed: int
) -> tuple[Board, list[int]]:
    """A hand played to its end with cards from the front of a deck, and the rest of the deck."""
    deal = policy.valuation.rules.rules.deal
    state = np.zeros(1, np.uint64)
    start_state(state, seed, 0)
    while not board.complete:
        count = deal.dealt if board.cards else deal.opening
        dealt, deck = deck[:count], deck[count:]
        board = play_street(policy, board, dealt, deck, state)
    return board, deck


def play_opening(policy: SampledPolicy, dealt: list[int], unseen: list[int], seed: int) -> Board:
    """The opening that the policy chooses."""
    state = np.zeros(1, np.uint64)
    start_state(state, seed, 1)
    return play_street(policy, Board(), dealt, unseen, state)


@dataclass(frozen=True, slots=True)
class Outcomes:
    """Means over some hands: ``settled`` and ``stays`` of Fantasyland hands, (5,), by cards.

    For the normal hands: ``enters`` (18,) by number of cards, fouls, royalties.
    """

    settled: NDArray[np.float64]
    stays: NDArray[np.float64]
    enters: NDArray[np.float64]
    fouls: float
    royalties: float


def play_part(preset: str, tickets: Tickets, part: int) -> Outcomes:
    """The outcomes of ``CHUNK`` numbered openings."""
    rules = compile_rules(PRESETS[preset])
    policy = policy_of(rules, tickets, tuple(entry_sizes(rules.rules)[:1]))
    typical = (rivals_of(typical_boards(preset)),)
    opening = rules.rules.deal.opening
    sizes = list(FANTASYLAND_CARDS)
    settled, stays, enters = np.zeros(len(sizes)), np.zeros(len(sizes)), np.zeros(18)
    fouls = royalties = 0
    endings = ENDINGS[policy.name]
    for number in range(part * CHUNK, (part + 1) * CHUNK):
        random = np.random.default_rng([SEED, number])
        deck = random.permutation(len(DECK)).tolist()
        opened = play_opening(policy, deck[:opening], deck[opening:], number)
        for ending in range(endings):
            deck[opening:] = random.permutation(deck[opening:]).tolist()
            board, left = play_hand(policy, opened, deck[opening:], endings * number + ending)
            theirs = finished(board, rules)
            enters[theirs.fantasyland_cards] += 1
            fouls += theirs.foul is not None
            royalties += sum(theirs.royalties)
            for _ in range(DEALS):
                hand = random.permutation(left).tolist()
                for place, cards in enumerate(sizes):
                    found = best_set(hand[:cards], rules, "points", tickets, rivals=typical)
                    own = finished(found.board, rules, in_fantasyland=cards)
                    settled[place] += pair_points(own, theirs, rules).points / DEALS
                    stays[place] += own.stays / DEALS
    boards = CHUNK * endings
    return Outcomes(
        settled / boards, stays / boards, enters / boards, fouls / boards, royalties / boards
    )


def mean_of(parts: list[Outcomes]) -> Outcomes:
    """The mean over parts."""
    return Outcomes(
        *(
            np.mean([getattr(part, name) for part in parts], axis=0)
            for name in Outcomes.__dataclass_fields__
        )
    )


def values_of(rules: Rules, outcomes: Outcomes) -> dict[int, float]:
    """The values of tickets that follow from outcomes."""
    assert rules.fantasyland is not None
    entered = sorted({cards for _, cards in rules.fantasyland.entry})
    return solve_tickets(
        dict(zip(FANTASYLAND_CARDS, outcomes.settled, strict=True)),
        dict(zip(FANTASYLAND_CARDS, outcomes.stays, strict=True)),
        {cards: float(outcomes.enters[cards]) for cards in entered},
        rules.fantasyland.stay_cards,
    )


def errors_of(rules: Rules, parts: list[Outcomes]) -> dict[int, float]:
    """Standard errors of the values by the jackknife: each part is left out once."""
    count = len(parts)
    without = [values_of(rules, mean_of(parts[:at] + parts[at + 1 :])) for at in range(count)]
    return {
        cards: sqrt((count - 1) * float(np.var([values[cards] for values in without])))
        for cards in FANTASYLAND_CARDS
    }


def compute(preset: str, openings: int, pool: Executor) -> dict[str, Any]:
    """A preset's entry of the file, as plain JSON data."""
    rules = PRESETS[preset]
    begin = monotonic()
    tickets: Tickets = dict.fromkeys(FANTASYLAND_CARDS, FIRST_TICKET)
    for part_of in (8, 1):
        played_with = tickets
        work = range(max(2, openings // CHUNK // part_of))
        parts = list(pool.map(partial(play_part, preset, played_with), work))
        values = values_of(rules, mean_of(parts))
        tickets = {cards: Fraction(round(10 * value), 10) for cards, value in values.items()}
    errors, means = errors_of(rules, parts), mean_of(parts)
    entered = np.flatnonzero(means.enters)[1:].tolist()
    used = policy_of(compile_rules(rules), played_with).name
    return {
        "policy": used,
        "openings": len(parts) * CHUNK,
        "endings": ENDINGS[used],
        "deals": DEALS,
        "seconds": round(monotonic() - begin),
        "played_with": {cards: float(ticket) for cards, ticket in played_with.items()},
        "values": {
            cards: {"value": round(value, 4), "std_error": round(errors[cards], 4)}
            for cards, value in values.items()
        },
        "settled": dict(zip(FANTASYLAND_CARDS, means.settled.tolist(), strict=True)),
        "stays": dict(zip(FANTASYLAND_CARDS, means.stays.tolist(), strict=True)),
        "enters": {cards: float(means.enters[cards]) for cards in entered},
        "first": {
            "settled": parts[0].settled.tolist(),
            "stays": parts[0].stays.tolist(),
            "enters": float(parts[0].enters[entered].sum()),
        },
        "normal": {"fouls": float(means.fouls), "royalties": float(means.royalties)},
    }


def main() -> None:
    """Compute the given presets, or all, and write each to the file when it is done."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--openings", type=int, help="of each preset, instead of the usual")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("presets", nargs="*")
    options = parser.parse_args()
    own = [name for name in PRESETS if name not in NEAREST_PRESET]
    table: dict[str, Any] = {"about": ABOUT, "seed": SEED, "presets": {}}
    if PATH.exists():
        table["presets"] = json.loads(PATH.read_text(encoding="utf-8"))["presets"]
    with ProcessPoolExecutor(options.processes) as pool:
        for preset in options.presets or own:
            openings = options.openings or OPENINGS.get(preset, MOST_OPENINGS)
            entry = compute(preset, openings, pool)
            table["presets"][preset] = entry
            PATH.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")
            print(preset, f"{entry['seconds']} s", entry["values"], flush=True)


if __name__ == "__main__":
    main()
