"""Patience: pauses that double, pauses a server asks for, and an end."""

import pytest

from ringtrue.voice.embedding.retry import ATTEMPTS, TryAgain, asked_pause, patiently


def test_what_works_at_once_is_not_waited_for() -> None:
    pauses: list[float] = []
    assert patiently(lambda: 7, pauses.append) == 7
    assert pauses == []


def test_the_last_failure_is_raised_after_six_attempts() -> None:
    tried: list[int] = []

    def fail() -> None:
        tried.append(1)
        raise TryAgain(f"attempt {len(tried)}")

    with pytest.raises(TryAgain, match="attempt 6"):
        patiently(fail, lambda _: None)
    assert len(tried) == ATTEMPTS


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("0", 0.0),
        (" 12 ", 12.0),
        ("1.5", 1.5),
        ("Wed, 01 Jan 2020 00:00:00 GMT", 0.0),
        ("Wed, 01 Jan 2020 00:00:00", 0.0),
        ("soon", None),
        ("-5", None),
        ("٣", None),
        ("", None),
        (None, None),
    ],
)
def test_what_a_server_asks_for(header: str | None, seconds: float | None) -> None:
    assert asked_pause(header) == seconds
