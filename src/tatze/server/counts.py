"""Metrics of what happens with every move. They are counted in plain numbers, by the event loop alone, and become
Prometheus's types when they are read: its own counters take a lock each time."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import accumulate

from prometheus_client import CollectorRegistry
from prometheus_client.metrics_core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector
from prometheus_client.utils import floatToGoString


class PlainCounter(Collector):
    """A Prometheus counter that takes no lock. It has one label, whose values are known from the beginning."""

    def __init__(
        self, name: str, help_text: str, label: str, values: Sequence[str], registry: CollectorRegistry
    ) -> None:
        self.counts: dict[str, int] = dict.fromkeys(values, 0)
        """How often each value was counted; whoever counts adds here."""
        self._name = name
        self._help_text = help_text
        self._labelnames = (label,)
        self._created = time.time()
        registry.register(self)

    def collect(self) -> Iterable[Metric]:
        family = CounterMetricFamily(self._name, self._help_text, labels=self._labelnames)
        for value, count in self.counts.items():
            family.add_metric([value], count, self._created)
        yield family


class PlainHistogram(Collector):
    """A Prometheus histogram that takes no lock. It has no labels."""

    def __init__(self, name: str, help_text: str, buckets: Sequence[float], registry: CollectorRegistry) -> None:
        self._name = name
        self._help_text = help_text
        self._bounds = [*map(float, buckets), float("inf")]
        """The highest value of each bucket."""
        self._counts = [0] * len(self._bounds)
        """Number of observed values in each bucket; those of the buckets below it are not included."""
        self._sum = 0.0
        self._created = time.time()
        registry.register(self)

    def observe(self, value: float) -> None:
        """Count a value."""
        self._counts[bisect_left(self._bounds, value)] += 1
        self._sum += value

    def collect(self) -> Iterable[Metric]:
        names = map(floatToGoString, self._bounds)
        family = HistogramMetricFamily(self._name, self._help_text)
        family.add_metric([], list(zip(names, accumulate(self._counts), strict=True)), self._sum)
        family.add_sample(f"{self._name}_created", {}, self._created)
        yield family
