"""YAML: read as version 1.2 reads it, every value on its line, written back as it was."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ringtrue.files.text_file import ReadLimits
from ringtrue.files.yaml_engine import Layout, layout_of, parse, render
from ringtrue.files.yaml_file import read_yaml, write_yaml
from ringtrue.terms.problem import BadInput

TEXTS = st.text(st.characters(codec="utf-8"), max_size=10) | st.text(" \n\t#-:|>?<'\"ab\r\x85\u2028\ufeff", max_size=8)
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(10**25), 10**25)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from(["no", "12:30", "2026-01-02", "1e5", ".5", "0x1f", "true", "~", "", "<<", "=", "---", "a: b"])
    | TEXTS
)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4), max_leaves=10
)
BLOCKS = st.recursive(
    st.integers(0, 9) | st.sampled_from(["word", "no", "two words"]),
    lambda inner: (
        st.lists(inner, min_size=1, max_size=4)
        | st.dictionaries(st.sampled_from("abcdefg"), inner, min_size=1, max_size=4)
    ),
    max_leaves=12,
)
PROTOCOL = """\
# What is asked
name: blind    # the name
scales:
    voice: {low: 1, high: 5.50}   # a flow table

    tone:
        labels:
          - "quoted"
          - 'single'
# the rules
text: |
    two
    lines
folded: >-
    one
    line
