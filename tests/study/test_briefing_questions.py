from pathlib import Path

import pytest

from ringtrue.page import Ask, Checked
from ringtrue.study.briefing_questions import read_check, read_qualification
from ringtrue.terms import BadInput


def written(folder: Path, text: str) -> Path:
    path = folder / "questions.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_questions_about_the_rater(tmp_path: Path) -> None:
    text = """\
- {name: hours, type: number, low: 0, text: How many?}
- {name: how, type: steps, low: 1, high: 3, step: 1, labels: {1: badly, 3: well}, text: How well?, required: false}
- {name: why, type: text, text: Why?}
- {name: met, type: flag, text: Have you met?}
"""
    assert read_qualification(written(tmp_path, text)) == (
        Ask("hours", "How many?", "number", low=0),
        Ask("how", "How well?", "steps", False, 1, 3, 1, {"1": "badly", "3": "well"}),
        Ask("why", "Why?", "text"),
        Ask("met", "Have you met?", "flag"),
    )


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("{type: flag, text: x}", "a question needs a name"),
        ("{name: a, type: flag}", "a question needs a text"),
        ("{name: a, text: ' ', type: flag}", "a question needs a text"),
        ("{name: a, text: x}", "no such type of question"),
        ("{name: a, text: x, type: pick}", "no such type of question"),
        ("{name: a, text: x, type: checklist}", "no such type of question"),
        ("{name: a, text: x, type: steps, low: 1, high: 3}", "step is a number"),
        ("{name: a, text: x, type: steps, low: 3, high: 1, step: 1}", "the high end is not above the low end"),
        ("{name: a, text: x, type: steps, low: 1, high: 3, step: 0}", "a step is above 0"),
        ("{name: a, text: x, type: number, low: many}", "low is a number"),
        ("{name: a, text: x, type: number, low: true}", "low is a number"),
        ("{name: a, text: x, type: flag, required: maybe}", "required is true or false"),
        ("{name: a, text: x, type: steps, low: 1, high: 3, step: 1, labels: [a]}", "labels is a table"),
        ("{name: a, text: x, type: flag, colour: red}", "unknown key"),
        ("just a line", "a question is a table"),
    ],
)
def test_a_fault_is_named(tmp_path: Path, line: str, fault: str) -> None:
    with pytest.raises(BadInput) as refusal:
        read_qualification(written(tmp_path, f"- {line}"))
    assert [one.what for one in refusal.value.problems] == [fault]


def test_faults_of_all_questions_come_together(tmp_path: Path) -> None:
    with pytest.raises(BadInput) as refusal:
        read_qualification(written(tmp_path, "- {name: a, text: x, type: flag}\n- {name: a, text: y, type: flags}"))
    assert [(one.place, one.what) for one in refusal.value.problems] == [
        ("line 2, [1].type", "no such type of question"),
        ("line 2, [1].name", "there is such a question already"),
    ]


def test_a_file_that_is_no_list_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="the file is a list"):
        read_check(written(tmp_path, "text: What?"))


def test_questions_on_the_gold_text(tmp_path: Path) -> None:
    text = "- {text: How many?, options: [1, 2, 3], answer: 2}\n- {text: Who?, options: ['yes', 'no'], answer: 'no'}"
    assert read_check(written(tmp_path, text)) == (
        Checked("How many?", ("1", "2", "3"), "2"),
        Checked("Who?", ("yes", "no"), "no"),
    )


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("{options: [a, b], answer: a}", "a question needs a text"),
        ("{text: x, answer: a}", "options is a list of two or more different texts"),
        ("{text: x, options: [a], answer: a}", "options is a list of two or more different texts"),
        ("{text: x, options: [a, a], answer: a}", "options is a list of two or more different texts"),
        ("{text: x, options: [a, b]}", "the answer is none of the options"),
        ("{text: x, options: [a, b], answer: A}", "the answer is none of the options"),
    ],
)
def test_a_fault_of_a_question_on_the_text_is_named(tmp_path: Path, line: str, fault: str) -> None:
    with pytest.raises(BadInput) as refusal:
        read_check(written(tmp_path, f"- {line}"))
    assert [one.what for one in refusal.value.problems] == [fault]
