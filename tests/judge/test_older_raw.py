"""The older raw table: its grades by their own names, for a protocol that asks for them."""

from pathlib import Path

import pytest

from ringtrue.formats import is_older_raw
from ringtrue.judge import read_judgments
from ringtrue.judge.older_raw import OlderRaw
from ringtrue.protocols import load
from ringtrue.terms import BadInput, Item, Kind, Protocol, Question, Rule, Scale

NAMES = ("dim1_identity_voice", "dim2_values", "dim3_style", "dim4_overall_similarity")
LIKENESS = Protocol(
    "likeness",
    "1.0.0",
    {"ten": Scale("ten", "steps", 1, 10, 1)},
    {"trial": Kind("trial", ("a", "b"), tuple(Question(name, "ten", "How alike?") for name in NAMES))},
    {},
    (Rule("done"),),
    (Rule("done"),),
    candidate="b",
)
HEADER = "trial_id,rater_id,persona,domain,prompt,response_a,response_b," + ",".join(NAMES) + ",comment\n"


def write(folder: Path, text: str) -> Path:
    path = folder / "raw.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_four_grades_a_row(tmp_path: Path) -> None:
    path = write(tmp_path, HEADER + 'T1,R1,Z,TECH,"why, then?",x,y,7,8,9,10,good\nT1,R2,Z,TECH,p,x,y,1,,3,4,\n')
    assert is_older_raw(path)
    answers = read_judgments(path, LIKENESS, [Item("T1", "trial", "p")], opened=lambda _: OlderRaw(path, LIKENESS))
    assert [(one.rating.rater, one.rating.question[:4], one.rating.value) for one in answers] == [
        ("R1", "dim1", 7.0),
        ("R1", "dim2", 8.0),
        ("R1", "dim3", 9.0),
        ("R1", "dim4", 10.0),
        ("R2", "dim1", 1.0),
        ("R2", "dim3", 3.0),
        ("R2", "dim4", 4.0),
    ]
    assert [one.comment for one in answers if one.comment] == ["good"]


def test_faults_have_the_name_of_their_column(tmp_path: Path) -> None:
    path = write(tmp_path, HEADER + "T9,R1,Z,TECH,p,x,y,11,8,9,10,\n,,Z,TECH,p,x,y,,,,5,\n")
    with pytest.raises(BadInput) as refused:
        read_judgments(path, LIKENESS, [Item("T1", "trial", "p")], opened=lambda _: OlderRaw(path, LIKENESS))
    places = [problem.place for problem in refused.value.problems]
    assert "line 2, column dim1_identity_voice" in places
    assert "line 2, column trial_id" in places
    assert "line 3, column rater_id" in places


def test_a_protocol_that_does_not_ask_them_refuses_with_what_to_do(tmp_path: Path) -> None:
    path = write(tmp_path, HEADER + "T1,R1,Z,TECH,p,x,y,7,8,9,10,\n")
    with pytest.raises(BadInput, match="does not ask dim1_identity_voice") as refused:
        OlderRaw(path, load("pairs"))
    assert "docs/taking-in.md" in refused.value.problems[0].remedy


@pytest.mark.parametrize(
    "header", ["rater,item,question,value\n", "trial_id,rater_id,dim1,dim2,dim3\n", "\ufeff\ntrial_id;dim1;dim2\n"]
)
def test_other_tables_are_not_taken_for_it(tmp_path: Path, header: str) -> None:
    assert not is_older_raw(write(tmp_path, header))
    assert is_older_raw(write(tmp_path, '\ufeff"trial_id";"rater_id";dim1;dim2;dim3;dim4_x\r\n1;2;3;4;5;6\r\n'))
