"""Games of several settings side by side, on the CPU or on a CUDA device, in arrays that PyTorch and Numba share.

PyTorch owns the arrays that it reads; Numba looks at the same memory. Both work on the device's default stream, so
that each sees what the other did before. States belong to Numba alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np
import torch
from torch import Tensor

from tatze.bots.learned.network import features_of
from tatze.compiled.batch import template_of
from tatze.compiled.builder import Form, build_kernels, import_cuda
from tatze.compiled.cuda import cuda_record
from tatze.compiled.forms import build_form, dtype_of, simulated
from tatze.core import thermometer
from tatze.core.setup import make_setup
from tatze.games import game_named
from tatze.train import drivers, kernels
from tatze.train.net import padded
from tatze.train.settings import Setting

THREADS = 64
"""Threads in a block: few, so that some ten thousand games spread over all processors of a device."""


def seats_of(game: str) -> int:
    """The most seats that a game has."""
    return game_named(game).most_players


@cache
def functions_of(game: str, form: str) -> Form:
    """The drivers of training with the features and the yardstick of a game."""
    bots, features = game_named(game).bots, features_of(game)
    given: dict[str, Callable[..., Any]] = {
        "describe": features.describe,
        "choice_of": features.choice_of,
        "action_of": features.action_of,
    }
    given |= {"thumb": bots.thumb, "yardstick": bots.yardstick}
    return build_form(game, form, [thermometer, features.module, bots.module, drivers], given)


@cache
def kernels_of(game: str) -> SimpleNamespace:
    wide = simulated()
    known = game_named(game)
    constants = {
        "RECORD": cuda_record(known, wide),
        "SMALL": np.int64 if wide else np.int8,
        "SHORT": np.int64 if wide else np.int16,
        "DEAL_SIZE": max(1, known.deal_size),
        "ACTIONS": known.actions,
    }
    return build_kernels(kernels, functions_of(game, "cuda"), constants, None)


class Field:
    """Games side by side, each of a setting; the games of one setting lie together.

    After `look`, `actor` says who decides in each game; after `step`, `done` is the reason of an end (a new game is
    dealt already then), and where it is not 0, `shares` and `leads` (games × seats) say what it brought; elsewhere
    `after` is what the one who chose may know right after that, before chance and the others go on (if wanted)."""

    def __init__(
        self,
        game: str,
        settings: Sequence[Setting],
        counts: Sequence[int],
        seed: int,
        cuda: bool = False,
        scripted: float = 0.0,
        after: bool = True,
    ) -> None:
        """In the part `scripted` of the games thumb bots play at some of the seats. `after` takes time to write."""
        self.game = game
        self.settings = list(settings)
        self.size = sum(counts)
        self.seats = seats_of(game)
        self.cuda = cuda
        self.device = torch.device("cuda" if cuda and not simulated() else "cpu")
        self._work: _Cpu | _Cuda = _Cuda(self) if cuda else _Cpu(self)
        self.kinds = self.new(self.size, torch.int64)
        self.kinds.copy_(torch.repeat_interleave(torch.arange(len(counts)), torch.tensor(counts)))
        self.players = torch.tensor([s.players for s in settings], device=self.device)[self.kinds]
        self.numbers = self.new(self.size, torch.int64)
        self.rolls = self.new(self.size, torch.int64)
        self.actor = self.new(self.size, torch.int64)
        self.chosen = self.new(self.size, torch.int64)
        self.done = self.new(self.size, torch.int64)
        self.shares = self.new((self.size, self.seats), torch.float32)
        self.leads = self.new((self.size, self.seats), torch.float32)
        self.scripted = scripted_seats(self.players, scripted, seed)
        self.after = self.new((self.size if after else 1, padded(features_of(game).length)), torch.int8)
        self.seen = {
            name: self.share(getattr(self, name))
            for name in ("kinds", "numbers", "rolls", "actor", "chosen", "done", "shares", "leads", "after", "scripted")
        }
        self.reset(seed)

    def new(self, shape: int | tuple[int, ...], dtype: torch.dtype) -> Tensor:
        return torch.zeros(shape, dtype=dtype, device=self.device)

    def share(self, tensor: Tensor) -> Any:
        """The same memory as Numba sees it."""
        return self._work.share(tensor)

    def reset(self, seed: int, numbers: Tensor | None = None) -> None:
        """Begin the games of these numbers, otherwise 0 to size − 1."""
        self.seed = seed
        self.numbers.copy_(torch.arange(self.size) if numbers is None else numbers)
        self._work.deal()

    def look(self, features: Any, masks: Any) -> None:
        """Write what each actor may know and do into shared arrays of zeros."""
        self._work.look(features, masks)

    def watch(self, viewers: Any, first: int, stride: int, features: Any) -> None:
        """Write what viewer j may know of the game first + j × stride; viewers and features are shared arrays."""
        self._work.watch(viewers, first, stride, features)

    def step(self, choices: Tensor) -> None:
        """Carry out one choice in every game. They are not checked: who plays here keeps to the masks."""
        self.chosen.copy_(choices)
        self.after.zero_()
        self._work.step()

    def wander(self, moves: int) -> None:
        """Play at random for a while, so that the games are at different stages."""
        for move in range(moves):
            self._work.wander(move)
            self._work.step()

    def meet(self, learners: Any) -> None:
        """Carry out what the learner chose in each game (−1 for nothing yet), then yardsticks play up to its turn."""
        self._work.meet(learners)

    def records(self) -> np.ndarray[Any, Any]:
        """The states, copied."""
        return self._work.read()

    def put(self, records: np.ndarray[Any, Any]) -> None:
        self._work.write(records)


def scripted_seats(players: Tensor, part: float, seed: int) -> Tensor:
    """Of each game the seats of thumb bots, as bits: in that part of the games with three players and more each seat
    has one as often as not, but never all of them."""
    dice = torch.Generator().manual_seed(seed)
    chosen = (torch.rand(len(players), generator=dice) < part) & (players.cpu() > 2)
    seats = torch.arange(8)
    wanted = (torch.rand(len(players), 8, generator=dice) < 0.5) & (seats < players.cpu()[:, None])
    learner = (torch.rand(len(players), generator=dice) * players.cpu()).long()
    wanted &= (seats != learner[:, None]) & chosen[:, None]
    return (wanted.long() << seats).sum(1).to(players.device)


def _templates(field: Field, dtype: Any) -> np.ndarray[Any, Any]:
    game = game_named(field.game)
    setups = [make_setup(game, s.rules, s.players, options=s.options) for s in field.settings]
    return np.concatenate([template_of(game, setup) for setup in setups]).astype(dtype)


class _Cpu:
    def __init__(self, field: Field) -> None:
        game = game_named(field.game)
        dtype = dtype_of(game.layout)
        self.field, self.functions = field, functions_of(field.game, "cpu")
        self.templates = _templates(field, dtype)
        self.states, self.views = np.zeros(field.size, dtype), np.zeros(1, dtype)
        self.deals, self.actions = np.zeros(max(1, game.deal_size), np.int8), np.zeros(game.actions, np.int32)

    def share(self, tensor: Tensor) -> Any:
        return tensor.numpy()

    def deal(self) -> None:
        f = self.field
        self.functions.deal_field(
            self.states,
            self.views,
            self.templates,
            f.seen["kinds"],
            self.deals,
            self.actions,
            f.seed,
            f.seen["numbers"],
            f.seen["rolls"],
            f.seen["scripted"],
        )

    def look(self, features: Any, masks: Any) -> None:
        self.functions.look_field(self.states, self.views, self.actions, self.field.seen["actor"], features, masks)

    def watch(self, viewers: Any, first: int, stride: int, features: Any) -> None:
        self.functions.watch_field(self.states, self.views, viewers, first, stride, features)

    def step(self) -> None:
        f = self.field
        self.functions.step_field(
            self.states,
            self.views,
            self.templates,
            f.seen["kinds"],
            self.deals,
            self.actions,
            f.seed,
            *(f.seen[name] for name in STEPPING),
        )

    def wander(self, move: int) -> None:
        f = self.field
        self.functions.wander_field(self.states, self.actions, f.seed, f.seen["numbers"], move, f.seen["chosen"])

    def meet(self, learners: Any) -> None:
        f = self.field
        self.functions.meet_field(
            self.states, self.views, self.actions, f.seed, learners, *(f.seen[name] for name in ENDING)
        )

    def read(self) -> np.ndarray[Any, Any]:
        return self.states.copy()

    def write(self, records: np.ndarray[Any, Any]) -> None:
        self.states[:] = records


ENDING = ("numbers", "rolls", "chosen", "done", "shares", "leads")
STEPPING = (*ENDING, "after", "scripted")


class _Cuda:
    def __init__(self, field: Field) -> None:
        self.field, self.kernels, self.api = field, kernels_of(field.game), import_cuda()
        if not simulated():
            torch.zeros(1, device="cuda")  # PyTorch and Numba then share the device's primary context
            if torch.cuda.current_stream().cuda_stream != 0:
                raise RuntimeError("training wants PyTorch on the default stream, where Numba's kernels run")
        dtype = dtype_of(game_named(field.game).layout, simulated())
        self.templates = self.api.to_device(_templates(field, dtype))
        self.states = self.api.to_device(np.zeros(field.size, dtype))

    def share(self, tensor: Tensor) -> Any:
        return tensor.numpy() if simulated() else self.api.as_cuda_array(tensor)

    def launch(self, name: str, size: int, *arguments: Any) -> None:
        grid = (1, 4) if simulated() else (-(-size // THREADS), THREADS)
        getattr(self.kernels, name)[grid](*arguments)

    def deal(self) -> None:
        f = self.field
        self.launch(
            "deal_kernel",
            f.size,
            self.states,
            self.templates,
            f.seen["kinds"],
            f.seed,
            f.seen["numbers"],
            f.seen["rolls"],
            f.seen["scripted"],
        )

    def look(self, features: Any, masks: Any) -> None:
        self.launch(
            "look_kernel", self.field.size, self.states, self.templates, self.field.seen["actor"], features, masks
        )

    def watch(self, viewers: Any, first: int, stride: int, features: Any) -> None:
        self.launch("watch_kernel", len(viewers), self.states, self.templates, viewers, first, stride, features)

    def step(self) -> None:
        f = self.field
        self.launch(
            "step_kernel",
            f.size,
            self.states,
            self.templates,
            f.seen["kinds"],
            f.seed,
            *(f.seen[name] for name in STEPPING),
        )

    def wander(self, move: int) -> None:
        f = self.field
        self.launch("wander_kernel", f.size, self.states, f.seed, f.seen["numbers"], move, f.seen["chosen"])

    def meet(self, learners: Any) -> None:
        f = self.field
        self.launch(
            "meet_kernel", f.size, self.states, self.templates, f.seed, learners, *(f.seen[name] for name in ENDING)
        )

    def read(self) -> np.ndarray[Any, Any]:
        found: np.ndarray[Any, Any] = self.states.copy_to_host()
        return found

    def write(self, records: np.ndarray[Any, Any]) -> None:
        self.states.copy_to_device(records)
