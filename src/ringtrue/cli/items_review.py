"""`ringtrue items review`: pending items one after the other, each accepted, rejected or left for later."""

import sys
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import click

from ringtrue.cli.command import command as ringtrue_command
from ringtrue.cli.console import print_json, print_lines, print_table
from ringtrue.cli.opening import open_study
from ringtrue.cli.who import who_option

if TYPE_CHECKING:
    from ringtrue.study import Study
    from ringtrue.terms import Item, ItemStatus

_CHOICES: Mapping[str, "ItemStatus"] = {"a": "accepted", "r": "rejected"}
_SHOWN_PROMPT = 70


@ringtrue_command("review", example="ringtrue items review my-study")
@click.argument("folder", metavar="DIR")
@who_option
def review(folder: str, who: str, as_json: bool) -> None:
    """Walk through the pending items: accept, reject, or leave each for later.

    Every choice is saved as it is made. With --json, or away from a terminal, the pending items are listed.
    """
    study = open_study(folder, who=who)
    pending = [item for item in study.items() if item.status == "pending"]
    if as_json:
        print_json({"pending": [_document(item) for item in pending]})
    elif not pending:
        print_lines(["No item is pending.", f"Next: ringtrue status {folder}"])
    elif sys.stdin.isatty() and sys.stdout.isatty():
        _walk(study, pending)
        print_lines([f"Next: ringtrue status {folder}"])
    else:
        print_lines([f"{len(pending)} items are pending."], style="bold")
        print_table(("item", "kind", "prompt"), [(one.id, one.kind, _short(one.prompt)) for one in pending])
        print_lines([f"Next: ringtrue items accept {folder} ID... or --all"])


def _walk(study: "Study", pending: list["Item"]) -> None:
    for number, item in enumerate(pending, 1):
        print_lines(["", f"{number} of {len(pending)}: {item.id}, {item.kind}"], style="bold")
        print_table(("", ""), list(_rows(item)))
        choice = click.prompt("[a]ccept, [r]eject, [l]ater, [q]uit", type=click.Choice([*"arlq"]), show_choices=False)
        if choice == "q":
            return
        if choice in _CHOICES:
            study.set_status({item.id: _CHOICES[choice]})


def _rows(item: "Item") -> Iterator[tuple[str, str]]:
    """All that is written of an item, lists line by line."""
    yield "prompt", item.prompt
    for name, value in (*item.fields.items(), *item.tags.items()):
        if isinstance(value, Mapping):
            yield from ((f"{name}.{inner}", _told(told)) for inner, told in value.items())
        else:
            yield name, _told(value)


def _told(value: Any) -> str:
    return "\n".join(f"- {one}" for one in value) if isinstance(value, list | tuple) else str(value)


def _document(item: "Item") -> dict[str, Any]:
    return {"id": item.id, "kind": item.kind, "prompt": item.prompt, "tags": item.tags, **item.fields}


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN_PROMPT else line[: _SHOWN_PROMPT - 1] + "…"