shared: &base [1, 2]
again: *base
"""


def read(path: Path, text: str | bytes, limits: ReadLimits | None = None) -> Any:
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_yaml(path, limits=limits or ReadLimits())


@settings(deadline=None, max_examples=150)
@given(VALUES)
def test_what_is_written_is_read_again(tmp_path_factory: pytest.TempPathFactory, value: Any) -> None:
    path = tmp_path_factory.getbasetemp() / "value.yaml"
    write_yaml(path, value)
    assert read_yaml(path).data == value


def test_words_that_look_like_something_else_stay_words(tmp_path: Path) -> None:
    text = "[no, yes, on, 12:30, 2026-01-02, 1_000, 0b1, 017, 0o17, 0x1F, .5, 1e3, +1, ~, null, True, =]"
    expected = [
        "no",
        "yes",
        "on",
        "12:30",
        "2026-01-02",
        "1_000",
        "0b1",
        17,
        15,
        31,
        0.5,
        1e3,
        1,
        None,
        None,
        True,
        "=",
    ]
    assert read(tmp_path / "f", text).data == expected


def test_truth_values_with_anchors_are_truth_values(tmp_path: Path) -> None:
    assert read(tmp_path / "f", "a: &x true\nb: *x\n").data["b"] is True


def test_comments_order_quotes_and_indents_survive(tmp_path: Path) -> None:
    document = read(tmp_path / "f", PROTOCOL)
    write_yaml(tmp_path / "g", document.data)
    assert (tmp_path / "g").read_text() == PROTOCOL
    document.data["scales"]["voice"]["high"] = 7.25
    write_yaml(tmp_path / "g", document.data)
    assert (tmp_path / "g").read_text() == PROTOCOL.replace("5.50", "7.25")


def test_a_list_at_the_top_keeps_its_indents(tmp_path: Path) -> None:
    text = "- id: q1 # first\n  tags:\n    - a\n    - b\n  more:\n    deep: 1\n- id: q2\n"
    write_yaml(tmp_path / "g", read(tmp_path / "f", text).data)
    assert (tmp_path / "g").read_text() == text


def test_new_data_are_written_for_people(tmp_path: Path) -> None:
    long = "word " * 60 + "end"
    write_yaml(tmp_path / "f", {"text": "one\ntwo\n", "name": "Zoë", "list": [1, {"a": None}], "long": long})
    expected = f"text: |\n  one\n  two\nname: Zoë\nlist:\n- 1\n- a:\nlong: {long}\n"
    assert (tmp_path / "f").read_text(encoding="utf-8") == expected


@pytest.mark.parametrize(
    "value",
    [float("nan"), [float("inf")], {"a": 10**400}, {1: "a", "b": {2, 3}}, [object()], {"a": (1, 2)}, "\ud800"],
)
def test_what_would_read_differently_is_not_written(tmp_path: Path, value: Any) -> None:
    write_yaml(tmp_path / "f", ["old"])
    with pytest.raises(ValueError):
        write_yaml(tmp_path / "f", value)
    assert (tmp_path / "f").read_text() == "- old\n"


def test_data_that_hold_themselves_are_not_written(tmp_path: Path) -> None:
    circle: list[Any] = []
    circle.append(circle)
    with pytest.raises(ValueError, match="cannot be written"):
        write_yaml(tmp_path / "f", circle)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("start", ["", "---\n", "\ufeff", "# a comment\n\n--- # and another\n"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_starts_and_line_ends_make_no_difference(tmp_path: Path, start: str, end: str) -> None:
    text = start + "a: 1\nb:\n  - x\n"
    document = read(tmp_path / "f", text.replace("\n", end))
    assert document.data == {"a": 1, "b": ["x"]}
    assert document.line(("b", 0)) == text.count("\n")
    assert document.line(()) == text.count("\n") - 2


def test_a_comment_above_the_start_survives(tmp_path: Path) -> None:
    write_yaml(tmp_path / "g", read(tmp_path / "f", "# licence\n---\n# name\na: 1\n").data)
    assert (tmp_path / "g").read_text() == "# licence\n\n# name\na: 1\n"


class Printer:
    """Writes blocks with drawn comments and empty lines between them and notes the line of every key and item."""

    def __init__(self, draw: Any) -> None:
        self._draw = draw
        self.lines: list[str] = []
        self.places: dict[tuple[str | int, ...], int] = {}

    def write(self, value: Any, trail: tuple[str | int, ...], indent: int) -> None:
        entries = value.items() if isinstance(value, dict) else enumerate(value)
        for key, inner in entries:
            self.lines += self._draw(st.sampled_from([[], [""], [" " * indent + "# a comment"], ["", ""]]))
            start = " " * indent + (f"{key}:" if isinstance(value, dict) else "-")
            self.places[*trail, key] = len(self.lines) + 1
            if not isinstance(inner, (dict, list)):
                self.lines.append(f"{start} {inner}")
            elif isinstance(value, dict):
                self.lines.append(start)
                self.write(inner, (*trail, key), indent + 2)
            else:  # an item that is a table or list begins on the line of its first entry
                held = Printer(lambda _: [])
                held.write(inner, (*trail, key), indent + 2)
                first = held.lines[0][:indent].ljust(indent) + "- " + held.lines[0][indent + 2 :]
                self.places |= {place: line + len(self.lines) for place, line in held.places.items()}
                self.lines += [first, *held.lines[1:]]


@settings(deadline=None, max_examples=60)
@given(BLOCKS.filter(lambda value: isinstance(value, (dict, list))), st.data())
def test_every_key_and_item_is_found_on_its_line(
    tmp_path_factory: pytest.TempPathFactory, value: Any, data: st.DataObject
) -> None:
    printer = Printer(data.draw)
    printer.write(value, (), 0)
    document = read(tmp_path_factory.getbasetemp() / "places.yaml", "\n".join(printer.lines) + "\n")
    assert document.data == value
    assert {place: document.line(place) for place in printer.places} == printer.places


def test_what_is_not_there_has_no_line_and_is_placed_at_its_holder(tmp_path: Path) -> None:
    document = read(tmp_path / "f", "a:\n  b: [1, 2]\nd: text\n")
    for trail in (("c",), ("a", "b", 2), ("a", "b", -1), ("a", "b", True), ("a", "b", 0, 0), ("d", 0)):
        assert document.line(trail) is None
    assert document.place(("a", "low")) == "line 1, a.low"
    document.data["new"] = 1
    assert document.place(("new",)) == "line 1, new"
    document.data["a"]["fresh"] = {"plain": 1}
    assert document.place(("a", "fresh", "plain")) == "line 1, a.fresh.plain"


@pytest.mark.parametrize(("text", "what"), [("", "empty"), (" \n\n", "empty"), ("# words\n---\n", "comments")])
def test_a_file_without_data_is_refused(tmp_path: Path, text: str, what: str) -> None:
    with pytest.raises(BadInput, match=what):
        read(tmp_path / "f", text)


def test_a_file_too_large_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="larger than 10 bytes"):
        read(tmp_path / "f", "a: 1\nb: 2\n#", ReadLimits(max_bytes=10))
    with (tmp_path / "g").open("wb") as stream:
        stream.truncate(9 << 20)
    with pytest.raises(BadInput, match="larger than 8 MiB"):
        read_yaml(tmp_path / "g")


# The layout of a file is seen, and the usual one taken where there is nothing to see.


def parsed(text: str) -> Any:
    return parse(text, "f", ReadLimits())[0]


@pytest.mark.parametrize(
    ("text", "layout"),
    [
        ("a:\n  - 1\n", Layout(2, 4, 2)),
        ("a:\n- 1\nb:\n    c: 1\n", Layout(4, 2, 0)),
        ("- a:\n    -   1\n", Layout(2, 6, 2)),
        ("a: [1]\nb: {c: 1}\n", Layout()),
        ("a: 1\n", Layout()),
        ("text\n", Layout()),
    ],
)
def test_the_indents_of_a_text_are_seen(text: str, layout: Layout) -> None:
    data = parsed(text)
    assert layout_of(data) == layout
    assert parsed(render(data)) == data


@pytest.mark.parametrize("data", [{"a": [1, {"b": 2}]}, [[1]], {}, [], None, "text", {"a": []}])
def test_new_data_have_the_usual_layout(data: Any) -> None:
    assert layout_of(data) == Layout()


@pytest.mark.parametrize(
    "text",
    [
        ">+\n\n\n@\t",  # folded texts the library cannot fold back
        "b: # x\n|",
        "\n\n[b: 1]",  # an empty line above a list in brackets, on which it stumbles
        "? key # with a comment\n",
    ],
)
def test_a_text_the_library_cannot_put_back_keeps_its_data(text: str) -> None:
    data = parsed(text)
    assert parsed(render(data)) == data
