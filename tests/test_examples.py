"""The examples run against the service and print what they should."""

import json
import subprocess
import sys

import pytest

from tests.serving import ROOT

pytestmark = pytest.mark.slow

EXAMPLES = ROOT / "examples"


def printed(*command: str) -> str:
    finished = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert finished.returncode == 0, finished.stderr
    return finished.stdout


def test_ranking_a_street(address: str) -> None:
    """Three placements, best first, from the exact answer."""
    heading, *lines = printed(
        sys.executable, str(EXAMPLES / "rank_a_street.py"), address
    ).splitlines()
    assert heading == "Qs 2h 9h for Qh/7c7d9s/AhKh5h (exact)"
    points = [float(line.split(" points")[0]) for line in lines]
    assert len(points) == 3
    assert points == sorted(points, reverse=True)
    assert lines[0].endswith("2h 9h bottom")


def test_settling_a_table(address: str) -> None:
    answer = json.loads(printed("sh", str(EXAMPLES / "settle_a_table.sh"), address))
    assert [player["points"] for player in answer["players"]] == [60, -24, -36]
    assert sum(player["money"] for player in answer["players"]) == 0
    assert [player["stack"] for player in answer["players"]] == [45, 3, 22]
