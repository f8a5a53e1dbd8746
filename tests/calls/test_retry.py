"""Single attempts: what came, what it cost, and every way to fail in the runner's words."""

import asyncio
import shutil
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from callers import Clock, Scripted, call
from ringtrue.calls.adapter import Adapter
from ringtrue.calls.budget import Budget, Prices
from ringtrue.calls.journal import Journal
from ringtrue.calls.limits import Limits
from ringtrue.calls.progress import CallCounts, Progress, StopSignal
from ringtrue.calls.retry import AttemptFault, Attempts, Check, Endpoint, Trial
from ringtrue.store.calls import CallRow
from ringtrue.store.store import Store
from ringtrue.store.study_store import StudyStore
from ringtrue.terms.call import BudgetReached, Call, FaultKind, Interrupted, Outcome, Refused, Rejected, Reply, Retry
from ringtrue.terms.frozen import frozen_dict

# call() asks "You are Ada." and "Case STR-1?", 12 and 11 characters: four a token, rounded up, are 3 + 3 tokens.
ASKED = 6
SAID = "Yes, of course."  # 15 characters: 4 tokens
PRICES = Prices(2.0, 10.0)


class Desk:
    """The parts of a run a trial needs, and what they hold afterwards."""

    def __init__(
        self, adapter: Adapter, *, prices: Prices | None = None, budget: float | None = None, **limits: Any
    ) -> None:
        self.adapter = adapter
        self.limits = Limits(**limits)
        self.clock = Clock()
        self.budget = Budget(budget)
        self.prices = prices
        self.counts = CallCounts(self.clock, None)

    def run(self, *asked: Call, check: Check | None = None) -> list[Reply | AttemptFault]:
        """One attempt at each call, one after the other."""

        async def each(trial: Trial, endpoint: Endpoint) -> list[Reply | AttemptFault]:
            return [(await trial.run(endpoint, one, check))[0] for one in asked or (call(),)]

        return self.with_trial(each)

    def with_trial(self, work: Callable[[Trial, Endpoint], Awaitable[Any]]) -> Any:
        async def go() -> Any:
            endpoint = Endpoint(self.adapter, self.limits, self.prices, clock=self.clock, sleep=self.clock.sleep)
            return await work(Trial(self.limits, self.counts, self.budget, self.clock), endpoint)

        return asyncio.run(go())


def raising(error: BaseException) -> Scripted:
    def answer(_: Call) -> str:
        raise error

    return Scripted(answer)


async def _never() -> str:
    await asyncio.Event().wait()
    return ""


def fault(desk: Desk, **given: Any) -> AttemptFault:
    (found,) = desk.run(**given)
    assert isinstance(found, AttemptFault)
    return found


@pytest.mark.parametrize("kind", get_args(FaultKind))
def test_only_rejected_calls_are_not_asked_again(kind: FaultKind) -> None:
    assert AttemptFault("no", kind).final == (kind in ("rejected", "alone"))


def test_a_long_error_is_told_in_part() -> None:
    assert AttemptFault("x" * 5000, "busy").what == "x" * 1000


def test_a_fault_says_what_its_answer_said_about_itself() -> None:
    assert AttemptFault("no", "answer", reply=Reply("?", meta={"model": "m"})).meta == {"model": "m"}
    assert AttemptFault("no", "busy").meta == {}


def test_an_answer_comes_back_and_its_tokens_are_counted() -> None:
    desk = Desk(Scripted(lambda _: Reply(SAID, 70, 30)))
    assert desk.run(call("A"), call("B")) == [Reply(SAID, 70, 30)] * 2
    assert (desk.counts.tokens_in, desk.counts.tokens_out, desk.counts.cost) == (140, 60, None)


def test_tokens_nobody_counted_are_estimated() -> None:
    desk = Desk(Scripted(lambda _: SAID))
    desk.run()
    assert (desk.counts.tokens_in, desk.counts.tokens_out) == (ASKED, 4)


@pytest.mark.parametrize("said", ["", " ", "\n\t \u2003"])
def test_an_answer_without_a_word_is_of_no_use_and_counted_all_the_same(said: str) -> None:
    desk = Desk(Scripted(lambda _: Reply(said, 5, 1)))
    found = fault(desk)
    assert (found.kind, found.what, found.reply) == ("answer", "The answer was empty.", Reply(said, 5, 1))
    assert (desk.counts.tokens_in, desk.counts.tokens_out) == (5, 1)


