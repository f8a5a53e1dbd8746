"""`ringtrue protocols`: list and explain protocols, validate a protocol file, import a conversation in Markdown."""

from dataclasses import asdict
from pathlib import Path

import click

from ringtrue.cli.command import ringtrue_command
from ringtrue.cli.console import print_json, print_lines, print_table
from ringtrue.terms.problem import BadInput, Problem


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

    In a conversation, prompts that tell the subject to recognise or return correctly are flagged: it can still be run.
    Exit code: 0 clean, 2 something has to be fixed.
    """
    from ringtrue.protocols.loader import check_file, load
    from ringtrue.protocols.sheet import giveaway_lines

    problems = check_file(file)
    if problems:
        raise BadInput(problems)
    protocol = load(file)
    sheet = protocol.sheet
    warnings = giveaway_lines(sheet) if sheet else []
    if as_json:
        said = {"name": protocol.name, "version": protocol.version, "hash": protocol.hash}
        told = {"sheet": {"version": sheet.version, "hash": sheet.hash}, "warnings": warnings} if sheet else {}
        print_json({"file": file, **said, **told, "problems": []})
        return
    print_lines([f"{file} is clean: {protocol.name} {protocol.version}", f"hash {protocol.hash}"])
    print_lines([f"sheet {sheet.version}, hash {sheet.hash}"] if sheet else [])
    print_lines([f"Warning: {text}" for text in warnings], style="yellow")


@ringtrue_command("import", example="ringtrue protocols import SHEET.md --out sheet.yaml")
@click.argument("file", metavar="FILE.md", type=click.Path(path_type=Path))
@click.option("--out", required=True, metavar="SHEET.yaml", type=click.Path(path_type=Path), help="The protocol file.")
@click.option("--extends", "base", default="recognition", show_default=True, metavar="NAME", help="Scored as this one.")
def import_sheet(file: Path, out: Path, base: str, as_json: bool) -> None:
    """Read a conversation protocol in Markdown to the letter, as a protocol file to run.

    Read are the version, PROMPT T0 lines, trials with prompt and goal, primary trials, the pause and [insert ...]
    slots; what could not be read is listed. Scores, events and rules are those of the protocol it extends.
    """
    from ringtrue.files.yaml_file import write_yaml
    from ringtrue.formats.sheet_markdown import read_sheet_markdown
    from ringtrue.protocols.loader import load
    from ringtrue.protocols.sheet import giveaway_lines

    if out.exists():
        raise BadInput([Problem(str(out), "--out", "There is a file here already.", remedy="Name another.")])
    found = read_sheet_markdown(file, base)
    write_yaml(out, found.data)
    protocol = load(out)
    sheet = protocol.sheet
    assert sheet is not None  # noqa: S101 - it was written just now
    told = {
        "file": str(out),
        "name": protocol.name,
        "version": protocol.version,
        "hash": protocol.hash,
        "sheet": {"version": sheet.version, "hash": sheet.hash, "source_sha256": found.sha256},
        "opening": list(found.opening),
        "trials": list(found.trials),
        "primary": {name: list(places) for name, places in found.primary.items()},
        "slots": {slot.name: slot.mark for slot in sheet.slots.values()},
        "unread": list(found.unread),
        "warnings": giveaway_lines(sheet),
    }
    if as_json:
        print_json(told)
        return
    counts = f"{len(found.opening)} opening prompts and {len(found.trials)} trials"
    print_lines([f"{out}: {protocol.name}, sheet {sheet.version}, {counts}", f"hash {protocol.hash}"])
    print_lines([f"  counts on trials {', '.join(map(str, at))}: {name}" for name, at in found.primary.items()])
    print_lines([f"  to be filled in by the study: {slot.name} = {slot.mark}" for slot in sheet.slots.values()])
    print_lines(["Not in the document:", *(f"  {text}" for text in found.unread)] if found.unread else [])
    print_lines([f"Warning: {text}" for text in giveaway_lines(sheet)], style="yellow")


for _command in (list_protocols, show, check, import_sheet):
    command.add_command(_command)
