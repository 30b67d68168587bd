"""Installs the wheel in dist/ into a fresh environment of every Python found, and plays games from it.

    python tools/try_wheel.py

For every Python from 3.11 to 3.14 on the PATH: one game in a terminal, one over the client and one in Chromium, each
against bots and to the end, by a server that knows neither the checkout nor Node. Then pipx and uvx install the wheel
as docs/installing.md has it, and their server answers. It prints how long the way from the wheel to an answering page
took."""

from __future__ import annotations

import contextlib
import os
import pty
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.server.services import free_port, wait_until  # noqa: E402  # found by the line above
from tests.web.chromium import FLAGS, chromium  # noqa: E402
from tests.web.people import click_to_the_end, play_now  # noqa: E402

VERSIONS = ("3.11", "3.12", "3.13", "3.14")
CLIENT_GAME = """
import sys
from tatze.client import Server
bot = {"kind": "bot", "level": "kitten"}
with Server(sys.argv[1]).open("verflixxt", "Ada", seats=[{"kind": "host"}, bot], pace=0) as seat:
    for turn in seat.turns():
        seat.act(turn.own.legal[0].action)
    print(seat.record())
"""
"""A program that plays one game over the client, and prints its record."""


def pythons() -> dict[str, str]:
    """Return the interpreters on the PATH that run, by version."""
    found = {version: shutil.which(f"python{version}") for version in VERSIONS}
    return {version: path for version, path in found.items() if path and runs(path)}


def runs(python: str) -> bool:
    """Say whether a program is a working interpreter; managers of versions put names without one on the PATH."""
    return subprocess.run([python, "-c", ""], capture_output=True, check=False).returncode == 0


def install(python: str, wheel: Path, folder: Path) -> Path:
    """Install the wheel, with what a server needs, in a new environment; return the environment's programs."""
    subprocess.run([python, "-m", "venv", str(folder)], check=True)
    programs = folder / "bin"
    pip = [str(programs / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, f"{wheel}[serve]"], check=True)
    return programs


def play_in_terminal(programs: Path, folder: Path) -> None:
    """Play one game in a terminal with the first choice each time, and check its record."""
    record = folder / "terminal.tatze"
    master, slave = pty.openpty()
    command = [str(programs / "tatze"), "play", "verflixxt", "--players", "2", "--fast", "--save", str(record)]
    game = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, cwd=folder, env=plain_environment())
    os.close(slave)
    with contextlib.suppress(OSError):  # the terminal closes when the game is over
        while seen := os.read(master, 65536):
            if seen.rstrip().endswith(b">"):
                os.write(master, b"1\n")
    os.close(master)
    if game.wait(30):
        sys.exit("the game in the terminal ended with an error")
    subprocess.run([str(programs / "tatze"), "verify", str(record)], check=True, stdout=subprocess.DEVNULL)


def plain_environment() -> dict[str, str]:
    """Return an environment without anything that could lead to the checkout."""
    kept = {name: text for name, text in os.environ.items() if not name.startswith(("PYTHON", "TATZE", "VIRTUAL"))}
    return {**kept, "TERM": "xterm-256color", "COLUMNS": "100", "LINES": "40"}


@contextlib.contextmanager
def serving(tatze: list[str], folder: Path, **more: str) -> Iterator[str]:
    """Run a server by a command such as `tatze`; yields its address once the page answers."""
    port = free_port()
    environment = plain_environment() | {"TATZE_DATA": str(folder / "data"), "PATH": str(Path(tatze[0]).parent), **more}
    command = [*tatze, "serve", "--port", str(port)]
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(command, stdout=log, stderr=log, cwd=folder, env=environment)
    try:
        wait_until(lambda: answers(f"http://127.0.0.1:{port}/"), "the page", 300)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(30)


def answers(address: str) -> bool:
    with contextlib.suppress(OSError), urllib.request.urlopen(address, timeout=2) as answer:
        return bool(answer.status == 200)
    return False


def play_over_client(programs: Path, address: str, folder: Path) -> None:
    """Play one game over the client, and check its record."""
    record = folder / "client.tatze"
    command = [str(programs / "python"), "-c", CLIENT_GAME, address]
    done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=folder, env=plain_environment())
    record.write_text(done.stdout.strip() + "\n", encoding="utf-8")
    subprocess.run([str(programs / "tatze"), "verify", str(record)], check=True, stdout=subprocess.DEVNULL)


def play_in_browser(address: str) -> None:
    """Play one game in Chromium; whatever the page complains of is an error."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        page = browser.new_page(base_url=address, reduced_motion="reduce", locale="en-GB")
        page.add_init_script("localStorage.setItem('tatze.settings', '{\"pace\":\"now\"}')")
        page.add_init_script("localStorage.setItem('tatze.marks', '\"off\"')")
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto("/")
        play_now(page, "verflixxt", 2)
        click_to_the_end(page, seed=1)
        browser.close()
    if errors:
        sys.exit(f"the page complains: {errors[0]}")


def try_installers(wheel: Path, folder: Path) -> None:
    """Install the wheel with pipx and run it with uvx, each from an environment without anything else."""
    subprocess.run([sys.executable, "-m", "venv", str(folder / "tools")], check=True)
    programs = folder / "tools" / "bin"
    pip = [str(programs / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "pipx", "uv"], check=True)
    homes = {"PIPX_HOME": str(folder / "pipx"), "PIPX_BIN_DIR": str(folder / "bin"), "UV_CACHE_DIR": str(folder / "uv")}
    start = time.monotonic()
    environment = plain_environment() | homes
    subprocess.run([str(programs / "pipx"), "install", f"{wheel}[serve,compiled]"], check=True, env=environment)
    with serving([str(folder / "bin" / "tatze")], folder):
        print(f"pipx install: page after {time.monotonic() - start:.0f} s")
    start = time.monotonic()
    uvx = [str(programs / "uvx"), "--python", sys.executable, "--from", f"{wheel}[serve,compiled]", "tatze"]
    with serving(uvx, folder, **homes, PATH=f"{programs}{os.pathsep}{os.defpath}"):  # what uv starts is a shell script
        print(f"uvx --from: page after {time.monotonic() - start:.0f} s")


def main() -> None:
    (wheel,) = (ROOT / "dist").glob("*.whl")
    for version, python in pythons().items():
        with tempfile.TemporaryDirectory(prefix="tatze-wheel-") as name:
            folder, start = Path(name), time.monotonic()
            programs = install(python, wheel, folder / "environment")
            with serving([str(programs / "tatze")], folder) as address:
                ready = time.monotonic() - start
                play_in_terminal(programs, folder)
                play_over_client(programs, address, folder)
                play_in_browser(address)
            print(f"Python {version}: page after {ready:.0f} s; games in terminal, client and browser played")
    with tempfile.TemporaryDirectory(prefix="tatze-wheel-") as name:
        try_installers(wheel, Path(name))
    if absent := [version for version in VERSIONS if version not in pythons()]:
        print(f"not tried, because it is not on the PATH: Python {', '.join(absent)}")


if __name__ == "__main__":
    main()
