"""Slot tables of the older page."""

from pathlib import Path

import pytest

from ringtrue.judge.older_slots import read_slots
from ringtrue.terms import BadInput


def test_a_table_with_items_and_raters(tmp_path: Path) -> None:
    path = tmp_path / "slots.yaml"
    path.write_text("slots: {s1: [full, compressed]}\nitems: {s1: P1}\nraters: {a.json: r1}\n", encoding="utf-8")
    read = read_slots(path)
    assert read.slots == {"s1": ("full", "compressed")}
    assert (read.items, read.raters) == ({"s1": "P1"}, {"a.json": "r1"})


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("- s1\n", ["line 1"]),
        ("items: {}\n", ["line 1"]),
        ("slots: {s1: full, s2: [a, a], s3: [a]}\n", ["line 1, slots.s1", "line 1, slots.s2", "line 1, slots.s3"]),
        ("slots: {s1: [a, b]}\nrater: x\nitems: 3\n", ["line 2, rater", "line 3, items"]),
    ],
)
def test_faults_are_told_together(tmp_path: Path, text: str, places: list[str]) -> None:
    path = tmp_path / "slots.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput) as refused:
        read_slots(path)
    assert [problem.place for problem in refused.value.problems] == places
