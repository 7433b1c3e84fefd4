"""Boards scored per second by the engine in bulk, on one core."""

import numpy as np

from benchmarks.measuring import machine, seconds
from ofcapi.engine.board import Board, score
from ofcapi.engine.hands import HAND_TABLES
from ofcapi.engine.kernels.rows import score_boards
from ofcapi.engine.rules import PRESETS, compile_rules

BOARDS = 1_000_000


def main() -> None:
    """Print the figures."""
    rules = compile_rules(PRESETS["pineapple"])
    random = np.random.default_rng(1)
    boards = random.permuted(np.tile(np.arange(52, dtype=np.uint8), (BOARDS, 1)), axis=1)[
        :, :13
    ].copy()
    strengths = np.empty((BOARDS, 3), dtype=np.int16)
    royalties = np.empty((BOARDS, 3), dtype=np.int32)
    entries = np.empty(BOARDS, dtype=np.uint8)

    def bulk() -> None:
        score_boards(HAND_TABLES, rules.arrays, boards, strengths, royalties, entries)

    taken = seconds(bulk)
    for place in range(1000):
        cards = boards[place].tolist()
        one = score(Board(tuple(cards[:3]), tuple(cards[3:8]), tuple(cards[8:])), rules)
        assert one.royalties == tuple(royalties[place].tolist())
    print(machine())
    print(f"random boards scored in bulk, one core: {BOARDS / taken / 1e6:.1f} million a second")


if __name__ == "__main__":
    main()
