"""Limits by address: which address counts, and how much is remembered."""

from __future__ import annotations

import pytest

from tatze.server.web import limits
from tatze.server.web.limits import AddressBuckets, client_address


@pytest.mark.parametrize(
    ("client", "counted"),
    [
        (("192.0.2.7", 1), "192.0.2.7"),
        (("2001:db8:1:2:3:4:5:6", 1), "2001:0db8:0001:0002"),
        (("::ffff:192.0.2.7", 1), "::ffff:192.0.2.7"),
        (("unix", 0), "unix"),
        (None, ""),
    ],
)
def test_an_ipv6_address_counts_as_its_network(client: tuple[str, int] | None, counted: str) -> None:
    assert client_address({"client": client}) == counted


def test_the_address_unused_for_longest_is_forgotten_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_BUCKETS", 2)
    buckets = AddressBuckets(rate=0.0, burst=1)
    assert [buckets.take(address) for address in ("a", "b", "a", "c", "a", "b")] == [
        True,
        True,
        False,
        True,
        False,
        True,
    ]
