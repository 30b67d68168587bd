"""Speed on a CUDA device: random games played out, and batches stepped with masks and observations written out.

    python bench/gpu.py [--seconds 1]
    python bench/gpu.py --kernels        # which kernel of a step takes how long, and how long the host takes

Medians of several rounds with their spread. Run where Numba finds a CUDA device."""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Sequence
from functools import partial
from itertools import count
from types import SimpleNamespace
from typing import Any

from tatze.compiled.cuda import CudaBatch
from tatze.compiled.imports import import_cuda
from tatze.games import game_names

SIZES = 1 << 18, 1 << 20, 1 << 22
"""Numbers of games in the batches that are stepped."""
WARM_STEPS = 1500
"""Number of steps before the measurement. All games begin at once; after fewer steps many of them still end at once,
and rounds differ by half."""
TIMED_STEPS = 50
"""Number of steps in which each kernel is timed."""


def rounds(work: Callable[[int], int], seconds: float, times: int = 5) -> tuple[float, float, float]:
    """Units per second: median, lowest, highest."""
    rates = []
    for number in range(times):
        units, begun = 0, time.perf_counter()
        while time.perf_counter() - begun < seconds / times:
            units += work(number)
        rates.append(units / (time.perf_counter() - begun))
    return statistics.median(rates), min(rates), max(rates)


def show(what: str, rates: tuple[float, float, float]) -> None:
    median, low, high = (rate / 1e6 for rate in rates)
    print(f"{what}: {median:,.0f} million/s ({low:,.0f} to {high:,.0f})", flush=True)


def play(batch: CudaBatch, number: int) -> int:
    """Two million games; how many moves they had."""
    return batch.play_out(1 << 21, first=number << 21).moves


def tune(name: str, rules: str, players: int) -> None:
    """Playouts with several numbers of registers and blocks."""
    import tatze.compiled.cuda as module

    kept = module.MAX_REGISTERS, module.BLOCKS_PER_PROCESSOR
    for registers in (48, 64, 96, 128):
        module.MAX_REGISTERS = registers
        module.batch_kernels.cache_clear()
        batch = CudaBatch(name, rules, players, seed=1)
        batch.play_out(1000)
        for blocks in (2, 4, 8, 12, 16, 32):
            module.BLOCKS_PER_PROCESSOR = blocks
            rates = rounds(partial(play, batch), 0.3, 2)
            show(f"{name} {rules} playouts, {registers} registers, {blocks} blocks", rates)
    module.MAX_REGISTERS, module.BLOCKS_PER_PROCESSOR = kept
    module.batch_kernels.cache_clear()


def step(batch: CudaBatch, number: int) -> int:
    """A random action in every game; how many that were."""
    batch.step(batch.choose_random(number))
    import_cuda().synchronize()
    return batch.size


def step_on(name: str, rules: str, players: int, seconds: float) -> None:
    """Steps of batches of several sizes, with a byte and with a bit for each action."""
    for size in SIZES:
        for packed in (False, True):
            batch = CudaBatch(name, rules, players, size=size, seed=1, packed=packed)
            for number in range(WARM_STEPS):
                step(batch, number)
            masks = "packed masks" if packed else "masks"
            show(f"{name} {rules}, {players} players, steps of {size} games, {masks}", rounds(stepper(batch), seconds))


class TimedKernel:
    """A CUDA kernel whose launches are timed by events on the device."""

    def __init__(self, kernel: Any) -> None:
        self.kernel = kernel
        self.spans: list[tuple[Any, Any]] = []
        """The events before and after each launch."""

    def __getitem__(self, grid: tuple[int, int]) -> Callable[..., None]:
        """Return what launches the kernel on a grid."""

        def launch(*arguments: Any) -> None:
            span = import_cuda().event(), import_cuda().event()
            span[0].record()
            self.kernel[grid](*arguments)
            span[1].record()
            self.spans.append(span)

        return launch

    def median_ms(self) -> float:
        """Return the median time of the kernel's launches in milliseconds; all of them must have ended."""
        return float(statistics.median(begun.elapsed_time(ended) for begun, ended in self.spans))


def time_kernels(name: str, rules: str, players: int, sizes: Sequence[int] = SIZES, warm: int = WARM_STEPS) -> None:
    """Print how long each kernel of a step takes on the device, and a whole step as the host sees it."""
    for size in sizes:
        batch = CudaBatch(name, rules, players, size=size, seed=1)
        for number in range(warm):
            step(batch, number)
        begun = time.perf_counter()
        for number in range(TIMED_STEPS):
            step(batch, warm + number)
        whole = 1000 * (time.perf_counter() - begun) / TIMED_STEPS
        timed = {kernel: TimedKernel(launched) for kernel, launched in vars(batch.kernels).items()}
        batch.kernels = SimpleNamespace(**timed)
        for number in range(TIMED_STEPS):
            step(batch, warm + TIMED_STEPS + number)
        parts = {kernel: one.median_ms() for kernel, one in timed.items() if one.spans}
        told = ", ".join(f"{kernel} {ms:.3f}" for kernel, ms in parts.items())
        print(f"{name} {rules}, steps of {size} games: {whole:.3f} ms, of these on the device {told}", flush=True)


def stepper(batch: CudaBatch) -> Callable[[int], int]:
    """Work that steps a batch with a new choice each time."""
    numbers = count(WARM_STEPS)
    return lambda _: step(batch, next(numbers))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--kernels", action="store_true", help="time each kernel of a step instead")
    parser.add_argument("--tune", action="store_true", help="try several numbers of registers and blocks")
    args = parser.parse_args()
    print(import_cuda().get_current_device().name)
    for name, rules, players in ((game, "base", 4) for game in game_names()):
        begun = time.perf_counter()
        batch = CudaBatch(name, rules, players, seed=1)
        batch.play_out(1000)
        step(batch, 0)
        print(f"{name}: compiled in {time.perf_counter() - begun:.1f} s")
        if args.kernels:
            time_kernels(name, rules, players)
            continue
        if args.tune:
            tune(name, rules, players)
        show(f"{name} {rules}, {players} players, moves played out", rounds(partial(play, batch), args.seconds))
        step_on(name, rules, players, args.seconds)


if __name__ == "__main__":
    main()
