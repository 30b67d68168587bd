"""Verflixxt in the terminal."""

from tatze.terminal.verflixxt.board import VerflixxtBoard

BOARD = VerflixxtBoard()
