"""Judgments are checked before they are stored."""

from math import inf, nan

import pytest

from ringtrue.store import JudgmentRecord
from ringtrue.store.intake import Intake, table_row, value_text

GOOD = JudgmentRecord("r", "i", "q", 1.0)


def test_a_good_record_has_no_fault_and_is_a_row() -> None:
    assert list(Intake("f").faults(GOOD, 1)) == []
    assert table_row(GOOD, 7) == (7, "i", "q", "", "", 1, "1.0", "person", None, "", "", None, None)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"rater": ""}, "The rater is empty."),
        ({"rater": None}, "The rater is None, not a text."),
        ({"question": "x" * 151}, "The question is longer"),
        ({"item": None}, "names neither an item nor a card"),
        ({"speaker": "\0"}, "The speaker holds characters"),
        ({"judge_kind": "oracle"}, "is none of model, person, statistic"),
        ({"value": None}, "no value and no reason"),
        ({"value": nan}, "cannot be stored: nan"),
        ({"value": {"a": 1}}, "an answer is"),
        ({"seconds": inf}, "not a number of seconds"),
        ({"seconds": -1.0}, "not a number of seconds"),
        ({"comment": None}, "The comment is not a text."),
    ],
)
def test_each_fault_is_told_with_its_place(change: dict[str, object], told: str) -> None:
    (problem,) = Intake("f.csv").faults(GOOD._replace(**change), 4)
    assert (problem.file, problem.place) == ("f.csv", "judgment 4")
    assert told in problem.what


def test_an_unscored_answer_with_its_reason_is_good() -> None:
    assert list(Intake("f").faults(GOOD._replace(value=None, reason="declined"), 1)) == []


@pytest.mark.parametrize(
    ("value", "text"),
    [(True, "true"), (1, "1"), (1.0, "1.0"), (-0.0, "-0.0"), ("A", '"A"'), ((True, False), "[true,false]")],
)
def test_values_keep_their_types(value: object, text: str) -> None:
    assert value_text(value) == text
