"""A digest of everything that decides an answer: the sources, tables, networks and tickets."""

from functools import lru_cache
from pathlib import Path

from ofcapi.engine.kernels.compiling import digest_of


@lru_cache(maxsize=1)
def engine_digest() -> str:
    """Sixteen hexadecimal digits that change if any file of the engine changes, data included."""
    return digest_of(Path(__file__).parent)[:16]
