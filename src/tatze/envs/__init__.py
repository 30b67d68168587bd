"""The games as the field's environments: `pettingzoo`, `openspiel` and `vector`, described in docs/environments.md.

Each module needs an extra of its own and says which one when it is missing; this package itself needs nothing."""
