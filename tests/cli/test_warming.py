"""A server offers to compile the bots that search, and does it beside itself where it is told to."""

from __future__ import annotations

import argparse
import subprocess
from pathlib import Path

import pytest

from tatze.cli import serve
from tatze.server.settings import Settings


def test_a_server_compiles_beside_itself_while_it_runs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    said: list[object] = []

    class Process:
        def __init__(self, words: list[str], stdin: int) -> None:
            said.append((words[1:], stdin))

        def terminate(self) -> None:
            said.append("terminated")

        def wait(self) -> None:
            said.append("ended")

    monkeypatch.setattr(subprocess, "Popen", Process)

    def serves(*_: object, **__: object) -> int:
        said.append("served")
        return 0

    monkeypatch.setattr(serve, "_serve", serves)
    monkeypatch.setenv("TATZE_WARM", "1")
    parser = argparse.ArgumentParser()
    serve.arguments(parser)
    assert serve.run(parser.parse_args(["--database", f"sqlite:///{tmp_path / 'games.sqlite'}"])) == 0
    assert said == [(["-m", "tatze", "warm"], subprocess.DEVNULL), "served", "terminated", "ended"]


@pytest.mark.parametrize("compiled", [False, True])
def test_a_server_offers_to_compile_what_is_not_compiled(
    compiled: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TATZE_CACHE", str(tmp_path))
    if compiled:
        (tmp_path / "compiled" / "build").mkdir(parents=True)
        (tmp_path / "compiled" / "build" / "compiled-x").touch()
    serve.announce(Settings(database=f"sqlite:///{tmp_path / 'games.sqlite'}"), browser=False)
    assert ("tatze warm" in capsys.readouterr().out) != compiled
