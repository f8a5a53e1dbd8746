"""A record from each of the house's types, and back."""

from math import inf, nan

import pytest

from ringtrue.store.judgment_records import JudgmentRecord, faults, table_row, value_text
from ringtrue.terms.answer import Judgment, Rating


def test_a_blind_judgment_becomes_a_record_of_its_card() -> None:
    given = Judgment("EVAL-001", "card-1", "pick", "A", 12.5, "sure")
    record = JudgmentRecord.of(given, "model")
    assert (record.item, record.judge_kind) == (None, "model")
    assert (record.rater, record.card, record.value, record.seconds) == ("EVAL-001", "card-1", "A", 12.5)
    with pytest.raises(ValueError):
        record.as_rating()


def test_a_rating_comes_back() -> None:
    given = Rating("EVAL-001", "DQ-001", "voice", None, "clone", "statistic", "too short")
    record = JudgmentRecord.of(given, "person")
    assert record.as_rating() == given


def test_a_record_stays_itself() -> None:
    record = JudgmentRecord("r", "i", "q", 1.0)
    assert JudgmentRecord.of(record, "model") is record


# Judgments are checked before they are stored.


GOOD = JudgmentRecord("r", "i", "q", 1.0)


def test_a_good_record_has_no_fault_and_is_a_row() -> None:
    assert list(faults(GOOD, 1, "f")) == []
    assert table_row(GOOD, 7) == (7, "i", "q", "", "", 1, "1.0", "person", None, "", "", None, None)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"rater": ""}, "The rater is empty."),
        ({"rater": None}, "The rater is None, not a text."),
        ({"question": "x" * 151}, "The question is longer"),
        ({"item": None}, "names neither an item nor a card"),
        ({"speaker": "\0"}, "The speaker holds a character nobody sees (U+0000)"),
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
    (problem,) = faults(GOOD._replace(**change), 4, "f.csv")
    assert (problem.file, problem.place) == ("f.csv", "judgment 4")
    assert told in problem.what


def test_an_unscored_answer_with_its_reason_is_good() -> None:
    assert list(faults(GOOD._replace(value=None, reason="declined"), 1, "f")) == []


@pytest.mark.parametrize(
    ("value", "text"),
    [(True, "true"), (1, "1"), (1.0, "1.0"), (-0.0, "-0.0"), ("A", '"A"'), ((True, False), "[true,false]")],
)
def test_values_keep_their_types(value: object, text: str) -> None:
    assert value_text(value) == text
