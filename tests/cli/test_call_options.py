"""Options of commands that make calls: what they become, what they refuse, and how an early end is told."""

import json
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.calls.limits import Limits
from ringtrue.calls.progress import Progress
from ringtrue.cli.call_options import call_options, call_progress, duration, limits_of, print_stop, said
from ringtrue.terms.call import BudgetReached, Stop

NAMES = ("concurrency", "requests_per_minute", "tokens_per_minute", "timeout", "unusable")
AMOUNTS = ("--requests-per-minute", "--tokens-per-minute", "--timeout", "--budget")


@click.command()
@call_options
def tell(dry_run: bool, budget: float | None, **options: Any) -> None:
    limits = limits_of(options)
    click.echo(json.dumps({name: getattr(limits, name) for name in NAMES} | {"dry_run": dry_run, "budget": budget}))


def run(*arguments: str) -> Result:
    return CliRunner().invoke(tell, arguments)


def told(*arguments: str) -> dict[str, Any]:
    done = run(*arguments)
    assert done.exit_code == 0, done.output
    found: dict[str, Any] = json.loads(done.output)
    return found


def test_without_options_the_limits_are_the_usual_ones() -> None:
    usual = Limits()
    assert told() == {name: getattr(usual, name) for name in NAMES} | {"dry_run": False, "budget": None}


def test_every_option_arrives() -> None:
    given = ("--concurrency", "3", "--requests-per-minute", "0.5", "--tokens-per-minute", "1e6", "--timeout", "7")
    assert told(*given, "--unusable", "4", "--dry-run", "--budget", "2.5") == {
        "concurrency": 3, "requests_per_minute": 0.5, "tokens_per_minute": 1e6, "timeout": 7.0, "unusable": 4,
        "dry_run": True, "budget": 2.5,
    }  # fmt: skip


@given(st.floats(min_value=0, exclude_min=True, allow_infinity=False), st.integers(1, 1024))
def test_every_number_above_zero_is_a_limit(amount: float, many: int) -> None:
    found = told("--timeout", repr(amount), "--budget", repr(amount), "--concurrency", str(many))
    assert (found["timeout"], found["budget"], found["concurrency"]) == (amount, amount, many)


@pytest.mark.parametrize("option", AMOUNTS)
@pytest.mark.parametrize("value", ["0", "-1", "nan", "NaN", "inf", "-inf", "1e999", "much", ""])
def test_what_is_no_amount_is_refused_by_name(option: str, value: str) -> None:
    done = run(option, value)
    assert done.exit_code == 2
    assert f"Invalid value for '{option}'" in done.output


@pytest.mark.parametrize(("option", "value"), [("--concurrency", "0"), ("--concurrency", "1025"), ("--unusable", "0")])
def test_what_is_out_of_range_is_refused_by_name(option: str, value: str) -> None:
    done = run(option, value)
    assert done.exit_code == 2
    assert f"Invalid value for '{option}'" in done.output


@pytest.mark.parametrize(
    ("stop", "lines"),
    [
        (None, []),
        (BudgetReached("The budget is used up.", "Give more."), ["Stopped: The budget is used up.", "Give more."]),
        (Stop("It broke [red]."), ["Stopped: It broke [red]."]),
    ],
)
def test_why_calls_ended_early_is_told_beside_the_result(
    capsys: pytest.CaptureFixture[str], stop: Stop | None, lines: list[str]
) -> None:
    print_stop(stop)
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines() == lines


# How calls are going, in one line.


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
