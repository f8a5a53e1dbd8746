"""`ringtrue doctor`: check the installation or a study."""

import click

from ringtrue.cli.command import open_study, ringtrue_command
from ringtrue.cli.console import print_json, print_lines, print_table
from ringtrue.terms.problem import BadInput

_PACKAGES = ("numpy", "scipy", "sqlalchemy", "alembic", "ruamel.yaml", "rich", "click", "psycopg")


@ringtrue_command("doctor", example="ringtrue doctor my-study")
@click.argument("folder", metavar="DIR", required=False)
def command(folder: str | None, as_json: bool) -> None:
    """Check the installation or, with DIR, a study.

    For a study: verify the audit chain from its first entry, compare every recorded row with the digest taken when it
    was written and, once cards are dealt, keys, plan, settings, protocol, items and gold text with what was dealt.
    """
    if folder is None:
        _installation(as_json)
        return
    problems = open_study(folder).doctor()
    if problems:
        raise BadInput(problems)
    if as_json:
        print_json({"study": folder, "problems": []})
        return
    print_lines([f"{folder}: the audit chain, the recorded rows and the files are in order."])


def _installation(as_json: bool) -> None:
    import platform
    from importlib.metadata import PackageNotFoundError, version

    found = {"python": platform.python_version(), "ringtrue": version("ringtrue")}
    for name in _PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "not installed"
    if as_json:
        print_json(found)
        return
    print_table(("part", "version"), list(found.items()))
