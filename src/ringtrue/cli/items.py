"""`ringtrue items`: import, check, review, accept, withdraw and export the items of a study."""

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import click

from ringtrue.cli.command import open_study, ringtrue_command, who_option
from ringtrue.cli.console import decimal, interval, print_json, print_lines, print_table
from ringtrue.terms.item import ItemStatus

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ringtrue.items.selection import SlotChoice
    from ringtrue.items.suite_checks import ItemFinding
    from ringtrue.study.drafting import Drafted
    from ringtrue.study.pairs.selection import Selection
    from ringtrue.study.review import Review
    from ringtrue.study.study import Study
    from ringtrue.study.suite_guard import Suite
    from ringtrue.terms.item import Item
    from ringtrue.terms.result import Estimate
    from ringtrue.voice.content.model_index import ModelIndexEstimate


# `ringtrue items export`: the items of a study in a file of their own.


@ringtrue_command("export", example="ringtrue items export my-study accepted.jsonl --status accepted")
@click.argument("folder", metavar="DIR")
@click.argument("file", metavar="FILE")
@click.option(
    "--status", "statuses", multiple=True, type=click.Choice(get_args(ItemStatus)), help="Only these.  [default: all]"
)
@click.option("--form", type=click.Choice(["items", "test-cases"]), default="items", show_default=True)
def export(folder: str, file: str, statuses: "Sequence[str]", form: str, as_json: bool) -> None:
    """Write the items to a .yaml, .json or .jsonl file for another study, or as test-case YAML.

    Test cases that were imported come out in the file they came in, with its comments and its order.
    """
    study = open_study(folder)
    from ringtrue.study.items import export_items
    from ringtrue.study.test_cases import export_test_cases

    chosen = [item for item in study.items() if not statuses or item.status in statuses]
    if form == "test-cases":
        export_test_cases(study, Path(file), chosen)
    else:
        export_items(Path(file), chosen)
    if as_json:
        print_json({"exported": [item.id for item in chosen], "file": file})
        return
    print_lines([f"{len(chosen)} items written to {file}."])


# `ringtrue items index`: the model index of a study's pairs, between its controls.


_NAMES = ("raw", "anchored", "ceiling", "floor", "name_only", "name_only_anchored", "gain")
_WORDS = {
    "raw": "full against compressed",
    "anchored": "the same between floor (0) and ceiling (1)",
    "ceiling": "full against the same speaker again",
    "floor": "full against another persona",
    "name_only": "full against the name-only prompt",
    "name_only_anchored": "the same between floor and ceiling",
    "gain": "compressed less name-only, between floor and ceiling",
}


@ringtrue_command("index", example="ringtrue items index my-study --controls answers.jsonl")
@click.argument("folder", metavar="DIR")
@click.option("--backend", default="tfidf", show_default=True, metavar="NAME", help="Embeds the texts as vectors.")
@click.option("--controls", metavar="FILE", help="Recorded answers of the controls: item, speaker, text.")
@click.option("--again", default="again", show_default=True, metavar="SPEAKER", help="The same speaker again.")
@click.option("--another", default="another", show_default=True, metavar="SPEAKER", help="Another persona.")
@click.option("--name-only", default="control", show_default=True, metavar="SPEAKER", help="The name-only prompt.")
@who_option
def index(folder: str, backend: str, controls: str | None, who: str, as_json: bool, **roles: str) -> None:
    """Compute the model index of the pairs and write it to the list of items.

    The index is the cosine similarity of the full and the compressed text. Its ceiling is the same speaker again, its
    floor another persona, both on the same prompts; where both are known, (x - floor) / (ceiling - floor) is written
    beside it as pfi_model_anchored. Further texts of the full speaker count as the same speaker again. Backend: tfidf,
    wordllama, endpoint:MODEL@URL or gguf:FILE. The definition of the number is stored with it.
    """
    study = open_study(folder, who=who)
    from ringtrue.study.pairs.model_index import Roles, index_pairs

    found = index_pairs(study, backend, controls=controls, roles=Roles(**roles))
    if as_json:
        print_json(_index_document(found))
    else:
        _print_index(found, folder)


