"""`python -m tatze` is the command `tatze`."""

import sys

from tatze.cli import main

sys.exit(main())
