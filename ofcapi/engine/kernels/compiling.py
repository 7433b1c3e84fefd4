"""How a loop is compiled, and how compiled loops of older sources are kept from running."""

import hashlib
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar, cast

import numba

_Function = TypeVar("_Function", bound=Callable[..., Any])


def digest_of(folder: Path) -> str:
    """A digest of every file in a folder: its place below the folder and its contents.

    What Python and numba keep beside the sources is left out.
    """
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            contents = path.read_bytes()
            digest.update(f"{path.relative_to(folder).as_posix()} {len(contents)}\n".encode())
            digest.update(contents)
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
drop_stale_loops(_FOLDER, digest_of(Path(__file__).parent))


def kernel(function: _Function) -> _Function:
    """Compile a loop on first call, keep it on disk, and let other threads run beside it."""
    return cast(_Function, numba.njit(cache=True, nogil=True)(function))


def plain(loop: _Function) -> _Function:
    """The Python function that a loop was compiled from: for single calls, where a call costs most.

    So one definition serves the loops and the rest of the engine.
    """
    return cast(_Function, cast(Any, loop).py_func)
