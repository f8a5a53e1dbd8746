"""Rows as text: cells as people read them."""

from typing import Any

from ringtrue.voice.explain.table import COLUMNS, example, label, table
from ringtrue.voice.explain.usage import Example, Explanation, Usage

OWN, REPLY = (Example(4, "as the person says"),), (Example(2, "as the reply says"), Example(3, "once more"))


def usage(name: str, sureness: float, **changed: Any) -> Usage:
    given = {"own_examples": OWN, "reply_examples": REPLY, **changed}
    return Usage("word", name, "per 1,000 words", 0.5, 1234.0, 2.0, sureness, 0.01, **given)


def rows(*usages: Usage) -> list[tuple[str, ...]]:
    return table(Explanation(usages, (), 1, 1, 1, 1, "en", 9, ""))


def test_a_row_has_a_cell_for_every_column() -> None:
    (row,) = rows(usage("so", 3.14))
    assert dict(zip(COLUMNS, row, strict=True)) == {
        "use": "too much",
        "kind": "word",
        "what": "so",
        "person": "0.5",
        "replies": "1,234",
        "unit": "per 1,000 words",
        "sure": "3.1",
        "example": "as the reply says",
    }


def test_over_used_rows_come_first_each_in_their_order() -> None:
    found = rows(usage("a", -5.0), usage("b", 4.0), usage("c", -3.0), usage("d", 2.0))
    assert [(row[0], row[2], row[6]) for row in found] == [
        ("too much", "b", "4.0"),
        ("too much", "d", "2.0"),
        ("too little", "a", "5.0"),
        ("too little", "c", "3.0"),
    ]


def test_the_example_is_of_the_side_that_has_more() -> None:
    assert example(usage("so", 2.0)) == "as the reply says"
    assert example(usage("so", -2.0)) == "as the person says"
    assert example(usage("so", 2.0, reply_examples=())) == ""


def test_the_place_stands_before_the_words() -> None:
    labels = {place: label(usage("so", 1.0, place=place)) for place in ("anywhere", "sentence start", "text start")}
    assert labels == {"anywhere": "so", "sentence start": "begins: so", "text start": "text begins: so"}
    assert label(usage("so", 1.0, place="text end")) == "text ends: so"


def test_what_belongs_to_a_topic_is_marked() -> None:
    assert rows(usage("lava", 1.0, topic_bound=True))[0][1] == "word, topic"


def test_nothing_to_tell_is_no_row() -> None:
    assert rows() == []
