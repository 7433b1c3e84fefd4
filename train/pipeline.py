"""The whole training: rounds of dealing, labelling and fitting, from the last street backwards.

A round begins with the third street, whose labels are exact, and ends with the openings; each
network labels the street before it. In the next round the cards are placed by the new networks.
Each shard of positions and each network is a file, so that a run that was stopped can continue.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from dask.distributed import Client, as_completed
from numpy.typing import NDArray
from tqdm import tqdm

from ofcapi.engine.kernels.network import Network
from train.fitting import SCHEDULE, Fit, fit
from train.labels import make_positions
from train.positions import Networks, describe

SHARD = 500
"""Positions that one task makes; this takes a few seconds."""
STREETS = (3, 2, 1)


@dataclass(frozen=True, slots=True)
class Plan:
    """The number of positions of streets 3, 2 and 1 in each round, and how they are fitted."""

    rounds: tuple[tuple[int, int, int], ...]
    schedule: tuple[tuple[float, int], ...] = SCHEDULE
    seed: int = 1


FULL = Plan(((30_000, 10_000, 10_000), (40_000, 20_000, 15_000), (160_000, 80_000, 40_000)))
"""The run that made the networks in the package.

The features changed a little during its first rounds, so running it again gives similar networks,
but not the same numbers.
"""


def run(plan: Plan, folder: Path, client: Client) -> dict[int, Fit]:
    """Run or continue a plan in a folder; returns the fits of the last round by street."""
    folder.mkdir(parents=True, exist_ok=True)
    networks: Networks = {}
    fits: dict[int, Fit] = {}
    for number, counts in enumerate(plan.rounds):
        for street, count in zip(STREETS, counts, strict=True):
            name = f"round{number}-street{street}"
            kept = folder / f"{name}.npz"
            if kept.exists():
                fits[street] = load_fit(kept)
            else:
                make_shards(plan, number, street, count, networks, folder, client)
                # Exact labels stay valid; labels from a network are as old as the network.
                rounds = range(number + 1) if street == 3 else [number]
                files = [
                    path
                    for other in rounds
                    for path in sorted(folder.glob(f"round{other}-street{street}-*.npy"))
                ]
                positions = np.concatenate([np.load(path) for path in files])
                features = describe(street, positions)
                seed = plan.seed + 10 * number + street
                fits[street] = fit(features, positions["label"], seed, plan.schedule)
                save_fit(kept, fits[street])
            networks[street] = fits[street].network
            print(f"{name}: {figures_of(fits[street])}")
    return fits


def make_shards(
    plan: Plan, number: int, street: int, count: int, networks: Networks, folder: Path,
    client: Client,
) -> None:  # fmt: skip
    """Make the missing shards of positions on the cluster's workers."""
    wanted: dict[str, tuple[int, int]] = {}
    for shard, begin in enumerate(range(0, count, SHARD)):
        name = f"round{number}-street{street}-{shard:05}"
        if not (folder / f"{name}.npy").exists():
            seed = ((plan.seed * 100 + number) * 10 + street) * 100_000 + shard
            wanted[name] = seed, min(SHARD, count - begin)
    (plain,) = client.scatter([{place: tuple(network) for place, network in networks.items()}])
    tasks = {
        client.submit(work_on_shard, street, seed, size, plain, pure=False): name
        for name, (seed, size) in wanted.items()
    }
    label = f"round {number}, street {street}"
    for task in tqdm(as_completed(tasks), total=len(tasks), desc=label, unit="shard"):
        path = folder / f"{tasks[task]}.npy"
        np.save(path.with_suffix(".part.npy"), task.result())
        path.with_suffix(".part.npy").rename(path)
        task.release()


def work_on_shard(
    street: int, seed: int, size: int, plain: dict[int, Sequence[NDArray[np.float32]]]
) -> NDArray[np.void]:
    """What a worker does: plain tuples become networks, positions come back."""
    networks = {place: Network(*arrays) for place, arrays in plain.items()}
    return make_positions(street, seed, size, networks)


def figures_of(made: Fit) -> dict[str, float]:
    """A fit's figures without its network."""
    return {
        name: value if isinstance(value, int) else round(value, 4)
        for name, value in asdict(made).items()
        if name != "network"
    }


def save_fit(path: Path, made: Fit) -> None:
    """Save a fit to a file."""
    figures = json.dumps(figures_of(made))
    np.savez(path, figures=np.array(figures), **made.network._asdict())


def load_fit(path: Path) -> Fit:
    """Load a fit from a file."""
    with np.load(path) as kept:
        network = Network(**{name: kept[name] for name in Network._fields})
        return Fit(network, **json.loads(str(kept["figures"])))