def test_a_malformed_answer_is_kept_with_the_complaint() -> None:
    found = fault(Desk(Scripted(lambda _: SAID)), check=lambda text: f"{len(text)} characters are too many")
    assert found.what == "The answer was malformed: 15 characters are too many"
    assert (found.kind, found.final, found.reply) == ("answer", False, Reply(SAID))


def test_an_empty_answer_is_not_even_checked() -> None:
    def check(text: str) -> str:
        raise AssertionError(text)

    assert fault(Desk(Scripted(lambda _: "")), check=check).what == "The answer was empty."


@pytest.mark.parametrize(
    ("error", "kind", "after"),
    [
        (Retry("slow down", 7.5, kind="busy"), "busy", 7.5),
        (Retry("gone"), "transport", None),
        (Rejected("too long"), "rejected", None),
        (Rejected("no such item", alone=True), "alone", None),
    ],
)
def test_faults_keep_what_the_adapter_said(error: Retry | Rejected, kind: str, after: float | None) -> None:
    found = fault(Desk(raising(error)))
    assert (found.what, found.kind, found.after, found.reply) == (error.what, kind, after, None)


def test_a_time_out_of_the_adapters_own_is_one_of_ours() -> None:
    found = fault(Desk(raising(TimeoutError()), timeout=90.0))
    assert (found.kind, found.what) == ("timeout", "No answer within 90 seconds.")


def test_an_answer_that_never_comes_is_given_up() -> None:
    found = fault(Desk(Scripted(lambda _: _never()), timeout=0.01))
    assert (found.kind, found.final) == ("timeout", False)


@pytest.mark.parametrize("error", [Refused("wrong key"), ZeroDivisionError("a bug")])
def test_what_ends_a_run_is_not_turned_into_a_fault(error: Exception) -> None:
    with pytest.raises(type(error), match=str(error)):
        Desk(raising(error)).run()


def test_seconds_are_those_of_the_answer_and_not_of_the_wait() -> None:
    desk = Desk(Scripted(lambda _: SAID), requests_per_minute=61)

    async def work(trial: Trial, endpoint: Endpoint) -> list[float]:
        loop = asyncio.get_running_loop()
        timed = Trial(desk.limits, desk.counts, desk.budget, loop.time)
        return [(await timed.run(endpoint, call(), None))[1] for _ in range(3)]

    seconds = desk.with_trial(work)
    assert desk.clock.now == pytest.approx(2.0)  # one a second: the second and the third call waited, by this clock
    assert all(0 <= one < 2 for one in seconds)


def test_a_priced_answer_costs_its_tokens() -> None:
    desk = Desk(Scripted(lambda _: SAID), prices=PRICES)
    desk.run()
    # 6 in at 2 and 4 out at 10 for a million: 52 millionths
    assert desk.counts.cost == desk.budget.spent == pytest.approx(52e-6)
    assert desk.budget.longest == 4


def test_an_answer_of_no_use_is_paid_for_too() -> None:
    desk = Desk(Scripted(lambda _: Reply(" ", 100, 10)), prices=PRICES)
    fault(desk)
    assert desk.budget.spent == pytest.approx(300e-6)


def test_what_never_came_is_counted_as_spent_and_what_was_turned_away_is_not() -> None:
    late = Desk(raising(TimeoutError()), prices=PRICES, budget=1.0)
    fault(late)
    # 6 in at 2 and the usual 400 out at 10 for a million: the endpoint may bill an answer nobody waited for
    assert late.budget.spent == pytest.approx(4012e-6)
    busy = Desk(raising(Retry("slow down", kind="busy")), prices=PRICES, budget=1.0)
    fault(busy)
    assert busy.budget.spent == 0.0


def test_a_call_the_budget_does_not_allow_is_not_made() -> None:
    adapter = Scripted(lambda _: SAID)
    desk = Desk(adapter, prices=PRICES, budget=4011e-6)
    with pytest.raises(BudgetReached):
        desk.run()
    assert adapter.asked == []


def test_a_call_cut_off_from_outside_is_paid_for_and_not_called_late() -> None:
    desk = Desk(Scripted(lambda _: _never()), prices=PRICES, budget=1.0)

    async def work(trial: Trial, endpoint: Endpoint) -> None:
        task = asyncio.create_task(trial.run(endpoint, call(), None))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    desk.with_trial(work)
    assert desk.budget.spent == pytest.approx(4012e-6)


def test_the_allowance_is_corrected_by_what_was_used() -> None:
    desk = Desk(Scripted(lambda _: SAID), tokens_per_minute=610)
    desk.run(call(), call())
    # A token takes .1 s. The first call was admitted for 6 + 400, took 6 + 4, and so holds up the second for 1 s.
    assert desk.clock.now == pytest.approx(1.0)


