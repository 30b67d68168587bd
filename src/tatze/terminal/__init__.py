"""The game in the terminal. Everything here is the same for every game; `board.py` says what a game adds to it."""

from tatze.terminal.series import TerminalSeries, play_in_terminal

__all__ = ["TerminalSeries", "play_in_terminal"]
