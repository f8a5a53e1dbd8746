"""The attempts at one call: journaled in order, repeated where it may help, ended where it does not."""

import asyncio
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from callers import Scripted, call
from ringtrue.calls import Journal
from ringtrue.calls.attempt import Check, Trial
from ringtrue.calls.attempts import Attempts
from ringtrue.calls.endpoint import Endpoint
from ringtrue.calls.faults import FaultKind, Interrupted, Refused, Rejected, Retry
from ringtrue.calls.halt import Halt
from ringtrue.calls.limits import Limits
from ringtrue.calls.progress import Progress, Tally
from ringtrue.calls.purse import Purse
from ringtrue.store import CallRow, Store, StudyStore
from ringtrue.terms import Call, Outcome, Reply
from ringtrue.terms.sealed import sealed


class Told:
    """What a watcher was told, and the halt of the run."""

    def __init__(self) -> None:
        self.seen: list[Progress] = []
        self.halt: Halt

    @property
    def last(self) -> Progress:
        return self.seen[-1]


def make(
    study: StudyStore,
    answer: Callable[[int], Any],
    *,
    check: Check | None = None,
    told: Told | None = None,
    **more: Any,
) -> Outcome:
    """The outcome of one call whose attempts, from 1, are answered by a function."""
    limits = Limits(**({"backoff": 0.0} | more))
    watched = told or Told()
    count = iter(range(1, 100))

    def scripted(_: Call) -> Any:
        made = answer(next(count))
        if isinstance(made, Exception):
            raise made
        return made

    async def go() -> Outcome:
        clock = asyncio.get_running_loop().time
        watched.halt = Halt()
        tally = Tally(clock, watched.seen.append)
        journal = Journal(study, who="lab")
        attempts = Attempts(journal, limits, Trial(limits, tally, Purse(None), clock), tally, watched.halt)
        endpoint = Endpoint(Scripted(scripted), limits, None, clock=clock, sleep=watched.halt.sleep)
        journal.start()
        try:
            return await attempts.make(endpoint, call(), "request", check)
        finally:
            await journal.close()

    return asyncio.run(go())


def rows(study: StudyStore) -> list[tuple[int, str | None, str | None]]:
    return [(row.attempt, row.text, row.error) for row in study.calls()]


def test_an_answer_is_one_row_and_one_outcome(study: StudyStore) -> None:
    told = Told()
    outcome = make(study, lambda _: Reply("Yes.", 9, 2, sealed({"model": "m", "finish": None})), told=told)
    (row,) = study.calls()
    expected = CallRow("clone STR-1 1", "request", 1, "Yes.", None, 9, 2, row.seconds, '{"finish":null,"model":"m"}')
    assert row == expected
    assert (outcome.key, outcome.text, outcome.error, outcome.attempts) == ("clone STR-1 1", "Yes.", None, 1)
    assert outcome.meta == {"model": "m", "finish": None}
    assert (told.last.done, told.last.failed, told.last.in_flight, told.last.retries) == (1, 0, 0, 0)
    assert not outcome.repeated


def test_a_call_is_attempted_until_it_is_answered(study: StudyStore) -> None:
    told = Told()
    outcome = make(study, lambda n: Retry(f"fault {n}") if n < 4 else "Yes.", told=told)
    assert rows(study) == [(1, None, "fault 1"), (2, None, "fault 2"), (3, None, "fault 3"), (4, "Yes.", None)]
    assert (outcome.text, outcome.attempts) == ("Yes.", 4)
    assert (told.last.done, told.last.retries, told.last.trouble) == (1, 3, "fault 3")
    assert study.verify_audit() == []


def test_attempts_come_to_an_end(study: StudyStore) -> None:
    told = Told()
    outcome = make(study, lambda n: Retry(f"fault {n}"), attempts=3, told=told)
    assert rows(study) == [(1, None, "fault 1"), (2, None, "fault 2"), (3, None, "fault 3")]
    assert (outcome.text, outcome.error, outcome.attempts) == (None, "fault 3", 3)
    assert (told.last.done, told.last.failed, told.last.in_flight) == (0, 1, 0)


