"""Faults say what happened and what to do, and each kind stands where the runner looks for it."""

import pytest

from ringtrue.calls.faults import (
    BudgetReached,
    CallFault,
    Interrupted,
    NotStored,
    Refused,
    Rejected,
    Retry,
    Stop,
    printable,
)
from ringtrue.terms import Problem


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
