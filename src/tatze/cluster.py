"""Spreads independent pieces of work over a Ray cluster. Results come back in any order."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from typing import Any, TypeVar

from tatze.core.errors import MissingExtra

Item = TypeVar("Item")
Result = TypeVar("Result")

TASKS_PER_CORE = 3
"""Number of tasks that are handed out at a time for each core of the cluster, so that no core waits."""


def on_cluster(
    work: Callable[[Item], Result], items: Iterable[Item], address: str, gpus: int = 0
) -> Generator[tuple[Item, Result]]:
    """Do the work for every item on the cluster at this address; yield each item with its result.

    The address "local" starts a cluster on this machine. `gpus` is the number of GPUs that one task needs."""
    try:
        import ray
    except ImportError:
        raise MissingExtra("--ray needs Ray: pip install 'tatze[ray]'") from None
    ray.init(address=address, log_to_driver=False, logging_level="ERROR")
    try:
        yield from _results(ray, ray.remote(num_gpus=gpus)(work), items)
    finally:
        ray.shutdown()


def _results(ray: Any, remote: Any, items: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
    limit = TASKS_PER_CORE * max(1, int(ray.cluster_resources().get("CPU", 1)))
    waiting: dict[Any, Any] = {}
    for item in items:
        waiting[remote.remote(item)] = item
        if len(waiting) >= limit:
            yield from _next_results(ray, waiting)
    while waiting:
        yield from _next_results(ray, waiting)


def _next_results(ray: Any, waiting: dict[Any, Any]) -> Iterator[tuple[Any, Any]]:
    """Wait until at least one task is ready; remove it from the waiting ones and yield it."""
    ready, _ = ray.wait(list(waiting), num_returns=1)
    for reference in ready:
        yield waiting.pop(reference), ray.get(reference)
