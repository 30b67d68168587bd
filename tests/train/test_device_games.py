"""The strength of a network among others."""

from __future__ import annotations

from tatze.bots.learned.bot import WEIGHTS
from tatze.bots.learned.network import Network
from tatze.games.verflixxt.features import CHOICES, LENGTH
from tatze.train.device_games import DeviceGames
from tatze.train.net import Net, imported
from tatze.train.settings import GameSetting


def test_a_network_among_its_like_wins_its_share_and_a_better_one_more() -> None:
    match = DeviceGames("verflixxt", [GameSetting("base", 2)], 60, cuda=False)
    learned = imported(Network.load(WEIGHTS / "verflixxt.npz", "verflixxt"))
    assert match.play(learned, learned)[0].wins.value == 0.5  # the same games from both seats
    unlearned = Net(LENGTH, CHOICES, 6, 32, 1)
    assert match.play(learned, unlearned)[0].wins.low > 0.8
    assert match.play(unlearned, learned)[0].wins.high < 0.2
