"""Settings of a running service, from the environment."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields

from flask import current_app, has_app_context

EXTENSION = "ofcapi"


@dataclass(frozen=True)
class Settings:
    """What an operator may change; the variable of each is its name after ``OFCAPI_``.

    max_body_bytes     a larger request body is a 413
    default_budget_ms  how long a computation may take where the request does not say, milliseconds
    max_budget_ms      the longest budget that a request may ask for, milliseconds
    max_samples        the most samples that a request may ask for
    threads            threads that one computation uses
    """

    max_body_bytes: int = 1_000_000
    default_budget_ms: int = 2_000
    max_budget_ms: int = 20_000
    max_samples: int = 100_000
    threads: int = 2

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> "Settings":
        """The settings of the environment; raises ``ValueError`` naming each that is no number."""
        given: dict[str, int] = {}
        wrong = []
        for setting in fields(cls):
            name = f"OFCAPI_{setting.name.upper()}"
            text = environment.get(name)
            if text is None:
                continue
            if text.isascii() and text.isdigit() and int(text) > 0:
                given[setting.name] = int(text)
            else:
                wrong.append(f"{name} is a whole number above 0, not {text!r}")
        if wrong:
            raise ValueError("; ".join(wrong))
        return cls(**given)


def settings() -> Settings:
    """The settings of the application that answers, or the defaults outside of one."""
    found: Settings = current_app.extensions[EXTENSION] if has_app_context() else Settings()
    return found
