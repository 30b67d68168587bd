"""Searches are compiled by a process of their own, into a cache from which everybody loads them."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tatze.bots.compile_process import HALF, form_of_search, searches_of
from tatze.bots.search import compile_apart
from tatze.bots.search.compile_worker import CompileWorker
from tatze.core.errors import TatzeError
from tatze.games import game_named

DECIDE = """
from tatze.bots.search.bot import SearchBot
from tatze.core.setup import make_setup
from tatze.core.table import Table
from tatze.games import game_named
from numba.core.dispatcher import Dispatcher

game = game_named("pounce")
bot = SearchBot("pounce", playouts=20)
table = Table.open(game, make_setup(game))
bot.choose(table.view(table.actor), table.legal_actions)
stats = [f.stats for f in vars(bot._searcher.functions).values() if isinstance(f, Dispatcher)]
print(sum(sum(one.cache_misses.values()) for one in stats), sum(sum(one.cache_hits.values()) for one in stats))
"""
"""Prints how many functions this process compiled, and how many it took from the cache."""


def decide(cache: Path) -> tuple[int, int]:
    environment = {**os.environ, "TATZE_CACHE": str(cache)}
    done = subprocess.run([sys.executable, "-c", DECIDE], capture_output=True, text=True, env=environment, check=True)
    misses, hits = done.stdout.split()
    return int(misses), int(hits)


def test_a_process_that_needs_a_search_compiles_nothing_itself(tmp_path: Path) -> None:
    misses, hits = decide(tmp_path)
    assert (misses, hits > 0) == (0, True)


def test_where_no_process_can_compile_the_thread_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compile_apart, "COMMAND", ("-c", "raise SystemExit('no')"))
    monkeypatch.setattr(compile_apart, "stamp_of", lambda _: Path("/nowhere/stamp"))
    searcher = CompileWorker("pounce").searcher()
    assert searcher.root_actions() == {}


def test_why_a_search_cannot_be_compiled_apart_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    form = form_of_search("pounce", "search")
    monkeypatch.setattr(compile_apart, "stamp_of", lambda _: tmp_path / "stamp")
    monkeypatch.setattr(compile_apart, "COMMAND", ("-c", "raise SystemExit('the disk is full')"))
    with pytest.raises(TatzeError, match="search of pounce failed: the disk is full"):
        compile_apart.compile_into_cache("pounce", "search", form)
    monkeypatch.setattr(compile_apart, "COMMAND", ("-c", "pass"))
    with pytest.raises(TatzeError, match="another version"):
        compile_apart.compile_into_cache("pounce", "search", form)
    monkeypatch.setattr(compile_apart, "stamp_of", lambda _: None)
    with pytest.raises(TatzeError, match="TATZE_CACHE"):
        compile_apart.compile_into_cache("pounce", "search", form)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    monkeypatch.setattr(compile_apart, "stamp_of", lambda _: tmp_path / "stamp")
    with pytest.raises(TatzeError, match="no process"):
        compile_apart.compile_into_cache("pounce", "search", form)


def test_the_process_that_compiles_ends_when_nobody_waits_for_it(tmp_path: Path) -> None:
    environment: dict[str, Any] = {**os.environ, "TATZE_CACHE": str(tmp_path)}
    words = [sys.executable, *compile_apart.COMMAND, "linko", "search"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, env=environment) as process:
        assert process.stdin
        while not list(tmp_path.rglob("*.py")):
            time.sleep(0.05)
        process.stdin.close()
        assert process.wait(10) == 1
    assert not list(tmp_path.rglob("compiled-*"))


def test_another_process_compiles_a_half_of_the_guided_search(tmp_path: Path) -> None:
    environment: dict[str, Any] = {**os.environ, "TATZE_CACHE": str(tmp_path)}
    words = [sys.executable, *compile_apart.COMMAND, "linko", HALF]
    with subprocess.Popen(words, stdin=subprocess.PIPE, env=environment) as process:
        assert process.wait(120) == 0
    assert list(tmp_path.rglob("*.advance_rollouts-*.nbc"))
    assert not list(tmp_path.rglob("*.begin_rollouts-*.nbc"))


def test_a_guided_search_needs_weights() -> None:
    assert searches_of(game_named("linko")) == ("search", "guided")
    assert searches_of(game_named("pounce")) == ("search",)


def test_warming_compiles_once(tmp_path: Path) -> None:
    environment = {**os.environ, "TATZE_CACHE": str(tmp_path)}
    said = []
    for _ in range(2):
        words = [sys.executable, "-m", "tatze", "warm", "pounce"]
        done = subprocess.run(words, capture_output=True, text=True, env=environment, check=True)
        said.append(done.stdout.splitlines())
    assert said[0][0].startswith("pounce, search: compiling")
    assert said[0][1].startswith("pounce, search: compiled in ")
    assert said[1] == ["pounce, search: is compiled"]
    assert decide(tmp_path)[0] == 0


def test_warming_an_unknown_game_is_refused() -> None:
    done = subprocess.run([sys.executable, "-m", "tatze", "warm", "chess"], capture_output=True, text=True, check=False)
    assert (done.returncode, "there is no game" in done.stderr) == (2, True)
