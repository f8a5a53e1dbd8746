"""How calls are going, in one line."""

import pytest

from ringtrue.calls import Progress
from ringtrue.cli.call_progress import call_progress, duration, said


def test_a_line_says_what_there_is_to_say() -> None:
    assert said(Progress(done=3)) == "3  0 failed"
    now = Progress(30, 2, 5, 4, 8, 120_000, 9_000, 0.123456, 10.0, 2.7, 120, 33.2)
    assert said(now) == "32 of 120  2 failed  4 retried  2.7/s  129k tokens  cost 0.1235  33 s left"
    assert said(Progress(done=120, expected=120, left=0.0)) == "120 of 120  0 failed"
    assert said(Progress(trouble="x" * 100)).endswith("x…")
    assert "1,500 tokens" in said(Progress(tokens_in=1500))
    assert "2.5M tokens" in said(Progress(tokens_in=2_500_000))


def test_few_calls_are_counted_by_the_minute() -> None:
    assert said(Progress(done=6, rate=0.045)) == "6  0 failed  2.7/min"
    assert said(Progress(done=6, rate=1.0)) == "6  0 failed  1.0/s"


@pytest.mark.parametrize(
    ("seconds", "words"), [(0.2, "0 s"), (59.4, "59 s"), (185, "3 min 5 s"), (7800, "2 h 10 min"), (59.6, "1 min 0 s")]
)
def test_times_in_two_units(seconds: float, words: str) -> None:
    assert duration(seconds) == words


def test_without_a_terminal_only_now_and_then_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    with call_progress("calls") as watch:
        for done in range(1, 101):
            watch(Progress(done=done, expected=100))
    assert capsys.readouterr().err == "calls: 100 of 100  0 failed\n"