def _index_document(found: "ModelIndexEstimate") -> dict[str, Any]:
    pairs = [
        {"pair": one.pair, **{name: getattr(one, name).as_dict() for name in ("raw", "ceiling", "floor", "anchored")}}
        for one in found.pairs
    ]
    whole = {name: getattr(found, name).as_dict() for name in _NAMES}
    return {**whole, "pairs": pairs, "definition": dict(found.definition), "left_out": list(found.left_out)}


def _print_index(found: "ModelIndexEstimate", folder: str) -> None:
    print_lines([f"Model index of {len(found.pairs)} pairs by {found.definition['backend']}"], style="bold")
    rows = [(name, *_cells(getattr(found, name)), _meaning(name, getattr(found, name))) for name in _NAMES]
    print_table(("number", "value", "95 % interval", "n", "what it is"), rows, right=("value", "n"))
    print_lines([""])
    columns = ("pair", "raw", "ceiling", "floor", "anchored")
    parts = [[one.pair, *(decimal(getattr(one, name).value, 3) for name in columns[1:])] for one in found.pairs]
    print_table(columns, parts, right=columns[1:])
    if found.left_out:
        print_lines(["", "Left out"], style="bold")
        print_lines([f"  {what}" for what in found.left_out])
    print_lines(["", f"Next: ringtrue items select {folder}"])


def _cells(estimate: "Estimate") -> tuple[str, str, str]:
    return decimal(estimate.value, 3), interval(estimate, 3), str(estimate.n)


def _meaning(name: str, estimate: "Estimate") -> str:
    return f"{_WORDS[name]} ({estimate.reason})" if estimate.reason else _WORDS[name]


# `ringtrue items review`: pending items one after the other, each accepted, edited, rejected or left for later.


_SHOWN_PROMPT = 70
_KEYS = "[a]ccept  [e]dit  [r]eject  [n]ext  [b]ack  [q]uit"


@ringtrue_command("review", example="ringtrue items review my-study")
@click.argument("folder", metavar="DIR")
@who_option
def review(folder: str, who: str, as_json: bool) -> None:
    """Review the pending items: accept, edit or reject each with a reason, or leave it for later.

    Beside each item are the cited lines in their place, the rules it breaks and, for edge cases, what the generic
    speaker answered. One letter decides, and every decision is recorded at once. With --json, or without a terminal,
    the pending items are only listed.
    """
    study = open_study(folder, who=who)
    pending = [item for item in study.items() if item.status == "pending"]
    if as_json:
        print_json({"pending": [_item_document(item) for item in pending]})
    elif not pending:
        print_lines(["No item is pending.", f"Next: ringtrue status {folder}"])
    elif sys.stdin.isatty() and sys.stdout.isatty():
        _walk(study, [item.id for item in pending])
        print_lines([f"Next: ringtrue status {folder}"])
    else:
        print_lines([f"{len(pending)} items are pending."], style="bold")
        print_table(("item", "kind", "prompt"), [(one.id, one.kind, _short(one.prompt)) for one in pending])
        print_lines([f"Next: ringtrue items accept {folder} ID... or --all"])


def _walk(study: "Study", names: list[str]) -> None:
    """One item after the other until all are decided or left."""
    from ringtrue.study.review import Review

    desk = Review(study)
    place = 0
    while place < len(names):
        _show(desk, names[place], f"{place + 1} of {len(names)}")
        key = click.prompt(_KEYS, type=click.Choice([*"aernbq"], case_sensitive=False), show_choices=False)
        if key == "q":
            return
        place += _decided(desk, names[place], key, place)


def _decided(desk: "Review", name: str, key: str, place: int) -> int:
    """Do what a key asks; by how many items to go on."""
    if key == "a":
        desk.accept(name)
        return 1
    if key == "r":
        why = click.prompt("Why", default="", show_default=False).strip()
        if not why:
            print_lines(["Not rejected: give a reason in a few words."], style="yellow")
            return 0
        desk.reject(name, why)
        return 1
    if key == "e":
        _edit(desk, name)
        return 0
    if key == "b":
        return -1 if place else 0
    return 1


