"""How long to wait: doubling, spread, repeatable; and what endpoints ask for."""

from email.utils import formatdate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.calls.backoff import LONGEST, LONGEST_AFTER_AN_ANSWER, backoff, retry_after


@given(st.text(), st.integers(1, 10))
def test_it_doubles_up_to_a_minute_a_quarter_more_or_less(key: str, attempt: int) -> None:
    middle = min(LONGEST, 0.5 * 2 ** (attempt - 1))
    wait = backoff(key, attempt, first=0.5)
    assert 0.75 * middle <= wait <= 1.25 * middle
    assert wait == backoff(key, attempt, first=0.5)


def test_an_endpoint_that_answered_is_not_spared_for_long() -> None:
    waits = [backoff("k", attempt, first=0.5, longest=LONGEST_AFTER_AN_ANSWER) for attempt in range(1, 10)]
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
