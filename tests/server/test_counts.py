"""Metrics that are counted in plain numbers read as Prometheus's own do."""

from __future__ import annotations

import re

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest

from tatze.server.counts import PlainCounter, PlainHistogram

BUCKETS = (0.001, 0.0025, 1, 8)
VALUES = (0.0, 0.0005, 0.001, 0.0011, 0.5, 1, 8, 8.1, 1e9)


def text_of(registry: CollectorRegistry) -> str:
    """What is scraped, without the times at which the metrics were made."""
    return re.sub(r"(_created\S*) \S+", r"\1", generate_latest(registry).decode())


def test_a_histogram_reads_as_prometheus_writes_it() -> None:
    ours, theirs = CollectorRegistry(), CollectorRegistry()
    plain = PlainHistogram("some_seconds", "How long", BUCKETS, ours)
    other = Histogram("some_seconds", "How long", buckets=BUCKETS, registry=theirs)
    assert text_of(ours) == text_of(theirs), "before anything is counted"
    for value in VALUES:
        plain.observe(value)
        other.observe(value)
    assert text_of(ours) == text_of(theirs)


def test_a_counter_reads_as_prometheus_writes_it() -> None:
    ours, theirs = CollectorRegistry(), CollectorRegistry()
    plain = PlainCounter("some_moves", "Moves", label="by", values=("person", "bot"), registry=ours)
    other = Counter("some_moves", "Moves", ["by"], registry=theirs)
    for value, count in (("person", 3), ("bot", 0)):
        plain.counts[value] += count
        other.labels(value).inc(count)
    assert text_of(ours) == text_of(theirs)
