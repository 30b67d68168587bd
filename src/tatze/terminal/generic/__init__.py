"""The terminal's board for games that bring none of their own."""

from tatze.terminal.generic.board import GenericBoard

BOARD = GenericBoard()
