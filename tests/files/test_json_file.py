"""JSON and JSON Lines: what is read is what was written, and every fault comes with its line."""

import json
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.files.json_file import (
    JsonPlaces,
    in_plain_words,
    iter_jsonl,
    json_pieces,
    read_json,
    read_jsonl,
    write_json,
    write_jsonl,
)
from ringtrue.files.problems import Problems
from ringtrue.files.text_file import ReadLimits
from ringtrue.terms.problem import BadInput, Problem

TEXTS = st.text(st.characters(codec="utf-8"))
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4), max_leaves=15
)


def problems_of(path: Path, text: str | bytes, limits: ReadLimits | None = None) -> tuple[Problem, ...]:
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(BadInput) as caught:
        read_json(path, limits=limits or ReadLimits())
    assert all(problem.file == str(path) and problem.remedy for problem in caught.value.problems)
    return caught.value.problems


@given(VALUES)
def test_what_is_written_is_read_again(tmp_path_factory: pytest.TempPathFactory, value: Any) -> None:
    path = tmp_path_factory.getbasetemp() / "value.json"
    write_json(path, value)
    assert read_json(path).data == value


@given(st.lists(VALUES, max_size=5))
def test_records_written_are_read_again(tmp_path_factory: pytest.TempPathFactory, values: list[Any]) -> None:
    path = tmp_path_factory.getbasetemp() / "values.jsonl"
    write_jsonl(path, iter(values))
    records = read_jsonl(path)
    assert [record.data for record in records] == values
    assert [record.line for record in records] == list(range(1, len(values) + 1))


def test_every_repeated_key_is_refused_with_both_lines(tmp_path: Path) -> None:
    text = '{\n"a": 1,\n"b": [{"x": 1,\n"x": {}}],\n"\\u0061": 2\n}'
    problems = problems_of(tmp_path / "f", text)
    assert [(problem.place, problem.what, problem.value) for problem in problems] == [
        ("line 4, b[0].x", "The key is given twice; the first time on line 3.", '"x"'),
        ("line 5, a", "The key is given twice; the first time on line 2.", '"\\u0061"'),
    ]


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e400", "-1E999", "9" * 309, "-" + "9" * 5000])
def test_numbers_nobody_can_count_with_are_refused(tmp_path: Path, number: str) -> None:
    (problem,) = problems_of(tmp_path / "f", f'[1,\n{{"v": {number}}}]')
    assert problem.place == "line 2, [1].v"
    assert problem.value.rstrip("…") == number[:200]
    (problem,) = problems_of(tmp_path / "f", number)
    assert problem.place == "line 1"


def test_the_largest_countable_numbers_are_read(tmp_path: Path) -> None:
    (tmp_path / "f").write_text(f"[-{'9' * 308}, 1.7976931348623157e308, 1e-400]")
    assert read_json(tmp_path / "f").data == [-int("9" * 308), 1.7976931348623157e308, 0.0]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (r'["ok", "\ud800"]', "line 1, [1]"),
        (r'{"a": "\udc00 and \ud83d\ude00"}', "line 1, a"),
        (r'{"\ud800": 1}', "line 1"),
        (r'["\\ud83d\udc00"]', "line 1, [0]"),  # an escaped backslash before, so the second half stands alone
    ],
)
def test_half_a_surrogate_pair_is_refused(tmp_path: Path, text: str, place: str) -> None:
    (problem,) = problems_of(tmp_path / "f", text)
    assert problem.place == place
    assert "surrogate" in problem.what
    problem.value.encode()


def test_whole_surrogate_pairs_and_escaped_backslashes_are_read(tmp_path: Path) -> None:
    (tmp_path / "f").write_text(r'["\ud83d\ude00", "\\ud800", "\u0000"]')
    assert read_json(tmp_path / "f").data == ["😀", "\\ud800", "\0"]


