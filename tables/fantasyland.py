"""Make the table of Fantasyland odds that the package ships: ``python -m tables.fantasyland``.

The table has sums over random hands of 13 to 17 cards from a full deck, all from one seed, for two
stay rules: trips, a full house or quads; and trips or quads only. The script works in blocks, one
number of cards after another, and writes the table after each block, so it can be stopped at any
time. When started again it continues, and it ends when every entry has its hands. The table says
how many hands each entry has. It does not depend on blocks, threads or interruptions.
"""

import argparse
import json
from pathlib import Path
from time import monotonic
from typing import Any

import ofcapi.engine
from ofcapi.engine.fantasyland.odds import TABLE, HandSums, add_sums, read_sums, sum_hands
from ofcapi.engine.game.presets import PRESETS
from ofcapi.engine.game.rules import FANTASYLAND_CARDS, compile_rules

PATH = Path(ofcapi.engine.__file__).parent / "data" / TABLE
PRESETS_HELD = ("pineapple", "pineapple-quads-stay")
"""Both set and pay hands in the same way, so each hand is searched once for both."""
SEED = 20
BLOCK = 10_000
FIRST = 200
"""Hands whose sums are also listed separately in the table, so that a test can recompute them."""
ABOUT = (
    "Sums over random hands of an undisturbed deck, and over the first of them alone: the most "
    "royalties of a hand, their squares, and the hands that can stay by what staying costs in "
    "royalties. Made by tables/fantasyland.py."
)


def read_table() -> dict[str, Any]:
    """The table so far, or an empty one."""
    if PATH.exists():
        table: dict[str, Any] = json.loads(PATH.read_text(encoding="utf-8"))
        if table["seed"] != SEED:
            raise SystemExit(f"{PATH} was made with another seed: remove it first")
        return table
    nothing = HandSums(0, 0, 0, {})._asdict()
    entries = [
        {"preset": preset, "cards": cards} | nothing
        for preset in PRESETS_HELD
        for cards in FANTASYLAND_CARDS
    ]
    return {"about": ABOUT, "seed": SEED, "entries": entries}


def write_table(table: dict[str, Any]) -> None:
    """Replace the file in one step, so that stopping never leaves a partial table."""
    PATH.parent.mkdir(exist_ok=True)
    unfinished = PATH.with_suffix(".part")
    lines = ",\n".join(json.dumps(entry) for entry in table["entries"])
    head = json.dumps({key: table[key] for key in ("about", "seed")}, indent=1)[:-2]
    unfinished.write_text(f'{head},\n "entries": [\n{lines}\n]}}\n', encoding="utf-8")
    unfinished.replace(PATH)


def deal(cards: int, hands: range, threads: int) -> dict[str, HandSums]:
    """The sums of some hands of a size, by preset."""
    rules = [compile_rules(PRESETS[preset]) for preset in PRESETS_HELD]
    sums = sum_hands(cards, rules, (), hands, SEED, threads)
    return dict(zip(PRESETS_HELD, sums, strict=True))


def main() -> None:
    """Deal hands until every entry has the requested number, or time is up."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=1_000_000, help="hands of each entry")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=float("inf"), help="stop after this time")
    options = parser.parse_args()
    table = read_table()
    start = monotonic()
    for entry in table["entries"]:
        first = deal(entry["cards"], range(FIRST), options.threads)
        entry["first"] = first[entry["preset"]]._asdict()
    while any(entry["hands"] < options.hands for entry in table["entries"]):
        least = min(table["entries"], key=lambda entry: entry["hands"])
        done, cards = least["hands"], least["cards"]
        more = deal(cards, range(done, min(done + BLOCK, options.hands)), options.threads)
        for entry in table["entries"]:
            if entry["cards"] == cards:
                entry |= add_sums(read_sums(entry), more[entry["preset"]])._asdict()
        write_table(table)
        if monotonic() - start > 60 * options.minutes:
            break
    for entry in table["entries"]:
        chance = sum(entry["costs"].values()) / entry["hands"]
        print(entry["preset"], entry["cards"], entry["hands"], f"{100 * chance:.2f} %")
    print(f"{(monotonic() - start) / 60:.1f} minutes")


if __name__ == "__main__":
    main()
