"""Templates: states that hold what was agreed, from which batches deal their games."""

from __future__ import annotations

from typing import Any

from tatze.compiled.forms import dtype_of
from tatze.core.game import Game
from tatze.core.setup import Setup, write_rules


def plain_template(game: Game[Any], setup: Setup) -> Any:
    """Return a plain state that holds the agreement; its start is −1 where chance chooses."""
    s = game.layout.new()
    write_rules(game, setup, s)
    s.start = -1 if setup.start is None else setup.start
    return s


def template_of(game: Game[Any], setup: Setup) -> Any:
    """Return the template as an array of one record."""
    import numpy as np

    s = plain_template(game, setup)
    template = np.zeros(1, dtype_of(game.layout))
    for name in game.layout.fields:
        template[name][0] = getattr(s, name)
    return template
