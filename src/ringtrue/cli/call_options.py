"""Options of every command that makes calls: how many at once, how fast, at what cost."""

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from ringtrue.cli.command import Finite
from ringtrue.cli.console import print_lines, rich_console

if TYPE_CHECKING:
    from ringtrue.calls.limits import Limits
    from ringtrue.calls.progress import Progress, Watch
    from ringtrue.terms.call import Stop


_OPTIONS = (
    click.option("--concurrency", default=8, show_default=True, type=click.IntRange(1, 1024), help="Calls at once."),
    click.option("--requests-per-minute", type=Finite(0, min_open=True), metavar="N", help="For each endpoint."),
    click.option("--tokens-per-minute", type=Finite(0, min_open=True), metavar="N", help="For each endpoint."),
    click.option(
        "--timeout",
        default=120.0,
        show_default=True,
        type=Finite(0, min_open=True),
        help="Seconds an attempt.",
    ),
    click.option(
        "--attempts",
        default=10,
        show_default=True,
        type=click.IntRange(1, 10),
        help="At a call; what fails 3 times waits for the end of the run, and then has 2 more besides.",
    ),
    click.option(
        "--unusable",
        type=click.IntRange(1),
        metavar="N",
        help="Stop after N unusable answers in a row if none was ever usable; 50 or more by default.",
    ),
    click.option("--dry-run", is_flag=True, help="Say how many calls, tokens and what cost to expect; ask nothing."),
    click.option("--budget", type=Finite(0, min_open=True), metavar="AMOUNT", help="Stop before it costs more."),
)


def call_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options; the command gets `dry_run`, `budget` and what `limits_of` takes."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


def limits_of(options: Mapping[str, Any]) -> "Limits":
    """The limits in a command's options."""
    from ringtrue.calls.limits import Limits

    names = ("concurrency", "requests_per_minute", "tokens_per_minute", "timeout", "attempts", "unusable")
    return Limits(**{name: options[name] for name in names})


def print_stop(stop: "Stop | None") -> None:
    """Why calls ended early, and what to do."""
    if stop is not None:
        print_lines([f"Stopped: {stop.what}"], style="bold red", stderr=True)
        print_lines([stop.remedy] if stop.remedy else [], stderr=True)


# How calls are going, on stderr: one live line on a terminal, a plain line now and then elsewhere.


_SAID_EVERY = 5.0  # seconds


@contextmanager
def call_progress(label: str) -> Iterator["Watch"]:
    """A watch for a runner; a bar goes away when all is done, and one line stays."""
    with _bar(label) if sys.stderr.isatty() else _lines(label) as watch:
        yield watch


@contextmanager
def _bar(label: str) -> Iterator["Watch"]:
    from ringtrue.cli.progress_bar import CallBar

    with CallBar(label, rich_console(stderr=True), lambda now: said(now._replace(trouble=""))) as bar:
        watch = _Rarely(bar.show, 0.0)
        yield watch
    watch.say_last(label)


@contextmanager
def _lines(label: str) -> Iterator["Watch"]:
    watch = _Rarely(lambda now: print_lines([f"{label}: {said(now)}"], stderr=True), _SAID_EVERY)
    yield watch
    watch.say_last(label)


class _Rarely:
    """A watch that shows a moment now and then, and remembers the last one."""

    def __init__(self, show: "Watch", seconds: float) -> None:
        self._show = show
        self._seconds = seconds
        self._shown = monotonic()
        self._last: Progress | None = None

    def __call__(self, now: "Progress") -> None:
        self._last = now
        moment = monotonic()
        if moment - self._shown >= self._seconds:
            self._shown = moment
            self._show(now)

    def say_last(self, label: str) -> None:
        """One line that stays: what it came to and what it cost."""
        if self._last is not None:
            print_lines([f"{label}: {said(self._last._replace(trouble=''))}"], stderr=True)


def said(now: "Progress") -> str:
    """One moment of a run in one line."""
    finished = now.done + now.failed
    wanted = "" if now.expected is None else f" of {max(now.expected, finished):,}"  # a failed call may be made again
    parts = [f"{finished:,}{wanted}"]
    parts.append(f"{now.failed:,} failed")
    if now.retries:
        parts.append(f"{now.retries:,} retried")
    if now.rate:
        parts.append(f"{now.rate:.1f}/s" if now.rate >= 1 else f"{60 * now.rate:.1f}/min")
    if now.tokens_in or now.tokens_out:
        parts.append(f"{_short(now.tokens_in + now.tokens_out)} tokens")
    if now.cost is not None:
        parts.append(f"cost {now.cost:.4g}")
    if now.left:
        parts.append(f"{duration(now.left)} left")
    if now.trouble:
        parts.append(now.trouble if len(now.trouble) <= 60 else f"{now.trouble[:59]}…")
    return "  ".join(parts)


def duration(seconds: float) -> str:
    """A time in two units at most: 42 s, 3 min 5 s, 2 h 10 min."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    minutes, rest = divmod(whole, 60)
    return f"{minutes} min {rest} s" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"


def _short(count: int) -> str:
    if count < 10_000:
        return f"{count:,}"
    return f"{count / 1000:.0f}k" if count < 1_000_000 else f"{count / 1_000_000:.1f}M"
