"""Pounce, a third game, is installed for all tests: as a package with an entry point, on the path of this process
(see `pythonpath` in pyproject.toml) and of the processes that tests start."""

from __future__ import annotations

import os

from tests.helpers import POUNCE

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # tests share the cores; the network's products are small
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(POUNCE), os.environ.get("PYTHONPATH")]))
