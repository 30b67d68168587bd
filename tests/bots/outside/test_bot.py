"""Programs as bots: good ones play, bad ones forfeit, and none of them holds up the table."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tatze.arena.entrants import read_entrant
from tatze.arena.match import Bout, Match
from tatze.arena.play import Played, play_bout, task_of
from tatze.arena.ratings import ranks
from tatze.bots.outside import bot as outside
from tatze.bots.outside import process as program
from tatze.bots.outside.bot import OutsideBot, line_of, question, read_answer
from tatze.bots.outside.process import Program, ProgramFailure, kill_tree
from tatze.core.errors import TatzeError
from tatze.core.sample import sample
from tatze.core.setup import make_setup
from tatze.games import game_named, game_names
from tests.bots.outside.programs import command, entrant, survivors
from tests.helpers import every_setting, open_table, random_table

ROOT = Path(__file__).parents[3]
EXAMPLE = ROOT / "examples" / "outside_bot.py"


@pytest.fixture
def _hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outside, "DECISION_SECONDS", 0.1)
    monkeypatch.setattr(outside, "GRACE_SECONDS", 0.1)
    monkeypatch.setattr(program, "EXIT_SECONDS", 0.1)


def play(text: str, game: str = "verflixxt", players: int = 2, forfeit: str = "stand-in") -> Played:
    """A game of this entrant, alone among thumbs."""
    entrants = (read_entrant(text), read_entrant("thumb"))
    match = Match(game, make_setup(game_named(game), "base", players), 3, 2, entrants, forfeit=forfeit)
    return play_bout(task_of(match, Bout(entrants[0].label, "thumb", 0, 1)))


@pytest.mark.usefixtures("_hurried")
@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("crashes later", "crash"),
        ("sleeps", "silence"),
        ("prints garbage", "garbage"),
        ("prints bytes", "garbage"),
        ("nests deeply", "garbage"),
        ("names no action", "garbage"),
        ("is not an object", "garbage"),
        ("answers illegally", "illegal"),
        ("answers nonsense", "illegal"),
        ("floods a line", "garbage"),
        ("floods lines", "garbage"),
        ("floods before it is asked", "garbage"),
        ("ignores SIGTERM", "silence"),
        ("closes its ears", "silence"),
        ("closes its mouth", "crash"),
    ],
)
def test_a_program_that_misbehaves_forfeits_to_thumb_and_is_gone(tmp_path: Path, name: str, kind: str) -> None:
    begun = time.perf_counter()
    played = play(entrant(tmp_path, name))
    assert time.perf_counter() - begun < 8
    forfeits = played.forfeits[name]
    assert kind in forfeits
    assert sum(forfeits.values()) == len(played.times[name]) > 10
    assert played.scores == play("again=thumb").scores
    assert played.trouble[name]
    assert survivors(tmp_path) == []


@pytest.mark.usefixtures("_hurried")
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("crashes", "it ended; the last lines of its stderr:\n  nothing works"),
        ("never says hello", "no answer within 1 s, and wrote nothing to stderr"),
        ("speaks another protocol", "it speaks protocol 99, not 1"),
    ],
)
def test_a_program_that_does_not_start_stops_the_match_and_its_last_words_are_shown(
    tmp_path: Path, name: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name == "never says hello":
        monkeypatch.setattr(outside, "HELLO_SECONDS", 1.0)
    begun = time.perf_counter()
    with pytest.raises(TatzeError, match="the program did not start: ") as refused:
        play(entrant(tmp_path, name))
    assert said in str(refused.value)
    assert time.perf_counter() - begun < outside.HELLO_SECONDS + 5
    assert survivors(tmp_path) == []


def test_a_forfeit_loses_the_game_and_thumb_only_plays_it_to_its_end(tmp_path: Path) -> None:
    played = play(entrant(tmp_path, "answers illegally"), forfeit="lose")
    assert played.lost == [1]
    assert played.winners == [0]
    assert played.forfeits == {"answers illegally": {"illegal": 1}}
    assert played.scores == play("again=thumb").scores
    assert len(played.times["answers illegally"]) == 1
    assert ranks(played) == [-1.0, 2.0]


def test_a_forfeit_stops_the_match_if_that_is_agreed(tmp_path: Path) -> None:
    with pytest.raises(TatzeError, match="crashes later forfeited a decision: it ended") as stopped:
        play(entrant(tmp_path, "crashes later"), forfeit="abort")
    assert "the seventh seal" in str(stopped.value)
    assert survivors(tmp_path) == []


@pytest.mark.usefixtures("_hurried")
def test_an_answer_that_comes_twice_is_never_taken_for_the_next_one(tmp_path: Path) -> None:
    """The second copy of each answer lies there when the next question comes, or comes after it."""
    assert play(entrant(tmp_path, "echoes and repeats itself")).forfeits == {}


@pytest.mark.usefixtures("_hurried")
@pytest.mark.parametrize("name", ["stops echoing", "echoes the future"])
def test_a_number_that_was_not_asked_is_garbage(tmp_path: Path, name: str) -> None:
    assert play(entrant(tmp_path, name)).forfeits[name]["garbage"] >= 1


def test_the_end_of_stderr_is_kept(tmp_path: Path) -> None:
    played = play(entrant(tmp_path, "crashes later"))
    assert played.trouble["crashes later"].endswith("ValueError: the seventh seal")
    assert len(played.trouble["crashes later"]) < 3000


def test_a_program_that_floods_stderr_plays_on(tmp_path: Path) -> None:
    assert play(entrant(tmp_path, "floods stderr")).forfeits == {}


def test_a_program_takes_its_children_along(tmp_path: Path) -> None:
    assert play(entrant(tmp_path, "leaves a child")).forfeits == {}
    assert survivors(tmp_path) == []


def test_a_program_that_is_killed_takes_its_children_along() -> None:
    running = Program(["sh", "-c", "sleep 60 & echo $! $$; wait"])
    child, itself = map(int, running.ask_numbered(b"\n", 20, bool).split())
    os.kill(itself, signal.SIGKILL)
    running.end()
    limit = time.monotonic() + 10
    while Path(f"/proc/{child}/cmdline").exists() and Path(f"/proc/{child}/cmdline").read_bytes():
        assert time.monotonic() < limit, "the child goes on"
        time.sleep(0.02)


def test_on_windows_the_tree_of_processes_is_ended() -> None:
    assert kill_tree(7) == ["taskkill", "/F", "/T", "/PID", "7"]


def test_a_line_that_nobody_asked_for_is_no_answer(tmp_path: Path) -> None:
    played = play(entrant(tmp_path, "speaks unasked"))
    assert played.forfeits["speaks unasked"]["garbage"] >= 1


def test_one_bad_decision_does_not_cost_the_others(tmp_path: Path) -> None:
    """A program that is told to stop after a silence is started again, but not for ever."""
    name = "crashes later"
    play(entrant(tmp_path, name))
    assert len((tmp_path / "pids").read_text().split()) == outside.STARTS_PER_GAME


def test_a_program_that_cannot_be_started_forfeits(tmp_path: Path) -> None:
    table = open_table("linko", "base", 3)
    bot = OutsideBot(table.game, [str(tmp_path)])
    with pytest.raises(TatzeError, match="could not be started"):
        bot.open(table.view(table.actor))
    assert bot.choose(table.view(table.actor), table.legal_actions) in table.legal_actions
    assert bot.forfeits == {"crash": 1}
    assert bot.trouble


@pytest.mark.parametrize("game", game_names())
def test_an_answer_is_a_text_or_an_id(game: str) -> None:
    table = random_table(game, "base", 3, stop=5)
    for action in table.legal_actions:
        for answer in (action, table.game.write(action), f" {table.game.write(action).upper()} "):
            assert read_answer(table.game, json.dumps({"action": answer}).encode(), table.legal_actions) == action
    wrongs: tuple[object, ...] = (True, 1.0, None, {}, -1)
    for wrong in wrongs:
        with pytest.raises(ProgramFailure):
            read_answer(table.game, json.dumps({"action": wrong}).encode(), table.legal_actions)


@pytest.mark.parametrize(("game", "rules", "players"), every_setting())
def test_a_question_says_what_the_seat_may_know_and_nothing_else(game: str, rules: str, players: int) -> None:
    random = Random(players)
    for stop in (0, 7, 40):
        table = random_table(game, rules, players, stop=stop)
        if table.over:
            continue
        view = table.view(table.actor)
        asked = question(table.game, view, table.legal_actions, 1, 0.2, None)
        assert [action["text"] for action in asked["legal"]] == table.legal
        assert [action["foresight"] for action in asked["legal"]] == [table.foresee(text) for text in table.legal]
        other = sample(table.game, view, random)
        again = question(table.game, table.game.view(other, table.actor), table.legal_actions, 1, 0.2, None)
        assert line_of(again) == line_of(asked)


def test_the_example_is_short_and_needs_nothing() -> None:
    text = EXAMPLE.read_text(encoding="utf-8")
    assert len(text.splitlines()) < 40
    imports = [line.split()[1] for line in text.splitlines() if line.startswith(("import ", "from "))]
    assert set(imports) <= sys.stdlib_module_names


@pytest.mark.parametrize("game", game_names())
def test_the_example_plays(game: str) -> None:
    played = play(f"example=run:{sys.executable} {EXAMPLE}", game, 3)
    assert played.forfeits == {}
    assert len(played.times["example"]) > 5


def test_the_session_on_the_protocols_page_is_a_real_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page shows the beginning and the end of a game that can be played again."""
    page = (ROOT / "docs" / "bot-protocol.md").read_text(encoding="utf-8")
    shown = [json.loads(block.partition("```")[0]) for block in page.split("```json\n")[1:]]
    log: list[Any] = []
    send, answer = Program.send, Program._next

    def logged_send(self: Program, line: bytes) -> None:
        log.append(json.loads(line))
        send(self, line)

    def logged_answer(self: Program, seconds: float) -> bytes:
        line = answer(self, seconds)
        log.append(json.loads(line))
        return line

    monkeypatch.setattr(Program, "send", logged_send)
    monkeypatch.setattr(Program, "_next", logged_answer)
    entrants = (read_entrant(f"example=run:{sys.executable} {EXAMPLE}", 0.2), read_entrant("yardstick"))
    match = Match("linko", make_setup(game_named("linko"), "base", 3), 3, 2, entrants)
    play_bout(task_of(match, Bout("example", "yardstick", 0, 0)))
    log[0]["software"] = shown[0]["software"]
    assert shown == [*log[:4], log[-1]]


def test_a_command_runs_without_a_shell(tmp_path: Path) -> None:
    words = command(tmp_path, "fine")
    text = f"run:{' '.join(words)} '; touch {tmp_path / 'shell'}' $HOME"
    assert read_entrant(text).command == (*words, f"; touch {tmp_path / 'shell'}", "$HOME")
    assert play(text).forfeits == {}
    assert not (tmp_path / "shell").exists()
