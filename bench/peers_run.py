"""Random play with other libraries, for `tatze bench --peers PYTHON`: run by that Python, and without Tatze.

Says one line of JSON for each peer: its name, group and version, or why it cannot run. Then answers every line
{"peer": name, "seconds": s} with {"peer": name, "rate": moves per second}. A move is a decision of a player; dealing
takes time and does not count. Everything runs on one core."""

from __future__ import annotations

import json
import os
import random
import sys
import time
import warnings
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

os.environ.update(OMP_NUM_THREADS="1", JAX_PLATFORMS="cpu", XLA_FLAGS="--xla_cpu_multi_thread_eigen=false")
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
warnings.simplefilter("ignore")

Measure = Callable[[float], float]
"""Moves per second, measured for some seconds."""


def repeat(play: Callable[[], int], seconds: float) -> float:
    """Call `play`, which says how many moves it made, for some seconds."""
    moves, begun = 0, time.perf_counter()
    while time.perf_counter() - begun < seconds:
        moves += play()
    return moves / (time.perf_counter() - begun)


def open_spiel(name: str) -> Measure:
    import pyspiel

    game = pyspiel.load_game(name)

    def play() -> int:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(random.random() * len(outcomes))][0])
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(random.random() * len(legal))])
                moves += 1
        return moves

    play()
    return lambda seconds: repeat(play, seconds)


def open_spiel_native(name: str) -> Measure:
    """OpenSpiel's random bots, all in C++. Nobody counts there: moves are games times their mean number of moves."""
    import pyspiel

    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(player, player) for player in range(game.num_players())]

    def play() -> int:
        pyspiel.evaluate_bots(game.new_initial_state(), bots, random.getrandbits(31))
        return 1

    moves = sum(count_moves(game, bots, seed) for seed in range(300)) / 300
    return lambda seconds: repeat(play, seconds) * moves


def count_moves(game: Any, bots: Any, seed: int) -> int:
    import pyspiel

    state = game.new_initial_state()
    pyspiel.evaluate_bots(state, bots, seed)
    return sum(entry.player >= 0 for entry in state.full_history())


def rlcard(name: str) -> Measure:
    import rlcard

    env = rlcard.make(name)

    def play() -> int:
        state, _ = env.reset()
        moves = 0
        while not env.is_over():
            state, _ = env.step(random.choice(list(state["legal_actions"])))
            moves += 1
        return moves

    play()
    return lambda seconds: repeat(play, seconds)


def pettingzoo(name: str) -> Measure:
    from importlib import import_module

    env = import_module(f"pettingzoo.classic.{name}").env()

    def play() -> int:
        env.reset()
        moves = 0
        for _ in env.agent_iter():
            observation, _, ended, cut, info = env.last()
            if ended or cut:
                env.step(None)
                continue
            mask = observation["action_mask"] if "action_mask" in observation else info["action_mask"]
            legal = mask.nonzero()[0]
            env.step(int(legal[int(random.random() * len(legal))]))
            moves += 1
        return moves

    play()
    return lambda seconds: repeat(play, seconds)


def pgx(name: str, size: int = 8192, steps: int = 20) -> Measure:
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def move(carry: Any, key: Any) -> Any:
        logits = jax.numpy.where(carry.legal_action_mask, 0.0, -1e9)
        return step(carry, jax.random.categorical(key, logits), jax.random.split(key, size)), None

    run = jax.jit(lambda state, key: jax.lax.scan(move, state, jax.random.split(key, steps))[0])
    box = [jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), size))]

    def play() -> int:
        box[0] = run(box[0], jax.random.PRNGKey(random.getrandbits(31)))
        jax.block_until_ready(box[0])
        return size * steps

    play()
    return lambda seconds: repeat(play, seconds)


def fastcatan() -> Measure:
    import fastcatan

    env = fastcatan.Env()

    def play() -> int:
        env.reset(random.getrandbits(31))
        moves = 0
        while not env.done and moves < 5000:
            legal = env.legal_actions()
            env.step(legal[int(random.random() * len(legal))])
            moves += 1
        return moves

    play()
    return lambda seconds: repeat(play, seconds)


def fastcatan_batch(size: int = 1024) -> Measure:
    """Steps with legal masks. The choosing, which is not the library's, is not timed."""
    import fastcatan
    import numpy as np

    env = fastcatan.BatchedEnv(size)
    env.reset()
    masks = np.zeros((size, fastcatan.MASK_WORDS), np.uint64)
    done = np.zeros(size, np.uint8)
    generator = np.random.default_rng(0)

    def run(seconds: float) -> float:
        timed, steps = 0.0, 0
        while timed < seconds:
            begun = time.perf_counter()
            env.write_masks(masks)
            timed += time.perf_counter() - begun
            bits = np.unpackbits(masks.view(np.uint8), axis=1, bitorder="little")[:, : fastcatan.NUM_ACTIONS]
            actions = (bits * generator.random(bits.shape, np.float32)).argmax(axis=1).astype(np.uint32)
            begun = time.perf_counter()
            env.step_autoreset(actions, done)
            timed += time.perf_counter() - begun
            steps += size
        return steps / timed

    run(0.01)
    return run


SINGLE, NATIVE = "one game from a Python loop", "played out in native code"
BATCHED, MASKED = "many games at once, with observations", "many games at once, legal actions alone"
PEERS: dict[str, tuple[str, str, Callable[[], Measure]]] = {
    "OpenSpiel crazy eights": ("open_spiel", SINGLE, lambda: open_spiel("crazy_eights")),
    "OpenSpiel hearts": ("open_spiel", SINGLE, lambda: open_spiel("hearts")),
    "RLCard uno": ("rlcard", SINGLE, lambda: rlcard("uno")),
    "PettingZoo hanabi": ("pettingzoo", SINGLE, lambda: pettingzoo("hanabi_v5")),
    "PettingZoo Texas hold'em": ("pettingzoo", SINGLE, lambda: pettingzoo("texas_holdem_v4")),
    "fastcatan": ("fastcatan", SINGLE, fastcatan),
    "pgx sparrow mahjong, 8192 games": ("pgx", BATCHED, lambda: pgx("sparrow_mahjong")),
    "fastcatan, 1024 games": ("fastcatan", MASKED, fastcatan_batch),
    "OpenSpiel crazy eights, C++ bots": ("open_spiel", NATIVE, lambda: open_spiel_native("crazy_eights")),
    "OpenSpiel hearts, C++ bots": ("open_spiel", NATIVE, lambda: open_spiel_native("hearts")),
}


def main() -> None:
    out, sys.stdout = sys.stdout, sys.stderr  # libraries print what they like; the answers have the line for themselves
    ready: dict[str, Measure] = {}
    for name, (package, group, make) in PEERS.items():
        line = {"peer": name, "group": group}
        try:
            ready[name] = make()
            line["version"] = f"{package} {version(package)}"
        except Exception as error:  # noqa: BLE001  # whatever a library raises, the bench says it and goes on
            line["error"] = f"{type(error).__name__}: {error}".splitlines()[0]
        print(json.dumps(line), file=out, flush=True)
    print(json.dumps({"peers": len(PEERS)}), file=out, flush=True)
    for request in map(json.loads, sys.stdin):
        answer = {"peer": request["peer"], "rate": ready[request["peer"]](request["seconds"])}
        print(json.dumps(answer), file=out, flush=True)


if __name__ == "__main__":
    main()
