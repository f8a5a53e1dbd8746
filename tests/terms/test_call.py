"""Calls are frozen all the way down; an outcome is a text or an error; faults say what happened and what to do."""

import pickle
from dataclasses import FrozenInstanceError
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.terms.call import (
    BudgetReached,
    Call,
    CallFault,
    Interrupted,
    NotStored,
    Outcome,
    Refused,
    Rejected,
    Reply,
    Retry,
    Stop,
    printable,
)
from ringtrue.terms.frozen import FrozenDict, frozen_dict
from ringtrue.terms.problem import Problem

MESSAGES = ({"role": "user", "content": "Do you sail on time?"},)


def test_settings_are_sealed_within_and_no_longer_the_callers_own() -> None:
    given_settings: dict[str, Any] = {"temperature": 0.7, "stop": ["a", "b"], "format": {"type": "json"}}
    call = Call("k", MESSAGES, settings=given_settings)
    given_settings["temperature"] = 2.0
    given_settings["stop"].append("c")
    assert call.settings == {"temperature": 0.7, "stop": ("a", "b"), "format": {"type": "json"}}
    for table in (call.settings, call.settings["format"]):
        with pytest.raises(TypeError, match="frozen"):
            table["temperature"] = 1.0  # type: ignore[index]


def test_calls_of_a_run_share_one_sealed_table() -> None:
    table = frozen_dict({"max_tokens": 5})
    assert Call("a", MESSAGES, settings=table).settings is table
    assert Call("a", MESSAGES).settings is Call("b", MESSAGES).settings
    assert isinstance(Call("a", MESSAGES).settings, FrozenDict)


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


# Faults: what happened, what to do, and whether it ends one call or the run.


@pytest.mark.parametrize("kind", [Refused, BudgetReached, Interrupted, NotStored])
def test_what_ends_a_run_is_a_problem_with_its_remedy(kind: type[Stop]) -> None:
    stop = kind("The key is wrong.", "Check it.")
    assert isinstance(stop, CallFault)
    assert str(stop) == "The key is wrong. Check it."
    assert stop.problem() == Problem("calls", "run", "The key is wrong.", "", "Check it.")
    assert stop.problem("study.yaml", "speakers, clone").file == "study.yaml"
    assert stop.problem("study.yaml", "speakers, clone").place == "speakers, clone"


def test_without_a_remedy_no_blank_is_left() -> None:
    assert str(Stop("All spent.")) == "All spent."
    assert Stop("All spent.").problem().remedy == ""


def test_another_attempt_may_be_wanted_later() -> None:
    plain, asked = Retry("gone"), Retry("slow down", 2.5, kind="busy")
    assert (str(plain), plain.what, plain.after, plain.kind) == ("gone", "gone", None, "transport")
    assert (asked.after, asked.kind) == (2.5, "busy")


def test_a_rejected_call_speaks_for_others_unless_it_is_alone() -> None:
    assert not Rejected("too long").alone
    assert Rejected("no such item", alone=True).alone
    assert str(Rejected("too long")) == Rejected("too long").what == "too long"


@pytest.mark.parametrize("fault", [Retry("x"), Rejected("x")])
def test_what_ends_one_call_does_not_end_the_run(fault: CallFault) -> None:
    assert not isinstance(fault, Stop)


def test_words_of_others_do_not_steer_a_terminal() -> None:
    assert printable("500: caf\xe9 – 忙") == "500: caf\xe9 – 忙"
    assert printable("a\nb\tc\x1b]0;owned\x07\u202e") == "a b c\ufffd]0;owned\ufffd\ufffd"
