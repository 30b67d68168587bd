"""From one seed every form plays the same games. bench/identity.py does the same with many more of them."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from tatze.compiled.batch import Batch, PlainBatch
from tatze.compiled.forms import dtype_of, form_of
from tatze.core.game import Game
from tatze.core.setup import make_setup
from tatze.games import game_named
from tests.helpers import every_setting, states

SEED = 11


@pytest.mark.parametrize(("name", "rules", "players"), every_setting())
def test_plain_and_compiled_play_the_same_games(name: str, rules: str, players: int) -> None:
    plain = PlainBatch(name, rules, players, seed=SEED)
    compiled = Batch(name, rules, players, seed=SEED)
    assert compiled.trace(40, first=5) == plain.trace(40, first=5)
    assert compiled.play_out(10) == plain.play_out(10)


@pytest.mark.parametrize(("name", "rules", "players"), every_setting())
def test_state_by_state_the_compiled_rules_do_what_the_plain_ones_do(name: str, rules: str, players: int) -> None:
    """Also what is legal, what is refused and with which rule, what is foreseen and what is hidden."""
    game = game_named(name)
    compiled = form_of(name, "cpu")
    records = np.zeros(2, dtype_of(game.layout))
    actions = np.zeros(game.actions, np.int32)
    for step, (s, legal, action) in enumerate(states(game, make_setup(game, rules, players), seed=SEED)):
        if step == 0:
            write(game, records, 0, s)
        assert read(game, records, 0) == list(game.layout.values(s))
        n = compiled.list_legal(records, 0, actions)
        assert list(actions[:n]) == legal
        if step % 10 == 0 and legal:
            wanted = list(range(0, game.actions, 5))
            assert [compiled.refuse(records, 0, a) for a in wanted] == [game.refusal(s, a) for a in wanted]
            viewer = step // 10 % players
            compiled.hide_game(records, 0, viewer, 1)
            assert read(game, records, 1) == list(game.layout.values(game.view(s, viewer)))
        if legal:
            compiled.make_move(records, 0, action)


def write(game: Game[Any], records: Any, i: int, s: Any) -> None:
    for field in game.layout.fields:
        records[field][i] = getattr(s, field)


def read(game: Game[Any], records: Any, i: int) -> list[int]:
    return [int(n) for field in game.layout.fields for n in np.ravel(records[field][i])]


def test_the_games_do_not_depend_on_the_number_of_threads() -> None:
    alone = Batch("linko", "base", 4, size=8, seed=SEED)
    both = Batch("linko", "base", 4, size=8, seed=SEED, threads=2)
    assert alone.play_out(301) == both.play_out(301)
    assert alone.trace(301) == both.trace(301)


def test_other_seeds_and_numbers_are_other_games() -> None:
    batch = Batch("linko", "base", 4, seed=1)
    traces = {batch.trace(3), batch.trace(3, first=3), Batch("linko", "base", 4, seed=2).trace(3)}
    traces.add(batch.trace(3, first=2**32))
    assert len(traces) == 4


CUDA = """
import numpy as np
from tatze.compiled.batch import Batch
from tatze.compiled.cuda import CudaBatch
from tatze.core.errors import IllegalAction
SETTINGS = (("linko", "duel-expert", 2), ("linko", "base", 5), ("verflixxt", "combined", 3), ("pounce", "base", 3))
ARRAYS = ("actor", "mask", "observation", "reward", "done", "numbers", "rolls")

def compare(gpu, cpu, moment):
    for array in ARRAYS:
        found, wanted = getattr(gpu, array).copy_to_host(), getattr(cpu, array)
        if array == "mask" and gpu.packed:
            found = np.unpackbits(np.ascontiguousarray(found).view(np.uint8), axis=1, bitorder="little")
            assert not found[:, wanted.shape[1] :].any(), moment
            found = found[:, : wanted.shape[1]]
        assert (found == wanted).all(), (*moment, array)

for number, (name, rules, players) in enumerate(SETTINGS):
    gpu = CudaBatch(name, rules, players, size=3, seed=4, packed=number % 2 == 1)
    cpu = Batch(name, rules, players, size=3, seed=4)
    compare(gpu, cpu, (name, "reset"))
    for move in range(15):
        chosen = cpu.choose_random(move)
        assert (gpu.choose_random(move).copy_to_host() == chosen).all()
        cpu.step(chosen)
        gpu.step(chosen)
        compare(gpu, cpu, (name, move))
    for wrong in (-1, gpu.game.actions, int(np.argmin(cpu.mask[1]))):
        chosen = cpu.choose_random(15).copy()
        chosen[1] = wrong
        try:
            gpu.step(chosen)
        except IllegalAction as error:
            assert str(error) == f"game 1: action {wrong} is not legal", error
        else:
            raise AssertionError("an illegal action was carried out")
        compare(gpu, cpu, (name, "refused"))
    gpu.step(cpu.choose_random(15))
    cpu.step(cpu.choose_random(15))
    compare(gpu, cpu, (name, "after a refusal"))
    assert gpu.trace(3) == cpu.trace(3)
    assert gpu.play_out(3) == cpu.play_out(3)
    gpu.reset(5)
    cpu.reset(5)
    cpu.done[:] = gpu.done.copy_to_host()
    cpu.reward[:] = gpu.reward.copy_to_host()
    compare(gpu, cpu, (name, "reset again"))

for size, moves in ((3, 98), (34, 3)):
    gpu = CudaBatch("pounce", "base", 3, size=size, seed=4)
    cpu = Batch("pounce", "base", 3, size=size, seed=4)
    for move in range(moves):
        chosen = cpu.choose_random(move)
        cpu.step(chosen)
        gpu.step(chosen)
        compare(gpu, cpu, (size, move))
    assert (cpu.numbers >= size).all() == (size == 3), "every game of the small batch has ended"
print("agree")
"""


def test_the_simulator_loads_with_a_numpy_that_has_no_row_stack() -> None:
    code = (
        "import numpy; vars(numpy).pop('row_stack', 0); from tatze.compiled.imports import import_cuda; import_cuda()"
    )
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr


def test_the_cuda_drivers_play_the_same_games_in_numbas_simulator() -> None:
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1"}
    done = subprocess.run([sys.executable, "-c", CUDA], capture_output=True, text=True, env=environment, check=False)
    assert done.stdout == "agree\n", done.stderr
