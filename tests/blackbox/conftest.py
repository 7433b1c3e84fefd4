"""The instance under test."""

import pytest

from tests.blackbox.service import Service


@pytest.fixture(scope="session")
def service(address: str) -> Service:
    return Service(address)
