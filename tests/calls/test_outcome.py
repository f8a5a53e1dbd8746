"""A row of the journal as an outcome: a text or an error, never both, and the meta data as they were."""

from json import dumps
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.calls.outcome import outcome_of
from ringtrue.store import CallRow
from ringtrue.terms import Outcome

META = st.dictionaries(st.text(max_size=8), st.none() | st.booleans() | st.integers() | st.text(max_size=8), max_size=4)


def row(text: str | None, error: str | None, meta: str = "{}") -> CallRow:
    return CallRow("clone STR-1 1", "hash", 3, text, error, 10, 4, 0.25, meta)


def test_an_answered_row_is_its_text() -> None:
    expected = Outcome("clone STR-1 1", "Yes.", None, 3, 10, 4, 0.25, {"model": "m"}, repeated=True)
    assert outcome_of(row("Yes.", None, '{"model":"m"}'), repeated=True) == expected


def test_a_text_beside_an_error_is_not_given_out() -> None:
    outcome = outcome_of(row("perhaps", "no number"))
    assert (outcome.text, outcome.error, outcome.repeated) == (None, "no number", False)


def test_an_empty_error_is_an_error() -> None:
    assert outcome_of(row("perhaps", "")).text is None


def test_meta_data_at_hand_are_not_read_again() -> None:
    given_meta = {"model": "m"}
    assert outcome_of(row("Yes.", None, "no JSON at all"), meta=given_meta).meta is given_meta
    assert outcome_of(row("Yes.", None, "no JSON at all"), meta={}).meta == {}


def test_a_row_with_neither_is_no_outcome() -> None:
    with pytest.raises(ValueError, match="clone STR-1 1: either a text or an error"):
        outcome_of(row(None, None))


@given(st.none() | st.text(), st.none() | st.text(), META)
def test_every_other_row_is_exactly_one_of_the_two(text: str | None, error: str | None, meta: dict[str, Any]) -> None:
    if text is None and error is None:
        return
    outcome = outcome_of(row(text, error, dumps(meta)))
    assert outcome.text == (text if error is None else None)
    assert outcome.error == error
    assert outcome.meta == meta