def _edit(desk: "Review", name: str) -> None:
    """Open the item in an editor; what does not make an item is refused, and the item stays as it was."""
    from ringtrue.cli.console import print_problems
    from ringtrue.terms.problem import BadInput

    changed = click.edit(desk.text(name), extension=".yaml")
    if changed is None:
        print_lines(["Nothing was changed."])
        return
    try:
        desk.edit(name, changed)
    except BadInput as refusal:
        print_problems(refusal.problems)


def _show(desk: "Review", name: str, where: str) -> None:
    shown = desk.card(name)
    print_lines(["", f"{where}: {shown.item.id}, {shown.item.kind}, {shown.item.status}"], style="bold")
    print_table(("", ""), list(_item_rows(shown.item)))
    for passage in shown.passages:
        print_lines(["", passage.citation], style="bold")
        print_lines([f"{'>' if line.cited else ' '} {line.number:>4}  {line.text}" for line in passage.lines])
    if shown.generic:
        print_lines(["", "What the generic speaker answered"], style="bold")
        print_lines([shown.generic])
    print_lines([""])
    print_lines([f"Breaks: {one}" for one in shown.breaks], style="yellow")
    print_lines(["It keeps the rules that can be asked of it now."] if not shown.breaks else [])


def _item_rows(item: "Item") -> Iterator[tuple[str, str]]:
    """Every field of an item, lists line by line; the citations are shown with their passages."""
    yield "prompt", item.prompt
    for name, value in (*item.fields.items(), *item.tags.items()):
        if isinstance(value, Mapping):
            yield from ((f"{name}.{inner}", _cell(entry)) for inner, entry in value.items())
        elif name not in ("citation", "citations"):
            yield name, _cell(value)


def _cell(value: Any) -> str:
    if not isinstance(value, list | tuple):
        return str(value)
    return "\n".join(f"- {one.get('excerpt', one)}" if isinstance(one, Mapping) else f"- {one}" for one in value)


def _item_document(item: "Item") -> dict[str, Any]:
    return {"id": item.id, "kind": item.kind, "prompt": item.prompt, "tags": item.tags, **item.fields}


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN_PROMPT else line[: _SHOWN_PROMPT - 1] + "…"


# `ringtrue items select`: choose the pairs of a study by domain and stratum of the model index.


OPEN_SLOTS = 1


@ringtrue_command("select", example="ringtrue items select my-study --preset 3x10")
@click.argument("folder", metavar="DIR")
@click.option("--preset", metavar="NAME", help="5x7 or 3x10.  [default: the study's own]")
@click.option("--strata", metavar="FILE", help="A YAML file with your own strata and slots.")
@click.option("--persona", metavar="NAME", help="Choose among the pairs of this persona only.")
@click.option("--nearest", is_flag=True, help="Where no pair fits, take the nearest one.")
@click.option("--undo", is_flag=True, help="Restore the status every pair had before.")
@who_option
def select(folder: str, undo: bool, who: str, as_json: bool, **options: Any) -> int:
    """Choose pairs by domain and by stratum of their model index.

    By default TECH and ANAL come from the high stratum (.90 and up), PHIL and SELF from the middle one (.85 to .87),
    NARR from the low one (.80 to .84); 3x10 takes one pair of each stratum. Among pairs that fit, the study's seed
    picks at random. Chosen pairs are accepted, the others set aside (rejected) until --undo. If a stratum cannot be
    filled, the nearest pair is named and nothing is changed (exit code 1), unless --nearest takes it.
    """
    study = open_study(folder, who=who)
    from ringtrue.study.pairs.selection import select_pairs, undo_selection

    if undo:
        number = undo_selection(study)
        if as_json:
            print_json({"undone": number})
        else:
            print_lines([f"{number} pairs have their earlier status again."])
        return 0
    found = select_pairs(study, **options)
    if as_json:
        print_json(_selection_document(found))
    else:
        _print_selection(found, folder)
    return 0 if found.written else OPEN_SLOTS


