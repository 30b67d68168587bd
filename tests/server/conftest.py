"""What several server tests need; each is started once for each process of pytest, when the first test asks for it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.services import Nats, Postgres


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with Postgres() as service:
        yield service


@pytest.fixture(scope="session")
def nats() -> Iterator[Nats]:
    with Nats() as service:
        yield service
