"""Make the table of Fantasyland odds that the package ships: ``python -m tables.fantasyland``.

For 13 to 17 cards of an undisturbed deck, with trips, a full house or quads to stay and with
trips or quads alone, sums over random hands of one seed. The work goes round all entries in
blocks and the table is written after each block, so it may be stopped at any time: started again
it goes on where it stopped, and ends when every entry has its hands. The table says how many
hands each entry has. It does not depend on blocks, threads or interruptions.
"""

import argparse
import json
from fractions import Fraction
from pathlib import Path
from time import monotonic
from typing import Any

import ofcapi.engine
from ofcapi.engine.fantasyland_odds import TABLE, HandSums, sum_hands
from ofcapi.engine.rules import FANTASYLAND_CARDS, PRESETS, compile_rules

PATH = Path(ofcapi.engine.__file__).parent / "data" / TABLE
TICKET = 9
SEED = 20
BLOCK = 5_000
FIRST = 200
"""Hands whose sums stand in the table by themselves, for a test to recompute."""
ABOUT = (
    "Sums over random hands of an undisturbed deck, and over the first of them alone: hands in "
    "which some set stays, hands in which the best set for royalties and a ticket of 'ticket' "
    "points stays, the most royalties of a hand, and their squares. Made by tables/fantasyland.py."
)


def read_table() -> dict[str, Any]:
    """The table as far as it has come, or an empty one."""
    if PATH.exists():
        table: dict[str, Any] = json.loads(PATH.read_text(encoding="utf-8"))
        if (table["seed"], table["ticket"]) != (SEED, TICKET):
            raise SystemExit(f"{PATH} was made with another seed or ticket: remove it first")
        return table
    entries = [
        {"preset": preset, "cards": cards} | dict.fromkeys(HandSums._fields, 0)
        for preset in ("pineapple", "pineapple-quads-stay")
        for cards in FANTASYLAND_CARDS
    ]
    return {"about": ABOUT, "seed": SEED, "ticket": TICKET, "entries": entries}


def write_table(table: dict[str, Any]) -> None:
    """Replace the file in one step, so that stopping never leaves half a table."""
    PATH.parent.mkdir(exist_ok=True)
    unfinished = PATH.with_suffix(".part")
    unfinished.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")
    unfinished.replace(PATH)


def deal(entry: dict[str, Any], hands: range, threads: int) -> HandSums:
    """The sums of some of an entry's hands."""
    rules = compile_rules(PRESETS[entry["preset"]])
    return sum_hands(entry["cards"], rules, Fraction(TICKET), (), hands, SEED, threads)


def main() -> None:
    """Deal hands until every entry has as many as were asked for, or time is up."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=1_000_000, help="hands of each entry")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=float("inf"), help="stop after this time")
    options = parser.parse_args()
    table = read_table()
    end = monotonic() + 60 * options.minutes
    for entry in table["entries"]:
        entry["first"] = deal(entry, range(FIRST), options.threads)._asdict()
    while any(entry["hands"] < options.hands for entry in table["entries"]):
        entry = min(table["entries"], key=lambda entry: entry["hands"])
        done = entry["hands"]
        sums = deal(entry, range(done, min(done + BLOCK, options.hands)), options.threads)
        for member, more in zip(HandSums._fields, sums, strict=True):
            entry[member] += more
        write_table(table)
        if monotonic() > end:
            break
    for entry in table["entries"]:
        print(entry["preset"], entry["cards"], entry["hands"], entry["can_stay"] / entry["hands"])


if __name__ == "__main__":
    main()
