"""What an operator can say about a server, in one frozen record."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import ip_network
from pathlib import Path
from urllib.parse import urlsplit

from tatze.core.errors import SetupError


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one address, one connection or one table may ask for."""

    frame: int = 4096
    """Bytes of one frame from a client."""
    body: int = 16_384
    """Bytes of one HTTP body."""
    body_seconds: float = 10.0
    """How long a client may take to send a body."""
    hello_seconds: float = 10.0
    """How long a new connection may take to say hello."""
    stalled_seconds: float = 30.0
    """How long what was sent may wait to be taken; then the connection is cut."""
    queue: int = 256
    """Frames that wait for one slow reader before it is dropped."""
    frames: float = 50.0
    """Frames a second from one connection, for long; more are refused."""
    frames_burst: int = 200
    """So many frames may come at once."""
    requests: float = 20.0
    """HTTP requests a second from one address, for long."""
    requests_burst: int = 200
    tables: int = 100_000
    """Tables that are not over, on the whole server."""
    tables_per_address: int = 50
    """Tables that one address may open in an hour."""
    tries_per_address: int = 60
    """Wrong codes that one address may try in ten minutes."""
    sockets: int = 20_000
    """Connections of the whole process."""
    sockets_per_address: int = 200
    watchers: int = 200
    """Spectators of one table."""


@dataclass(frozen=True, slots=True)
class Settings:
    """A server's settings; every one has a default that suits one machine at home."""

    database: str = ""
    """sqlite:///FILE or postgresql://…; empty means a file in the user's data folder (see `database_url`)."""
    bus: str = ""
    """nats://…, needed as soon as several nodes share a database; empty for one process."""
    host: str = "127.0.0.1"
    port: int = 8000
    address: str = ""
    """How other devices reach this server, such as https://tatze.example; for invites."""
    lan: bool = False
    """Whether the server is meant for the local network."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses or networks whose X-Forwarded-For and X-Forwarded-Proto are believed."""
    origins: tuple[str, ...] = ()
    """Origins of other pages that may use the API from a browser; the server's own is always allowed."""
    imprint: str = ""
    privacy: str = ""
    """Addresses of the host's own pages."""
    hooks: bool = False
    """Whether seats may name an address that is told when it is their turn."""
    allow_seeds: bool = False
    """Whether tables may be opened with a repeatable deal: for tests and lessons, not for serious play."""
    retention_days: int = 90
    """Finished and abandoned tables are removed after so many days without a move; 0 keeps them for ever."""
    bot_workers: int = 1
    """Threads in which bots think, beside the event loop."""
    drain_seconds: float = 5.0
    """How long the server takes at most to say goodbye."""
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        _check_url("--database", self.database, ("sqlite", "postgresql"))
        _check_url("--bus", self.bus, ("nats", "tls"))
        for name, url in (("--address", self.address), ("--imprint", self.imprint), ("--privacy", self.privacy)):
            _check_url(name, url, ("http", "https"))
        for origin in self.origins:
            _check_url("--origin", origin, ("http", "https"))
        for proxy in self.trusted_proxies:
            _check_network(proxy)
        if not 0 <= self.port < 65536:
            raise SetupError(f"--port is 0 to 65535, not {self.port}")
        if self.retention_days < 0:
            raise SetupError(f"--retention is a number of days, or 0 to keep everything, not {self.retention_days}")

    @property
    def database_url(self) -> str:
        """The database's URL; the default's folder is made when it is opened."""
        return self.database or f"sqlite:///{data_folder() / 'tatze.sqlite'}"


def data_folder(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """Where games are kept: TATZE_DATA, or the user's data folder."""
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


def _check_network(text: str) -> None:
    try:
        ip_network(text)
    except ValueError:
        raise SetupError(f"--trusted-proxy is an address or a network such as 10.0.0.0/8, not {text!r}") from None