@pytest.mark.parametrize("alone", [False, True])
def test_a_rejected_call_is_not_asked_again(study: StudyStore, alone: bool) -> None:
    outcome = make(study, lambda _: Rejected("too long", alone=alone))
    assert (outcome.error, outcome.attempts) == ("too long", 1)
    assert rows(study) == [(1, None, "too long")]


def test_an_answer_of_no_use_is_kept_beside_its_error_and_never_given_out(study: StudyStore) -> None:
    reply = Reply("perhaps", 9, 2, {"model": "m"})
    outcome = make(study, lambda _: reply, check=lambda _: "no number", attempts=2)
    error = "The answer was malformed: no number"
    assert rows(study) == [(1, "perhaps", error), (2, "perhaps", error)]
    assert (outcome.text, outcome.error, outcome.tokens_in, outcome.meta) == (None, error, 9, {"model": "m"})


def test_an_unreachable_endpoint_ends_the_run_with_the_third_attempt(study: StudyStore) -> None:
    told = Told()
    with pytest.raises(Refused, match="scripted cannot be reached: nobody there"):
        make(study, lambda _: Retry("nobody there", kind="unreachable"), told=told)
    assert [(number, error) for number, _, error in rows(study)] == [
        (1, "nobody there"),
        (2, "nobody there"),
        (3, "scripted cannot be reached: nobody there"),
    ]
    assert (told.last.in_flight, told.last.done, told.last.failed) == (0, 0, 0)


def test_a_refusal_of_the_adapter_is_journaled_and_raised(study: StudyStore) -> None:
    with pytest.raises(Refused, match="wrong key"):
        make(study, lambda _: Refused("wrong key", "Check it."))
    assert rows(study) == [(1, None, "wrong key")]


def test_an_endpoint_that_wants_too_long_a_wait_ends_the_run(study: StudyStore) -> None:
    with pytest.raises(Refused, match="asks to wait 601 seconds: come back later") as refused:
        make(study, lambda _: Retry("come back later", 601.0, kind="busy"), longest_wait=600.0)
    assert "goes on from here" in refused.value.remedy
    assert len(rows(study)) == 1


def test_a_short_wait_is_kept(study: StudyStore) -> None:
    outcome = make(study, lambda n: Retry("wait", 0.001, kind="busy") if n == 1 else "Yes.")
    assert (outcome.text, outcome.attempts) == ("Yes.", 2)


def test_nobody_goes_on_after_the_run_was_halted(study: StudyStore) -> None:
    told = Told()

    def answer(_: int) -> Exception:
        told.halt.stop(Interrupted("enough"))
        return Retry("busy", 500.0, kind="busy")

    with pytest.raises(Interrupted, match="enough"):
        make(study, answer, told=told)
    assert rows(study) == [(1, None, "busy")]
    assert told.last.in_flight == 0


KINDS: list[FaultKind] = ["busy", "transport", "timeout", "answer"]


@pytest.fixture(scope="module")
def shared(empty_study: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[StudyStore]:
    path = tmp_path_factory.mktemp("shared") / "study.db"
    shutil.copy(empty_study, path)
    with Store.open(path) as store:
        yield store.study(store.studies()[0].id)


@settings(max_examples=20)
@given(kinds=st.lists(st.sampled_from(KINDS), max_size=12))
def test_every_attempt_is_one_row_in_order(shared: StudyStore, kinds: list[FaultKind]) -> None:
    """The oracle counts by hand: as many rows as faults and the answer, or ten where ten attempts failed."""
    before = len(rows(shared))
    outcome = make(shared, lambda n: Retry(f"{n}", kind=kinds[n - 1]) if n <= len(kinds) else "Yes.")
    made = rows(shared)[before:]
    assert [number for number, _, _ in made] == list(range(1, min(len(kinds) + 1, 10) + 1))
    assert outcome.attempts == len(made)
    assert (outcome.text is None) == (len(kinds) >= 10)
    assert [error for _, _, error in made[: len(kinds)]] == [str(n + 1) for n in range(len(made[: len(kinds)]))]
