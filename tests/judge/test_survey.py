"""Survey exports: one row for each rater, item or answer, read by a mapping like any file of judgments."""

from pathlib import Path

import pytest

from ringtrue.files.problems import Problems
from ringtrue.judge.intake import read_judgments
from ringtrue.judge.rows import ImportedAnswer
from ringtrue.judge.survey import Columns, Survey, read_columns
from ringtrue.protocols.loader import load
from ringtrue.terms.item import Item
from ringtrue.terms.problem import BadInput, Problem

PAIRS = load("pairs")
ITEMS = [Item("P1", "pair", "one", fields={"domain": "TECH"}), Item("P2", "pair", "two", fields={"domain": "NARR"})]
WIDE = """\
rater: Your code
pattern: "{item}: {question}"
items: {Pair one: P1, Pair two: P2}
words:
  voice: {definitely A: -2, rather A: -1, cannot tell: 0, rather B: 1, definitely B: 2}
  vibe: {not at all: 1, somewhat: 2, fully: 3}
sides: {P1: [full, compressed], P2: [compressed, full]}
"""


def survey(folder: Path, table: str, mapping: str) -> Survey:
    (folder / "map.yaml").write_text(mapping, encoding="utf-8")
    (folder / "survey.csv").write_text(table, encoding="utf-8")
    return Survey(folder / "survey.csv", read_columns(folder / "map.yaml"), PAIRS, Problems())


def taken(folder: Path, table: str, mapping: str) -> list[ImportedAnswer]:
    (folder / "map.yaml").write_text(mapping, encoding="utf-8")
    (folder / "survey.csv").write_text(table, encoding="utf-8")
    columns = read_columns(folder / "map.yaml")
    path = folder / "survey.csv"
    return read_judgments(path, PAIRS, ITEMS, opened=lambda problems: Survey(path, columns, PAIRS, problems))


def told(answers: list[ImportedAnswer]) -> list[tuple[str, str, str, object]]:
    return [(one.rating.rater, one.rating.item, one.rating.question, one.rating.value) for one in answers]


def faults(folder: Path, table: str, mapping: str) -> list[Problem]:
    with pytest.raises(BadInput) as refused:
        taken(folder, table, mapping)
    return list(refused.value.problems)


def test_one_row_for_each_rater_with_words_and_sides(tmp_path: Path) -> None:
    """A is full in P1 and compressed in P2: "definitely A" is -2 there and +2 here."""
    table = (
        "Timestamp,Your code,Pair one: voice,Pair one: vibe,Pair two: voice,Pair two: vibe\n"
        "2026,r1,Definitely A,fully,definitely A,somewhat\n"
        "2026,r2,cannot tell,2,rather B,\n"
    )
    assert told(taken(tmp_path, table, WIDE)) == [
        ("r1", "P1", "voice", -2.0),
        ("r1", "P1", "vibe", 3.0),
        ("r1", "P2", "voice", 2.0),
        ("r1", "P2", "vibe", 2.0),
        ("r2", "P1", "voice", 0.0),
        ("r2", "P1", "vibe", 2.0),
        ("r2", "P2", "voice", -1.0),
    ]
    assert survey(tmp_path, table, WIDE).left_out() == ("Timestamp",)


def test_columns_named_one_by_one(tmp_path: Path) -> None:
    mapping = "rater: who\ncolumns:\n  Q7: {item: P2, question: logic}\n  Q8: {item: P1, question: comment}\n"
    answers = taken(tmp_path, "who,Q7,Q8\nr1,3,=HYPERLINK(1)\n", mapping)
    assert told(answers) == [("r1", "P2", "logic", 3.0), ("r1", "P1", "comment", "=HYPERLINK(1)")]
    assert [answer.line for answer in answers] == [2, 2]


def test_one_row_for_each_rater_and_item(tmp_path: Path) -> None:
    mapping = "rater: who\nitem: pair\nseconds: time\ncomment: note\nquestions: {voice: V, vibe: W}\n"
    answers = taken(tmp_path, "who;pair;V;W;time;note\nr1;P1;1;3;12.5;odd\nr2;P1;;2;;\n", mapping)
    assert told(answers) == [("r1", "P1", "voice", 1.0), ("r1", "P1", "vibe", 3.0), ("r2", "P1", "vibe", 2.0)]
    assert (answers[0].seconds, answers[0].comment, answers[2].seconds) == (12.5, "odd", None)