def _selection_document(found: "Selection") -> dict[str, Any]:
    return {
        "written": found.written,
        "set_aside": found.set_aside,
        "choices": [
            {
                "domains": list(one.slot.domains),
                "stratum": one.slot.stratum.name if one.slot.stratum else None,
                "pair": one.item,
                "pfi_model": one.index,
                "why": one.why,
                "nearest": one.nearest,
            }
            for one in found.choices
        ],
    }


def _print_selection(found: "Selection", folder: str) -> None:
    print_table(
        ("domain", "stratum", "pair", "model index", "note"),
        [_selection_row(one, found.written) for one in found.choices],
        right=("model index",),
    )
    if found.written:
        print_lines(["", f"{len(found.choices)} pairs accepted, {found.set_aside} set aside (--undo reverts it)."])
        print_lines([f"Next: ringtrue items check {folder}"])
        return
    slots = "1 slot has" if found.open == 1 else f"{found.open} slots have"
    print_lines(["", f"{slots} no pair that fits; nothing was changed."], style="bold")
    if all(one.item or one.nearest for one in found.choices):
        print_lines([f"To take the nearest ones: ringtrue items select {folder} --nearest"])
    else:
        print_lines(["Import more pairs, or describe other slots in a file: --strata FILE"])


def _selection_row(one: "SlotChoice", written: bool) -> tuple[str, ...]:
    stratum = one.slot.stratum.name if one.slot.stratum else "any"
    index = "" if one.index is None else f"{one.index:.4f}"
    note = one.why + (f"; {'the nearest' if written else f'nearest: {one.nearest}'}" if one.nearest else "")
    taken = one.item or (one.nearest if written else None) or "-"
    return "/".join(one.slot.domains), stratum, taken, index, note


# `ringtrue items accept | reject | withdraw`: which items may be dealt and scored.


@ringtrue_command("accept", example="ringtrue items accept my-study Q1 Q2")
@click.argument("folder", metavar="DIR")
@click.argument("names", metavar="[ID]...", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="Accept all that are pending.")
@click.option("--why", default="", metavar="TEXT", help="The reason; needed once cards are dealt.")
@who_option
def accept(folder: str, names: tuple[str, ...], everything: bool, why: str, who: str, as_json: bool) -> None:
    """Accept items: only accepted ones can be dealt."""
    _set(folder, names, "accepted", everything=everything, why=why, who=who, as_json=as_json)


@ringtrue_command("reject", example="ringtrue items reject my-study Q7")
@click.argument("folder", metavar="DIR")
@click.argument("names", metavar="ID...", nargs=-1, required=True)
@click.option("--why", default="", metavar="TEXT", help="The reason; needed once cards are dealt.")
@who_option
def reject(folder: str, names: tuple[str, ...], why: str, who: str, as_json: bool) -> None:
    """Reject items: they stay in the list but are not dealt or scored."""
    _set(folder, names, "rejected", everything=False, why=why, who=who, as_json=as_json)


@ringtrue_command("withdraw", example="ringtrue items withdraw my-study Q7 --why misquoted")
@click.argument("folder", metavar="DIR")
@click.argument("name", metavar="ID")
@click.option("--why", required=True, metavar="TEXT", help="The reason, for the audit log.")
@who_option
def withdraw(folder: str, name: str, why: str, who: str, as_json: bool) -> None:
    """Withdraw an item, even after dealing: its answers are not scored."""
    cards = open_study(folder, who=who).withdraw_item(name, why=why)
    if as_json:
        print_json({"withdrawn": name, "why": why, "cards": cards})
        return
    dealt = f"; {cards} cards of it were dealt, and answers to them are left out" if cards else ""
    print_lines([f"{name} is withdrawn{dealt}.", f"Next: ringtrue status {folder}"])


def _set(
    folder: str, names: tuple[str, ...], status: "ItemStatus", *, everything: bool, why: str, who: str, as_json: bool
) -> None:
    study = open_study(folder, who=who)
    if everything == bool(names):
        raise click.UsageError("Name the items, or give --all.")
    chosen = [item.id for item in study.items() if item.status == "pending"] if everything else names
    changed = study.set_status(dict.fromkeys(chosen, status), why=why)
    if as_json:
        print_json({status: changed})
        return
    many = f"{len(changed)} item{' is' if len(changed) == 1 else 's are'}"
    print_lines([f"{many} {status} now.", f"Next: ringtrue status {folder}"])


