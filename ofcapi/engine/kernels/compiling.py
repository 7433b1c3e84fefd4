"""How a loop is compiled, and how compiled loops of older sources are kept from running."""

import hashlib
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar, cast

import numba

_Function = TypeVar("_Function", bound=Callable[..., Any])
_ENGINE = Path(__file__).parents[1]


DEFINITIONS = ("hands.py", "rules.py", "values.py")
"""Modules of the engine whose named tuples the loops take as arguments."""


def sources_digest(engine: Path = _ENGINE) -> str:
    """A digest of everything that a compiled loop may have been compiled from."""
    digest = hashlib.sha256()
    for path in sorted([*engine.glob("kernels/*.py"), *(engine / name for name in DEFINITIONS)]):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def drop_stale_loops(folder: Path, digest: str) -> bool:
    """Delete the compiled loops kept in a folder unless they belong to the sources of this digest.

    Numba looks only at the file of a loop itself, so a loop whose callee in another file has
    changed would go on running the old code. Returns whether the folder was of other sources. A
    folder that cannot be written is left alone.
    """
    mark = folder / "loops.sha256"
    if mark.exists() and mark.read_text(encoding="ascii") == digest:
        return False
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        for pattern in ("*.nb[ic]", "kernels_*/*.nb[ic]"):
            for path in folder.glob(pattern):
                path.unlink(missing_ok=True)
        mark.write_text(digest, encoding="ascii")
    return True


_FOLDER = Path(os.environ.get("NUMBA_CACHE_DIR") or Path(__file__).parent / "__pycache__")
drop_stale_loops(_FOLDER, sources_digest())


def kernel(function: _Function) -> _Function:
    """Compile a loop on first call, keep it on disk, and let other threads run beside it."""
    return cast(_Function, numba.njit(cache=True, nogil=True)(function))
