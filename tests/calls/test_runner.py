"""The runner: every call answered once, nothing acknowledged lost, one clear reason where it must stop."""

import asyncio
import json
import os
import signal
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callers import Scripted, ask_all, call, calls, openai, run
from model_server import (
    BROKEN,
    CUT,
    DROP,
    EMPTY,
    HANG,
    MALFORMED,
    NOT_JSON,
    TOO_MANY,
    Asked,
    Fault,
    ModelServer,
    always,
    by_share,
    first_time,
    never,
    sentence,
)
from ringtrue.calls.budget import Prices
from ringtrue.calls.progress import Progress, StopSignal
from ringtrue.calls.runner import Runner, Workers
from ringtrue.store.study_store import StudyStore
from ringtrue.terms.call import BudgetReached, Call, Interrupted, NotStored, Refused, Rejected, Reply, Retry, Stop


def no_json(text: str) -> str | None:
    """A check, as judges have one."""
    try:
        json.loads(text)
    except ValueError:
        return "it is no JSON"
    return None


def test_an_answer_comes_back_as_it_was_and_stands_in_the_journal(study: StudyStore) -> None:
    said = "  Ora, não — «wait». \n\n日本\u2028 🙂 "
    with ModelServer(answer=lambda _: said) as server:
        outcomes = ask_all(study, openai(server.url), [call(temperature=0.7)])
    outcome = outcomes["STR-1"]
    assert (outcome.text, outcome.error, outcome.attempts, outcome.repeated) == (said, None, 1, False)
    assert outcome.meta == {"model": "m", "finish": "stop"}
    assert outcome.tokens_in == sum(len(m["content"]) // 4 for m in server.requests[0].messages)
    assert server.requests[0].body["temperature"] == 0.7
    (row,) = study.calls()
    assert (row.key, row.text, row.attempt, row.seconds) == ("clone STR-1 1", said, 1, outcome.seconds)
    assert study.verify_audit() == []


def test_what_was_answered_is_not_asked_again(study: StudyStore) -> None:
    with ModelServer() as server:
        first = ask_all(study, openai(server.url), calls(20))
        assert server.count == 20
        again = ask_all(study, openai(server.url), calls(25))
    assert server.count == 25
    assert [again[name].text for name in first] == [one.text for one in first.values()]
    assert [again[name].repeated for name in ("STR-0", "STR-24")] == [True, False]


def test_another_question_under_the_same_key_is_asked(study: StudyStore) -> None:
    with ModelServer() as server:
        adapter = openai(server.url)
        asked = [call(said="One?"), call(said="Two?"), call(said="Two?", temperature=1.0), call(said="One?")]
        ask_all(study, adapter, asked, concurrency=1)
        assert server.count == 3
        ask_all(study, openai(server.url, model="other"), asked[:1])
    assert server.count == 4


def test_the_same_model_at_another_address_is_the_same_request(study: StudyStore) -> None:
    with ModelServer() as one, ModelServer() as other:
        ask_all(study, openai(one.url), calls(3))
        ask_all(study, openai(other.url), calls(3))
    assert (one.count, other.count) == (3, 0)


def test_an_answer_in_the_journal_that_no_longer_passes_is_asked_for_again(study: StudyStore) -> None:
    with ModelServer(answer=lambda asked: "[1]" if asked.number > 1 else "one") as server:
        ask_all(study, openai(server.url), [call()])
        outcome = ask_all(study, openai(server.url), [call()], check=no_json)["STR-1"]
    assert (server.count, outcome.text, outcome.repeated) == (2, "[1]", False)


@pytest.mark.parametrize("fault", [TOO_MANY, BROKEN, Fault(529), Fault(408), DROP, CUT, EMPTY, NOT_JSON], ids=str)
def test_a_fault_that_passes_is_tried_again(study: StudyStore, fault: Fault) -> None:
    with ModelServer(script=first_time(fault, times=2)) as server:
        outcome = ask_all(study, openai(server.url), [call()])["STR-1"]
    assert (outcome.text, outcome.attempts, server.count) == (sentence(server.requests[-1]), 3, 3)
    assert [(row.attempt, row.error is None) for row in study.calls()] == [(1, False), (2, False), (3, True)]


def test_a_hang_is_cut_off_and_tried_again(study: StudyStore) -> None:
    with ModelServer(script=first_time(HANG)) as server:
        outcomes = ask_all(study, openai(server.url), calls(4), timeout=2.0)
    assert {one.attempts for one in outcomes.values()} == {2}
    assert [row.error for row in study.calls() if row.attempt == 1] == ["No answer within 2 seconds."] * 4


def test_a_malformed_answer_is_kept_and_asked_for_again(study: StudyStore) -> None:
    with ModelServer(answer=lambda _: "{}", script=first_time(MALFORMED)) as server:
        outcome = ask_all(study, openai(server.url), [call()], check=no_json)["STR-1"]
    bad, good = study.calls()
    assert (bad.text, bad.error) == (MALFORMED.says, "The answer was malformed: it is no JSON")
    assert (good.text, good.attempt, outcome.attempts, server.count) == ("{}", 2, 2, 2)


def test_a_call_that_never_works_is_an_outcome_with_its_error(study: StudyStore) -> None:
    def script(asked: Asked) -> Fault | None:
        return BROKEN if "STR-3?" in asked.last else None

    with ModelServer(script=script) as server:
        outcomes = ask_all(study, openai(server.url), calls(6), attempts=4, concurrency=2)
        failed = outcomes["STR-3"]
        assert (failed.text, failed.error, failed.attempts) == (None, "500: Something broke.", 4)
        assert sum(one.text is not None for one in outcomes.values()) == 5
        assert server.count == 9
        ask_all(study, openai(server.url), calls(6), attempts=1)
    assert server.count == 10  # a later run tries the failed one again, and only that


def test_a_call_the_endpoint_will_never_take_is_not_asked_twice(study: StudyStore) -> None:
    too_long = Fault(400, "This request has too many tokens.")
    with ModelServer(script=lambda asked: too_long if asked.number == 2 else None) as server:
        outcomes = ask_all(study, openai(server.url), calls(5), concurrency=1)
    assert outcomes["STR-1"].error == "400: This request has too many tokens."
    assert (server.count, outcomes["STR-1"].attempts) == (5, 1)


def test_every_call_is_answered_under_heavy_fire(study: StudyStore) -> None:
    shares = {"429": 0.1, "500": 0.1, "hang": 0.03, "malformed": 0.03, "drop": 0.03}
    answers = {}
    for name, script in (("clean", never), ("fire", by_share(shares))):
        with ModelServer(answer=lambda asked: json.dumps(sentence(asked)), script=script) as server:
            format_ = {"response_format": {"type": "json_object"}}
            asked = [Call(f"{name} {one.key}", one.messages, one.item, format_) for one in calls(150)]
            found = ask_all(study, openai(server.url), asked, check=no_json, concurrency=32, timeout=2.0)
            answers[name] = {item: one.text for item, one in found.items()}
            assert server.most_at_once <= 32
    assert answers["fire"] == answers["clean"]
    assert None not in answers["clean"].values()
    assert study.verify_audit() == []


def test_a_slot_is_free_only_when_the_row_is_on_the_disk(study: StudyStore) -> None:
    committed: list[int] = []

    def answer(asked: Asked) -> str:
        # What the server sees when a request arrives: all but the calls in flight are in the file already.
        committed.append(asked.number - len(list(study.calls())))
        return "Yes."

    with ModelServer(answer=answer) as server:
        ask_all(study, openai(server.url), calls(60), concurrency=4)
    assert max(committed) <= 4


def test_jobs_are_taken_only_as_they_are_needed(study: StudyStore) -> None:
    taken = done = most_ahead = 0

    def stream() -> Iterator[Call]:
        nonlocal taken, most_ahead
        for one in calls(100):
            taken += 1
            most_ahead = max(most_ahead, taken - done)
            yield one

    async def work(runner: Runner) -> None:
        async def one(call: Call) -> None:
            nonlocal done
            await runner.ask(adapter, call)
            done += 1

        await runner.each(stream(), one)

    adapter = Scripted(lambda _: "Yes.")
    run(study, work, concurrency=5)
    assert (taken, done, most_ahead) == (100, 100, 5)
    assert adapter.closed == 1


@pytest.mark.parametrize(
    ("settings", "said", "remedy"),
    [
        ({"key_file": "/none/key"}, "cannot be read", "key_file"),
        ({"key_env": "RINGTRUE_NO_SUCH_KEY"}, "RINGTRUE_NO_SUCH_KEY", "export"),
        ({}, "does not take the key", "OPENAI_API_KEY"),
        ({"model": "nobody"}, "`nobody`", "model"),
    ],
)
def test_a_wrong_key_or_model_stops_the_run_with_one_message(
    study: StudyStore, monkeypatch: pytest.MonkeyPatch, settings: dict[str, str], said: str, remedy: str
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-right-key" if settings else "sk-wrong-key")
    with ModelServer(key="sk-right-key", models=("m",)) as server:
        with pytest.raises(Refused, match=said) as stopped:
            ask_all(study, openai(server.url, **settings), calls(500), concurrency=16)
        assert server.count <= 16
    assert remedy in stopped.value.remedy
    assert "sk-" not in str(stopped.value)
    assert study.verify_audit() == []


@pytest.mark.parametrize("url", ["http://127.0.0.1:1/v1", "http://nowhere.invalid/v1"])
def test_a_dead_endpoint_stops_the_run_after_three_tries(study: StudyStore, url: str) -> None:
    with pytest.raises(Refused, match="cannot be reached") as stopped:
        ask_all(study, openai(url), calls(500), concurrency=8)
    assert url.partition("/v1")[0] in stopped.value.what
    rows = list(study.calls())
    assert 3 <= len(rows) <= 24
    assert all(row.error for row in rows)
    assert study.verify_audit() == []


def test_an_endpoint_that_only_fails_stops_the_run(study: StudyStore) -> None:
    with ModelServer(script=always(BROKEN)) as server:
        with pytest.raises(Refused, match="20 times in a row"):
            ask_all(study, openai(server.url), calls(500), concurrency=4)
        assert server.count < 30


def test_an_endpoint_that_rejects_everything_stops_the_run(study: StudyStore) -> None:
    with ModelServer(script=always(Fault(400, "Unsupported value: temperature"))) as server:
        with pytest.raises(Refused, match=r"rejected 8 calls in a row.*temperature"):
            ask_all(study, openai(server.url), calls(500), concurrency=2)
        assert server.count < 12


def test_a_judge_that_cannot_do_it_stops_the_run_before_it_costs_much(study: StudyStore) -> None:
    with ModelServer(script=always(MALFORMED)) as server:
        with pytest.raises(Refused, match=r"50 unusable answers in a row.*no JSON"):
            ask_all(study, openai(server.url), calls(500), concurrency=4, check=no_json)
        assert server.count < 60


def test_a_recording_with_gaps_does_not(study: StudyStore) -> None:
    def answer(call: Call) -> str:
        if call.item == "STR-199":
            return "Yes."
        raise Rejected("It holds no answer to this item.", alone=True)

    outcomes = ask_all(study, Scripted(answer), calls(200))
    assert sum(one.text is not None for one in outcomes.values()) == 1


def test_a_long_wait_stops_the_run_and_a_short_one_is_waited_for(study: StudyStore) -> None:
    with ModelServer(script=always(Fault(429, "Come back tomorrow.", after="86400"))) as server:
        with pytest.raises(Refused, match="asks to wait 86400 seconds"):
            ask_all(study, openai(server.url), calls(50), concurrency=1)
        assert server.count == 1
    with ModelServer(script=first_time(Fault(503, "One moment.", after="0.2"))) as server:
        began = time.monotonic()
        ask_all(study, openai(server.url), [call()])
    assert time.monotonic() - began >= 0.2


def test_one_who_is_asked_to_wait_holds_up_the_others(study: StudyStore) -> None:
    moments: list[float] = []

    def answer(call: Call) -> str:
        moments.append(asyncio.get_running_loop().time())
        if len(moments) == 1:
            raise Retry("429", 0.3, kind="busy")
        return "Yes."

    ask_all(study, Scripted(answer), calls(10), concurrency=1)
    assert moments[1] - moments[0] >= 0.3
    moments.clear()
    ask_all(study, Scripted(answer), [call(f"B-{n}") for n in range(10)], concurrency=3)
    assert sorted(moments)[3] - moments[0] >= 0.3  # three were under way, the fourth waited


def test_an_account_without_money_stops_the_run(study: StudyStore) -> None:
    with (
        ModelServer(script=always(Fault(429, "You exceeded your quota: insufficient_quota"))) as server,
        pytest.raises(Refused, match="paid first"),
    ):
        ask_all(study, openai(server.url), calls(50), concurrency=1)


def test_an_adapter_that_takes_one_at_a_time_is_not_timed_while_calls_wait(study: StudyStore) -> None:
    at_once = most = 0

    async def slow() -> str:
        nonlocal at_once, most
        at_once += 1
        most = max(most, at_once)
        await asyncio.sleep(0.1)
        at_once -= 1
        return "Yes."

    adapter = Scripted(lambda _: slow())
    adapter.most_at_once = 1
    outcomes = ask_all(study, adapter, calls(25), timeout=2.0)  # together they take 2.5 s
    assert most == 1
    assert {one.attempts for one in outcomes.values()} == {1}


def test_a_budget_is_never_exceeded_and_stops_cleanly(study: StudyStore) -> None:
    # A call is 12 + 16 characters in, 7 tokens, and says 25 tokens at most: 7 x 1 + 25 x 2 = 57 millionths at most.
    prices = Prices(1.0, 2.0)
    seen: list[Progress] = []
    with ModelServer(answer=lambda _: "word " * 20) as server:
        adapter = openai(server.url)
        asked = [call(f"STR-{n:03}", max_tokens=25) for n in range(100)]
        with pytest.raises(BudgetReached, match=r"budget of 0\.001"):
            ask_all(study, adapter, asked, prices={adapter.label: prices}, budget=0.001, watch=seen.append)
        spent = server.count * (6 + 2 * 25) / 1e6
        assert 0.0008 < spent <= 0.001
        assert seen[-1].cost == pytest.approx(spent)
        assert seen[-1].done == server.count == len(list(study.calls()))
        ask_all(study, adapter, asked, prices=prices, budget=1.0)
    assert server.count == 100


def test_progress_is_told(study: StudyStore) -> None:
    seen: list[Progress] = []

    async def work(runner: Runner) -> None:
        runner.expect(10)
        for one in calls(10):
            await runner.ask(adapter, one)

    def answer(call: Call) -> Reply:
        if call.item == "STR-7":
            raise Rejected("No.", alone=True)
        return Reply("Yes.", 100, 3)

    adapter = Scripted(answer)
    run(study, work, watch=seen.append)
    last = seen[-1]
    assert (last.done, last.failed, last.repeated, last.expected, last.in_flight) == (9, 1, 0, 10, 0)
    assert (last.tokens_in, last.tokens_out, last.cost, last.left) == (900, 27, None, 0)
    assert last.rate > 0
    assert last.trouble == "No."
    assert [one.done + one.failed for one in seen] == list(range(11))
    run(study, work, watch=seen.append)
    assert (seen[-1].done, seen[-1].repeated) == (9, 9)


def test_a_fault_in_the_work_ends_the_run_as_it_is(study: StudyStore) -> None:
    async def work(runner: Runner) -> None:
        async def one(call: Call) -> None:
            await runner.ask(adapter, call)
            if call.item == "STR-20":
                raise ZeroDivisionError("a bug of ours")

        await runner.each(calls(1000), one)

    adapter = Scripted(lambda _: "Yes.")
    with pytest.raises(ZeroDivisionError, match="a bug of ours"):
        run(study, work, concurrency=4)
    assert len(adapter.asked) < 40
    assert len(list(study.calls())) == len(adapter.asked)
    assert study.verify_audit() == []


def test_the_first_interrupt_lets_calls_finish(study: StudyStore) -> None:
    def interrupt(asked: Asked) -> None:
        if asked.number == 30:
            os.kill(os.getpid(), signal.SIGINT)

    before = signal.getsignal(signal.SIGINT)
    with ModelServer(latency=0.05, on_request=interrupt) as server:
        with pytest.raises(Interrupted) as stopped:
            ask_all(study, openai(server.url), calls(1000), concurrency=8)
        assert len(list(study.calls())) == server.count  # whatever was sent is kept
        assert 30 <= server.count <= 38
        assert "again" in stopped.value.remedy
        assert signal.getsignal(signal.SIGINT) is before
        ask_all(study, openai(server.url), calls(50), concurrency=8)
    assert server.count == 50


def test_the_second_interrupt_cuts_them_off(study: StudyStore) -> None:
    def interrupt(asked: Asked) -> None:
        if asked.number == 1:
            os.kill(os.getpid(), signal.SIGTERM)

    def impatient(progress: Progress) -> None:
        if progress.trouble.startswith("stopping"):
            os.kill(os.getpid(), signal.SIGTERM)

    with (
        ModelServer(script=always(HANG), on_request=interrupt) as server,
        pytest.raises(Interrupted),
    ):
        ask_all(study, openai(server.url), calls(100), concurrency=2, timeout=600.0, grace=600.0, watch=impatient)
    assert server.count <= 2
    assert list(study.calls()) == []


def test_calls_that_hang_are_given_up_after_the_grace(study: StudyStore) -> None:
    def script(asked: Asked) -> Fault:
        return HANG if asked.number < 4 else Fault(401, "Who are you?")

    with ModelServer(script=script) as server, pytest.raises(Refused, match="Who are you"):
        ask_all(study, openai(server.url), calls(100), concurrency=4, timeout=600.0, grace=0.1)


def test_an_interrupt_wakes_those_who_wait_to_try_again(study: StudyStore) -> None:
    def answer(call: Call) -> str:
        os.kill(os.getpid(), signal.SIGINT)
        raise Retry("busy", 500.0, kind="busy")

    with pytest.raises(Interrupted):
        ask_all(study, Scripted(answer), [call()], grace=600.0)


def test_a_journal_that_cannot_be_written_stops_the_run(study: StudyStore) -> None:
    with study.database.writing() as connection:
        connection.exec_driver_sql(
            "CREATE TRIGGER full BEFORE INSERT ON calls WHEN new.number > 30"
            " BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END"
        )
    adapter = Scripted(lambda _: "Yes.")
    acknowledged: list[str] = []

    async def work(runner: Runner) -> None:
        async def one(call: Call) -> None:
            acknowledged.append((await runner.ask(adapter, call)).key)

        await runner.each(calls(1000), one)

    with pytest.raises(NotStored, match="disk is full") as stopped:
        run(study, work, concurrency=8)
    assert str(study.database.path) in stopped.value.what
    stored = {row.key for row in study.calls()}
    assert set(acknowledged) <= stored
    assert len(adapter.asked) <= len(stored) + 16


def test_a_runner_outlives_a_loop_and_an_adapter_its_session(study: StudyStore) -> None:
    with ModelServer() as server:
        adapter = openai(server.url)
        for n in range(3):
            ask_all(study, adapter, [call(f"STR-{n}")])
    assert server.count == 3


def test_nothing_to_do_is_done(study: StudyStore) -> None:
    before = study.audit_head()
    assert ask_all(study, Scripted(lambda _: "Yes."), []) == {}
    assert study.audit_head() == before


def test_one_item_that_always_fails_is_an_outcome_and_the_run_goes_on(study: StudyStore) -> None:
    def answer(one: Call) -> str:
        if one.item == "STR-3":
            raise Retry("server error")
        return "Yes."

    failing = call("STR-3")
    again = [replace(failing, key=f"clone STR-3 {time}") for time in (1, 2, 3)]  # thirty failures, and nothing between
    outcomes = ask_all(study, Scripted(answer), [call("STR-1"), call("STR-2"), *again], concurrency=1, backoff=1e-5)
    assert {item: outcome.error for item, outcome in outcomes.items()} == {
        "STR-1": None,
        "STR-2": None,
        "STR-3": "server error",
    }


# Workers: each job once, so many at a time, taken when somebody is free, and no fault of theirs is lost.


def each(
    size: int,
    jobs: Iterable[int],
    work: Callable[[int], Awaitable[None]],
    *,
    before: Callable[[StopSignal], object] = lambda _: None,
) -> Stop | None:
    """Let workers do it; gives what stopped the run."""

    async def go() -> Stop | None:
        stop_signal = StopSignal()
        before(stop_signal)
        await Workers(size, stop_signal, stop_signal.stop).each(jobs, work)
        return stop_signal.why

    return asyncio.run(go())


@given(st.integers(1, 9), st.integers(0, 40))
def test_each_job_is_done_once_by_no_more_than_so_many_at_a_time(size: int, count: int) -> None:
    done: list[int] = []
    inside = most = taken = 0

    def stream() -> Iterator[int]:
        nonlocal taken
        for job in range(count):
            taken += 1
            assert taken - len(done) <= size  # nothing is taken that nobody is free for
            yield job

    async def work(job: int) -> None:
        nonlocal inside, most
        inside += 1
        most = max(most, inside)
        for _ in range(1 + job % 3):
            await asyncio.sleep(0)
        inside -= 1
        done.append(job)

    assert each(size, stream(), work) is None
    assert sorted(done) == list(range(count))
    assert most == min(size, count)


@pytest.mark.parametrize("size", [1, 2, 8])
def test_the_first_fault_of_the_work_is_raised_when_the_others_are_done(size: int) -> None:
    begun, done = [], []

    async def work(job: int) -> None:
        begun.append(job)
        if job == 1:
            raise ZeroDivisionError("in the work")
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        done.append(job)

    with pytest.raises(ZeroDivisionError, match="in the work"):
        each(size, range(100), work)
    assert sorted([*done, 1]) == sorted(begun)  # what was begun was finished
    assert len(begun) < 100  # and no more was taken


@pytest.mark.parametrize("size", [1, 2, 8])
@pytest.mark.parametrize("why", [Refused("wrong key", "Check it."), BudgetReached("all spent")])
def test_a_stop_out_of_the_work_itself_is_raised_as_it_is(size: int, why: Stop) -> None:
    begun = []

    async def work(job: int) -> None:
        begun.append(job)
        await asyncio.sleep(0)
        if job == 1:
            raise why

    with pytest.raises(Stop) as raised:
        each(size, range(100), work)
    assert raised.value is why
    assert len(begun) <= 2 + size


def test_a_stopped_run_takes_nothing() -> None:
    begun = []

    async def work(job: int) -> None:
        begun.append(job)

    with pytest.raises(Interrupted, match="enough"):
        each(3, range(5), work, before=lambda stop_signal: stop_signal.stop(Interrupted("enough")))
    assert begun == []


def test_what_stopped_the_run_is_raised_when_those_at_work_are_done() -> None:
    done = []
    signals: list[StopSignal] = []

    async def work(job: int) -> None:
        if job == 2:
            signals[0].stop(Interrupted("enough"))
        await asyncio.sleep(0)
        done.append(job)

    with pytest.raises(Interrupted, match="enough"):
        each(3, range(50), work, before=signals.append)
    assert sorted(done) == [0, 1, 2]


@pytest.mark.parametrize("size", [1, 4])
def test_a_stream_that_breaks_is_a_fault_too(size: int) -> None:
    def stream() -> Iterator[int]:
        yield 0
        raise OSError("the file is gone")

    async def work(_: int) -> None:
        await asyncio.sleep(0)

    with pytest.raises(OSError, match="the file is gone"):
        each(size, stream(), work)


def test_a_fault_that_is_no_stop_goes_before_what_stopped_the_run() -> None:
    signals: list[StopSignal] = []

    async def work(job: int) -> None:
        await asyncio.sleep(0)  # both are at work
        signals[0].stop(Interrupted("enough"))
        if job == 1:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        each(2, range(9), work, before=signals.append)


def test_who_gives_up_on_the_workers_leaves_no_worker_behind() -> None:
    ended = []

    async def work(job: int) -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(job)

    async def go() -> None:
        stop_signal = StopSignal()
        workers = asyncio.create_task(Workers(3, stop_signal, stop_signal.stop).each(range(9), work))
        for _ in range(3):
            await asyncio.sleep(0)
        workers.cancel()
        with pytest.raises(asyncio.CancelledError):
            await workers
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(go())
    assert sorted(ended) == [0, 1, 2]
