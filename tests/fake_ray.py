"""A stand-in for Ray."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any


class FakeRay:
    """Ray as far as Tatze uses it, in this process. A task is done when it is waited for, the latest first."""

    def __init__(self) -> None:
        self.waiting: dict[object, Callable[[], Any]] = {}
        self.most = 0
        self.gpus = -1
        self.running = False
        self.calls: list[str] = []

    def init(self, address: str, log_to_driver: bool, logging_level: str) -> None:
        self.running = True
        self.calls.append(address)

    def shutdown(self) -> None:
        self.running = False
        self.calls.append("shutdown")

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 2.0}

    def remote(self, num_gpus: int) -> Callable[[Callable[[Any], Any]], Any]:
        self.gpus = num_gpus
        return lambda work: SimpleNamespace(remote=lambda item: self.submit(work, item))

    def submit(self, work: Callable[[Any], Any], item: Any) -> object:
        reference = object()
        self.waiting[reference] = lambda: work(item)
        self.most = max(self.most, len(self.waiting))
        return reference

    def wait(self, references: list[object], num_returns: int) -> tuple[list[object], list[object]]:
        return references[-num_returns:], references[:-num_returns]

    def get(self, reference: object) -> Any:
        return self.waiting.pop(reference)()
