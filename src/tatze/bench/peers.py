"""Other libraries, measured by a process in an environment of their own."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tatze.bench.measure import Work
from tatze.core.errors import TatzeError

SCRIPT = Path(__file__).parents[3] / "bench" / "peers_run.py"


class Peers:
    """The running script. `works` are the peers that can be measured, `missing` those that cannot, with the reason."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.works: list[Work] = []
        self.versions: list[str] = []
        self.missing: dict[str, str] = {}
        while "peers" not in (line := self._answer()):
            if "error" in line:
                self.missing[line["peer"]] = line["error"]
            else:
                self.works.append(Work(line["peer"], line["group"], "moves/s", self._runner(line["peer"])))
                self.versions.append(line["version"])
        self.versions = list(dict.fromkeys(self.versions))

    def _runner(self, peer: str) -> Any:
        def run(seconds: float) -> float:
            if self.process.stdin is None:
                raise TatzeError("the peers' script takes no questions")
            self.process.stdin.write(json.dumps({"peer": peer, "seconds": seconds}) + "\n")
            self.process.stdin.flush()
            found: float = self._answer()["rate"]
            return found

        return run

    def _answer(self) -> dict[str, Any]:
        line = self.process.stdout.readline() if self.process.stdout else ""
        if not line:
            raise TatzeError("the peers' script ended early; run it by hand to see why: bench/peers_run.py")
        answer: dict[str, Any] = json.loads(line)
        return answer


@contextmanager
def running_peers(python: str) -> Iterator[Peers]:
    """Start the script with this Python and yield the peers of its environment."""
    if not SCRIPT.exists():
        raise TatzeError("peers are measured from a checkout: there is bench/peers_run.py")
    command = [python, str(SCRIPT)]
    pipe, quiet = subprocess.PIPE, subprocess.DEVNULL
    try:
        process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=quiet, text=True)
    except OSError as error:
        raise TatzeError(f"{python}: {error.strerror}; bench/peers.sh makes an environment for the peers") from None
    with process:
        yield Peers(process)
        if process.stdin:
            process.stdin.close()
