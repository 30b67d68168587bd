"""The folder in which Numba caches one build.

Numba's own cache looks at the source of one function only. So all sources of a build are written into a folder whose
name is a digest over everything that could change the result, and Numba caches beside them."""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import sys
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import ModuleType

STAMP = "compiled-"
"""How the name begins of a file in a build's folder that says for which processor everything was compiled."""
KEEP_DAYS = 30
"""Days after which a build that nobody used is removed."""
SECONDS_PER_DAY = 86400


def cache_folder(modules: Iterable[str], key: str) -> Path | None:
    """Write the sources of these modules into the folder of their build; return it, or None if it cannot be written."""
    sources = {name: source_of(sys.modules[name]) for name in modules}
    root = cache_root()
    folder = root / _digest(sources, key)
    try:
        if not folder.exists():
            folder.mkdir(parents=True, exist_ok=True)
            _prune(root)
        for name, source in sources.items():
            _write_once(folder / f"{name}.py", source)
        os.utime(folder)
    except OSError:
        return None
    return folder


def _digest(sources: Mapping[str, bytes], key: str) -> str:
    """Return a digest of everything that a build depends on."""
    package = Path(__file__).parents[1]
    digest = hashlib.sha256(f"{key} {sys.version} {platform.processor()}".encode())
    everywhere = [
        *(package / "core").rglob("*.py"),
        *(package / "games").rglob("*.py"),
        package / "compiled/builder.py",
        package / "compiled/dispatchers.py",
    ]
    for path in sorted(everywhere):
        digest.update(path.name.encode() + path.read_bytes())
    for name in sorted(sources):
        digest.update(name.encode() + sources[name])
    return digest.hexdigest()[:24]


def source_of(module: ModuleType) -> bytes:
    """Return a module's source: the text it was generated from, or its file."""
    generated = getattr(module, "GENERATED", None)
    return generated.encode() if generated else Path(str(module.__file__)).read_bytes()


def cache_root() -> Path:
    """Return the folder of all builds: TATZE_CACHE, or the user's cache folder."""
    if "TATZE_CACHE" in os.environ:
        return Path(os.environ["TATZE_CACHE"]) / "compiled"
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
    return base / "tatze" / "compiled"


def _write_once(path: Path, data: bytes) -> None:
    """Write a file unless another process has: several may build at once, and Numba compares a source's date."""
    if path.exists():
        return
    temporary = path.with_suffix(f".{os.getpid()}")
    temporary.write_bytes(data)
    try:
        os.link(temporary, path)
    except FileExistsError:
        pass
    finally:
        temporary.unlink()


def _prune(root: Path) -> None:
    """Remove builds that nobody used for `KEEP_DAYS`."""
    oldest = time.time() - KEEP_DAYS * SECONDS_PER_DAY
    for folder in root.iterdir():
        if folder.is_dir() and folder.stat().st_mtime < oldest:
            shutil.rmtree(folder, ignore_errors=True)
