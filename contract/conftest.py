"""The service under test, with small budgets so that many requests fit into a minute."""

from collections.abc import Iterator

import pytest

from tests.serving import served

# A program, not a test: it can run only where the client that it imports was generated.
collect_ignore = ["ask_by_generated_client.py"]


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    log = tmp_path_factory.mktemp("service") / "log"
    limits = {
        "OFCAPI_DEFAULT_BUDGET_MS": "50",
        "OFCAPI_MAX_BUDGET_MS": "200",
        "OFCAPI_MAX_SAMPLES": "200",
    }
    with served(log, WORKERS="1", **limits) as url:
        yield url
