"""Writes fitted networks to where the service reads them, with the figures of the training."""

import json
from pathlib import Path

import numpy as np

import ofcapi.engine
from ofcapi.engine.sampling import outlook as shipped
from train.fitting import Fit
from train.pipeline import Plan, figures_of

STREETS = {1: "five", 2: "seven", 3: "nine"}
ABOUT = (
    "Networks of the policy outlook, by the cards of the boards that they value. 'rmse', 'bias' "
    "and 'spread' are errors on positions that were not learnt from and the spread of their "
    "labels, in points; labels are exact for nine cards, averages of the next network before. "
    "Made by python -m train."
)


def ship(plan: Plan, fits: dict[int, Fit], folder: Path | None = None) -> None:
    """Write the networks and their figures into the package, or into another folder."""
    folder = folder or Path(ofcapi.engine.__file__).parent / "data"
    arrays = {
        f"{STREETS[street]}_{name}": array
        for street, made in fits.items()
        for name, array in made.network._asdict().items()
    }
    np.savez(folder / shipped.NETWORKS, **arrays)
    figures = {
        "about": ABOUT,
        "policy": shipped.POLICY,
        "seed": plan.seed,
        "rounds": plan.rounds,
        "schedule": plan.schedule,
        "networks": {STREETS[street]: figures_of(made) for street, made in sorted(fits.items())},
    }
    path = folder / shipped.NETWORKS.replace(".npz", ".json")
    path.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
