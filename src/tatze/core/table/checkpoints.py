"""Copies of a table's state at regular distances, so that an undo or a replay carries out only a few actions again."""

from __future__ import annotations

from typing import Generic, TypeVar

from tatze.core.layout import Layout, State

S = TypeVar("S", bound=State)

CHECKPOINT_INTERVAL = 16
"""The number of actions between two checkpoints. Going back carries out fewer actions than this again."""


class Checkpoints(Generic[S]):
    """The states after 0, 16, 32 … actions of a table."""

    def __init__(self, layout: Layout[S], opening: S) -> None:
        self._layout = layout
        self._states = [layout.copy(opening)]

    def save(self, actions: int, s: S) -> None:
        """Keep a copy of the state `s`, which was reached after `actions` actions, if a checkpoint is due there."""
        if actions % CHECKPOINT_INTERVAL == 0:
            self._states.append(self._layout.copy(s))

    def nearest(self, actions: int) -> tuple[int, S]:
        """Find the last checkpoint at or before this number of actions; returns its own number and a copy of it."""
        index = actions // CHECKPOINT_INTERVAL
        return index * CHECKPOINT_INTERVAL, self._layout.copy(self._states[index])

    def drop_after(self, actions: int) -> None:
        """Forget the checkpoints after this number of actions."""
        del self._states[actions // CHECKPOINT_INTERVAL + 1 :]

    def copy(self) -> Checkpoints[S]:
        """Return independent checkpoints. The states are shared: nobody changes them."""
        twin = Checkpoints.__new__(Checkpoints)
        twin._layout = self._layout
        twin._states = list(self._states)
        return twin
