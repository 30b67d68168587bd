"""Without its extra a module says in one line what to install, and everything else works."""

from __future__ import annotations

import subprocess
import sys

import pytest

OPTIONAL = ("numba", "numpy", "gymnasium", "pettingzoo", "pyspiel")


def run_without(missing: tuple[str, ...], code: str) -> subprocess.CompletedProcess[str]:
    """Run code in a Python that cannot import these packages."""
    hide = f"import sys; sys.modules.update(dict.fromkeys({missing!r}))\n"
    return subprocess.run([sys.executable, "-c", hide + code], capture_output=True, text=True, check=False)


def test_the_packages_themselves_need_nothing() -> None:
    done = run_without(OPTIONAL, "import tatze, tatze.envs, tatze.envs.explicit; print(tatze.linko(seed=1).actor)")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("missing", "module", "extra"),
    [
        ("pettingzoo", "pettingzoo", "envs"),
        ("gymnasium", "pettingzoo", "envs"),
        ("numpy", "pettingzoo", "envs"),
        ("pyspiel", "openspiel", "openspiel"),
        ("numpy", "openspiel", "openspiel"),
        ("gymnasium", "vector", "compiled,envs"),
        ("numpy", "vector", "compiled,envs"),
    ],
)
def test_a_missing_package_is_named_with_what_to_install(missing: str, module: str, extra: str) -> None:
    done = run_without((missing,), f"import tatze.envs.{module}")
    assert done.returncode == 1
    line = done.stderr.splitlines()[-1]
    assert line.startswith("tatze.core.errors.MissingExtra: this needs ")
    assert line.endswith(f": pip install 'tatze[{extra}]'")


@pytest.mark.parametrize(
    "module",
    [
        "tatze.compiled.batch",
        "tatze.compiled.single",
        "tatze.compiled.cuda",
        "tatze.bots.learned.network",
        "tatze.bots.search.searcher",
        "tatze.bots.guided.searcher",
        "tatze.arena.compiled.games",
        "tatze.study.gpu",
    ],
)
def test_a_module_that_needs_numpy_says_what_to_install(module: str) -> None:
    done = run_without(("numpy",), f"import {module}")
    assert done.stderr.splitlines()[-1] == (
        "tatze.core.errors.MissingExtra: this needs NumPy and Numba: pip install 'tatze[compiled]'"
    )


def test_without_numba_the_vector_environment_says_what_to_install() -> None:
    done = run_without(("numba",), "from tatze.envs.vector import VectorEnv; VectorEnv('linko')")
    assert done.stderr.splitlines()[-1] == (
        "tatze.core.errors.MissingExtra: this needs Numba: pip install 'tatze[compiled]'"
    )
