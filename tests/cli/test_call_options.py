"""Options of commands that make calls: what they become, what they refuse, and how an early end is told."""

import json
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.calls import Limits
from ringtrue.calls.faults import BudgetReached, Stop
from ringtrue.cli.call_options import call_options, limits_of, print_stop

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
