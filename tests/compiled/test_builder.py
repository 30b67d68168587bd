"""The builder: every function of a form is found by its name, so there is one of each name."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from tatze.compiled import builder, kernels
from tatze.compiled.builder import build, build_kernels
from tatze.compiled.dispatchers import InnerLibrary
from tatze.compiled.forms import build_form, form_of
from tatze.core.errors import MissingExtra


def module_of(name: str, source: str) -> ModuleType:
    """A module with this source."""
    module = ModuleType(name)
    exec(source, module.__dict__)
    module.__dict__["GENERATED"] = source
    sys.modules[name] = module
    return module


ONE = module_of("one_module", "def double(x):\n    return 2 * x\n")
OTHER = module_of("other_module", "def double(x):\n    return x + x\n")
USER = module_of("user_module", "def quadruple(x):\n    return double(double(x))\n")


def test_open_names_are_filled_with_functions_of_the_same_form() -> None:
    form = build("plain", [ONE, USER], {"double": ONE.double})
    assert form.quadruple(3) == 12
    assert form.double is form.made[id(ONE.double)]


def test_two_functions_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="two functions are called double: in one_module and in other_module"):
        build("plain", [ONE, OTHER], {})
    with pytest.raises(ValueError, match="called double"):
        build("plain", [OTHER], {}, base=build("plain", [ONE], {}))
    with pytest.raises(ValueError, match="called double"):
        build("plain", [ONE, OTHER], {"double": OTHER.double})


def test_a_function_may_be_built_again_on_top_of_itself() -> None:
    form = build("plain", [ONE], {}, base=build("plain", [ONE], {}))
    assert form.double(4) == 8


@pytest.mark.parametrize("name", ["deal_game", "legal"])
def test_a_module_on_top_of_a_game_may_not_take_a_name_of_it(name: str) -> None:
    taken = module_of(f"taken_{name}", f"def {name}():\n    return 1\n")
    with pytest.raises(ValueError, match=f"called {name}"):
        build_form("linko", "plain", [taken])
    assert callable(getattr(form_of("linko", "plain"), name))


def test_a_function_is_compiled_once_for_whole_numbers_of_every_width(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TATZE_CACHE", str(tmp_path))
    user = "def sum_of_triples(row, x):\n    return triple(row[0]) + triple(x) + triple(1)\n"
    module = module_of("triple_module", f"def triple(x):\n    return 3 * x\n\n\n{user}")
    form = build("cpu", [module], {})
    assert form.sum_of_triples(np.array([100], np.int8), 1 << 40) == 303 + 3 * (1 << 40)
    assert len(form.made[id(module.triple)].signatures) == 1


def test_functions_that_compiled_functions_call_get_no_machine_code_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TATZE_CACHE", str(tmp_path))
    source = "def halve(x):\n    return x // 2\n\n\ndef quarter(x):\n    return halve(halve(x))\n"
    module = module_of("halve_module", source)
    form = build("cpu", [module], {})
    assert form.quarter(40) == 10
    (inner,), (outer,) = (one.overloads.values() for one in (form.made[id(module.halve)], form.quarter))
    assert type(inner.library) is InnerLibrary
    assert type(outer.library) is not InnerLibrary
    assert not inner.library.codegen._engine.is_symbol_defined(inner.fndesc.llvm_func_name)
    assert outer.library.codegen._engine.is_symbol_defined(outer.fndesc.llvm_func_name)


def test_python_calls_what_compiled_functions_call_too() -> None:
    source = "def negate(x):\n    return -x\n\n\ndef twice(x):\n    return negate(negate(x))\n"
    form = build("cpu", [module_of("negate_module", source)], {})
    assert (form.twice(5), form.negate(5)) == (5, -5)


def test_kernels_say_which_package_they_need(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(builder, "find_spec", {"numba": builder}.get)  # as where NVIDIA's package is not installed
    with pytest.raises(MissingExtra, match=r"pip install 'numba-cuda\[cu13\]'"):
        build_kernels(kernels, form_of("linko", "cuda"), {}, None)
