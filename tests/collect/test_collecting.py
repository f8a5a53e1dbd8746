"""All items and one speaker: streamed, resumed, recorded."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from callers import Scripted, run
from model_server import Asked, Fault, ModelServer
from ringtrue.calls.adapter import Adapter, adapter_for
from ringtrue.calls.budget import Prices
from ringtrue.collect.asking import Asking
from ringtrue.collect.collecting import Collected, collect, forecast
from ringtrue.protocols.loader import load
from ringtrue.store.study_store import StudyStore
from ringtrue.terms.call import Call, Refused, Rejected
from ringtrue.terms.item import Item, Speaker

SCENARIOS, BLIND = load("scenarios"), load("blind")


def items(count: int) -> Iterator[Item]:
    for n in range(count):
        yield Item(f"STR-{n:03}", "scenario", f"Case {n}?", fields={"context": "A supplier is late."})


def asking(adapter: Adapter, **settings: object) -> Asking:
    return Asking(Speaker("clone", "openai", {"model": "m", **settings}), adapter, SCENARIOS, "You are Ada.")


def collected(study: StudyStore, adapter: Adapter, count: int, **given: int) -> Collected:
    record = partial(study.record_responses, who="lab")
    return run(study, lambda runner: collect(runner, study, items(count), asking(adapter), record=record), **given)


def openai(server: ModelServer) -> Adapter:
    return adapter_for(Speaker("clone", "openai", {"model": "m", "url": server.url}), folder=Path())


def test_every_item_gets_its_response_and_a_second_run_asks_for_the_new_ones_only(study: StudyStore) -> None:
    with ModelServer() as server:
        assert collected(study, openai(server), 450, concurrency=32) == Collected(450, 0, 0)
        assert collected(study, openai(server), 460) == Collected(10, 0, 0)
        assert server.count == 460
    responses = list(study.responses(speaker="clone"))
    assert sorted(one.response.item for one in responses) == [f"STR-{n:03}" for n in range(460)]
    assert {one.attempt for one in responses} == {1}
    assert study.verify_audit() == []


def test_failed_ones_are_recorded_and_asked_again_on_a_new_run(study: StudyStore) -> None:
    def broken(call: Call) -> str:
        if call.item in ("STR-003", "STR-007"):
            raise Rejected("No.", alone=True)
        return "Yes."

    assert collected(study, Scripted(broken), 20) == Collected(18, 2, 0)
    assert [one.response.error for one in study.responses(item="STR-003")] == ["No."]
    adapter = Scripted(lambda _: "Yes.")
    assert collected(study, adapter, 20) == Collected(2, 0, 0)
    assert sorted(adapter.asked) == ["clone STR-003 1", "clone STR-007 1"]
    assert [one.attempt for one in study.responses(item="STR-003")] == [1, 2]


def test_what_came_in_is_recorded_when_the_run_is_stopped(study: StudyStore) -> None:
    def script(asked: Asked) -> Fault | None:
        return Fault(401, "The key has expired.") if asked.number > 30 else None

    with ModelServer(script=script) as server, pytest.raises(Refused, match="expired"):
        collected(study, openai(server), 100, concurrency=4)
    assert len(list(study.responses())) == 30
    with ModelServer() as server:
        collected(study, openai(server), 100)
        assert server.count == 70


def test_answers_of_a_run_that_was_killed_before_it_recorded_come_from_the_journal(study: StudyStore) -> None:
    with ModelServer() as server:
        speaks = asking(openai(server))
        for item in items(5):
            run(study, lambda runner, item=item: speaks.responses(runner, item))  # type: ignore[misc]
        assert list(study.responses()) == []
        assert collected(study, openai(server), 5) == Collected(5, 0, 0)
        assert server.count == 5


def test_quotes_of_the_wrong_length_are_counted(study: StudyStore) -> None:
    quotes = [Item(f"q{n}", "quote", "", fields={"topic": "t", "real": "one two three four five"}) for n in range(4)]
    speaks = Asking(
        Speaker("clone", "openai", {"model": "m"}),
        Scripted(lambda call: "one two three four five" if call.item < "q2" else "no"),
        BLIND,
    )
    record = partial(study.record_responses, who="lab")
    result = run(study, lambda runner: collect(runner, study, quotes, speaks, record=record))
    assert result == Collected(4, 0, 2)
    assert len(list(study.responses())) == 2 + 2 * 4
    assert [one.response.text for one in study.responses(last=True)][:2] == ["one two three four five"] * 2


def test_a_forecast_counts_what_is_left_and_sends_nothing(study: StudyStore) -> None:
    adapter = Scripted(lambda _: "Yes.")
    collected(study, adapter, 10)
    told = forecast(study, items(30), asking(adapter, max_tokens=100), Prices(1.0, 1.0))
    each = 3 + 8  # "You are Ada."; "A supplier is late.", an empty line, "Case 10?": 29 characters
    assert (told.calls, told.tokens_in, told.tokens_out) == (20, 20 * each, 2000)
    assert told.cost == pytest.approx((20 * each + 2000) / 1e6)
    assert len(adapter.asked) == 10
