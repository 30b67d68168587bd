"""Tables and commands of the pages are compared with the code, so that they cannot drift."""

from __future__ import annotations

import argparse
import json
import re
import shlex
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

from tatze.cli import COMMANDS

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = [*sorted(ROOT.glob("*.md")), *sorted(DOCS.rglob("*.md"))]
TERMINAL_WORDS = ROOT / "src" / "tatze" / "terminal"

CODE = [*sorted((ROOT / "src").rglob("*.py")), *sorted((ROOT / "tests").rglob("*.py"))]


def text_of(page: str) -> str:
    return (DOCS / page).read_text(encoding="utf-8")


def column(page: str, heading: str, number: int = 0) -> list[str]:
    """The cells of a column of the table whose heading begins so."""
    table = re.search(rf"^\| {re.escape(heading)} \|.*\n\|[-|]+\n((?:\|.*\n?)+)", text_of(page), re.MULTILINE)
    assert table, f"{page} has no table that begins with “{heading}”"
    return [row.strip("|").split("|")[number].strip() for row in table[1].splitlines()]


def coded(cells: list[str]) -> list[str]:
    """What stands in backticks in these cells."""
    return [word for cell in cells for word in re.findall(r"`([^`]+)`", cell)]


def commands() -> list[tuple[str, list[str]]]:
    """Every call of `tatze` in a block of a page, with the page's name."""
    found = []
    for page in PAGES:
        text = page.read_text(encoding="utf-8").replace("\\\n", " ")
        for line in re.findall(r"^(?:    |\$ )((?:TATZE_\w+=\S+ )*tatze\b.*)$", text, re.MULTILINE):
            words = [word for word in shlex.split(line, comments=True) if not word.startswith("TATZE_")]
            found.append((f"{page.name}: {line}", words[1:]))
    return found


def test_the_page_of_commands_names_every_command() -> None:
    named = {cell.split()[1] for cell in coded(column("commands.md", "command")) if " " in cell}
    assert named == set(COMMANDS)


def test_the_page_of_commands_names_every_extra() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert set(coded(column("commands.md", "extra"))) == set(extras)


@pytest.mark.parametrize(("page", "heading", "lang"), [("terminal.md", "word", "en"), ("terminal.de.md", "Wort", "de")])
def test_the_page_of_the_terminal_lists_what_can_be_typed(page: str, heading: str, lang: str) -> None:
    words = json.loads((TERMINAL_WORDS / f"words.{lang}.json").read_text(encoding="utf-8"))
    typed = {key: text for key, text in words.items() if re.fullmatch(r"command\.\w+", key)}
    assert coded(column(page, heading)) == [word for text in typed.values() for word in text.split()]
    assert column(page, heading, 1) == [words[f"{key}.about"] for key in typed]


@pytest.mark.parametrize(
    ("page", "command"), [("studies.md", "study"), ("training.md", "train"), ("arena.md", "arena")]
)
def test_a_page_names_every_option_of_its_command(page: str, command: str) -> None:
    assert named_options(page) == options_of(command)


def named_options(page: str) -> set[str]:
    """The options in the table of options of a page."""
    words = {word.split()[0] for word in coded(column(page, "option") + column(page, "option", 1))}
    return {word for word in words if word.startswith("--")}


def options_of(command: str) -> set[str]:
    """The options that a command takes."""
    parser = argparse.ArgumentParser(add_help=False)
    import_module(f"tatze.cli.{command}").arguments(parser)
    words = {word for action in parser._actions for word in action.option_strings}
    return {word for word in words if word.startswith("--")}


def test_every_variable_of_the_environment_is_one_that_the_program_reads() -> None:
    read = {name for path in CODE for name in re.findall(r"\bTATZE_[A-Z_]+\b", path.read_text(encoding="utf-8"))}
    read |= {f"TATZE_{option[2:].upper().replace('-', '_')}" for option in options_of("serve")}
    read |= {"TATZE_SITE"}  # of compose.yaml alone
    for page in PAGES:
        assert set(re.findall(r"\bTATZE_[A-Z_]+\b", page.read_text(encoding="utf-8"))) <= read, page.name


def scripts() -> list[tuple[str, str, list[str]]]:
    """Every call of a script or a test of this repository in a block of a page: the line, the file, its options."""
    found = []
    for page in PAGES:
        text = page.read_text(encoding="utf-8").replace("\\\n", " ")
        for line in re.findall(r"^(?:    |\$ )(?:\S+/)?python3? (\S.*)$", text, re.MULTILINE):
            words = shlex.split(line, comments=True)
            script = words[1].replace(".", "/") + ".py" if words[0] == "-m" else words[0]
            found.append((f"{page.name}: {line}", script, [word for word in words if word.startswith("--")]))
        for line in re.findall(r"^(?:    |\$ )(?:\S+/)?pytest (\S.*)$", text, re.MULTILINE):
            files = [word for word in shlex.split(line, comments=True) if "/" in word]
            found += [(f"{page.name}: {line}", file, []) for file in files]
    return found


@pytest.mark.parametrize(
    ("line", "script", "options"), scripts(), ids=lambda value: value if isinstance(value, str) else ""
)
def test_every_script_of_a_page_is_there_and_takes_its_options(line: str, script: str, options: list[str]) -> None:
    file = ROOT / ("src/" if script.startswith("tatze/") else "") / script
    if script == "tatze.py":
        return  # the command itself, which the test below reads
    text = file.read_text(encoding="utf-8")
    assert [option for option in options if f'"{option}"' not in text] == [], line


def test_the_strengths_on_the_page_of_levels_are_those_of_the_other_research_pages() -> None:
    rows = re.findall(r"^\| \w+ \w+ \| \d \| `.*$", text_of("research/levels.md"), re.MULTILINE)
    measured = text_of("research/learned.md")
    assert len(rows) == 6
    for row in rows:
        who, result = row.rstrip(" |").rsplit(" | ", 2)[0], " | ".join(row.rstrip(" |").rsplit(" | ", 2)[1:])
        assert f"{who} | 1,000 | {result} |" in measured


@pytest.mark.parametrize(("line", "words"), commands(), ids=lambda value: value if isinstance(value, str) else "")
def test_every_command_of_a_page_is_understood(line: str, words: list[str]) -> None:
    if not words or words == ["--version"]:
        return
    assert words[0] in COMMANDS, line
    parser = argparse.ArgumentParser(exit_on_error=False)
    import_module(f"tatze.cli.{words[0]}").arguments(parser)
    _, unknown = parser.parse_known_args(words[1:])
    assert unknown == [], line
