"""Metrics for operators, in the format of Prometheus. Labels are words of this program, never text of a person."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

from tatze.server.counts import PlainCounter, PlainHistogram

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_COMMIT_SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)
_BATCH_ROWS = (1, 2, 4, 8, 16, 32, 64, 128, 256)
_BOT_SECONDS = (0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 16, 32)


class Metrics:
    """The metrics of one server. Two servers in one process have separate ones."""

    def __init__(self) -> None:
        own = CollectorRegistry()
        self.registry: CollectorRegistry = own
        self.moves: PlainCounter = PlainCounter(
            "tatze_moves", "Actions that were kept", label="by", values=("person", "bot"), registry=own
        )
        self.opened: Counter = Counter("tatze_tables_opened", "Tables that were opened", ["game"], registry=own)
        self.tables: Gauge = Gauge("tatze_tables", "Tables in memory", registry=own)
        self.sockets: Gauge = Gauge("tatze_sockets", "Connections", ["kind"], registry=own)
        """Label: "seat", "watcher" or "stream"."""
        self.dropped: Counter = Counter(
            "tatze_dropped", "Connections closed because they read too slowly", registry=own
        )
        self.commit: PlainHistogram = PlainHistogram(
            "tatze_commit_seconds", "From arrival to commit", _COMMIT_SECONDS, registry=own
        )
        self.batch: PlainHistogram = PlainHistogram("tatze_batch_rows", "Rows of one commit", _BATCH_ROWS, registry=own)
        self.refusals: Counter = Counter("tatze_refusals", "What was refused", ["code"], registry=own)
        self.decisions: Histogram = Histogram(
            "tatze_bot_seconds", "How long bots thought", ["level"], buckets=_BOT_SECONDS, registry=own
        )
        self.stand_ins: Counter = Counter(
            "tatze_bot_stand_ins", "Decisions that a simple bot made in another's place", ["level"], registry=own
        )
        """Label: the level of the bot that did not decide itself."""
        self.connections: Gauge = Gauge("tatze_connections", "HTTP connections, sockets not counted", registry=own)
        ProcessCollector(registry=own)  # memory, CPU time and open files, on Linux
        self.webhooks: Counter = Counter("tatze_hooks", "Calls of players' addresses", ["result"], registry=own)
        """Label: "told", "refused", "failed" or "full"."""
        self.pushes: Counter = Counter("tatze_pushes", "Push messages to browsers", ["result"], registry=own)
        """Label: "told", "refused", "failed" or "full"."""

    def text(self) -> bytes:
        """Return all metrics in Prometheus's text format."""
        return generate_latest(self.registry)
