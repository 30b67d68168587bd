"""Programs that misbehave, each in its own way, to be run as bots."""

from __future__ import annotations

import contextlib
import shlex
import sys
import time
from pathlib import Path

HELLO = "import json, sys, time, os, signal\nsys.stdin.readline()\nprint(json.dumps({'protocol': 1}), flush=True)\n"
LOOP = "for line in sys.stdin:\n    if json.loads(line)['type'] != 'decide': break\n"
FIRST = "    print(json.dumps({'action': json.loads(line)['legal'][0]['id']}), flush=True)\n"
ECHO = FIRST.replace("{'action'", "{'number': json.loads(line)['number'], 'action'")

PROGRAMS = {
    "fine": HELLO + LOOP + FIRST,
    "crashes": "import sys; sys.exit('nothing works')",
    "crashes later": HELLO + "sys.stdin.readline()\nraise ValueError('the seventh seal')\n",
    "sleeps": HELLO + "time.sleep(600)\n",
    "never says hello": "import time; time.sleep(600)",
    "speaks another protocol": "input(); print('{\"protocol\": 99}', flush=True); input()",
    "prints garbage": HELLO + LOOP + "    print('sorry, what?', flush=True)\n",
    "prints bytes": HELLO + LOOP + "    sys.stdout.buffer.write(bytes(range(256)) + b'\\n'); sys.stdout.flush()\n",
    "nests deeply": HELLO + LOOP + "    print('[' * 60000, flush=True)\n",
    "names no action": HELLO + LOOP + "    print('{\"action\": [7]}', flush=True)\n",
    "is not an object": HELLO + LOOP + "    print('7', flush=True)\n",
    "answers illegally": HELLO + LOOP + "    print('{\"action\": 99999}', flush=True)\n",
    "answers nonsense": HELLO + LOOP + '    print(\'{"action": "checkmate"}\', flush=True)\n',
    "floods a line": HELLO + LOOP + "    sys.stdout.write('x' * 5_000_000); sys.stdout.flush()\n",
    "floods lines": HELLO + LOOP + "    sys.stdout.write('{}\\n' * 3_000_000); sys.stdout.flush()\n",
    "floods before it is asked": HELLO + "while True: sys.stdout.write('{\"action\": 1}\\n' * 1000)\n",
    "floods stderr": HELLO + "sys.stderr.write('e' * 5_000_000)\nsys.stderr.flush()\n" + LOOP + FIRST,
    "ignores SIGTERM": "import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n" + HELLO + "time.sleep(600)\n",
    "speaks unasked": HELLO + LOOP + FIRST.replace("flush", "end='\\n{}\\n', flush"),
    "closes its ears": HELLO + "sys.stdin.close()\ntime.sleep(600)\n",
    "closes its mouth": HELLO + "os.close(1)\ntime.sleep(600)\n",
    "leaves a child": HELLO + "os.spawnlp(os.P_NOWAIT, 'sleep', 'sleep', '600')\n" + LOOP + FIRST,
    "echoes and repeats itself": HELLO + LOOP + ECHO + ECHO,
    "stops echoing": HELLO + "line = sys.stdin.readline()\n" + ECHO.lstrip() + LOOP + FIRST,
    "echoes the future": HELLO + LOOP + ECHO.replace("['number']", "['number'] + 1"),
    "is slow": HELLO + LOOP + "    time.sleep(0.02)\n" + FIRST,
}


def command(folder: Path, name: str) -> list[str]:
    """The command that runs a program. It notes its process id in the folder."""
    path = folder / f"{name.replace(' ', '-')}.py"
    note = f"import os\nopen({str(folder / 'pids')!r}, 'a').write(f'{{os.getpid()}}\\n')\n"
    path.write_text(note + PROGRAMS[name], encoding="utf-8")
    return [sys.executable, "-I", "-S", str(path)]


def entrant(folder: Path, name: str) -> str:
    """The same as the arena wants it written."""
    return f"{name}=run:{shlex.join(command(folder, name))}"


def survivors(folder: Path) -> list[str]:
    """Processes that go on running in the groups led by programs of a folder; one that was killed needs a moment."""
    deadline = time.monotonic() + 5
    while (found := _running(folder)) and time.monotonic() < deadline:
        time.sleep(0.02)
    return found


def _running(folder: Path) -> list[str]:
    groups = (folder / "pids").read_text().split()
    found = []
    for file in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it ended while we looked
            state, _, group = file.read_text().rpartition(")")[2].split()[:3]
            if group in groups and state != "Z":  # Z is dead, and nobody has asked for it yet
                found.append(file.parent.name)
    return found
