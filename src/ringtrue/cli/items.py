"""`ringtrue items`: the items of a study, brought in, checked, accepted, withdrawn and written out again."""

from typing import TYPE_CHECKING

import click

from ringtrue.cli.command import command as ringtrue_command
from ringtrue.cli.console import print_json, print_lines, print_table
from ringtrue.cli.items_export import export
from ringtrue.cli.items_index import index
from ringtrue.cli.items_review import review
from ringtrue.cli.items_select import select
from ringtrue.cli.items_status import accept, reject, withdraw
from ringtrue.cli.opening import open_study
from ringtrue.cli.who import who_option

if TYPE_CHECKING:
    from ringtrue.study.item_check import Suite

SUITE_FAILS = 1
_ANSWERS = {True: "met", False: "not met", None: "cannot be told"}
_MOST_FAULTS = 25


@click.group("items", epilog="\b\nExample:\n  ringtrue items check my-study")
def command() -> None:
    """Bring items into a study, check, review and withdraw them."""


@ringtrue_command("import", example="ringtrue items import my-study answers/ RESULTS.csv")
@click.argument("folder", metavar="DIR")
@click.argument("sources", metavar="FILE...", nargs=-1, required=True)
@who_option
def import_items(folder: str, sources: tuple[str, ...], who: str, as_json: bool) -> None:
    """Bring pairs from files or folders into the study's list of items.

    FILE is a folder of texts named Persona_T3_DOMAIN_runN_REGIME.txt (FULL: full, T3: compressed, GAMMA: control), a
    JSON or JSONL file of pair records, a CSV table of pairs, a model-index CSV, a YAML suite of prompts, or a JSONL
    file of recorded answers (item, speaker, text); several are joined by the pairs' names. Nothing is overwritten: a
    pair whose id is there already refuses the whole import. What looks odd in the files, such as constant values of a
    dry run, is printed.
    """
    study = open_study(folder, who=who)
    done = study.import_items(sources)
    if as_json:
        flags = [flag.as_dict() for flag in done.flags]
        print_json({"imported": list(done.ids), "file": str(study.items_file), "flags": flags})
        return
    print_lines([f"{len(done.ids)} pairs brought into {study.items_file}."])
    if done.flags:
        print_lines(["", "What to know about these files"], style="bold")
        print_lines([f"  {flag.sentence()}" for flag in done.flags])
    print_lines(["", f"Next: ringtrue items check {folder}"])


@ringtrue_command("check", example="ringtrue items check my-study")
@click.argument("folder", metavar="DIR")
def check(folder: str, as_json: bool) -> int:
    """Check the items against the protocol, and say what is missing.

    Exit code: 0 all is well, 1 a rule of the suite or an item fails, 2 the list cannot be read.
    """
    study = open_study(folder)
    from ringtrue.study.pair_readiness import pair_readiness

    suite, ready = study.check_items(), pair_readiness(study)
    if as_json:
        print_json(suite.as_dict() | {"ready": [{"name": c.name, "met": c.met, "note": c.note} for c in ready]})
        return SUITE_FAILS if suite.fails else 0
    _print_suite(suite, study.settings.protocol.name)
    if ready:
        print_lines(["", "Before the first rater"], style="bold")
        print_table(("check", "answer", "note"), [(check.name, _ANSWERS[check.met], check.note) for check in ready])
    return SUITE_FAILS if suite.fails else 0


def _print_suite(suite: "Suite", protocol: str) -> None:
    found = "something is missing" if suite.fails else "all is well"
    beside = f" and {suite.controls} for controls" if suite.controls else ""
    print_lines([f"{suite.items} items{beside}, checked against {protocol}: {found}."], style="bold")
    if suite.rules:
        rows = [
            (rule.name, _ANSWERS[rule.met], _count(rule.value), _count(rule.limit), rule.note) for rule in suite.rules
        ]
        print_table(("rule", "answer", "there", "asked", "note"), rows, right=("there", "asked"))
    if suite.faults:
        print_lines(["", "Items to mend"], style="bold")
        print_table(("item", "what"), suite.faults[:_MOST_FAULTS])
        if len(suite.faults) > _MOST_FAULTS:
            print_lines([f"and {len(suite.faults) - _MOST_FAULTS} more; --json lists them"], style="dim")
    if suite.later:
        print_lines(["", f"Only raters can tell: {', '.join(suite.later)}."])


def _count(number: float | None) -> str:
    return "" if number is None else f"{number:g}"


for _command in (import_items, check, review, accept, reject, withdraw, export, index, select):
    command.add_command(_command)
