"""ARCHITECTURE.md is the map of the tree: packages, layers, paths and names are checked against what is there."""

import ast
import configparser
import re
from pathlib import Path

import ringtrue

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = Path(ringtrue.__file__).parent
MAP = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")


def packages_on_the_map() -> dict[str, str]:
    """Package -> where to start reading, from the table of packages."""
    return dict(re.findall(r"^\| `([a-z/]+)` \|.*\| `([a-z0-9_/]+\.py)` \|$", MAP, flags=re.MULTILINE))


def layers(text: str) -> list[list[str]]:
    """Layers as lists of packages, notes at the end of a line left out."""
    lines = (line.split("   ")[0] for line in text.strip().splitlines())
    return [[package.strip(" ()") for package in line.split("|")] for line in lines]


def test_every_package_is_on_the_map_and_every_package_on_the_map_is_there() -> None:
    packages = {path.parent.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py") if path.parent != PACKAGE}
    assert set(packages_on_the_map()) == packages


def test_every_path_named_exists() -> None:
    reasons = (ROOT / "docs" / "decisions.md").read_text(encoding="utf-8")
    guide = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").split("| before |")[0]
    spans = re.findall(r"`([^`\s]+)`", MAP + reasons + guide)
    paths = [span for span in spans if "/" in span and not span.startswith(("src/", ".ci/"))]
    assert len(paths) > 100
    for path in paths:
        assert (PACKAGE / path).exists() or (ROOT / path).exists(), path


def questions() -> list[tuple[str, list[str]]]:
    """Question -> what to open: paths and names, from the table of questions."""
    table = MAP.split("## Where is", 1)[1]
    rows = re.findall(r"^\| ([^|]+) \| ([^|]*`[^|]+) \|$", table, flags=re.MULTILINE)
    return [(question, re.findall(r"`([^`]+)`", answer)) for question, answer in rows]


def defined_in(path: Path) -> set[str]:
    """Names of functions, classes and constants that a module defines at its top."""
    body = ast.parse(path.read_text(encoding="utf-8")).body
    named = {node.name for node in body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)}
    targets = [target for node in body if isinstance(node, ast.Assign) for target in node.targets]
    targets += [node.target for node in body if isinstance(node, ast.AnnAssign)]
    return named | {target.id for target in targets if isinstance(target, ast.Name)}


def test_the_map_answers_questions_with_files_and_names_that_are_there() -> None:
    assert len(questions()) >= 20
    for question, spans in questions():
        modules = [PACKAGE / span for span in spans if span.endswith(".py") and (PACKAGE / span).is_file()]
        known = set().union(*map(defined_in, modules))
        names = {span for span in spans if span.isidentifier()}
        assert any("/" in span for span in spans), question
        assert names <= known, (question, names - known)


def test_the_map_fits_three_screens() -> None:
    assert len(MAP.splitlines()) <= 150


def test_the_layers_drawn_are_the_layers_enforced() -> None:
    contract = configparser.ConfigParser()
    contract.read(ROOT / ".importlinter", encoding="utf-8")
    enforced = layers(contract["importlinter:contract:layers"]["layers"])
    drawn = re.search(r"```text\n(.*?)```", MAP, flags=re.DOTALL)
    assert drawn is not None
    assert layers(drawn.group(1)) == enforced


def test_a_package_in_brackets_is_still_to_come_and_the_others_are_there() -> None:
    contract = configparser.ConfigParser()
    contract.read(ROOT / ".importlinter", encoding="utf-8")
    for package in re.findall(r"\(?[a-z]+\)?", contract["importlinter:contract:layers"]["layers"]):
        assert (PACKAGE / package.strip("()")).is_dir() != package.startswith("("), package


def test_tests_mirror_the_source_tree() -> None:
    packages = {path.parent.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py")}
    tested = {path.parent.relative_to(ROOT / "tests") for path in (ROOT / "tests").rglob("test_*.py")}
    assert tested == packages
