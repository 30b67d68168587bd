from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that nobody gave a file is saved where one is."""
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
