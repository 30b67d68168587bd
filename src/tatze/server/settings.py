"""The settings of a server, which its operator chooses."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import ip_network
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from tatze.core.errors import SetupError
from tatze.server.bot_offer import BotOffer
from tatze.wire import MAX_PASSWORD_LENGTH

MAX_BANNER_LENGTH = 300
"""Maximum number of characters of the operator's announcement."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of one client address, one connection or one table."""

    frame: int = 4096
    """Maximum number of bytes of a frame from a client."""
    head: int = 16_384
    """Maximum number of bytes of an HTTP request before its body: address and headers."""
    head_seconds: float = 10.0
    """Seconds that a client may take to send the head of a request."""
    connections: int = 20_000
    """Maximum number of HTTP connections of the process, sockets not counted; at most half of the files that the system
    lets it open."""
    connections_per_address: int = 200
    """Maximum number of HTTP connections of one address, sockets not counted."""
    new_connections: float = 50.0
    """Maximum number of connections per second that one address opens, sockets included, on average."""
    new_connections_burst: int = 500
    """Maximum number of connections that one address may open at once."""
    body: int = 16_384
    """Maximum number of bytes of an HTTP body."""
    body_seconds: float = 10.0
    """Seconds that a client may take to send a body."""
    hello_seconds: float = 10.0
    """Seconds that a new connection may take to send its hello."""
    stalled_seconds: float = 30.0
    """Seconds after which a connection is aborted whose client takes nothing of what was sent."""
    queue: int = 256
    """Maximum number of frames that wait for a slow client before it is disconnected."""
    queue_bytes: int = 262_144
    """Maximum number of bytes that wait for a slow client before it is disconnected."""
    frames: float = 50.0
    """Maximum number of frames per second from one connection, on average; further frames are refused."""
    frames_burst: int = 200
    """Maximum number of frames that may come at once."""
    frames_per_address: float = 1000.0
    """Maximum number of frames per second from all connections of one address, on average."""
    frames_per_address_burst: int = 4000
    """Maximum number of frames that may come from one address at once."""
    requests: float = 20.0
    """Maximum number of HTTP requests per second from one address, on average."""
    requests_burst: int = 200
    """Maximum number of requests that may come at once."""
    files: float = 50.0
    """Maximum number of requests per second for files of the page from one address, on average."""
    files_burst: int = 1000
    """Maximum number of requests for files that may come at once."""
    replays: float = 1.0
    """Maximum number of records and replays per second for one address, on average."""
    replays_burst: int = 30
    """Maximum number of records and replays that one address may ask for at once."""
    reviews_per_address: int = 120
    """Maximum number of new reviews that one address may ask for in an hour."""
    review_seconds: int = 60
    """Seconds that a deep review may take."""
    reviews_waiting: int = 40
    """Maximum number of reviews that wait or are being made."""
    reviews_waiting_per_address: int = 6
    """Maximum number of reviews of one address that wait or are being made."""
    tables: int = 100_000
    """Maximum number of tables that are not over, on the whole server."""
    tables_per_address: int = 50
    """Maximum number of tables that one address may open in an hour."""
    tries_per_address: int = 60
    """Maximum number of wrong codes that one address may try in ten minutes."""
    sockets: int = 20_000
    """Maximum number of connections of the process."""
    sockets_per_address: int = 200
    """Maximum number of connections of one address."""
    absence_seconds: float = 30.0
    """Seconds without a connection after which others may nudge a person or let a bot play on."""
    watchers: int = 200
    """Maximum number of spectators of one table."""


