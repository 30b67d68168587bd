"""The library's public functions refuse wrong calls with an error of their own, which names the argument or its value.

A call is written as it would stand in a program. What is left out here is tested beside its module."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import tatze
from tatze.bots import bot_named, levels
from tatze.bots.learned import LearnedBot, chances
from tatze.bots.learned.network import describe
from tatze.bots.search.bot import SearchBot
from tatze.bots.simple import RandomBot
from tatze.compiled.batch import Batch, PlainBatch
from tatze.compiled.single import Single
from tatze.core.chance import Fairness
from tatze.core.errors import TatzeError
from tatze.core.position import read_position, write_position
from tatze.core.record import read_file, read_record, read_records, record_text, save
from tatze.core.sample import sample
from tatze.core.series import next_game, series_totals
from tatze.core.setup import Setup, make_setup
from tatze.core.table import Table
from tatze.core.undo import undo_answer
from tatze.envs import pettingzoo
from tatze.envs.vector import VectorEnv
from tatze.games import game_named

TABLE = [
    ('table.play("7", seat=9)', "seat 9"),
    ('table.play("7", seat=-1)', "seat -1"),
    ('table.play("7", seat="A")', "'A'"),
    ('table.play("7", seat=1.0)', "1.0"),
    ('table.play("7", seat=True)', "True"),
    ("table.play(None)", "None"),
    ("table.play(48.0)", "48.0"),
    ("table.play(True)", "True"),
    ("table.play([])", "[]"),
    ('table.play(b"7")', "b'7'"),
    ("table.play(10**6)", "1000000"),
    ("table.play(-1)", "-1"),
    ('table.play("")', '""'),
    ('table.play("fly")', "fly"),
    ('table.play("7" * 5000)', "777"),
    ('table.play("\\x1b[2J")', "\\x1b"),
    ("table.play(np.int64(10**6))", "1000000"),
    ("table.play(np.float64(7))", "7.0"),
    ("table.play(object())", "object"),
    ("table.why_not(None)", "None"),
    ("table.why_not(7.5)", "7.5"),
    ("table.why_not(-3)", "-3"),
    ('table.why_not("fly")', "fly"),
    ('table.foresee("fly")', "fly"),
    ("table.foresee(None)", "None"),
    ('table.foresee("13x8+jx5")', "13x8"),
    ('table.foresee("take")', "take"),
    ("table.view(9)", "9"),
    ("table.view(-2)", "-2"),
    ("table.view(None)", "None"),
    ('table.view("A")', "'A'"),
    ("table.view(0.0)", "0.0"),
    ("table.show(9)", "9"),
    ("table.show(None)", "None"),
    ("table.show(-2)", "-2"),
    ("table.events_for(9)", "9"),
    ("table.events_for(-2)", "-2"),
    ('table.events_for("A")', "'A'"),
    ("table.events_for(0, since=-1)", "since"),
    ("table.events_for(0, since=1.5)", "1.5"),
    ("table.history(9)", "9"),
    ("table.history(-2)", "-2"),
    ("table.history(None)", "None"),
    ("table.undo(7)", "7"),
    ("table.undo(None)", "None"),
    ("table.undo(-1)", "-1"),
    ("table.undo(0, 0)", "0 actions"),
    ("table.undo(0, -1)", "-1 actions"),
    ("table.undo(0, 99)", "99 actions"),
    ("table.undo(0, 1.0)", "1.0"),
    ('table.undo(0, "1")', "'1'"),
    ("table.state_after(-1)", "-1"),
    ("table.state_after(99)", "99"),
    ("table.state_after(None)", "None"),
    ("undo_answer(table, 9, ())", "9"),
    ("undo_answer(table, None, ())", "None"),
]
OPENING = [
    ('tatze.linko(players="4")', "'4'"),
    ("tatze.linko(players=4.0)", "4.0"),
    ("tatze.linko(players=True)", "True"),
    ("tatze.linko(players=9)", "9"),
    ("tatze.linko(players=0)", "0"),
    ("tatze.linko(players=-3)", "-3"),
    ("tatze.linko(players=[3])", "[3]"),
    ('tatze.linko(rules="master")', "master"),
    ("tatze.linko(rules=7)", "7"),
    ("tatze.linko(rules=[])", "[]"),
    ("tatze.linko(seed=1.5)", "1.5"),
    ('tatze.linko(seed="7")', "'7'"),
    ("tatze.linko(seed=True)", "True"),
    ("tatze.linko(start=9)", "9"),
    ("tatze.linko(start=-1)", "-1"),
    ('tatze.linko(start="A")', "'A'"),
    ("tatze.linko(start=0.0)", "0.0"),
    ('tatze.linko(players=3, names="Ada")', "'Ada'"),
    ('tatze.linko(names=["Ada"])', "1"),
    ('tatze.linko(players=3, names=["A", "B"])', "2 names"),
    ('tatze.linko(players=3, names=["A", "B", 3])', "3"),
    ('tatze.linko(players=3, names=["A", "B", ""])', "name"),
    ('tatze.linko(players=3, names=["A", "B", "\\x1b"])', "\\x1b"),
    ("tatze.linko(players=3, names=7)", "7"),
    ("tatze.linko(colour=1)", "colour"),
    ("tatze.linko(shadow_part=True)", "shadow_part"),
    ('tatze.linko(rules="duel", shadow_part="maybe")', "maybe"),
    ("tatze.linko(position=7)", "7"),
    ('tatze.linko(position="")', "empty"),
    ('tatze.linko(position="chess base")', "chess"),
    ('tatze.verflixxt(track="")', "track"),
    ('tatze.verflixxt(track="9 9")', '"9"'),
    ("tatze.verflixxt(track=[])", "track"),
    ("tatze.verflixxt(luck_below=2)", "2"),
    ('tatze.open_table("chess")', "chess"),
    ("tatze.open_table(None)", "None"),
    ("tatze.open_table([])", "[]"),
    ("tatze.register_game(None)", "None"),
    ('tatze.register_game("linko")', "'linko'"),
    ('game_named("")', '""'),
    ("game_named(7)", "7"),
    ('make_setup("linko")', "'linko'"),
    ("make_setup(linko, options=[1])", "[1]"),
    ('Table(linko, setup, "A", deal)', "'A'"),
    ("Table(linko, setup, 9, deal)", "9"),
    ("Table(linko, setup, -1, deal)", "-1"),
    ("Table(linko, setup, None, deal)", "None"),
    ("Table(linko, setup, 0, [1, 2, 3])", "3 items"),
    ("Table(linko, setup, 0, [])", "0 items"),
    ("Table(linko, setup, 0, None)", "None"),
    ("Table(linko, setup, 0, deal[:-1] + (99,))", "109 items"),
    ("Table(linko, setup, 0, [1.0] * 109)", "1.0"),
    ("Table(linko, None, 0, deal)", "None"),
    ('Table("linko", setup, 0, deal)', "'linko'"),
    ('Table(linko, Setup("master", 3), 0, deal)', "master"),
    ('Table(linko, Setup("base", 9), 0, deal)', "9"),
    ('Table(verflixxt, make_setup(verflixxt, "pro"), 0, deal)', "109 items"),
    ('Table.open(linko, Setup("base", 3, 8))', "8"),
    ("Table.open(linko, None)", "None"),
    ('Fairness("secret")', "str"),
    ('Fairness(b"short")', "5"),
    ('Fairness(bytes(32), "word")', "'word'"),
    ("Fairness(bytes(32), (7,))", "7"),
    ('Fairness(bytes(32), ("",))', "word"),
    ('Fairness.from_seed("7")', "'7'"),
    ("Fairness.from_seed(None)", "None"),
    ("Fairness.from_seed(1, 2.5)", "2.5"),
    ("series_totals(0, [])", "0"),
    ("series_totals(None, [])", "None"),
    ("series_totals(2, [over.outcome])", "2"),
    ("next_game(setup, 9)", "9"),
    ("next_game(setup, None)", "None"),
    ('read_position(linko, "linko base; nonsense")', "seat"),
    ("read_position(linko, None)", "None"),
]
RECORDS = [
    ("read_record(7)", "7"),
    ("read_record(None)", "None"),
    ('read_record(b"[Tatze]")', "b'"),
    ('read_record("")', "not a record"),
    ("read_records([])", "[]"),
    ("read_record(record).replay(verflixxt)", "verflixxt"),
    ("read_record(record).replay(None)", "None"),
    ('read_record(record).replay("linko")', "linko"),
    ("read_file(7)", "7"),
    ("read_file(None)", "None"),
    ('read_file("no such file")', "no such file"),
    ('read_file("a\\0b")', "null"),
    ("read_file(folder)", "directory"),
    ('save(None, "")', "None"),
    ("save(folder / 'game.tatze', 7)", "7"),
    ('record_text(table, seats="you")', "'you'"),
    ('record_text(table, seats=["you"])', "['you']"),
    ('record_text(table, seats=["you", "cat", 3])', "3"),
    ("record_text(table, day='\"]')", "day"),
    ('record_text(table, series="1\\n[Game")', "series"),
    ("record_text(table, series=7)", "7"),
]
BOTS = [
    ('bot_named("chess", "random")', "chess"),
    ("bot_named(None, 'random')", "None"),
    ('bot_named("linko", "lion")', "lion"),
    ('bot_named("linko", None)', "None"),
    ('bot_named("linko", 7)', "7"),
    ('bot_named("linko", "search:٣")', "٣"),
    ('bot_named("linko", "search:0")', "0"),
    ('bot_named("linko", "search:" + "9" * 5000)', "999"),
    ('bot_named("linko", "thumb:4")', "thumb:4"),
    ('bot_named("linko", "thumb", seed="x")', "'x'"),
    ('bot_named("linko", "random", seed=1.5)', "1.5"),
    ('levels("chess", "en")', "chess"),
    ('levels("linko", "fr")', "'fr'"),
    ('levels("linko", None)', "None"),
    ('SearchBot("chess")', "chess"),
    ('SearchBot("linko", seconds="1")', "'1'"),
    ('SearchBot("linko", seconds=0)', "0"),
    ('SearchBot("linko", seconds=float("nan"))', "nan"),
    ('SearchBot("linko", playouts=1.5)', "1.5"),
    ('SearchBot("linko", playouts=0)', "0"),
    ('SearchBot("linko", seed="7")', "'7'"),
    ("thumb.choose(table.state, table.legal_actions)", "whole state"),
    ("thumb.choose(table.view(), table.legal_actions)", "everybody"),
    ("thumb.choose(None, table.legal_actions)", "None"),
    ("thumb.choose(table, table.legal_actions)", "Table"),
    ("thumb.choose(table.view(0), [])", "legal is empty"),
    ("RandomBot().choose(table.view(0), [])", "legal is empty"),
    ("RandomBot().choose(table.state, [1])", "whole state"),
    ('bot_named("linko", "kitten").choose(table.state, [1])', "whole state"),
    ('SearchBot("linko", playouts=1).choose(table.state, table.legal_actions)', "whole state"),
    ('SearchBot("linko", playouts=1).choose(table.view(0), [])', "legal is empty"),
    ('LearnedBot("linko").choose(table.state, table.legal_actions)', "whole state"),
    ('LearnedBot("linko").choose(7, table.legal_actions)', "7"),
    ('chances("linko", table.state)', "whole state"),
    ('chances("linko", table.view())', "nobody"),
    ('chances("chess", table.view(0))', "chess"),
    ('describe("linko", table.state)', "whole state"),
    ('describe("linko", None)', "None"),
    ("sample(linko, table.state, Random(1))", "whole state"),
    ("sample(linko, None, Random(1))", "None"),
    ("sample(linko, table.view(0), 7)", "7"),
    ("sample(linko, table.view(0), None)", "None"),
    ("linko.layout.unpack(b'short')", "5"),
    ("linko.layout.unpack(None)", "None"),
    ("linko.layout.pack(None)", "None"),
    ("linko.rule_set('master')", "master"),
]
BATCHES = [
    ('Batch("chess")', "chess"),
    ('Batch("linko", size=0)', "0"),
    ('Batch("linko", size="8")', "'8'"),
    ('Batch("linko", size=8.0)', "8.0"),
    ('Batch("linko", threads=0)', "0"),
    ('Batch("linko", threads=None)', "None"),
    ('Batch("linko", seed=-1)', "-1"),
    ('Batch("linko", seed=1.5)', "1.5"),
    ('Batch("linko", players=9)', "9"),
    ('Batch("linko", start=9)', "9"),
    ('Batch("linko", options=[1])', "[1]"),
    ("batch.reset(None)", "None"),
    ("batch.reset(-1)", "-1"),
    ("batch.step([1])", "(1,)"),
    ("batch.step(None)", "object"),
    ("batch.step([1.0, 2.0])", "float64"),
    ("batch.step([666, 666])", "666"),
    ("batch.step([-1, -1])", "-1"),
    ("batch.play_out(0)", "0"),
    ("batch.play_out(-1)", "-1"),
    ('batch.play_out("3")', "'3'"),
    ("batch.play_out(1, first=-1)", "-1"),
    ("batch.trace(1.5)", "1.5"),
    ("batch.choose_random(-1)", "-1"),
    ("batch.choose_random(None)", "None"),
    ('Single("linko", seed="7")', "'7'"),
    ('Single("chess")', "chess"),
    ("single.reset(-1)", "-1"),
    ("single.reset(1.5)", "1.5"),
    ("single.step(10**6)", "1000000"),
    ("single.step(None)", "None"),
    ("single.step(1.0)", "1.0"),
    ('VectorEnv("chess")', "chess"),
    ('VectorEnv("linko", num_envs=0)', "0"),
    ('VectorEnv("linko", num_envs=2).reset(seed=-1)', "-1"),
    ('VectorEnv("linko", num_envs=2).reset(options={"x": 1})', '"x"'),
    ('pettingzoo.env("chess")', "chess"),
    ('pettingzoo.env("linko", render_mode="movie")', "movie"),
    ('pettingzoo.env("linko", players=9)', "9"),
    ("env.reset(seed=1.5)", "1.5"),
    ('env.reset(options={"start": 9})', "9"),
    ('env.reset(options={"x": 9})', '"x"'),
    ('env.observe("nobody")', "'nobody'"),
    ('env.action_space("nobody")', "'nobody'"),
    ('env.observation_space("nobody")', "'nobody'"),
    ("env.step(None)", "None"),
    ("env.step(1.5)", "1.5"),
    ("env.step(10**6)", "1000000"),
]
RIGHT = [
    "table.play(np.int64(table.legal_actions[0]))",
    "table.play(table.legal_actions[0], seat=np.int8(0))",
    "table.view(np.int64(2))",
    "table.events_for(0, since=99)",
    "tatze.linko(players=np.int64(4), seed=np.uint32(7), start=np.int8(1))",
    "tatze.linko(seed=-7)",
    "tatze.linko(names=('Ada', 'Bo', 'Cy'))",
    "tatze.linko(position=write_position(linko, table.view(1)))",
    "Table(linko, setup, np.int64(0), np.array(deal, np.int8))",
    "read_file(str(saved))",
    "read_file(saved)",
    "save(str(saved), record)",
    "sample(linko, table.view(), Random(1))",
    "bot_named('linko', 'thumb', np.int64(7))",
    "Batch('linko', size=np.int64(2), seed=np.int64(3))",
    "env.reset(seed=np.int64(3))",
]

PUBLIC = (
    *(Batch, Fairness, LearnedBot, Path, Random, RandomBot, SearchBot, Setup, Single, Table, VectorEnv),
    *(bot_named, chances, describe, game_named, levels, make_setup, next_game, read_file, read_position, read_record),
    *(read_records, record_text, sample, save, series_totals, undo_answer, write_position),
)
"""The classes and functions that calls name."""


@cache
def shared() -> dict[str, Any]:
    """What calls need and do not change."""
    table = tatze.linko(players=3, seed=7, start=0)
    over = tatze.linko(players=3, seed=7)
    while not over.over:
        over.play(over.legal_actions[0])
    return {
        "over": over,
        "linko": table.game,
        "verflixxt": game_named("verflixxt"),
        "setup": table.setup,
        "deal": table.deal,
        "record": table.record(),
        "batch": Batch("linko", size=2),
        "single": Single("linko"),
        "thumb": bot_named("linko", "thumb"),
    }


@pytest.fixture
def names(tmp_path: Path) -> dict[str, Any]:
    env = pettingzoo.env("linko")
    env.reset(seed=1)
    saved = tmp_path / "game.tatze"
    saved.write_text(shared()["record"], encoding="utf-8")
    table = tatze.linko(players=3, seed=7, start=0)
    named = {"np": np, "tatze": tatze, "pettingzoo": pettingzoo, **{one.__name__: one for one in PUBLIC}}
    return {**named, **shared(), "env": env, "table": table, "folder": tmp_path, "saved": saved}


@pytest.mark.parametrize(("call", "named"), [*TABLE, *OPENING, *RECORDS, *BOTS, *BATCHES])
def test_a_wrong_call_is_refused_with_an_error_that_names_what_is_wrong(
    call: str, named: str, names: dict[str, Any]
) -> None:
    before = names["table"].record()
    with pytest.raises(TatzeError) as refused:
        eval(call, names)
    assert named in str(refused.value)
    assert len(str(refused.value)) < 600
    assert names["table"].record() == before


@pytest.mark.parametrize("call", RIGHT)
def test_numbers_of_numpy_and_names_of_files_are_accepted(call: str, names: dict[str, Any]) -> None:
    eval(call, names)


def test_a_batch_of_the_plain_form_refuses_the_same() -> None:
    with pytest.raises(TatzeError, match="size is at least 1"):
        PlainBatch("linko", size=0)
