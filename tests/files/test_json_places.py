"""A place in a JSON text is where the text has it."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.files import read_json
from ringtrue.files.json_places import JsonPlaces

SCALARS = st.none() | st.booleans() | st.integers(-9, 9) | st.text(alphabet='a"\\\n[]{},:é', max_size=4)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text('ab"\\,:{}', max_size=3), inner, max_size=4),
    max_leaves=12,
)
GAPS = st.sampled_from(["", " ", "\n", "\n\n", " \r\n\t", "\r"])


class Printer:
    """Writes a value with drawn gaps between its parts and notes the line of every key and item."""

    def __init__(self, draw: Any) -> None:
        self._draw = draw
        self.text = ""
        self.lines: dict[tuple[str | int, ...], int] = {}

    def gap(self) -> None:
        self.text += self._draw(GAPS)

    def note(self, trail: tuple[str | int, ...]) -> None:
        normal = self.text.replace("\r\n", "\n").replace("\r", "\n")
        self.lines[trail] = normal.count("\n") + 1

    def write(self, value: Any, trail: tuple[str | int, ...]) -> None:
        if not isinstance(value, (dict, list)):
            self.text += json.dumps(value)
            return
        entries = value.items() if isinstance(value, dict) else enumerate(value)
        self.text += "{" if isinstance(value, dict) else "["
        for index, (key, inner) in enumerate(entries):
            self.text += "," if index else ""
            self.gap()
            self.note((*trail, key))
            if isinstance(value, dict):
                self.text += json.dumps(key)
                self.gap()
                self.text += ":"
                self.gap()
            self.write(inner, (*trail, key))
            self.gap()
        self.text += "}" if isinstance(value, dict) else "]"


@given(VALUES, st.data())
def test_every_key_and_item_is_found_on_its_line(
    tmp_path_factory: pytest.TempPathFactory, value: Any, data: st.DataObject
) -> None:
    printer = Printer(data.draw)
    printer.gap()
    printer.note(())
    printer.write(value, ())
    path = tmp_path_factory.getbasetemp() / "places.json"
    path.write_bytes(printer.text.encode())
    document = read_json(path)
    assert document.data == value
    assert {trail: document.line(trail) for trail in printer.lines} == printer.lines


@pytest.mark.parametrize("trail", [("b",), ("a", 2), ("a", -1), ("a", True), ("a", 0, "x"), ("a", "0"), (0,)])
def test_what_is_not_there_has_no_line(trail: tuple[Any, ...]) -> None:
    assert JsonPlaces('{"a": [1, 2]}').line(trail) is None


def test_a_missing_key_is_placed_at_its_table(tmp_path: Path) -> None:
    path = tmp_path / "f.json"
    path.write_text('{"scales":\n {"voice":\n  {"high": 5}}}')
    problem = read_json(path).problem(("scales", "voice", "low"), "missing")
    assert problem.place == "line 2, scales.voice.low"
