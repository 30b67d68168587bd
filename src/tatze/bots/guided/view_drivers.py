"""What a network reads of a view, in the rules' style. The game's functions and its features are left open here; the
builder fills them in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tatze.bots.search.drivers import VIEW
from tatze.core.layout import Row

describe: Callable[[Any, Row], None]
choice_of: Callable[[Any, int], int]


def encode_view(states: Any, actions: Row, n: int, features: Any, choices: Any) -> None:
    """Write the features of the view into row 0, which must be zeros, and the places of the n actions in the policy."""
    describe(states[VIEW], features[0])
    for i in range(n):
        choices[0][i] = choice_of(states[VIEW], actions[i])
