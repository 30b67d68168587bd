"""The examples of training report games by which nothing was chosen, and fail where an agent did not learn."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def held_out(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module, with few games to report."""
    spec = importlib.util.spec_from_file_location("held_out", EXAMPLES / "held_out.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert not set(module.REPORTING) & set(module.CHOOSING)
    assert not set(module.TRAINING) & {1, *module.CHOOSING, *module.REPORTING}  # the settings were chosen with 1
    monkeypatch.setattr(module, "REPORTING", range(100))
    return module


def test_the_table_has_a_column_for_each_agent_and_the_result_below(held_out: ModuleType) -> None:
    results = {
        2: held_out.Result([(0, 0.33), (512, 0.5)], 0.7),
        3: held_out.Result([(0, 0.33), (512, 0.6)], 0.8),
    }
    text = held_out.table(results, 0.34)
    assert text.splitlines()[0] == "| steps | agent 2 | agent 3 |"
    assert "| 512 | 50.0 % ± 6.9 | 60.0 % ± 6.8 |" in text
    assert "| **result** | **70.0 % ± 9.0** | **80.0 % ± 7.8** |" in text
    assert "Random play won 34.0 % ± 9.3" in text


def test_one_agent_that_did_not_learn_is_named(held_out: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    good, weak = held_out.Result([(0, 0.3)], 0.9), held_out.Result([(0, 0.3)], 0.4)
    held_out.finish({5: good}, "linko", 3)
    with pytest.raises(SystemExit, match=r"the agents of the seeds \[6\]"):
        held_out.finish({5: good, 6: weak}, "linko", 3)
    assert "result" in capsys.readouterr().out


def test_random_play_wins_its_share_of_the_games(held_out: ModuleType) -> None:
    share = held_out.random_share(held_out.make("linko", 3), range(60))
    assert abs(share - 1 / 3) < 2 * held_out.half_interval(1 / 3, 60)
