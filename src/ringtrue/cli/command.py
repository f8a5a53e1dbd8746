"""What every command has: an example in its help, `--json`, and refusals printed as a table instead of a traceback."""

import functools
import sys
from collections.abc import Callable
from typing import Any

import click

from ringtrue.cli.console import print_json, print_problems
from ringtrue.terms import BadInput

BAD_INPUT = 2
INCOMPLETE = 3


def command(name: str, *, example: str) -> Callable[[Callable[..., int | None]], click.Command]:
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
