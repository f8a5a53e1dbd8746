"""ARCHITECTURE.md is the map of the tree: rooms, floors and starting points are checked against what is there."""

import configparser
import re
from pathlib import Path

import ringtrue

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = Path(ringtrue.__file__).parent
MAP = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")


def rooms_on_the_map() -> dict[str, str]:
    """Room -> where to start reading, from the table of rooms."""
    return dict(re.findall(r"^\| `([a-z/]+)` \|.*\| `([a-z0-9_/]+\.py)` \|$", MAP, flags=re.MULTILINE))


def floors(text: str) -> list[list[str]]:
    """Floors as lists of rooms, notes at the end of a line left out."""
    lines = (line.split("   ")[0] for line in text.strip().splitlines())
    return [[room.strip(" ()") for room in line.split("|")] for line in lines]


def test_every_room_is_on_the_map_and_every_room_on_the_map_is_there() -> None:
    rooms = {path.parent.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py") if path.parent != PACKAGE}
    assert set(rooms_on_the_map()) == rooms


def test_every_starting_point_exists() -> None:
    for place in rooms_on_the_map().values():
        assert (PACKAGE / place).is_file(), place


def test_the_floors_drawn_are_the_floors_enforced() -> None:
    contract = configparser.ConfigParser()
    contract.read(ROOT / ".importlinter", encoding="utf-8")
    enforced = floors(contract["importlinter:contract:floors"]["layers"])
    drawn = re.search(r"```text\n(.*?)```", MAP, flags=re.DOTALL)
    assert drawn is not None
    assert floors(drawn.group(1)) == enforced


def test_a_room_in_brackets_does_not_stand_yet_and_the_others_do() -> None:
    contract = configparser.ConfigParser()
    contract.read(ROOT / ".importlinter", encoding="utf-8")
    for room in re.findall(r"\(?[a-z]+\)?", contract["importlinter:contract:floors"]["layers"]):
        assert (PACKAGE / room.strip("()")).is_dir() != room.startswith("("), room


def test_tests_mirror_the_source_tree() -> None:
    rooms = {path.parent.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py")}
    tested = {path.parent.relative_to(ROOT / "tests") for path in (ROOT / "tests").rglob("test_*.py")}
    assert tested == rooms