SUITE_FAILS = 1
_ANSWERS = {True: "met", False: "not met", None: "inconclusive"}
_MOST_FAULTS = 40


@click.group("items", epilog="\b\nExample:\n  ringtrue items check my-study")
def command() -> None:
    """Draft, import, check, review and withdraw the items of a study."""


@ringtrue_command("import", example="ringtrue items import my-study answers/ RESULTS.csv")
@click.argument("folder", metavar="DIR")
@click.argument("sources", metavar="FILE...", nargs=-1, required=True)
@click.option("--why", default="", metavar="TEXT", help="The reason; needed once cards are dealt.")
@who_option
def import_items(folder: str, sources: tuple[str, ...], why: str, who: str, as_json: bool) -> None:
    """Import pairs or test cases from files or folders into the study's list of items.

    FILE is a test-case YAML (direct_quote_tests, decision_scenario_tests ...) of a blind suite. Or, for pairs, a folder
    of texts named Persona_T3_DOMAIN_runN_REGIME.txt (FULL: full, T3: compressed, GAMMA: control), a JSON or JSONL file
    of pair records, a CSV table of pairs, a model-index CSV, a YAML suite of prompts, or a JSONL file of recorded
    answers (item, speaker, text); several are joined by the pairs' names. Nothing is overwritten: if an id is already
    there, nothing is imported. Oddities in the files, such as the constant values of a dry run, are printed.
    """
    study = open_study(folder, who=who)
    done = study.import_items(sources, why=why)
    if as_json:
        flags = [flag.as_dict() for flag in done.flags]
        print_json({"imported": list(done.ids), "file": str(study.items_file), "flags": flags})
        return
    print_lines([f"{len(done.ids)} items imported into {study.items_file}."])
    if done.flags:
        print_lines(["", "What to know about these files"], style="bold")
        print_lines([f"  {flag.sentence()}" for flag in done.flags])
    print_lines(["", f"Next: ringtrue items check {folder}"])


@ringtrue_command("check", example="ringtrue items check my-study")
@click.argument("folder", metavar="DIR")
def check(folder: str, as_json: bool) -> int:
    """Check the items against the protocol and list what is missing.

    Exit code: 0 fine, 1 a rule of the suite or an item fails, 2 the list cannot be read.
    """
    study = open_study(folder)
    from ringtrue.study.pairs.readiness import pair_readiness

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
    found = "something is missing" if suite.fails else "all fine"
    beside = f" and {suite.controls} for controls" if suite.controls else ""
    print_lines([f"{suite.items} items{beside}, checked against {protocol}: {found}."], style="bold")
    print_lines([f"Sources: {suite.sources}"])
    if suite.rules:
        rows = [
            (rule.name, _ANSWERS[rule.met], _count(rule.value), _count(rule.limit), rule.note) for rule in suite.rules
        ]
        print_table(("rule", "answer", "there", "asked", "note"), rows, right=("there", "asked"))
    _print_findings("Items to fix", suite.faults)
    _print_findings("Worth a look", suite.flags)
    if suite.later:
        print_lines(["", f"Asked of the panel, when it is scored: {', '.join(suite.later)}."])


def _print_findings(title: str, findings: "Sequence[ItemFinding]") -> None:
    if not findings:
        return
    print_lines(["", title], style="bold")
    print_table(("item", "what", "remedy"), [(one.item, one.what, one.remedy) for one in findings[:_MOST_FAULTS]])
    if len(findings) > _MOST_FAULTS:
        print_lines([f"and {len(findings) - _MOST_FAULTS} more; --json lists them"], style="dim")


def _count(number: float | None) -> str:
    return "" if number is None else f"{number:g}"


