"""Command decorator: an example in the help, `--json`, and bad input printed as a table instead of a traceback."""

import functools
import sys
from collections.abc import Callable
from math import isfinite
from typing import TYPE_CHECKING, Any

import click

from ringtrue.cli.console import print_json, print_problems
from ringtrue.terms.problem import BadInput

if TYPE_CHECKING:
    from ringtrue.study.study import Study


BAD_INPUT = 2
INCOMPLETE = 3


def ringtrue_command(name: str, *, example: str) -> Callable[[Callable[..., int | None]], click.Command]:
    """Make a function a command; it gets `as_json` and may return an exit code.

    Bad input ends with exit code 2 and every problem; an interruption with 3.
    """

    def decorate(function: Callable[..., int | None]) -> click.Command:
        @functools.wraps(function)
        def guarded(*, as_json: bool, **options: Any) -> None:
            try:
                code = function(as_json=as_json, **options)
            except BadInput as refusal:
                if as_json:
                    print_json({"problems": [problem.as_dict() for problem in refusal.problems]})
                print_problems(refusal.problems)
                code = BAD_INPUT
            except KeyboardInterrupt:
                click.echo("interrupted", err=True)
                code = INCOMPLETE
            sys.exit(code or 0)

        with_json = click.option("--json", "as_json", is_flag=True, help="One JSON document on stdout.")(guarded)
        return click.command(name, epilog=f"\b\nExample:\n  {example}")(with_json)

    return decorate


# Numbers on the command line.


class Finite(click.FloatRange):
    """A number within bounds; "nan" and "inf" are none, though Python reads them: nothing can be held against them."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number; a usage error for what is none."""
        number = float(super().convert(value, param, ctx))
        if not isfinite(number):
            self.fail(f"{value} is not a finite number.", param, ctx)
        return number


# Who acts: the name in the audit log.


def _user() -> str:
    from getpass import getuser

    try:
        return getuser()
    except (OSError, KeyError):  # a container without a user database
        return "organiser"


def who_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add --who, by default the name of the user."""
    option = click.option(
        "--who", default=_user, metavar="NAME", help="Name for the audit log.  [default: your user name]"
    )
    return option(function)


# Open the study a command is for; with it comes most of the program.


def open_study(folder: str, *, who: str | None = None) -> "Study":
    """The study in a folder; `who` is named in the audit log for what is done. BadInput says what is wrong with it."""
    from ringtrue.study.study import Study

    return Study.open(folder) if who is None else Study.open(folder, who=who)
