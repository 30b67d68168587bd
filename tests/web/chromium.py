"""Where Chromium is. As a script it is brought where it is missing and this can be done:

python tests/web/chromium.py"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

LIVING_ROOM = "livingroom.test"
"""A name of this machine that is no secure context, as addresses in a local network are not."""
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--mute-audio",
    f"--host-resolver-rules=MAP {LIVING_ROOM} 127.0.0.1",
)
"""A browser for tests of our own pages: it runs as root too, and asks nobody for anything."""
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


def chromium() -> str | None:
    """The program: what CHROMIUM says, or the first one that is installed."""
    if "CHROMIUM" in os.environ:
        return os.environ["CHROMIUM"]
    return next(filter(None, map(shutil.which, NAMES)), None)


def main() -> None:
    if chromium():
        return
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        subprocess.run(["apt-get", "update", "-qq"], check=True)
        quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(["apt-get", "install", "-yqq", "--no-install-recommends", "chromium"], check=True, env=quiet)
    if not chromium():
        sys.exit("The tests need Chromium or Chrome: install one, or say where it is with CHROMIUM=/path/to/it.")


if __name__ == "__main__":
    main()
