"""How a loop is compiled."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

_Function = TypeVar("_Function", bound=Callable[..., Any])


def kernel(function: _Function) -> _Function:
    """Compile a loop on first call, keep it on disk, and let other threads run beside it."""
    return cast(_Function, numba.njit(cache=True, nogil=True)(function))
