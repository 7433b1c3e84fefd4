"""What questions that compute have in common: values, budget, seed."""

from collections.abc import Iterator, Mapping
from typing import Any

from ofcapi.engine.game.encoding import digest
from ofcapi.engine.game.faults import Fault
from ofcapi.http.service.settings import settings


def limits_faults(members: Mapping[str, Any]) -> Iterator[Fault]:
    """Faults where a request asks for more than the server's settings allow."""
    limits = settings()
    for name, most in (("budget_ms", limits.max_budget_ms), ("samples", limits.max_samples)):
        if (members.get(name) or 0) > most:
            detail = f"{name} must be at most {most} on this server"
            yield Fault("wrong_value", detail, (name,), impossible=True)


def budget_of(members: Mapping[str, Any]) -> int:
    """How long the caller waits for a computation, milliseconds."""
    milliseconds: int = members.get("budget_ms", settings().default_budget_ms)
    return milliseconds


def seed_of(members: Mapping[str, Any], *canonical: object) -> int:
    """The seed that was asked for, or one that the canonical question decides."""
    given: int | None = members.get("seed")
    return int.from_bytes(digest(*canonical)[:4]) if given is None else given
