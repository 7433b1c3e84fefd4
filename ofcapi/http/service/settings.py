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
"""Marks a setting that 0 turns off."""


@dataclass(frozen=True)
class Settings:
    """What an operator may change; the variable of each is its name after ``OFCAPI_``.

    max_body_bytes     a larger request body is a 413
    default_budget_ms  how long a computation may take where the request does not say, milliseconds
    max_budget_ms      the longest budget that a request may ask for, milliseconds
    max_samples        the most samples that a request may ask for
    threads            threads that one computation uses
    slots              computations that run at once in a worker
    queue              questions that wait for a computation in a worker; more are a 503
    cache_bytes        memory for the results of computations in a worker, bytes
    max_batch          the most requests in a batch
    allowed_origins    the web pages that may ask from a browser, separated by commas: * is any
    api_keys           the keys, separated by commas, of which /v1 asks for one; none: open to all
    api_keys_file      a file with more keys, one a line
    quota              requests to /v1 that a key or an address may make in a window; 0: no limit
    quota_seconds      how long a window of the quota is, seconds
    trusted_proxies    trusted proxies in front that append the client's address; 0: none
    log_level          the least level that is logged: debug, info, warning, error or critical
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
        """The settings of the environment; raises ``ValueError`` naming each that is wrong."""
        given: dict[str, Any] = {}
        wrong = []
        for setting in fields(cls):
            name = f"OFCAPI_{setting.name.upper()}"
            text = environment.get(name)
            if text is None:
                continue
            if setting.name == "allowed_origins":
                wrong += [
                    f"{name} is * or origins such as https://example.org, not {origin!r}"
                    for origin in origins_of(text)
                    if not _ORIGIN.fullmatch(origin)
                ]
            if not text.strip():
                wrong.append(f"{name} is set, but empty: give it a value, or do not set it")
                continue
            if isinstance(setting.default, str):
                allowed = setting.metadata.get("one_of")
                if allowed and text not in allowed:
                    wrong.append(f"{name} is one of {', '.join(allowed)}, not {text!r}")
                given[setting.name] = text
                continue
            least = setting.metadata.get("least", 1)
            if text.isascii() and text.isdigit() and int(text) >= least:
                given[setting.name] = int(text)
            else:
                wrong.append(f"{name} is a whole number from {least} up, not {text!r}")
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
    """The settings of the application that answers, or the defaults outside of one."""
    found: Settings = current_app.extensions[EXTENSION] if has_app_context() else Settings()
    return found