@dataclass(frozen=True, slots=True)
class Settings:
    """A server's settings. The defaults suit one machine at home."""

    database: str = ""
    """URL of the database: sqlite:///FILE or postgresql://…; empty for a file in the user's data folder."""
    bus: str = ""
    """URL of NATS, which several nodes on one database need; empty for a single node."""
    host: str = "127.0.0.1"
    port: int = 8000
    address: str = ""
    """The address at which other devices reach this server, such as https://tatze.example, for invitations."""
    lan: bool = False
    """Whether the server is for the local network, so that it shows an address and a QR code."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses or networks of proxies whose headers X-Forwarded-For and X-Forwarded-Proto are trusted."""
    origins: tuple[str, ...] = ()
    """Origins of other sites whose pages may use the API. The server's own page always may."""
    imprint: str = ""
    """Address of the operator's imprint."""
    privacy: str = ""
    """Address of the operator's privacy notice."""
    opening: Literal["everybody", "password", "local"] = "everybody"
    """Who may open tables: everybody, those who know the password, or this machine alone. Everybody may join them."""
    open_password: str = ""
    """The password for opening tables."""
    bot_offer: BotOffer = field(default_factory=BotOffer)
    """Which bots people may choose."""
    banner: str = ""
    """An announcement of the operator, shown above the page."""
    report: str = ""
    """Address for reports of misuse, linked from every table; {table} in it becomes the table's id."""
    webhooks: bool = False
    """Whether seats may name a webhook, which is called when it is their turn."""
    public_metrics: bool = False
    """Whether /metrics answers everybody. By default it answers this machine alone, and nobody through a proxy."""
    push: bool = True
    """Whether browsers may subscribe to push messages, which are sent when it is a seat's turn."""
    reviews: bool = True
    """Whether finished games are reviewed for people who ask. That needs the extra `compiled`."""
    allow_seeds: bool = False
    """Whether tables may be opened with a seed, which makes deals repeatable: for tests, not for serious play."""
    retention_days: int = 90
    """Number of days without a move after which a table is deleted; 0 for never."""
    bot_workers: int = 1
    """Number of threads in which bots search."""
    drain_seconds: float = 5.0
    """Maximum number of seconds for which the server says goodbye before it ends."""
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        _check_url("--database", self.database, ("sqlite", "postgresql"))
        _check_url("--bus", self.bus, ("nats", "tls"))
        for name, url in (("--address", self.address), ("--imprint", self.imprint), ("--privacy", self.privacy)):
            _check_url(name, url, ("http", "https"))
        for origin in self.origins:
            _check_url("--origin", origin, ("http", "https"))
        _check_report(self.report)
        _check_opening(self.opening, self.open_password)
        if len(self.banner) > MAX_BANNER_LENGTH or not self.banner.isprintable():
            raise SetupError(f"--banner is one line of {MAX_BANNER_LENGTH} characters at most")
        for proxy in self.trusted_proxies:
            _check_network(proxy)
        if not 0 <= self.port < 65536:
            raise SetupError(f"--port is 0 to 65535, not {self.port}")
        if self.retention_days < 0:
            raise SetupError(f"--retention is a number of days, or 0 to keep everything, not {self.retention_days}")

    @property
    def database_url(self) -> str:
        """The URL of the database that is used. The default's folder is created when the database is opened."""
        return self.database or f"sqlite:///{data_folder() / 'tatze.sqlite'}"


def data_folder(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """Return the folder for stored games: TATZE_DATA, or the user's data folder."""
    if environment.get("TATZE_DATA"):
        return Path(environment["TATZE_DATA"])
    if platform == "win32":
        base = Path(environment.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(environment.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "tatze"


def _check_url(argument: str, url: str, schemes: tuple[str, ...]) -> None:
    if not url:
        return
    parts = urlsplit(url)
    if parts.scheme not in schemes or not (parts.netloc or parts.scheme == "sqlite"):
        wanted = " or ".join(f"{scheme}://" for scheme in schemes)
        raise SetupError(f"{argument} begins with {wanted} and names a place")


def _check_report(url: str) -> None:
    if not url.startswith("mailto:"):
        _check_url("--report", url, ("http", "https"))
    elif "@" not in url:
        raise SetupError("--report is an address such as mailto:you@tatze.example or https://tatze.example/report")


def _check_opening(opening: str, password: str) -> None:
    if opening not in ("everybody", "password", "local"):
        raise SetupError(f'--open-to is everybody, password or local, not "{opening}"')
    if (opening == "password") != bool(password):
        raise SetupError("--open-to password and --open-password go together")
    if len(password) > MAX_PASSWORD_LENGTH or not password.isprintable():
        raise SetupError(f"--open-password has {MAX_PASSWORD_LENGTH} characters at most, all printable")


def _check_network(text: str) -> None:
    try:
        ip_network(text)
    except ValueError:
        raise SetupError(f"--trusted-proxy is an address or a network such as 10.0.0.0/8, not {text!r}") from None
