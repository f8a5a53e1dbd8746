"""How long to wait: doubling, spread, repeatable; what endpoints ask for; and retries that come to an end."""

import asyncio
from email.utils import formatdate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.http.backoff import LONGEST, backoff, retry_after, with_retries
from ringtrue.terms.call import Refused, Retry


@given(st.text(), st.integers(1, 10))
def test_it_doubles_up_to_a_minute_a_quarter_more_or_less(key: str, attempt: int) -> None:
    middle = min(LONGEST, 0.5 * 2 ** (attempt - 1))
    wait = backoff(key, attempt, first=0.5)
    assert 0.75 * middle <= wait <= 1.25 * middle
    assert wait == backoff(key, attempt, first=0.5)


def test_an_endpoint_that_answered_is_not_spared_for_long() -> None:
    waits = [backoff("k", attempt, first=0.5, kind="answer") for attempt in range(1, 10)]
    assert max(waits) <= 1.25


def test_calls_that_failed_together_do_not_come_back_together() -> None:
    assert len({round(backoff(f"clone STR-{n} 1", 1, first=0.5), 3) for n in range(100)}) > 80


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        (None, None),
        ("", None),
        ("7", 7.0),
        (" 0.25 ", 0.25),
        ("soon", None),
        ("-3", None),
        ("1.2.3", None),
        ("²", None),
        ("Mon, 99 Nov 2026", None),
        (formatdate(1000.0, usegmt=True), 100.0),
        (formatdate(100.0, usegmt=True), 0.0),
        ("nan", None),
        ("inf", None),
    ],
)
def test_seconds_and_dates_are_read(header: str | None, seconds: float | None) -> None:
    assert retry_after(header, now=900.0) == seconds


class Endpoint:
    """Raises what it is told to, one after the other, and then answers; waits are noted instead of waited for."""

    def __init__(self, *faults: Exception) -> None:
        self.faults = list(faults)
        self.asked = 0
        self.waits: list[float] = []

    async def attempt(self) -> str:
        self.asked += 1
        if self.faults:
            raise self.faults.pop(0)
        return "Yes."

    async def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)

    def ask(self) -> str:
        return asyncio.run(with_retries(self.attempt, key="k", attempts=6, first=0.5, sleep=self.sleep))


def test_what_works_at_once_is_not_waited_for() -> None:
    endpoint = Endpoint()
    assert endpoint.ask() == "Yes."
    assert (endpoint.asked, endpoint.waits) == (1, [])


def test_a_wait_that_is_asked_for_is_kept_up_to_a_minute() -> None:
    endpoint = Endpoint(Retry("a", 7.0), Retry("b", 0.0), Retry("c"), Retry("d", 999999.0), Retry("e", kind="answer"))
    assert endpoint.ask() == "Yes."
    usual = [backoff("k", attempt, first=0.5) for attempt in range(1, 5)]
    assert endpoint.waits == [7.0, usual[1], usual[2], 60.0, backoff("k", 5, first=0.5, kind="answer")]


def test_the_last_fault_comes_through() -> None:
    endpoint = Endpoint(*(Retry(f"attempt {number}") for number in range(1, 10)))
    with pytest.raises(Retry, match="attempt 6"):
        endpoint.ask()
    assert (endpoint.asked, len(endpoint.waits)) == (6, 5)


def test_a_refusal_is_not_retried() -> None:
    endpoint = Endpoint(Refused("wrong key"))
    with pytest.raises(Refused):
        endpoint.ask()
    assert endpoint.asked == 1
