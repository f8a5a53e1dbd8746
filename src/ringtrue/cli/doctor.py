"""`ringtrue doctor`: is everything in order, here and in a study."""

import click

from ringtrue.cli.command import command as ringtrue_command
from ringtrue.cli.console import print_json, print_lines, print_table
from ringtrue.cli.opening import open_study
from ringtrue.terms import BadInput

_PACKAGES = ("numpy", "scipy", "sqlalchemy", "alembic", "ruamel.yaml", "rich", "click", "psycopg")


@ringtrue_command("doctor", example="ringtrue doctor my-study")
@click.argument("folder", metavar="DIR", required=False)
def command(folder: str | None, as_json: bool) -> None:
    """Check the installation or, with DIR, a study.

    For a study: the audit chain is followed from its first entry, every recorded row is compared with the digest
    written down when it was recorded, and study.yaml and the items are read.
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
