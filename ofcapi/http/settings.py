"""Settings of a running service, from the environment."""

import os
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Settings:
    """What an operator may change.

    ``max_body_bytes`` (``OFCAPI_MAX_BODY_BYTES``): a larger request body is a 413.
    """

    max_body_bytes: int = 1_000_000

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> "Settings":
        """The settings of the environment; raises ``ValueError`` naming one that is no number."""
        name = "OFCAPI_MAX_BODY_BYTES"
        text = environment.get(name, str(cls.max_body_bytes))
        if not text.isascii() or not text.isdigit() or int(text) == 0:
            raise ValueError(f"{name} is a whole number of bytes above 0, not {text!r}")
        return cls(max_body_bytes=int(text))