@ringtrue_command("draft", example="ringtrue items draft my-study --name Ada")
@click.argument("folder", metavar="DIR")
@click.option(
    "--items", "count", default=100, show_default=True, type=click.IntRange(1, 150), help="Size of the suite."
)
@click.option("--name", "names", multiple=True, metavar="NAME", help="What the person is called in transcripts.")
@click.option("--model", metavar="SPEAKER", help="Let this speaker of study.yaml put the prompts into better words.")
@click.option("--yes", is_flag=True, help="Send to the model without asking.")
@click.option("--why", default="", metavar="TEXT", help="The reason; needed once cards are dealt.")
@who_option
def draft(
    folder: str,
    count: int,
    names: tuple[str, ...],
    model: str | None,
    yes: bool,
    why: str,
    who: str,
    as_json: bool,
) -> int:
    """Draft items from the sources of the study's subject, and say what these cannot give.

    subject.folder of study.yaml names a clone's folder or any folder of texts: txt, md, srt, vtt, html, exports of
    WhatsApp, Slack and ChatGPT; docx and pdf with the extra "documents". Only the person's own words are used: turns of
    others never reach an item. Drafts are pending until somebody reviews them; run again, only what is missing is
    drafted and only files that have changed are read.

    With --model, the prompts of pending items go to a speaker together with the person's own words they cite. What
    will be sent is listed before. A prompt is taken only if each of its sentences rests on words of those passages.
    """
    study = open_study(folder, who=who)
    done = study.draft_items(count=count, names=names, why=why, watch=lambda what: click.echo(f"{what} ...", err=True))
    if not as_json:
        _print_draft(done, folder)
    told, code = _worded(study, model, yes=yes, as_json=as_json) if model else ({}, 0)
    if as_json:
        print_json(done.as_dict() | told)
    return code


def _worded(study: "Study", model: str, *, yes: bool, as_json: bool) -> tuple[dict[str, Any], int]:
    """List what goes to the model, ask, send; what became of it, and the exit code."""
    from ringtrue.cli.call_options import print_stop
    from ringtrue.cli.command import INCOMPLETE
    from ringtrue.study.model_drafting import ModelDrafting

    drafting = ModelDrafting(study, model)
    sent = [one.as_dict() for one in drafting.sendings]
    if not as_json:
        print_lines(
            ["", f"What goes to {model}: drafts and the person's own words they cite, nothing else"], style="bold"
        )
        rows = [(one["item"], str(one["words"]), " ".join(one["citations"])) for one in sent]
        print_table(("item", "words", "passages"), rows, right=("words",))
    if not yes and (as_json or not sent or not click.confirm(f"Send these {len(sent)} items?", default=False)):
        return {"would_send": sent}, 0
    done = drafting.go()
    if not as_json:
        print_lines([f"{len(done.changed)} prompts worded by {model}; {len(done.kept)} stay as drafted."])
        print_table(("item", "why its own prompt stays"), list(done.kept.items())) if done.kept else None
    print_stop(done.stop)
    return {"sent": sent, "worded": list(done.changed), "stayed": dict(done.kept)}, INCOMPLETE if done.stop else 0


def _print_draft(done: "Drafted", folder: str) -> None:
    there = ", ".join(f"{name} {number}" for name, number in done.sources.items())
    print_lines([f"{len(done.ids)} items drafted from {done.words:,} words of the person."], style="bold")
    print_lines([f"Sources: {there}; {done.reread} files read."])
    kinds = list(dict.fromkeys([*done.counts, *done.controls]))
    rows = [(kind, str(done.counts.get(kind, 0)), str(done.controls.get(kind, 0))) for kind in kinds]
    if rows:
        print_table(("kind", "items", "for controls"), rows, right=("items", "for controls"))
    if done.gaps:
        print_lines(["", "What the sources do not give"], style="bold")
        gaps = [(gap.kind, str(gap.missing or "all"), gap.what, gap.add) for gap in done.gaps]
        print_table(("kind", "missing", "why", "what to do"), gaps, right=("missing",))
    if done.notes:
        print_lines(["", "What to know about the sources"], style="bold")
        print_lines([f"  {note}" for note in done.notes])
    print_lines(["", f"Next: ringtrue items review {folder}"])


for _command in (draft, import_items, check, review, accept, reject, withdraw, export, index, select):
    command.add_command(_command)
