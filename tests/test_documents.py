"""Documents that cannot lie: the README's code runs, links lead somewhere, generated pages are current."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])


def test_the_python_in_the_readme_runs(tmp_path: Path) -> None:
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), flags=re.DOTALL)
    assert blocks
    for block in blocks:
        done = subprocess.run(
            [sys.executable, "-W", "error", "-c", block], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        assert done.stdout


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_within_the_project_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+?)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_generated_documents_are_current() -> None:
    done = subprocess.run(
        [sys.executable, "tools/docs.py", "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_build_files_name_no_host() -> None:
    for name in ("constraints.txt", "pyproject.toml", "Makefile", "tools/setup.sh", ".ci/run"):
        assert not re.search(r"https?://", (ROOT / name).read_text(encoding="utf-8")), name


def test_every_command_of_the_tutorial_runs(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```(sh|yaml|csv)\n(.*?)```", page, flags=re.DOTALL)
    files = {"yaml": tmp_path / "voice-study" / "items.yaml", "csv": tmp_path / "answers.csv"}
    path = f"{Path(sys.executable).parent}:/usr/bin:/bin"
    for kind, text in blocks:
        if kind in files:
            files[kind].write_text(text, encoding="utf-8")
            continue
        done = subprocess.run(
            ["sh", "-e", "-c", text], cwd=tmp_path, capture_output=True, text=True, env={"PATH": path}, check=False
        )
        assert done.returncode == 0, done.stderr
    assert (tmp_path / "voice-study" / "reports" / "result-1.md").is_file()
