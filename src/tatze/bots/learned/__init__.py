"""Networks trained by self-play: the bot that follows the policy head, and every seat's chance to win.

`bot` holds the bot and loads the weights; `network` is the network in NumPy and is imported with the first decision."""

from tatze.bots.learned.bot import LearnedBot, chances

__all__ = ["LearnedBot", "chances"]
