"""``python -m train FOLDER``: deal, label and fit the networks of the policy ``outlook``.

Runs on all cores of this machine, or on a Dask cluster if the address of its scheduler is given;
the workers of the cluster need this repository. A run that was stopped continues. Writes the
networks and their figures to the folder from which the service reads them.
"""

import argparse
from pathlib import Path

from dask.distributed import Client, LocalCluster

from train.pipeline import FULL, run
from train.shipping import ship


def main() -> None:
    """Read the command line and run."""
    parser = argparse.ArgumentParser(prog="python -m train", description=__doc__)
    parser.add_argument("folder", type=Path, help="where positions and networks are kept")
    parser.add_argument("--scheduler", help="address of a Dask scheduler, such as tcp://HOST:8786")
    asked = parser.parse_args()
    if asked.scheduler:
        with Client(asked.scheduler) as client:
            fits = run(FULL, asked.folder, client)
    else:
        with (
            LocalCluster(threads_per_worker=1, dashboard_address=":0") as cluster,
            Client(cluster) as client,
        ):
            fits = run(FULL, asked.folder, client)
    ship(FULL, fits)


if __name__ == "__main__":
    main()
