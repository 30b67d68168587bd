"""The drivers of training in one form, for one game; and the templates of its settings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np

from tatze.bots.learned.network import features_of
from tatze.compiled.builder import Form
from tatze.compiled.forms import build_form
from tatze.compiled.templates import template_of
from tatze.core import thermometer
from tatze.core.setup import make_setup
from tatze.games import game_named
from tatze.train.settings import GameSetting
from tatze.train.vector import drivers
from tatze.train.vector.drivers import VectorArrays


@cache
def training_form(game: str, form: str) -> Form:
    """Return the drivers of training with the features and the simple bots of a game."""
    bots, features = game_named(game).bots, features_of(game)
    given: dict[str, Callable[..., Any]] = {
        "describe": features.describe,
        "choice_of": features.choice_of,
        "action_of": features.action_of,
    }
    given |= {"thumb": bots.thumb, "yardstick": bots.yardstick}
    return build_form(game, form, [thermometer, features.module, bots.module, drivers], given)


def setting_templates(game: str, settings: Sequence[GameSetting], dtype: Any) -> np.ndarray[Any, Any]:
    """Return the templates of several settings as one array."""
    record = game_named(game)
    setups = [make_setup(record, s.rules, s.players, options=s.options) for s in settings]
    return np.concatenate([template_of(record, setup) for setup in setups]).astype(dtype)


def numpy_arrays(game: str, settings: Any) -> VectorArrays:
    """Return arrays in NumPy for games of these settings, given by index: numbers 0 and on, zeros otherwise."""
    size, record = len(settings), game_named(game)
    return VectorArrays(
        settings=settings,
        scripted=np.zeros(size, np.int64),
        numbers=np.arange(size),
        rolls=np.zeros(size, np.int64),
        chosen=np.zeros(size, np.int64),
        done=np.zeros(size, np.int64),
        shares=np.zeros((size, record.most_players), np.float32),
        leads=np.zeros((size, record.most_players), np.float32),
        afterstates=np.zeros((size, features_of(game).length), np.int8),
    )