def test_one_row_for_each_answer(tmp_path: Path) -> None:
    mapping = "rater: who\nitem: pair\nquestion: q\nvalue: v\nspeaker: about\n"
    answers = taken(tmp_path, "who,pair,q,v,about\nr1,P1,voice,1,\nr1,P1,vibe,2,control\n", mapping)
    assert [(one.rating.question, one.rating.speaker) for one in answers] == [("voice", None), ("vibe", "control")]


def test_unknown_words_are_told_with_where_to_give_them_a_meaning(tmp_path: Path) -> None:
    table = "Your code,Pair one: voice,Pair one: vibe\nr1,quite A,fully\nr2,definitely A,9\n"
    found = faults(tmp_path, table, WIDE)
    assert [(problem.place, problem.value) for problem in found] == [
        ("line 2, column Pair one: voice", "quite A"),
        ("line 3, column Pair one: vibe", "9"),
    ]
    assert "words, voice" in found[0].remedy
    assert "map.yaml" in found[0].remedy


def test_columns_that_are_not_there_are_named(tmp_path: Path) -> None:
    mapping = "rater: Who\nitem: pair\nquestions: {voice: Voice, vibe: W}\n"
    found = faults(tmp_path, "who,pair,V,W\nr,P1,1,2\n", mapping)
    assert [(problem.what, problem.remedy) for problem in found] == [
        ("There is no column Voice.", "Name a column of this file in the mapping."),
        ("There is no column Who.", "Did you mean who?"),
    ]
    (problem,) = faults(tmp_path, "Your code,x\nr,1\n", WIDE)
    assert problem.what == "No column fits the pattern of the mapping."


def test_raters_items_and_repeats_are_checked_as_in_any_file(tmp_path: Path) -> None:
    table = "Your code,Pair one: voice,Pair six: voice\nr1,1,\nr1,2,\n,1,1\n"
    found = faults(tmp_path, table, WIDE)
    assert [(problem.place, problem.what) for problem in found] == [
        ("line 3, column Your code", "r1 answered voice about P1 already on line 2, column Pair one: voice."),
        ("line 4, column Your code", "The rater is missing."),
        ("line 4, column Your code", "The rater is missing."),
        ("line 4, column Pair six: voice", "There is no item Pair six."),
    ]


def test_a_table_without_any_answer_is_refused(tmp_path: Path) -> None:
    (problem,) = faults(tmp_path, "Your code,Pair one: voice\nr1,\n", WIDE)
    assert problem.what == "There are no judgments in it."


# Mappings of columns: three ways to say where the answers are, and every fault of a mapping at once.


def read(folder: Path, text: str) -> Columns:
    path = folder / "map.yaml"
    path.write_text(text, encoding="utf-8")
    return read_columns(path)


def faults_columns(folder: Path, text: str) -> list[Problem]:
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
        ("- a\n", "the file is not a table", "rater: COLUMN"),
        ("rater: a\n", "in one way", "give columns or pattern"),
        ("rater: a\nitem: b\nquestions: {q: c}\nquestion: d\nvalue: e\n", "in one way", "give columns"),
        ("rater: a\nquestions: {q: c}\n", "column of the item is missing", "item: COLUMN"),
        ("item: b\nquestions: {q: c}\n", "column of the rater is missing", "rater: COLUMN"),
        (
            "rater: a\ncolumns: {c: {item: i}}\n",
            "'c' is not the item and question of a column",
            "{item: ID, question: NAME}",
        ),
        ("rater: a\ncolumns: [c]\n", "not a table", "columns:"),
        ('rater: a\npattern: "{item}"\n', "{item} and {question} once each", "{item}: {question}"),
        ("rater: a\nitem: b\nquestions: {q: c}\nwords: {q: 1}\n", "not a table of words", "{word: value}"),
        ("rater: a\nitem: b\nquestions: {q: c}\nsides: {i: [x]}\n", "not a list of two speakers", "who is shown first"),
        ("rater: a\nitem: b\nquestions: {q: c}\nword: {}\n", "unknown key 'word'", "did you mean 'words'?"),
    ],
)
def test_faults_of_a_mapping(tmp_path: Path, text: str, what: str, remedy: str) -> None:
    found = faults_columns(tmp_path, text)
    assert any(what in problem.what and remedy in problem.remedy for problem in found), found


def test_all_faults_are_told_together(tmp_path: Path) -> None:
    found = faults_columns(tmp_path, "item: b\nfoo: 1\nsides: 3\nwords: 4\nquestions: {q: c}\n")
    assert [problem.place for problem in found] == ["line 2, foo", "line 4, words", "line 3, sides", "line 1"]
