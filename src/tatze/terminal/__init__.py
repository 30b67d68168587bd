"""The game in the terminal. The loop is the same for every game; `board.py` says what a game adds to it."""

from tatze.terminal.play import play_in_terminal

__all__ = ["play_in_terminal"]
