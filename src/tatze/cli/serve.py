"""`tatze serve` runs a server; `tatze` without a command runs one on this machine and opens a browser.

Every option can also be set in the environment: --database is TATZE_DATABASE, and so on."""

from __future__ import annotations

import argparse
import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from tatze.cli.encoding import can_write
from tatze.compiled.cache import STAMP, cache_root
from tatze.core.errors import SetupError
from tatze.core.installed import is_installed

if TYPE_CHECKING:
    from tatze.server.settings import Limits, Settings

DEFAULT_PORT = 8000


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = "Every choice can be made in the environment too: --database is TATZE_DATABASE, and so on."
    _option(parser, "--host", "HOST", "where to listen (127.0.0.1: this machine alone; with --lan 0.0.0.0: everybody)")
    _option(parser, "--port", "PORT", "on which port; 0 for a free one", default=str(DEFAULT_PORT))
    _switch(parser, "--lan", "be there for the local network, and show a QR code that leads here")
    _option(parser, "--address", "URL", "how people reach this server, such as https://tatze.example; for invites")
    add_database(parser)
    add_bus(parser)
    _option(parser, "--imprint", "URL", "your imprint, linked on every page")
    _option(parser, "--privacy", "URL", "your privacy notice, linked on every page")
    _option(parser, "--open-to", "WHO", "who may open tables: everybody, password or local", "everybody")
    _option(parser, "--open-password", "WORD", "the password for --open-to password; better in the environment")
    _list(parser, "--level", "NAME", "a bot that people may choose, such as cat; without it all of them")
    _programs(parser)
    _option(parser, "--banner", "TEXT", "an announcement above the page")
    _option(parser, "--report", "URL", "where misuse is reported, linked from every table; {table} becomes its id")
    _list(parser, "--trusted-proxy", "ADDRESS", "a reverse proxy, or a network of them, whose headers are believed")
    _list(parser, "--origin", "URL", "another site whose pages may use the API")
    _switch(parser, "--hooks", "let players name an address that is told when it is their turn")
    _switch(parser, "--public-metrics", "answer /metrics to everybody, not to this machine alone")
    _switch(parser, "--no-push", "send no notifications to the browsers of players who ask for them")
    _switch(parser, "--no-reviews", "do not review finished games for the people who played them")
    _switch(parser, "--seeds", "let tables be opened with a repeatable deal; for tests, not for serious play")
    _option(
        parser,
        "--retention",
        "DAYS",
        "days after its last move after which a table is deleted; 0 for never",
        "90",
    )
    _switch(parser, "--warm", "compile the bots that search at once, beside the server, not when they first play")
    _option(parser, "--bots", "N", "how many threads bots think in", "1")
    _list(parser, "--limit", "NAME=NUMBER", "a limit that differs, such as sockets_per_address=1000")
    _option(parser, "--log", "LEVEL", "what is logged: debug, info, warning or error", "info")


def add_database(parser: argparse.ArgumentParser) -> None:
    """Add the option that names the database."""
    _option(parser, "--database", "URL", "where games are kept: sqlite:///FILE or postgresql://… (a file of yours)")


def add_bus(parser: argparse.ArgumentParser) -> None:
    """Add the option that names the bus."""
    _option(parser, "--bus", "URL", "nats://…, which ties several servers on one PostgreSQL together")


def settings_of_database(args: argparse.Namespace) -> Settings:
    """Return settings with the database and the bus of the arguments, for commands of operators."""
    from tatze.server.settings import Settings

    return Settings(database=args.database, bus=getattr(args, "bus", ""))


def run(args: argparse.Namespace) -> int:
    settings = settings_of(args)
    with warming() if args.warm else contextlib.nullcontext():
        return _serve(settings, args.log, browser=False)


