"""Settings of a running service, from the environment."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from flask import current_app, has_app_context

EXTENSION = "ofcapi"

_ORIGIN = re.compile(r"\*|https?://[a-z0-9.-]+(:[0-9]+)?", re.ASCII | re.IGNORECASE)
LOG_LEVELS = ("debug", "info", "warning", "error", "critical")

_OFF = {"least": 0}
"""Marks a setting that 0 switches off."""


@dataclass(frozen=True)
class Settings:
    """The settings for operators; the environment variable is ``OFCAPI_`` and the name.

    max_body_bytes     the largest request body, bytes; a larger one gets a 413
    default_budget_ms  time limit of a computation if the request gives none, milliseconds
    max_budget_ms      the largest budget that a request may ask for, milliseconds
    max_samples        the most samples that a request may ask for
    threads            threads that one computation uses
    slots              computations that a worker runs at the same time
    queue              requests that may wait for a slot in a worker; further ones get a 503
    cache_bytes        memory for cached results in a worker, bytes
    max_batch          the most requests in a batch
    allowed_origins    the web origins that browsers may call from, separated by commas; * is any
    api_keys           the API keys, separated by commas; with any, /v1 requires one; none: open
    api_keys_file      a file with more keys, one per line
    quota              requests to /v1 per window for each key or address; 0: no limit
    quota_seconds      the length of a quota window, seconds
    trusted_proxies    the number of trusted proxies that append the client's address; 0: none
    log_level          the lowest level that is logged: debug, info, warning, error or critical
    """

    max_body_bytes: int = 1_000_000
    default_budget_ms: int = 2_000
    max_budget_ms: int = 20_000
    max_samples: int = 100_000
    threads: int = 2
    slots: int = 2
    queue: int = 4
    cache_bytes: int = 20_000_000
    max_batch: int = 100
    allowed_origins: str = "*"
    api_keys: str = field(default="", repr=False)
    api_keys_file: str = ""
    quota: int = field(default=0, metadata=_OFF)
    quota_seconds: int = 60
    trusted_proxies: int = field(default=0, metadata=_OFF)
    log_level: str = field(default="info", metadata={"one_of": LOG_LEVELS})

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> "Settings":
        """The settings in the environment; raises ``ValueError`` naming every invalid one."""
        given: dict[str, Any] = {}
        wrong = []
        for setting in fields(cls):
            name = f"OFCAPI_{setting.name.upper()}"
            text = environment.get(name)
            if text is None:
                continue
            if setting.name == "allowed_origins":
                wrong += [
                    f"{name} must be * or origins such as https://example.org, not {origin!r}"
                    for origin in origins_of(text)
                    if not _ORIGIN.fullmatch(origin)
                ]
            if not text.strip():
                wrong.append(f"{name} is set but empty; give it a value or do not set it")
                continue
            if isinstance(setting.default, str):
                allowed = setting.metadata.get("one_of")
                if allowed and text not in allowed:
                    wrong.append(f"{name} must be one of {', '.join(allowed)}, not {text!r}")
                given[setting.name] = text
                continue
            least = setting.metadata.get("least", 1)
            if text.isascii() and text.isdigit() and int(text) >= least:
                given[setting.name] = int(text)
            else:
                wrong.append(f"{name} must be a whole number of at least {least}, not {text!r}")
        if wrong:
            raise ValueError("; ".join(wrong))
        return cls(**given)


def origins_of(text: str) -> list[str]:
    """The origins in the text of a setting.

    >>> origins_of("https://table.example, http://localhost:3000")
    ['https://table.example', 'http://localhost:3000']
    """
    return [origin.strip() for origin in text.split(",")]


def settings() -> Settings:
    """The settings of the current application, or the defaults outside of one."""
    found: Settings = current_app.extensions[EXTENSION] if has_app_context() else Settings()
    return found
