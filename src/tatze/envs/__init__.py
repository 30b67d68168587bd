"""The games as environments for reinforcement learning: `pettingzoo`, `openspiel` and `vector` (docs/environments.md).

Each of these modules needs an extra of its own and says which one when it is missing. This package needs none."""
