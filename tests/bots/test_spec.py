"""One way to name a bot: what can be written, what is refused, and that every place reads it alike."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tatze.bots import ALL_BOTS, BotSpec, bot_named, close_bot, read_spec, stand_in_reason
from tatze.bots.outside.bot import OutsideBot
from tatze.bots.search.bot import SearchBot
from tatze.bots.spec import join_command, split_command
from tatze.cli import main
from tatze.cli.play import seat_words
from tatze.core.errors import SetupError, TatzeError
from tatze.core.record import read_file
from tests.core.record.examples import resigned
from tests.helpers import random_table

ROOT = Path(__file__).parents[2]
PROGRAM = f"run:{sys.executable} {ROOT / 'examples' / 'outside_bot.py'}"
BUDGETS = ("search:500", "search@50ms", "guided:800", "guided@1.5s")
CLASSES = ("py:class_bots:Unloader", "py:class_bots:Reader")


@pytest.fixture
def examples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "examples")


@pytest.mark.parametrize(
    "text", [*ALL_BOTS, "search:500", "search@50ms", "guided:800", "guided@1.5s", *CLASSES, PROGRAM]
)
def test_a_bot_is_written_as_it_is_read(text: str) -> None:
    assert str(read_spec(text)) == text
    assert read_spec(str(read_spec(text))) == read_spec(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "there is no bot"),
        ("lion", "there is no bot"),
        ("search:1:2", "there is no bot"),
        ("search:", "number of playouts"),
        ("search:x", "number of playouts"),
        ("search:-1", "number of playouts"),
        ("search:0", "number of playouts"),
        ("search:٣", "number of playouts"),
        ("search@5", "written 200ms"),
        ("search@0ms", "written 200ms"),
        ("thumb:4", "has no budget"),
        ("tiger@1s", "has no budget"),
        ("py:", "is written py:package.module:Class"),
        ("py:module", "is written py:package.module:Class"),
        ("py:os.system:1", "is written py:package.module:Class"),
        ("run:", "needs a command"),
        ("run:no-such-program-anywhere", "no program"),
        ("run:\x00", "no program"),
    ],
)
def test_what_names_no_bot_is_refused(text: str, words: str) -> None:
    with pytest.raises(SetupError, match=words):
        read_spec(text)


def test_a_time_and_a_number_of_playouts_reach_the_search() -> None:
    timed, counted = bot_named("linko", "search@50ms"), bot_named("linko", BotSpec("search", playouts=9))
    assert isinstance(timed, SearchBot)
    assert isinstance(counted, SearchBot)
    assert (timed.seconds, timed.playouts, counted.playouts) == (0.05, None, 9)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (r"C:\tools\bot.exe --deep", (r"C:\tools\bot.exe", "--deep")),
        (r'"C:\Program Files\bot.exe" -x "a b"', (r"C:\Program Files\bot.exe", "-x", "a b")),
    ],
)
def test_a_command_may_have_windows_paths(text: str, words: tuple[str, ...]) -> None:
    assert split_command(text, windows=True) == words
    assert split_command(join_command(words, windows=True), windows=True) == words
    with pytest.raises(ValueError, match="quotation"):
        split_command('"C:\\x', windows=True)


@pytest.mark.usefixtures("examples")
@pytest.mark.parametrize("text", [*CLASSES, PROGRAM])
def test_classes_and_programs_choose_legal_actions(text: str) -> None:
    bot = bot_named("linko", text, seed=3)
    for stop in (0, 5, 11, 20):
        table = random_table("linko", "base", 3, seed=stop, stop=stop)
        assert bot.choose(table.view(table.actor), table.legal_actions) in table.legal_actions
    close_bot(bot)


BROKEN = """
class Deaf: pass
class Late:
    def __init__(self): raise OSError("no weights")
class Failing:
    def choose(self, view, legal, budget=None): return 1 / 0
class Illegal:
    def choose(self, view, legal, budget=None): return -1
class Talker:
    def decide(self, question): return "please"
class Nothing:
    def decide(self, question): return None
class Curious:
    def __init__(self, seed, game): self.given = (game, seed)
    def decide(self, question): return question.legal[0].id
"""


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a module in the current folder, which is not on Python's path."""
    module = f"broken_{tmp_path.name}"
    (tmp_path / f"{module}.py").write_text(BROKEN)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.chdir(tmp_path)
    return module


