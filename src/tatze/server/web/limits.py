"""Rate limits and the number of connections, by client address."""

from __future__ import annotations

import contextlib
import sys
from collections import Counter, OrderedDict
from collections.abc import Sequence
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from tatze.server.live.token_bucket import TokenBucket
from tatze.server.settings import Settings

MAX_BUCKETS = 20_000
"""Maximum number of addresses that are remembered. The address unused for longest is forgotten first."""
HOUR_SECONDS = 3600.0
WRONG_CODE_SECONDS = 600.0
"""Seconds in which an address may try `Limits.tries_per_address` wrong codes."""
IPV6_NETWORK_LENGTH = 19
"""Number of characters of the first 64 bits of an IPv6 address, which one household has."""


class AddressBuckets:
    """A bucket for each client address."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def of(self, address: str) -> TokenBucket:
        """Return the bucket of an address."""
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = TokenBucket(self._rate, self._burst)
            if len(self._buckets) > MAX_BUCKETS:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(address)
        return bucket

    def take(self, address: str) -> bool:
        """Take a token from the bucket of an address, and return whether there was one."""
        return self.of(address).take()


class ConnectionCounts:
    """The number of open connections, in total and by client address."""

    def __init__(self, limit: int, limit_per_address: int, exempt: Sequence[str] = ()) -> None:
        self._limit = limit
        self._limit_per_address = limit_per_address
        self._exempt = [ip_network(network) for network in exempt]
        """Networks whose addresses may have any number of connections: proxies, behind which are many people."""
        self._by_address: Counter[str] = Counter()

    def add(self, address: str) -> None:
        """Count a connection."""
        self._by_address[address] += 1

    def remove(self, address: str) -> None:
        """Count a connection no more."""
        self._by_address[address] -= 1
        if not self._by_address[address]:
            del self._by_address[address]

    @property
    def total(self) -> int:
        """The number of open connections of all addresses."""
        return self._by_address.total()

    def exceeded(self, address: str, more: int = 0) -> bool:
        """Return whether an address has, or all have, too many connections if there are `more` of them."""
        if self._by_address[address] + more > self._limit_per_address and not self.is_exempt(address):
            return True
        return self.total + more > self._limit

    def is_exempt(self, address: str) -> bool:
        """Return whether an address may have any number of connections."""
        with contextlib.suppress(ValueError):
            return any(ip_address(address) in network for network in self._exempt)
        return False


class RateLimits:
    """All limits that are counted by client address."""

    def __init__(self, settings: Settings) -> None:
        limits = settings.limits
        self.requests: AddressBuckets = AddressBuckets(limits.requests, limits.requests_burst)
        self.frames: AddressBuckets = AddressBuckets(limits.frames_per_address, limits.frames_per_address_burst)
        self.files: AddressBuckets = AddressBuckets(limits.files, limits.files_burst)
        self.replays: AddressBuckets = AddressBuckets(limits.replays, limits.replays_burst)
        self.openings: AddressBuckets = AddressBuckets(
            limits.tables_per_address / HOUR_SECONDS, limits.tables_per_address
        )
        self.reviews: AddressBuckets = AddressBuckets(
            limits.reviews_per_address / HOUR_SECONDS, limits.reviews_per_address
        )
        self.wrong_codes: AddressBuckets = AddressBuckets(
            limits.tries_per_address / WRONG_CODE_SECONDS, limits.tries_per_address
        )
        self.sockets: ConnectionCounts = ConnectionCounts(limits.sockets, limits.sockets_per_address)
        self.connections: ConnectionCounts = ConnectionCounts(
            min(limits.connections, max_open_files() // 2), limits.connections_per_address, settings.trusted_proxies
        )
        self.new_connections: AddressBuckets = AddressBuckets(limits.new_connections, limits.new_connections_burst)


def max_open_files() -> int:
    """Return how many files this process may have open. Every connection is an open file."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return sys.maxsize
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


def client_address(scope: dict[str, Any]) -> str:
    """Return the address under which a client is counted: an IPv4 address, or the network of an IPv6 address."""
    client = scope.get("client")
    if not client:
        return ""
    with contextlib.suppress(ValueError):
        ip = ip_address(client[0])
        if isinstance(ip, IPv6Address) and not ip.ipv4_mapped:
            return ip.exploded[:IPV6_NETWORK_LENGTH]
    return str(client[0])