@pytest.mark.parametrize(
    ("text", "place", "what"),
    [
        ('{"a": 1\n "b": 2}', "line 2, character 2", "comma"),
        ("[1,\n2,\n]", "line 3, character 1", "missing"),
        ('{"a": 1,\n}', "line 2, character 1", "key in double quotes"),
        ("{'a': 1}", "line 1, character 2", "key in double quotes"),
        ('{"a" 1}', "line 1, character 6", "colon"),
        ('["abc]', "line 1, character 2", "not closed"),
        ('["a\nb"]', "line 1, character 4", "raw line break"),
        ('["\\q"]', "line 1, character 3", "backslash"),
        ('["\\u12"]', "line 1, character 4", "four hexadecimal"),
        ("1\n2", "line 2, character 1", "More text"),
        ("", "whole file", "empty"),
        ("\r\n ", "whole file", "empty"),
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_what_is_not_json_is_said_in_plain_words(tmp_path: Path, text: str, place: str, what: str, end: str) -> None:
    (problem,) = problems_of(tmp_path / "f", text.replace("\n", end))
    assert problem.place == place
    assert what in problem.what


@pytest.mark.parametrize("depth", [65, 900, 100_000])
@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}")])
def test_nesting_beyond_the_limit_is_refused(tmp_path: Path, depth: int, opening: str, closing: str) -> None:
    middle = "[]" if opening == "[" else "{}"
    text = '["[[[",\n' + opening * (depth - 2) + middle + closing * (depth - 2) + "]"
    (problem,) = problems_of(tmp_path / "f", text)
    assert problem.place == "line 2"
    assert "more than 64 deep" in problem.what


def test_nesting_at_the_limit_is_read(tmp_path: Path) -> None:
    (tmp_path / "f").write_text("[" * 64 + "1" + "]" * 64)
    assert read_json(tmp_path / "f", limits=ReadLimits(max_depth=64)).data


def test_deep_nesting_that_never_closes_is_refused(tmp_path: Path) -> None:
    assert len(problems_of(tmp_path / "f", "[" * 100_000)) == 1
    assert len(problems_of(tmp_path / "f", '["' + '\\"' * 100_000)) == 1


def test_too_many_values_are_refused_and_commas_in_texts_do_not_count(tmp_path: Path) -> None:
    few = ReadLimits(max_nodes=10)
    (problem,) = problems_of(tmp_path / "f", json.dumps([0] * 11), few)
    assert "more than 10 values" in problem.what
    write_json(tmp_path / "f", [",[{" * 20] * 5)
    assert len(read_json(tmp_path / "f", limits=few).data) == 5


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    (tmp_path / "f").write_bytes(b'\xef\xbb\xbf{"a": 1}')
    assert read_json(tmp_path / "f").data == {"a": 1}
    assert read_jsonl(tmp_path / "f")[0].data == {"a": 1}


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_all_bad_lines_are_reported_together_and_blank_ones_skipped(tmp_path: Path, end: str) -> None:
    lines = ['{"a": 1}', "", '{"a": ', '{"a": 1, "a": 2}', "NaN", '"\\ud800"', " ", "[2]"]
    (tmp_path / "f").write_bytes(end.join(lines).encode() + end.encode() + b'"caf\xe9"')
    problems = Problems()
    records = list(iter_jsonl(tmp_path / "f", problems))
    assert [(record.line, record.data) for record in records] == [(1, {"a": 1}), (8, [2])]
    assert [problem.place.split(",")[0] for problem in problems] == [f"line {n}" for n in (3, 4, 5, 6, 9)]
    assert f"byte {len(end.join(lines)) + len(end) + 4}" in list(problems)[-1].what
    with pytest.raises(BadInput) as caught:
        read_jsonl(tmp_path / "f")
    assert len(caught.value.problems) == 5


def test_a_thousand_bad_lines_are_a_hundred_problems_and_a_count(tmp_path: Path) -> None:
    (tmp_path / "f").write_text("{\n" * 1000)
    with pytest.raises(BadInput) as caught:
        read_jsonl(tmp_path / "f")
    assert len(caught.value.problems) == 101
    assert caught.value.problems[-1].what == "… and 900 more problems"


def test_a_line_too_long_is_skipped_and_the_lines_after_it_keep_their_numbers(tmp_path: Path) -> None:
    (tmp_path / "f").write_text("1\n" + '"' + "x" * 1000 + '"\n3\n"é\n')
    problems = Problems()
    records = list(iter_jsonl(tmp_path / "f", problems, limits=ReadLimits(max_bytes=100)))
    assert [(record.line, record.data) for record in records] == [(1, 1), (3, 3)]
    assert [problem.place for problem in problems] == ["line 2", "line 4, character 1"]


def test_records_too_large_as_a_whole_are_refused(tmp_path: Path) -> None:
    write_jsonl(tmp_path / "f", range(100))
    with pytest.raises(BadInput, match="larger than 50 bytes"):
        read_jsonl(tmp_path / "f", limits=ReadLimits(max_bytes=50))


def test_records_are_streamed_in_flat_memory(tmp_path: Path) -> None:
    write_jsonl(tmp_path / "f", ({"item": n, "text": "x" * 1000} for n in range(5_000)))
    tracemalloc.start()
    try:
        count = sum(1 for _ in iter_jsonl(tmp_path / "f", Problems()))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert count == 5_000
    assert peak < 500_000  # the file itself is five million bytes


@pytest.mark.parametrize("value", [float("nan"), float("inf"), "\ud800", {"a": ["\udfff"]}])
def test_what_could_not_be_read_again_is_not_written(tmp_path: Path, value: Any) -> None:
    write_json(tmp_path / "f", "old")
    for write in (write_json, lambda path, data: write_jsonl(path, [1, data])):
        with pytest.raises(ValueError):
            write(tmp_path / "f", value)
        assert read_json(tmp_path / "f").data == "old"


def test_text_is_written_for_people(tmp_path: Path) -> None:
    write_json(tmp_path / "f", {"name": "Zoë", "list": [1]})
    assert (tmp_path / "f").read_text(encoding="utf-8") == '{\n  "name": "Zoë",\n  "list": [\n    1\n  ]\n}\n'


# A place in a JSON text is where the text has it.


SCALARS_JSON_PLACES = st.none() | st.booleans() | st.integers(-9, 9) | st.text(alphabet='a"\\\n[]{},:é', max_size=4)
VALUES_JSON_PLACES = st.recursive(
    SCALARS_JSON_PLACES,
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


@given(VALUES_JSON_PLACES, st.data())
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


# Whatever the JSON decoder complains about is said in words a person can act on.


UNKNOWN = "This is not JSON"
TOKENS = [
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    '"',
    '"a"',
    "1",
    "-",
    "tru",
    "null",
    "\\",
    "\\u00",
    "\\x",
    "\n",
    "\t",
    " ",
    "NaN",
]


def complaint(text: str) -> str:
    """The decoder's own message; empty where it is content."""
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        return error.msg
    return ""


@pytest.mark.parametrize(
    ("text", "what", "remedy"),
    [
        ("[1, ]", "A value is missing|followed by a comma", "comma"),  # newer decoders know the comma
        ("", "A value is missing here", "Give a value"),
        ("{a: 1}", "A key in double quotes is missing", '"key"'),
        ('{"a": 1,}', "A key in double quotes is missing|followed by a comma", "comma"),
        ('{"a" 1}', "A colon is missing", '"key": value'),
        ('{"a": 1 "b": 2}', "A comma or a closing bracket is missing", "Add it"),
        ("[1 2]", "A comma or a closing bracket is missing", "Add it"),
        ("{} {}", "More text follows", ".jsonl"),
        ('"abc', "A text is not closed", "Close it"),
        ('"a\nb"', "raw line break", r"\n"),
        (r'"\x"', "A backslash is followed by a letter", r"\\"),
        (r'"\u12"', "four hexadecimal digits", r"\\"),
        ("\ufeff{}", "invisible mark", "byte order mark"),
    ],
)
def test_each_fault_has_its_words_and_its_remedy(text: str, what: str, remedy: str) -> None:
    said, advice = in_plain_words(complaint(text))
    assert any(part in said for part in what.split("|"))
    assert remedy in advice


@given(st.lists(st.sampled_from(TOKENS), max_size=8).map("".join) | st.text(max_size=8))
def test_no_complaint_of_the_decoder_is_unknown(text: str) -> None:
    said = complaint(text)
    if said:
        what, remedy = in_plain_words(said)
        assert UNKNOWN not in what, said
        assert what.endswith(".")
        assert remedy


@pytest.mark.parametrize("said", ["Something new", "Something new: ", ""])
def test_a_complaint_nobody_knows_is_passed_on(said: str) -> None:
    what, remedy = in_plain_words(said)
    assert what.startswith("This is not JSON: ")
    assert said.strip() in what
    assert remedy == "Fix the text here."


# JSON written in pieces is, letter by letter, what the standard library writes at once.


SCALARS_JSON_WRITING = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
)
VALUES_JSON_WRITING = st.recursive(
    SCALARS_JSON_WRITING, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4)
)


@given(VALUES_JSON_WRITING)
def test_pieces_are_the_text_of_the_standard_library(value: Any) -> None:
    assert "".join(json_pieces(value)) == json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def test_keys_become_texts_as_json_has_it() -> None:
    assert json.loads("".join(json_pieces({2: "a", None: "b", True: "c"}))) == {"2": "a", "null": "b", "true": "c"}


def test_a_long_list_comes_in_many_small_pieces() -> None:
    pieces = list(json_pieces({"items": [{"id": f"S{n}", "text": "word " * 20} for n in range(5000)]}))
    assert len(pieces) > 5
    assert max(map(len, pieces)) < 200_000


@pytest.mark.parametrize("value", [float("nan"), float("inf"), "\ud800"])
def test_what_json_cannot_hold_leaves_the_file_as_it_was(tmp_path: Path, value: object) -> None:
    path = tmp_path / "a.json"
    write_json(path, {"before": 1})
    with pytest.raises(ValueError, match=r"JSON|surrogates"):
        write_json(path, {"fine": 1, "items": [{"value": value}] * 2})
    assert json.loads(path.read_text(encoding="utf-8")) == {"before": 1}
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.json"]
