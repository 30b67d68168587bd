"""The machine that was measured, in words: never its name or its paths."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from tatze import __version__
from tatze.compiled.builder import import_cuda
from tatze.core.errors import MissingExtra


def machine() -> dict[str, str]:
    """What a reader has to know to compare figures."""
    return {
        "day": datetime.now(UTC).date().isoformat(),
        "processor": f"{processor()}, {os.cpu_count()} cores",
        "system": f"{platform.system()}, Python {platform.python_version()}",
        "versions": ", ".join([f"tatze {__version__}", *_versions("numba", "numpy")]),
        "load": load(),
    } | ({"CUDA": device} if (device := cuda_device()) else {})


def processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def load() -> str:
    """How busy the machine was before: the mean of a minute, and of five."""
    try:
        one, five, _ = os.getloadavg()
    except OSError:
        return "unknown"
    return f"{one:.1f} in the minute before, {five:.1f} in five minutes"


def cuda_device() -> str:
    """The CUDA device's name, if there is one."""
    try:
        cuda = import_cuda()
    except MissingExtra:
        return ""
    if not cuda.is_available():
        return ""
    name = cuda.get_current_device().name  # text or bytes, as the version of numba.cuda has it
    return name if isinstance(name, str) else str(name.decode())


def _versions(*packages: str) -> Iterator[str]:
    for package in packages:
        try:
            yield f"{package} {version(package)}"
        except PackageNotFoundError:
            continue
