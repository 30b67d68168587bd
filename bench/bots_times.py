"""How much CPU time a decision of a bot takes, in milliseconds, in games of the bot against itself."""

from __future__ import annotations

import time
from collections.abc import Iterable
from statistics import fmean

from tatze.arena.settings import MatchSetting, main_settings
from tatze.bots import ALL_BOTS, bot_named, read_spec
from tatze.core.chance import Fairness
from tatze.core.setup import make_setup
from tatze.core.table import Table
from tatze.games import game_named

SECONDS = 5.0
"""The CPU time that is spent on each bot in each setting."""
LEAST_DECISIONS = 20
"""Number of decisions that are measured at least."""


def measure_times(bots: Iterable[str]) -> dict[str, dict[str, float]]:
    """Return the mean CPU time of a decision by bot and game: the largest of the settings in which it is measured."""
    found: dict[str, dict[str, float]] = {}
    for bot in sorted(bots, key=lambda text: ALL_BOTS.index(read_spec(text).name)):
        here = found.setdefault(bot, {})
        for setting in main_settings():
            here[setting.game] = max(here.get(setting.game, 0.0), round(decision_time(bot, setting), 3))
        print(f"{bot}: " + ", ".join(f"{game} {ms:.3g} ms" for game, ms in here.items()), flush=True)
    return found


def decision_time(name: str, setting: MatchSetting) -> float:
    """Return the mean CPU time of a bot's decision with a choice, in milliseconds."""
    game, bot = game_named(setting.game), bot_named(setting.game, name, seed=1)
    taken: list[float] = []
    deal = 0
    while len(taken) < 1 + LEAST_DECISIONS or sum(taken) < SECONDS:
        table = Table.open(game, make_setup(game, setting.rules, setting.players), Fairness.from_seed(deal))
        while not table.over and not (len(taken) > LEAST_DECISIONS and sum(taken) >= SECONDS):
            legal, begun = table.legal_actions, time.process_time()
            action = bot.choose(table.view(table.actor), legal)
            if len(legal) > 1:
                taken.append(time.process_time() - begun)
            table.play(action)
        deal += 1
    return 1000 * fmean(taken[1:])  # the first decision loads what is compiled
