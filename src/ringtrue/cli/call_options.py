"""Options of every command that makes calls: how many at once, how fast, at what cost."""

from collections.abc import Callable, Mapping
from math import isfinite
from typing import TYPE_CHECKING, Any

import click

from ringtrue.cli.console import print_lines

if TYPE_CHECKING:
    from ringtrue.calls import Limits, Stop


class _Amount(click.FloatRange):
    """A number above 0; "nan" and "inf" are none, though Python reads them: no limit could be held to them."""

    def __init__(self) -> None:
        super().__init__(0, min_open=True)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number = float(super().convert(value, param, ctx))
        if not isfinite(number):
            self.fail(f"{value} is not a number above 0.", param, ctx)
        return number


_OPTIONS = (
    click.option("--concurrency", default=8, show_default=True, type=click.IntRange(1, 1024), help="Calls at once."),
    click.option("--requests-per-minute", type=_Amount(), metavar="N", help="For each endpoint."),
    click.option("--tokens-per-minute", type=_Amount(), metavar="N", help="For each endpoint."),
    click.option(
        "--timeout",
        default=120.0,
        show_default=True,
        type=_Amount(),
        help="Seconds an attempt.",
    ),
    click.option(
        "--unusable",
        type=click.IntRange(1),
        metavar="N",
        help="Stop after N answers in a row of no use where none ever was of use; 50 or more by default.",
    ),
    click.option("--dry-run", is_flag=True, help="Say how many calls, tokens and what cost to expect; ask nothing."),
    click.option("--budget", type=_Amount(), metavar="AMOUNT", help="Stop before it costs more."),
)


def call_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options; the command gets `dry_run`, `budget` and what `limits_of` takes."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


def limits_of(options: Mapping[str, Any]) -> "Limits":
    """The limits in a command's options."""
    from ringtrue.calls import Limits

    names = ("concurrency", "requests_per_minute", "tokens_per_minute", "timeout", "unusable")
    return Limits(**{name: options[name] for name in names})


def print_stop(stop: "Stop | None") -> None:
    """Why calls ended early, and what to do."""
    if stop is not None:
        print_lines([f"Stopped: {stop.what}"], style="bold red", stderr=True)
        print_lines([stop.remedy] if stop.remedy else [], stderr=True)
