"""A digest of everything that decides an answer: the sources, tables, networks and tickets."""

from functools import cache
from pathlib import Path

from ofcapi.engine.kernels.compiling import digest_of


@cache
def folder_digest(folder: Path) -> str:
    """Sixteen hexadecimal digits that change with any file of a folder."""
    return digest_of(folder)[:16]


def engine_digest() -> str:
    """Sixteen hexadecimal digits that change with any file of the engine, its data included."""
    return folder_digest(Path(__file__).parent)
