"""Which addresses the server calls. Players name them, so they must not lead into the server's own network."""

from __future__ import annotations

import socket
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from urllib.parse import urlsplit

from tatze.core.errors import TatzeError

NAT64_PREFIX = bytes.fromhex("0064ff9b0000000000000000")
"""The first 12 bytes of an IPv6 address that stands for an IPv4 address (RFC 6052)."""


class BadWebhook(TatzeError):
    """An address that the server does not call."""


@dataclass(frozen=True, slots=True)
class WebhookTarget:
    """Where a webhook's URL leads, as far as its text says."""

    host: str
    port: int
    secure: bool
    path: str
    """The path with the query."""
    authority: str
    """The value of the Host header."""


def is_public(address: str) -> bool:
    """Return whether an IP address belongs to the public internet, also if it contains another address."""
    ip = ip_address(address.partition("%")[0])
    if isinstance(ip, IPv6Address):
        inner = ip.ipv4_mapped or ip.sixtofour or (ip.teredo[1] if ip.teredo else None)
        if inner is not None:
            return is_public(str(inner))
        if ip.packed[:12] == NAT64_PREFIX:
            return is_public(str(ip_address(ip.packed[12:])))
    return ip.is_global and not ip.is_multicast


def parse_target(url: str) -> WebhookTarget:
    """Return where a URL leads. A BadWebhook says what is wrong with it, or that its port is not one of the web."""
    try:
        parts = urlsplit(url)
        port = parts.port or (443 if parts.scheme == "https" else 80)
        host = (parts.hostname or "").encode("idna").decode()
    except (ValueError, UnicodeError):
        raise BadWebhook("this is not an address") from None
    if parts.scheme not in ("http", "https") or not host or parts.username or parts.password:
        raise BadWebhook("an address begins with https:// or http:// and has no name or password in it")
    if port not in (80, 443) and port < 1024:
        raise BadWebhook("ports below 1024 are not called, except 80 and 443")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    if not path.isascii() or not path.isprintable() or " " in path:
        raise BadWebhook("write unusual characters as %XX")
    authority = parts.netloc.rpartition("@")[2].encode("idna").decode()
    return WebhookTarget(host, port, parts.scheme == "https", path, authority)


def numeric_addresses(target: WebhookTarget) -> list[str]:
    """Return the IP addresses that a target's text is. A name has none: it is looked up when it is called."""
    if target.host == "localhost" or target.host.endswith(".localhost"):
        return ["127.0.0.1"]
    try:
        found = socket.getaddrinfo(target.host, target.port, proto=6, flags=socket.AI_NUMERICHOST)
    except socket.gaierror:
        return []
    return [str(info[4][0]) for info in found]
