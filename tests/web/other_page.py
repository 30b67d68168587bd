"""A server that hands out the page in the folder PAGE: `PAGE=… python -m tests.web.other_page serve …`."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import tatze.web

if __name__ == "__main__":
    tatze.web.STATIC = Path(os.environ["PAGE"])
    from tatze.cli import main

    sys.exit(main())
