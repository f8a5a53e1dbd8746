"""Calls are sealed all the way down; an outcome is a text or an error, never neither and never both."""

import pickle
from dataclasses import FrozenInstanceError
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.terms import Call, Outcome, Reply
from ringtrue.terms.sealed import Sealed, sealed

MESSAGES = ({"role": "user", "content": "Do you sail on time?"},)


def test_settings_are_sealed_within_and_no_longer_the_callers_own() -> None:
    given_settings: dict[str, Any] = {"temperature": 0.7, "stop": ["a", "b"], "format": {"type": "json"}}
    call = Call("k", MESSAGES, settings=given_settings)
    given_settings["temperature"] = 2.0
    given_settings["stop"].append("c")
    assert call.settings == {"temperature": 0.7, "stop": ("a", "b"), "format": {"type": "json"}}
    for table in (call.settings, call.settings["format"]):
        with pytest.raises(TypeError, match="sealed"):
            table["temperature"] = 1.0  # type: ignore[index]


def test_calls_of_a_run_share_one_sealed_table() -> None:
    table = sealed({"max_tokens": 5})
    assert Call("a", MESSAGES, settings=table).settings is table
    assert Call("a", MESSAGES).settings is Call("b", MESSAGES).settings
    assert isinstance(Call("a", MESSAGES).settings, Sealed)


def test_a_call_cannot_be_changed_and_travels_between_processes() -> None:
    call = Call("k", MESSAGES, "STR-1", {"max_tokens": 5}, take=2)
    with pytest.raises(FrozenInstanceError):
        call.key = "other"  # type: ignore[misc]
    assert pickle.loads(pickle.dumps(call)) == call  # noqa: S301 - our own


def test_what_nobody_said_is_not_made_up() -> None:
    call, reply, outcome = Call("k", MESSAGES), Reply("Yes."), Outcome("k", "Yes.")
    assert (call.item, call.take) == ("", 1)
    assert (reply.tokens_in, reply.tokens_out, reply.meta) == (None, None, {})
    assert (outcome.attempts, outcome.seconds, outcome.repeated) == (1, None, False)
    with pytest.raises(TypeError):
        reply.meta["said"] = "by one for all"  # type: ignore[index]


@given(st.none() | st.text(), st.none() | st.text())
def test_an_outcome_is_one_of_the_two(text: str | None, error: str | None) -> None:
    if (text is None) != (error is None):
        outcome = Outcome("clone STR-1 1", text, error)
        assert (outcome.text, outcome.error) == (text, error)
    else:
        with pytest.raises(ValueError, match="outcome of clone STR-1 1: either a text or an error"):
            Outcome("clone STR-1 1", text, error)
