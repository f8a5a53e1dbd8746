"""Who acts: the name that stands in the audit log."""

from collections.abc import Callable
from typing import Any

import click


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
