"""Play the finished boards of typical opponents: ``python -m tables.typical [preset ..]``.

A player of each rule set plays hands from full decks by the best policy for the rules, with the
default values of a foul and of tickets, and sees no cards but their own. What is worth the same is
decided by the rows of the table that is there already, so a new table differs from it in a few
boards. What ships are the strengths of the rows of the finished boards, for
``ofcapi.engine.worth.typical``. Beside that table hand number i depends on the seed and i alone, so
it is the same on any number of processes.
"""

import argparse
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np
from numpy.typing import NDArray

import ofcapi.engine
from ofcapi.engine.game.board import Board
from ofcapi.engine.game.presets import PRESETS
from ofcapi.engine.game.rules import FANTASYLAND_CARDS, compile_rules
from ofcapi.engine.game.settlement import finished
from ofcapi.engine.worth.tickets import NEAREST_PRESET, ticket_value
from ofcapi.engine.worth.typical import TABLE
from tables.tickets import play_hand, policy_of

PATH = Path(ofcapi.engine.__file__).parent / "data" / TABLE
SEED = 31
HANDS = 2_000
"""Hands of each preset that the networks play, some 20 milliseconds each."""
FEWER_HANDS = {"deuce-to-seven": 600, "classic": 600, "turbo": 600, "pagat": 600}
"""Hands of those that hindsight plays, at some tenths of a second each."""
CHUNK = 20
"""Hands of one task of a process."""


def play_part(preset: str, part: int) -> NDArray[np.int16]:
    """The strengths of ``CHUNK`` numbered boards, (CHUNK, 3); all 0 for a foul."""
    rules = compile_rules(PRESETS[preset])
    tickets = {cards: ticket_value(rules.rules, cards) for cards in FANTASYLAND_CARDS}
    policy = policy_of(rules, tickets)
    strengths = np.zeros((CHUNK, 3), np.int16)
    for place in range(CHUNK):
        number = part * CHUNK + place
        deck = np.random.default_rng([SEED, number]).permutation(52).tolist()
        board, _ = play_hand(policy, Board(), deck, number)
        played = finished(board, rules)
        if played.foul is None:
            strengths[place] = played.strengths
    return strengths


def main() -> None:
    """Play the presets asked for, or all, and write each into the file when it is done."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("presets", nargs="*")
    options = parser.parse_args()
    own = [name for name in PRESETS if name not in NEAREST_PRESET]
    tables: dict[str, NDArray[np.int16]] = {}
    if PATH.exists():
        with np.load(PATH) as kept:
            tables = {name: kept[name] for name in kept.files}
    with ProcessPoolExecutor(options.processes) as pool:
        for preset in options.presets or own:
            begin = monotonic()
            hands = FEWER_HANDS.get(preset, HANDS)
            parts = list(pool.map(partial(play_part, preset), range(hands // CHUNK)))
            tables[preset] = np.concatenate(parts)
            save: Any = np.savez_compressed  # its annotation takes names of arrays for options
            save(PATH, **{name: tables[name] for name in sorted(tables)})
            fouls = float((tables[preset][:, 0] == 0).mean())
            print(f"{preset} {monotonic() - begin:.0f} s, fouls {fouls:.3f}", flush=True)


if __name__ == "__main__":
    main()
