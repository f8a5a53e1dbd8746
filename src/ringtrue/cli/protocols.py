"""`ringtrue protocols`: list and explain protocols, and validate a protocol file."""

from dataclasses import asdict

import click

from ringtrue.cli.command import ringtrue_command
from ringtrue.cli.console import print_json, print_lines, print_table
from ringtrue.terms.problem import BadInput


@click.group("protocols", epilog="\b\nExample:\n  ringtrue protocols show blind")
def command() -> None:
    """Show what each protocol asks and how it decides."""


@ringtrue_command("list", example="ringtrue protocols list")
def list_protocols(as_json: bool) -> None:
    """The built-in protocols."""
    from ringtrue.protocols.loader import BUILT_IN, load

    protocols = [load(name) for name in BUILT_IN]
    if as_json:
        keys = ("name", "version", "hash", "title", "about")
        print_json([{key: getattr(protocol, key) for key in keys} for protocol in protocols])
        return
    print_table(("name", "version", "what it is"), [(p.name, p.version, p.title) for p in protocols])


@ringtrue_command("show", example="ringtrue protocols show blind")
@click.argument("name")
def show(name: str, as_json: bool) -> None:
    """A protocol in plain words.

    NAME is a built-in protocol or a file.
    """
    from ringtrue.protocols.explanation import describe
    from ringtrue.protocols.loader import load

    protocol = load(name)
    if as_json:
        print_json(asdict(protocol))
        return
    print_lines(describe(protocol).splitlines())


@ringtrue_command("check", example="ringtrue protocols check mine.yaml")
@click.argument("file")
def check(file: str, as_json: bool) -> None:
    """Every fault of a protocol file, with its line and how to fix it.

    Exit code: 0 clean, 2 something has to be fixed.
    """
    from ringtrue.protocols.loader import check_file, load

    problems = check_file(file)
    if problems:
        raise BadInput(problems)
    protocol = load(file)
    if as_json:
        said = {"name": protocol.name, "version": protocol.version, "hash": protocol.hash}
        print_json({"file": file, **said, "problems": []})
        return
    print_lines([f"{file} is clean: {protocol.name} {protocol.version}", f"hash {protocol.hash}"])


for _command in (list_protocols, show, check):
    command.add_command(_command)
