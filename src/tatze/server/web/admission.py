"""Who may come in: origins of pages, tokens of seats, and codes that let spectators in."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from hmac import compare_digest
from typing import Any, TypeVar
from urllib.parse import urlsplit

from tatze.server.live.live_table import LiveTable
from tatze.server.settings import Settings
from tatze.server.table.checks import check_owner
from tatze.server.table.refusals import Refused
from tatze.server.table.rows import NO_SEAT, Grant
from tatze.server.web.services import Services
from tatze.wire import PROTOCOL, Hello

T = TypeVar("T")


LOCAL_NAMES = ("localhost", "127.0.0.1", "::1")
"""Names under which a machine reaches itself."""
PATHS_FOR_ANY_HOST = ("/healthz", "/metrics")
"""What balancers and Prometheus ask for by the number of a machine."""


def check_host(settings: Settings, scope: dict[str, Any]) -> None:
    """Refuse a request for another host than that of the server's address, if the operator gave one. A page of another
    site could otherwise come here under its own name (DNS rebinding)."""
    if not settings.address or settings.lan or scope["path"] in PATHS_FOR_ANY_HOST:
        return
    host = dict(scope["headers"]).get(b"host", b"").decode("latin-1").lower()
    own = urlsplit(settings.address)
    usual = {"http": 80, "https": 443}[own.scheme]
    name, port = _name_and_port(host)
    if name not in LOCAL_NAMES and (name, port or usual) != (own.hostname, own.port or usual):
        raise Refused("address/wrong")


def _name_and_port(host: str) -> tuple[str | None, int | None]:
    try:
        parts = urlsplit(f"//{host}")
        return parts.hostname, parts.port
    except ValueError:  # such as [ or a port that is no number
        return None, None


def check_origin(settings: Settings, scope: dict[str, Any]) -> None:
    """Refuse the page of another site. A browser says whose page it is; other programs need not say anything."""
    headers = dict(scope["headers"])
    origin = headers.get(b"origin", b"").decode("latin-1").lower()
    if not origin:
        return
    allowed = {_origin(url) for url in (*settings.origins, settings.address) if url}
    host = headers.get(b"host", b"").decode("latin-1").lower()
    if origin not in allowed and (not host or _netloc(origin) != host):
        raise Refused("origin/wrong")


def _netloc(origin: str) -> str:
    try:
        return urlsplit(origin).netloc
    except ValueError:  # such as http://[
        return ""


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}".lower()


async def grant_of(services: Services, token: str, table: str) -> Grant:
    """Return what a token grants at a table."""
    if not token:
        raise Refused("token/missing")
    found = await services.store.token(token)
    if found is None or found.grant.table_id != table:
        raise Refused("token/wrong")
    if found.ended:
        raise Refused("seat/removed" if found.ended == "removed" else "seat/freed")
    return found.grant


async def try_code(services: Services, address: str, look_up: Callable[[], Awaitable[T]]) -> T:
    """Return what a code or a password leads to. An address that tries many wrong ones is refused for a while."""
    tries = services.limits.wrong_codes.of(address)
    if not tries.take():  # before the look-up, so that many at once count as well
        raise Refused("rate/tries")
    wrong = False
    try:
        return await look_up()
    except Refused as refusal:
        wrong = refusal.code in ("code/wrong", "open/password")
        raise
    finally:
        if not wrong:
            tries.give_back()


async def check_opening(services: Services, address: str, local: bool, password: str) -> None:
    """Refuse to open a table for somebody to whom the operator does not allow it."""
    settings = services.settings
    if settings.opening == "local" and not local:
        raise Refused("open/local")
    if settings.opening != "password":
        return

    async def compare() -> None:
        if not compare_digest(password.encode(), settings.open_password.encode()):
            raise Refused("open/password")

    await try_code(services, address, compare)


async def admit(services: Services, address: str, hello: Hello) -> tuple[LiveTable, Grant]:
    """Return the table that a client may connect to, and what it is granted there."""
    if hello.protocol != PROTOCOL:
        raise Refused("protocol/version")
    live = await services.hub.get(hello.table)
    if hello.token:
        grant = await grant_of(services, hello.token, hello.table)
        await services.hub.reach(live, grant.owner)
        check_owner(live.state, grant)
        return live, grant
    opening = live.state.opening
    if not opening.public and not await knows_code(services, address, hello.code, live):
        raise Refused("table/private")
    if opening.watching == "off":
        raise Refused("watch/off")
    if sum(connection.watches for connection in live.connections) >= services.settings.limits.watchers:
        raise Refused("rate/sockets")
    return live, Grant(hello.table, NO_SEAT, host=False)


async def knows_code(services: Services, address: str, code: str, live: LiveTable) -> bool:
    """Return whether a spectator knows the code of a private table, or of a table of which it is a rematch."""
    if not code:
        return False

    async def look_up() -> None:
        found = await services.store.table_with_code(code.strip().upper())
        if found not in (live.state.id, *live.state.opening.previous):
            raise Refused("code/wrong")

    try:
        await try_code(services, address, look_up)
    except Refused as refusal:
        if refusal.code == "code/wrong":
            return False
        raise
    return True