def test_no_more_calls_at_once_than_the_adapter_takes() -> None:
    inside, most = 0, 0

    async def busy() -> str:
        nonlocal inside, most
        inside += 1
        most = max(most, inside)
        for _ in range(3):
            await asyncio.sleep(0)
        inside -= 1
        return SAID

    adapter = Scripted(lambda _: busy())
    adapter.most_at_once = 2

    async def work(trial: Trial, endpoint: Endpoint) -> None:
        await asyncio.gather(*(trial.run(endpoint, call(str(n)), None) for n in range(7)))

    Desk(adapter).with_trial(work)
    assert (most, len(adapter.asked)) == (2, 7)


# The attempts at one call: journaled in order, repeated where it may help, ended where it does not.


class Told:
    """What a watcher was told, and the stop_signal of the run."""

    def __init__(self) -> None:
        self.seen: list[Progress] = []
        self.stop_signal: StopSignal

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
        watched.stop_signal = StopSignal()
        counts = CallCounts(clock, watched.seen.append)
        journal = Journal(study, who="lab")
        attempts = Attempts(journal, limits, Trial(limits, counts, Budget(None), clock), counts, watched.stop_signal)
        endpoint = Endpoint(Scripted(scripted), limits, None, clock=clock, sleep=watched.stop_signal.sleep)
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
    outcome = make(study, lambda _: Reply("Yes.", 9, 2, frozen_dict({"model": "m", "finish": None})), told=told)
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
    assert "continues from here" in refused.value.remedy
    assert len(rows(study)) == 1


def test_a_short_wait_is_kept(study: StudyStore) -> None:
    outcome = make(study, lambda n: Retry("wait", 0.001, kind="busy") if n == 1 else "Yes.")
    assert (outcome.text, outcome.attempts) == ("Yes.", 2)


def test_nobody_goes_on_after_the_run_was_stopped(study: StudyStore) -> None:
    told = Told()

    def answer(_: int) -> Exception:
        told.stop_signal.stop(Interrupted("enough"))
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


# An endpoint lets calls go as they come only where nothing holds them back.


def endpoint(
    limits: Limits, prices: Prices | None = None, most: int | None = None, clock: Clock | None = None
) -> Endpoint:
    adapter = Scripted(lambda _: "Yes.")
    adapter.most_at_once = most
    moved = clock or Clock()
    return Endpoint(adapter, limits, prices, clock=moved, sleep=moved.sleep)


@pytest.mark.parametrize(
    ("made", "free"),
    [
        (endpoint(Limits()), True),
        (endpoint(Limits(concurrency=1, attempts=1)), True),
        (endpoint(Limits(requests_per_minute=1e9)), False),
        (endpoint(Limits(tokens_per_minute=1e9)), False),
        (endpoint(Limits(), Prices(0.0, 0.0)), False),
        (endpoint(Limits(), most=1), False),
    ],
    ids=["nothing", "few at once", "requests", "tokens", "prices", "slots"],
)
def test_limits_prices_and_slots_hold_calls_back(made: Endpoint, free: bool) -> None:
    assert made.free is free


def test_a_pause_holds_calls_back_until_it_is_over() -> None:
    clock = Clock()
    paused = endpoint(Limits(), clock=clock)
    paused.rate_limiter.pause(5.0)
    assert not paused.free
    asyncio.run(paused.rate_limiter.admit(1))
    assert clock.now == 5.0
    assert paused.free


def test_two_endpoints_share_no_pace_and_no_health() -> None:
    limits = Limits()
    first, second = endpoint(limits), endpoint(limits)
    first.rate_limiter.pause(5.0)
    assert (first.free, second.free) == (False, True)
    for _ in range(7):
        assert first.breaker.failed("rejected", "a", 1, "no") is None
    assert second.breaker.failed("rejected", "a", 1, "no") is None
    refused = first.breaker.failed("rejected", "a", 1, "no")  # eight in a row where nothing was ever answered
    assert refused is not None
    assert refused.what.startswith("scripted rejected 8 calls")


def test_there_are_as_many_slots_as_the_adapter_takes_at_once() -> None:
    slots = endpoint(Limits(), most=2).slots
    assert slots is not None

    async def taken() -> list[bool]:
        found = []
        for _ in range(3):
            found.append(slots.locked())
            if not slots.locked():
                await slots.acquire()
        return found

    assert asyncio.run(taken()) == [False, False, True]
