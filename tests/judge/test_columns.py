"""Mappings of columns: three ways to say where the answers are, and every fault of a mapping at once."""

from pathlib import Path

import pytest

from ringtrue.judge.columns import Columns, read_columns
from ringtrue.terms import BadInput, Problem


def read(folder: Path, text: str) -> Columns:
    path = folder / "map.yaml"
    path.write_text(text, encoding="utf-8")
    return read_columns(path)


def faults(folder: Path, text: str) -> list[Problem]:
    with pytest.raises(BadInput) as refused:
        read(folder, text)
    return list(refused.value.problems)


def test_a_wide_mapping_names_the_item_and_question_of_each_column(tmp_path: Path) -> None:
    read_map = read(
        tmp_path,
        """\
rater: Code
columns:
  Pair 1 voice: {item: Q1, question: voice}
  Pair 1 found: {item: Q1, question: found, speaker: self}
words:
  voice: {Definitely A: -2, hard to tell: 0}
  "*": {Yes: true}
sides: {Q1: [real, clone]}
""",
    )
    assert read_map.is_wide
    assert read_map.cells["Pair 1 found"] == {"item": "Q1", "question": "found", "speaker": "self"}
    assert read_map.sides == {"Q1": ("real", "clone")}
    assert read_map.meaning("voice", " definitely a ") == -2
    assert read_map.meaning("found", "YES") is True
    assert read_map.meaning("voice", "yes") is True
    assert read_map.meaning("voice", "never") == "never"


def test_a_pattern_takes_names_apart_whatever_signs_are_in_it(tmp_path: Path) -> None:
    pattern = read(tmp_path, 'rater: Code\npattern: "[{item}] (how?) {question}"\n').pattern
    assert pattern is not None
    found = pattern.fullmatch("[Pair 1] (how?) voice")
    assert found is not None
    assert found.groupdict() == {"item": "Pair 1", "question": "voice"}
    assert pattern.fullmatch("Timestamp") is None


def test_long_mappings(tmp_path: Path) -> None:
    each = read(tmp_path, "rater: who\nitem: pair\nquestions: {voice: V, vibe: W}\nitems: {1: Q1}\n")
    assert (each.is_wide, each.questions, each.items) == (False, {"voice": "V", "vibe": "W"}, {"1": "Q1"})
    one = read(tmp_path, "rater: who\nitem: pair\nquestion: q\nvalue: v\nseconds: s\n")
    assert one.names == {"rater": "who", "item": "pair", "question": "q", "value": "v", "seconds": "s"}


@pytest.mark.parametrize(
    ("text", "what", "remedy"),
    [
        ("- a\n", "no table of columns", "rater: COLUMN"),
        ("rater: a\n", "in one way", "Give columns or pattern"),
        ("rater: a\nitem: b\nquestions: {q: c}\nquestion: d\nvalue: e\n", "in one way", "Give columns"),
        ("rater: a\nquestions: {q: c}\n", "column of the item is missing", "item: COLUMN"),
        ("item: b\nquestions: {q: c}\n", "column of the rater is missing", "rater: COLUMN"),
        ("rater: a\ncolumns: {c: {item: i}}\n", "which item and question", "{item: ID, question: NAME}"),
        ("rater: a\ncolumns: [c]\n", "not a table", "columns:"),
        ('rater: a\npattern: "{item}"\n', "{item} and {question} once each", "{item}: {question}"),
        ("rater: a\nitem: b\nquestions: {q: c}\nwords: {q: 1}\n", "not a table", "{word: value}"),
        ("rater: a\nitem: b\nquestions: {q: c}\nsides: {i: [x]}\n", "not two speakers", "who stood first"),
        ("rater: a\nitem: b\nquestions: {q: c}\nword: {}\n", "no such key", "Did you mean words?"),
    ],
)
def test_faults_of_a_mapping(tmp_path: Path, text: str, what: str, remedy: str) -> None:
    found = faults(tmp_path, text)
    assert any(what in problem.what and remedy in problem.remedy for problem in found), found


def test_all_faults_are_told_together(tmp_path: Path) -> None:
    found = faults(tmp_path, "item: b\nfoo: 1\nsides: 3\nwords: 4\nquestions: {q: c}\n")
    assert [problem.place for problem in found] == ["line 2, foo", "line 1", "line 4, words", "line 3, sides"]
