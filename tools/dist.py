"""Builds the files of a release in dist/, and checks them: `make dist`.

    python tools/dist.py

It writes the source distribution, the wheel, a bill of materials (CycloneDX) and their SHA-256 digests. It ends with an
error if the page or the documentation is missing, if a package index would refuse a file, if something that belongs to
the package is not in it, or if a wheel made from the source distribution differs from that of the checkout."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "dist"
LICENCES = {
    "npm": ROOT / "web" / "public" / "licences.txt",
    "pypi": ROOT / "src" / "tatze" / "web" / "docs" / "licences.txt",
}
"""The licence texts of what others made, by the index that has it: parts of the page, and of the documentation."""
PAGE = "tatze/web/static/index.html"
BELONGS = (
    PAGE,
    r"tatze/web/static/assets/inter-.*\.woff2",
    r"tatze/web/static/licences\.txt",
    r"tatze/web/docs/index\.html",
    r"tatze/web/docs/licences\.txt",
    r"tatze/rules/(linko|verflixxt)\.md",
    r"tatze/rules/(linko|verflixxt)\.de\.md",
    r"tatze/bots/learned/weights/(linko|verflixxt)\.npz",
    r"tatze/games/(linko|verflixxt)/lessons/words\.(en|de)\.json",
    r"tatze/server/stores/migrations/.*\.py",
    r"tatze/py\.typed",
    r"tatze-.*\.dist-info/licenses/LICENSE",
    r"tatze-.*\.dist-info/licenses/web/public/licences\.txt",
)
"""Patterns of files of which a wheel must hold at least one each."""
STRAYS = r"node_modules|__pycache__|\.pyc$|\.venv|\.env$|\.sqlite|/fixtures/"
"""What must be in no file of a release."""


def build(kind: str, source: Path, out: Path) -> Path:
    """Build the "sdist" or "wheel" of a folder and return its file."""
    command = [sys.executable, "-m", "build", "--no-isolation", f"--{kind}", "--outdir", str(out), str(source)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    (file,) = out.glob("*.tar.gz" if kind == "sdist" else "*.whl")
    return file


def missing(names: list[str]) -> list[str]:
    """Return the patterns that none of a wheel's names matches."""
    return [pattern for pattern in BELONGS if not any(re.fullmatch(pattern, name) for name in names)]


def strays(names: list[str]) -> list[str]:
    """Return the names of files that belong to nobody but the machine they were made on."""
    return [name for name in names if re.search(STRAYS, name)]


def untracked(source: Path) -> list[str]:
    """Return the files of a checkout that git neither knows nor ignores: a source distribution would hold them."""
    command = ["git", "-C", str(source), "ls-files", "--others", "--exclude-standard"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout.splitlines() if done.returncode == 0 else []  # no checkout: the sources of a release


def parts(licences: Path) -> list[tuple[str, str]]:
    """Return the name and version of everything whose licence is in a file of licence texts."""
    return re.findall(r"^== (\S+) (\S+) ==$", licences.read_text(encoding="utf-8"), re.MULTILINE)


def bill_of_materials(out: Path) -> None:
    """Write what a server installs, by the locked requirements, and what page and documentation hold, in CycloneDX."""
    command = [sys.executable, "-m", "cyclonedx_py", "requirements", "--output-reproducible", "-o", str(out)]
    subprocess.run([*command, str(ROOT / "requirements" / "serve.txt")], check=True)
    data = json.loads(out.read_text(encoding="utf-8"))
    for index, licences in LICENCES.items():
        data["components"] += [component(index, *part) for part in parts(licences)]
    out.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


def component(index: str, name: str, version: str) -> dict[str, str]:
    """Return what a bill of materials says of a part from an index, which is "npm" or "pypi"."""
    address = f"pkg:{index}/{name.replace('@', '%40')}@{version}"
    return {"type": "library", "bom-ref": address, "name": name, "version": version, "purl": address}


def check(sdist: Path, wheel: Path) -> None:
    """End with an error if one of the two files is not as a release must be."""
    subprocess.run([sys.executable, "-m", "twine", "check", "--strict", str(sdist), str(wheel)], check=True)
    names = zipfile.ZipFile(wheel).namelist()
    if lacking := missing(names):
        sys.exit(f"{wheel.name} lacks {', '.join(lacking)}")
    with tarfile.open(sdist) as archive:
        if wrong := strays([*names, *archive.getnames()]):
            sys.exit(f"the release holds what does not belong to it: {', '.join(wrong[:5])}")
        with tempfile.TemporaryDirectory() as folder:
            archive.extractall(folder, filter="data")
            (source,) = Path(folder).iterdir()
            again = build("wheel", source, Path(folder) / "out")
            if digest(again) != digest(wheel):
                sys.exit("the wheel of the source distribution differs from the wheel of the checkout")


def digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def main() -> None:
    if not (ROOT / "src" / PAGE).is_file():
        sys.exit("There is no page to put into a release: run make web first.")
    if foreign := untracked(ROOT):
        sys.exit(f"A release is built from a clean checkout; git does not know {', '.join(foreign[:5])}")
    DIST.mkdir(exist_ok=True)
    for old in DIST.iterdir():
        old.unlink()
    sdist, wheel = build("sdist", ROOT, DIST), build("wheel", ROOT, DIST)
    check(sdist, wheel)
    bill = DIST / f"{wheel.name.removesuffix('-py3-none-any.whl')}.cdx.json"
    bill_of_materials(bill)
    files = (sdist, wheel, bill)
    (DIST / "SHA256SUMS").write_text("".join(f"{digest(file)}  {file.name}\n" for file in files), encoding="utf-8")
    for file in files:
        print(f"{file.relative_to(ROOT)}: {file.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
