"""Places in words, and problems at them."""

import pytest

from ringtrue.files import Document, Record
from ringtrue.files.document import Trail, worded


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