@pytest.mark.parametrize(
    ("name", "words"),
    [("Deaf", "has neither choose"), ("Late", "cannot be made: OSError: no weights"), ("Missing", "has no class")],
)
def test_a_class_that_is_no_bot_is_refused(broken: str, name: str, words: str) -> None:
    with pytest.raises(SetupError, match=words):
        bot_named("linko", f"py:{broken}:{name}")
    with pytest.raises(SetupError, match="cannot be imported"):
        bot_named("linko", "py:no_such_module:Bot")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Failing", "failed: ZeroDivisionError"),
        ("Illegal", "not legal now"),
        ("Talker", "no action"),
        ("Nothing", "whole number"),
    ],
)
def test_what_a_class_does_wrong_is_an_error_that_names_it(broken: str, name: str, words: str) -> None:
    table = random_table("linko", "base", 3, stop=5)
    with pytest.raises(TatzeError, match=f"{name}.*{words}"):
        bot_named("linko", f"py:{broken}:{name}").choose(table.view(table.actor), table.legal_actions)


def test_a_class_gets_the_game_and_the_seed_that_it_asks_for(broken: str) -> None:
    bot = bot_named("linko", f"py:{broken}:Curious", seed=7)
    assert bot.player.given == ("linko", 7)  # type: ignore[attr-defined]  # a ClassBot has a player


def test_a_program_that_fails_is_an_error_or_is_replaced_and_named() -> None:
    table = random_table("linko", "base", 3, stop=5)
    view, legal = table.view(table.actor), table.legal_actions
    failing = f"run:{sys.executable} -c 1/0"
    with pytest.raises(TatzeError, match=r"made no decision(.|\n)*ZeroDivisionError"):
        bot_named("linko", failing).choose(view, legal)
    replaced = bot_named("linko", failing, stand_in=True)
    assert replaced.choose(view, legal) == bot_named("linko", "thumb").choose(view, legal)
    assert "made no decision" in stand_in_reason(replaced)


@pytest.mark.usefixtures("examples")
def test_a_simulation_plays_programs_and_classes_and_names_them_without_their_command(tmp_path: Path) -> None:
    seats = [word for bot in (PROGRAM, *CLASSES) for word in ("--bot", bot)]
    assert main(["simulate", "linko", "--players", "3", "--out", str(tmp_path), *seats]) == 0
    (path,) = tmp_path.iterdir()
    (record,) = read_file(path)
    assert record.seats == ("run:outside_bot", *CLASSES)
    assert "examples" not in path.read_text()


def test_a_simulation_with_a_program_that_fails_stops_with_its_last_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    failing = ["simulate", "linko", "--bot", f"run:{sys.executable} -c 1/0", "--out", str(tmp_path)]
    assert main(failing) == 1
    assert "ZeroDivisionError" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_record_starts_no_program(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "linko", "--players", "3", "--out", str(tmp_path)]) == 0
    (path,) = tmp_path.iterdir()
    for word in (f"run:{sys.executable}", "py:class_bots:Unloader"):
        hostile = tmp_path / "hostile.tatze"
        altered = path.read_text().replace('[Seats "random random random"]', f'[Seats "you random {word}"]')
        hostile.write_text(resigned(altered))
        assert main(["play", "--resume", str(hostile)]) == 1
        assert "cannot be resumed" in capsys.readouterr().err


def test_names_may_be_typed_in_capitals_but_commands_stay_as_they_are() -> None:
    assert seat_words(["You", "LYNX", "run:Bot.sh A", "py:Module:Class"]) == [
        "you", "lynx", "run:Bot.sh A", "py:Module:Class",
    ]  # fmt: skip


def test_a_study_says_which_bots_it_compiles(capsys: pytest.CaptureFixture[str]) -> None:
    for bot in ("search:5", PROGRAM, "tiger"):
        assert main(["study", "linko", "--bot", bot, "--games", "1"]) == 2
        assert "random, thumb and yardstick; tatze arena plays" in capsys.readouterr().err


@pytest.mark.usefixtures("examples")
def test_the_arena_measures_classes(capsys: pytest.CaptureFixture[str]) -> None:
    bots = ["thumb", "mine=py:class_bots:Reader"]
    assert main(["arena", "linko", "--players", "3", "--bots", *bots, "--games", "3", "--processes", "1"]) == 0
    assert "mine" in capsys.readouterr().out


def test_only_programs_are_closed() -> None:
    bot = bot_named("linko", PROGRAM)
    assert isinstance(bot, OutsideBot)
    close_bot(bot_named("linko", "thumb"))
    close_bot(bot)
