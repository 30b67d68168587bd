"""Positions for the tests of bots that use a network."""

from __future__ import annotations

from typing import Any

from tatze.bots.learned.network import describe
from tests.helpers import random_table


def rows_of(name: str) -> list[tuple[Any, Any, list[int]]]:
    """Features, view and legal actions of decisions in random games."""
    tables = [random_table(name, "base", 4, seed=seed, stop=3 * seed) for seed in range(12)]
    running = [table for table in tables if not table.over]
    views = [(table.view(table.actor), table.legal_actions) for table in running]
    return [(describe(name, view), view, legal) for view, legal in views]
