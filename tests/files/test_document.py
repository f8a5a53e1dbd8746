"""Places in words, and problems at them."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.files.document import Document, Record, Trail, plain, worded
from ringtrue.files.yaml_file import read_yaml


@pytest.mark.parametrize(
    ("trail", "words"),
    [
        ((), "line 3"),
        (("scales", "voice", "low"), "line 3, scales.voice.low"),
        (("items", 4, "tags", 0), "line 3, items[4].tags[0]"),
        ((2, "id"), "line 3, [2].id"),
        (("a b", "c.d", "é-1"), 'line 3, ["a b"]["c.d"].é-1'),
        ((None, ""), 'line 3, None[""]'),
    ],
)
def test_a_trail_is_put_into_words(trail: Trail, words: str) -> None:
    assert worded(3, trail) == words


def test_what_is_missing_stands_where_it_should_be_held() -> None:
    lines: dict[Trail, int] = {(): 1, ("a",): 5}
    document = Document("f.yaml", {"a": {}}, lines.get)
    problem = document.problem(("a", "low"), "missing", 12, "add it")
    assert problem.as_dict() == {
        "file": "f.yaml",
        "place": "line 5, a.low",
        "what": "missing",
        "value": "12",
        "remedy": "add it",
    }
    assert document.line(("a", "low")) is None
    assert Document("f", 1, lambda _: None).place(()) == "line 1"


def test_a_record_stands_on_one_line() -> None:
    problem = Record("f.jsonl", 9, {"a": 1}).problem(("a",), "too large", 1)
    assert (problem.file, problem.place, problem.value) == ("f.jsonl", "line 9, a", "1")


# Values without what a YAML reader hangs on to them.


LEAVES = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
VALUES = st.recursive(LEAVES, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=20)


def types_in(value: object) -> set[type]:
    if isinstance(value, dict):
        return {type(value)} | {kind for pair in value.items() for one in pair for kind in types_in(one)}
    if isinstance(value, list):
        return {type(value)} | {kind for one in value for kind in types_in(one)}
    return {type(value)}


def test_what_yaml_gives_becomes_plain(tmp_path: Path) -> None:
    file = tmp_path / "x.yaml"
    file.write_text("a: [1, 0x1F, 1.50, 'text', \"quoted\"]\n", encoding="utf-8")
    found = plain(read_yaml(file).data)
    assert found == {"a": [1, 31, 1.5, "text", "quoted"]}
    assert types_in(found) == {dict, list, int, float, str}


@given(VALUES)
def test_plain_values_stay_as_they_are(value: object) -> None:
    assert plain(value) == value


def test_tuples_become_lists_and_keys_texts() -> None:
    assert plain({1: (True, None)}) == {"1": [True, None]}
