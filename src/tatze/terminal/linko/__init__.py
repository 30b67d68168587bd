"""Linko in the terminal."""

from tatze.terminal.linko.board import LinkoBoard

BOARD = LinkoBoard()
