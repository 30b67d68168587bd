"""The machine that was measured, in words; its host name and paths are never told."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from tatze import __version__
from tatze.compiled.imports import import_cuda
from tatze.core.errors import MissingExtra


def machine() -> dict[str, str]:
    """Return what a reader has to know to compare figures."""
    return {
        "day": datetime.now(UTC).date().isoformat(),
        "processor": f"{processor()}, {os.cpu_count()} cores",
        "system": f"{platform.system()}, Python {platform.python_version()}",
        "versions": ", ".join([f"tatze {__version__}", *_versions("numba", "numpy")]),
        "load": load(),
    } | ({"CUDA": device} if (device := cuda_device()) else {})


def processor() -> str:
    """Return the name of the processor."""
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def load() -> str:
    """Return how busy the machine was before: the load average of one minute and of five."""
    try:
        one, five, _ = os.getloadavg()
    except OSError:
        return "unknown"
    return f"{one:.1f} in the minute before, {five:.1f} in five minutes"


def cuda_device() -> str:
    """Return the name of the CUDA device; empty if there is none."""
    try:
        cuda = import_cuda()
    except MissingExtra:
        return ""
    if not cuda.is_available():
        return ""
    name = cuda.get_current_device().name  # str or bytes, depending on the version of numba.cuda
    return name if isinstance(name, str) else str(name.decode())


def _versions(*packages: str) -> Iterator[str]:
    for package in packages:
        try:
            yield f"{package} {version(package)}"
        except PackageNotFoundError:
            continue
