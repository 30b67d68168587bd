"""Networks trained by self-play: the bot that follows the policy, and everybody's chances to win."""
