"""A record from each of the house's types, and back."""

import pytest

from ringtrue.store import JudgmentRecord
from ringtrue.terms import Judgment, Rating


def test_a_blind_judgment_comes_back() -> None:
    given = Judgment("EVAL-001", "card-1", "pick", "A", 12.5, "sure")
    record = JudgmentRecord.of(given, "model")
    assert (record.item, record.judge_kind) == (None, "model")
    assert record.as_judgment() == given
    with pytest.raises(ValueError):
        record.as_rating()


def test_a_rating_comes_back() -> None:
    given = Rating("EVAL-001", "DQ-001", "voice", None, "clone", "statistic", "too short")
    record = JudgmentRecord.of(given, "person")
    assert record.as_rating() == given
    with pytest.raises(ValueError):
        record.as_judgment()


def test_a_record_stays_itself() -> None:
    record = JudgmentRecord("r", "i", "q", 1.0)
    assert JudgmentRecord.of(record, "model") is record
