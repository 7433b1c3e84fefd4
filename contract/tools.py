"""Running the tools."""

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

from tests.serving import ROOT

DOCUMENT = ROOT / "openapi.yaml"
PYTHON_TOOLS = ROOT / ".venv-contract" / "bin"
NODE_TOOLS = ROOT / "contract" / "node_modules" / ".bin"


def run(command: Sequence[str | Path], folder: Path = ROOT, **environment: str) -> str:
    """What a tool prints, errors included; asserts that it succeeds."""
    path = f"{PYTHON_TOOLS}{os.pathsep}{os.environ['PATH']}"
    finished = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "PATH": path, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert finished.returncode == 0, finished.stdout
    return finished.stdout