@contextlib.contextmanager
def warming() -> Iterator[None]:
    """Run `tatze warm` beside what is done here."""
    process = subprocess.Popen([sys.executable, "-m", "tatze", "warm"], stdin=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.terminate()
        process.wait()


def home() -> int:
    """Run `tatze` without a command: open a browser on a running server, or start one."""
    from tatze.server.settings import Settings

    if _is_tatze(DEFAULT_PORT):
        _open_browser(f"http://127.0.0.1:{DEFAULT_PORT}")
        print(f"Tatze is already running: http://127.0.0.1:{DEFAULT_PORT}")
        return 0
    return _serve(Settings(port=DEFAULT_PORT if _is_free(DEFAULT_PORT) else 0), "warning", browser=True)


def settings_of(args: argparse.Namespace) -> Settings:
    """Return the settings that the arguments give. A SetupError says which argument is wrong."""
    from tatze.server.bot_offer import offer_of
    from tatze.server.settings import Settings

    return Settings(
        database=args.database,
        bus=args.bus,
        host=args.host or ("0.0.0.0" if args.lan else "127.0.0.1"),
        port=_number("--port", args.port),
        address=args.address.rstrip("/"),
        lan=args.lan,
        trusted_proxies=tuple(args.trusted_proxy),
        origins=tuple(origin.rstrip("/") for origin in args.origin),
        imprint=args.imprint,
        opening=args.open_to,
        open_password=args.open_password,
        bot_offer=offer_of(args.level, args.program),
        banner=args.banner.strip(),
        report=args.report,
        privacy=args.privacy,
        webhooks=args.hooks,
        push=not args.no_push,
        reviews=not args.no_reviews,
        public_metrics=args.public_metrics,
        allow_seeds=args.seeds,
        retention_days=_number("--retention", args.retention),
        bot_workers=_number("--bots", args.bots),
        limits=_limits(args.limit),
    )


def _serve(settings: Settings, level: Any, browser: bool) -> int:
    from tatze.server.logs import write_logs
    from tatze.server.process import serve

    if level not in ("debug", "info", "warning", "error"):
        raise SetupError(f'--log is debug, info, warning or error, not "{level}"')
    write_logs(level)
    return serve(settings, lambda ready: announce(ready, browser))


def announce(settings: Settings, browser: bool) -> None:
    """Print where the server is, with a QR code for the local network, and open a browser if asked to."""
    here = "127.0.0.1" if settings.host in ("0.0.0.0", "::") else settings.host
    local = f"http://[{here}]:{settings.port}" if ":" in here else f"http://{here}:{settings.port}"
    print(f"Tatze is at {local}")
    if settings.address:
        print(f"Others reach it at {settings.address}")
    if settings.lan:
        import segno

        segno.make(settings.address, micro=False).terminal(out=sys.stdout, compact=can_write("█▀▄"))
    if settings.database_url.startswith("sqlite:///"):
        print(f"Games are kept in {settings.database_url.removeprefix('sqlite:///')}")
    if is_installed("numba") and not any(cache_root().glob(f"*/{STAMP}*")):
        print("The bots that search are compiled when they first play; tatze warm does it ahead.")
    print("Ctrl-C ends it.", flush=True)
    if browser:
        _open_browser(local)


def _open_browser(address: str) -> None:
    """Open a browser if there is a screen. Without one, Python would start a text browser in this terminal."""
    if sys.platform in ("win32", "darwin") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        import threading
        import webbrowser

        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _is_tatze(port: int) -> bool:
    """Return whether a Tatze server is running on a port of this machine."""
    import json
    from urllib.error import URLError
    from urllib.request import ProxyHandler, build_opener

    try:
        with build_opener(ProxyHandler({})).open(f"http://127.0.0.1:{port}/api/about", timeout=1) as answer:
            return "protocol" in json.loads(answer.read(100_000))
    except (OSError, URLError, ValueError):
        return False


def _is_free(port: int) -> bool:
    import socket

    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def _environment(name: str) -> str:
    return os.environ.get(f"TATZE_{name.removeprefix('--').replace('-', '_').upper()}", "")


def _option(parser: argparse.ArgumentParser, name: str, what: str, text: str, default: str = "") -> None:
    shown = f"{text} ({default})" if default else text
    parser.add_argument(name, metavar=what, default=_environment(name) or default, help=shown)


def _list(parser: argparse.ArgumentParser, name: str, what: str, text: str) -> None:
    given = [part for part in _environment(name).replace(",", " ").split() if part]
    parser.add_argument(name, metavar=what, action="append", default=given, help=f"{text}; may be repeated")


def _programs(parser: argparse.ArgumentParser) -> None:
    """Add the option that names programs. Commands have spaces, so semicolons separate them in the environment."""
    given = [part.strip() for part in _environment("--program").split(";") if part.strip()]
    text = "a program that people may choose as a bot by this name, run:COMMAND or py:MODULE:CLASS; may be repeated"
    parser.add_argument("--program", metavar="NAME=PROGRAM", action="append", default=given, help=text)


def _switch(parser: argparse.ArgumentParser, name: str, text: str) -> None:
    on = _environment(name).lower() in ("1", "yes", "true", "on")
    parser.add_argument(name, action="store_true", default=on, help=text)


def _limits(words: list[str]) -> Limits:
    from tatze.server.settings import Limits

    usual = asdict(Limits())
    changed = {}
    for word in words:
        name, _, number = word.partition("=")
        if name not in usual:
            raise SetupError(f'--limit has no "{name}"; it has {", ".join(usual)}')
        changed[name] = type(usual[name])(_number(f"--limit {name}", number))
    return Limits(**changed)


def _number(name: str, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise SetupError(f'{name} is a whole number, not "{text}"') from None
