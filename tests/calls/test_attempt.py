"""Single attempts: what came, what it cost, and every way to fail in the runner's words."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, get_args

import pytest

from callers import Clock, Scripted, call
from ringtrue.calls.adapter import Adapter
from ringtrue.calls.attempt import Check, Fault, Trial
from ringtrue.calls.endpoint import Endpoint
from ringtrue.calls.faults import BudgetReached, FaultKind, Refused, Rejected, Retry
from ringtrue.calls.limits import Limits
from ringtrue.calls.prices import Prices
from ringtrue.calls.progress import Tally
from ringtrue.calls.purse import Purse
from ringtrue.terms import Call, Reply

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
        self.purse = Purse(budget)
        self.prices = prices
        self.tally = Tally(self.clock, None)

    def run(self, *asked: Call, check: Check | None = None) -> list[Reply | Fault]:
        """One attempt at each call, one after the other."""

        async def each(trial: Trial, endpoint: Endpoint) -> list[Reply | Fault]:
            return [(await trial.run(endpoint, one, check))[0] for one in asked or (call(),)]

        return self.with_trial(each)

    def with_trial(self, work: Callable[[Trial, Endpoint], Awaitable[Any]]) -> Any:
        async def go() -> Any:
            endpoint = Endpoint(self.adapter, self.limits, self.prices, clock=self.clock, sleep=self.clock.sleep)
            return await work(Trial(self.limits, self.tally, self.purse, self.clock), endpoint)

        return asyncio.run(go())


def raising(error: BaseException) -> Scripted:
    def answer(_: Call) -> str:
        raise error

    return Scripted(answer)


async def _never() -> str:
    await asyncio.Event().wait()
    return ""


def fault(desk: Desk, **given: Any) -> Fault:
    (found,) = desk.run(**given)
    assert isinstance(found, Fault)
    return found


@pytest.mark.parametrize("kind", get_args(FaultKind))
def test_only_rejected_calls_are_not_asked_again(kind: FaultKind) -> None:
    assert Fault("no", kind).final == (kind in ("rejected", "alone"))


def test_a_long_error_is_told_in_part() -> None:
    assert Fault("x" * 5000, "busy").what == "x" * 1000


def test_a_fault_says_what_its_answer_said_about_itself() -> None:
    assert Fault("no", "answer", reply=Reply("?", meta={"model": "m"})).meta == {"model": "m"}
    assert Fault("no", "busy").meta == {}


def test_an_answer_comes_back_and_its_tokens_are_counted() -> None:
    desk = Desk(Scripted(lambda _: Reply(SAID, 70, 30)))
    assert desk.run(call("A"), call("B")) == [Reply(SAID, 70, 30)] * 2
    assert (desk.tally.tokens_in, desk.tally.tokens_out, desk.tally.cost) == (140, 60, None)


def test_tokens_nobody_counted_are_estimated() -> None:
    desk = Desk(Scripted(lambda _: SAID))
    desk.run()
    assert (desk.tally.tokens_in, desk.tally.tokens_out) == (ASKED, 4)


@pytest.mark.parametrize("said", ["", " ", "\n\t \u2003"])
def test_an_answer_without_a_word_is_of_no_use_and_counted_all_the_same(said: str) -> None:
    desk = Desk(Scripted(lambda _: Reply(said, 5, 1)))
    found = fault(desk)
    assert (found.kind, found.what, found.reply) == ("answer", "The answer was empty.", Reply(said, 5, 1))
    assert (desk.tally.tokens_in, desk.tally.tokens_out) == (5, 1)


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
        timed = Trial(desk.limits, desk.tally, desk.purse, loop.time)
        return [(await timed.run(endpoint, call(), None))[1] for _ in range(3)]

    seconds = desk.with_trial(work)
    assert desk.clock.now == pytest.approx(2.0)  # one a second: the second and the third call waited, by this clock
    assert all(0 <= one < 2 for one in seconds)


def test_a_priced_answer_costs_its_tokens() -> None:
    desk = Desk(Scripted(lambda _: SAID), prices=PRICES)
    desk.run()
    # 6 in at 2 and 4 out at 10 for a million: 52 millionths
    assert desk.tally.cost == desk.purse.spent == pytest.approx(52e-6)
    assert desk.purse.longest == 4


def test_an_answer_of_no_use_is_paid_for_too() -> None:
    desk = Desk(Scripted(lambda _: Reply(" ", 100, 10)), prices=PRICES)
    fault(desk)
    assert desk.purse.spent == pytest.approx(300e-6)


def test_what_never_came_is_counted_as_spent_and_what_was_turned_away_is_not() -> None:
    late = Desk(raising(TimeoutError()), prices=PRICES, budget=1.0)
    fault(late)
    # 6 in at 2 and the usual 400 out at 10 for a million: the endpoint may bill an answer nobody waited for
    assert late.purse.spent == pytest.approx(4012e-6)
    busy = Desk(raising(Retry("slow down", kind="busy")), prices=PRICES, budget=1.0)
    fault(busy)
    assert busy.purse.spent == 0.0


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
    assert desk.purse.spent == pytest.approx(4012e-6)


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
