"""What `ringtrue voice` found, as files: report.md, advice.md, voice.svg, result.json."""

from collections.abc import Iterator
from pathlib import Path

from ringtrue.cli.numbers import decimal
from ringtrue.cli.voice_account import Account
from ringtrue.cli.voice_document import document
from ringtrue.cli.voice_screen import headline, place, untold
from ringtrue.files import Problems, write_json, write_text
from ringtrue.report.escape import escaped, shortened
from ringtrue.terms import Problem

NAMES = ("report.md", "advice.md", "voice.svg", "result.json")
_EXCERPT = 200


def refuse_existing(folder: str) -> None:
    """Refuse a place that is a file, or a folder that holds a report already: nothing is overwritten."""
    problems = Problems()
    if Path(folder).is_file():
        problems.add(Problem(folder, "--out", "This is a file, not a folder.", remedy="Name a new folder."))
    for name in NAMES:
        if (Path(folder) / name).exists():
            problems.add(
                Problem(str(Path(folder) / name), "--out", "It is there already.", remedy="Name a new folder.")
            )
    problems.raise_if_any()


def write_folder(folder: str, account: Account) -> list[Path]:
    """Write the four files; returns them."""
    from ringtrue.voice.explain import plot

    paths = [Path(folder) / name for name in NAMES]
    Path(folder).mkdir(parents=True, exist_ok=True)
    write_text(paths[0], "\n".join(_report(account)) + "\n")
    write_text(paths[1], "\n".join(_advice(account)) + "\n")
    write_text(paths[2], plot(account.explanation))
    write_json(paths[3], document(account))
    return paths


def _report(account: Account) -> Iterator[str]:
    from ringtrue.voice.explain import markdown

    yield "# Voice: how near the replies are to the person\n"
    yield f"{headline(account)}. A statistic of wording: it does not read what is said.\n"
    yield from ("```text", *place(account.reading), "```", "")
    if account.reading.estimate.method:
        yield f"{escaped(account.reading.estimate.method)}.\n"
    yield from _flags(account)
    yield from _hints(account)
    yield "## What sets the replies apart\n"
    yield "![The person's rate and the replies' rate of every usage](voice.svg)\n"
    yield markdown(account.explanation)
    yield from _facts(account)
    yield "## What cannot be told, and what to know\n"
    yield from [f"- {escaped(line)}" for line in untold(account, habits=False)] or ["Nothing was left out."]


def _flags(account: Account) -> Iterator[str]:
    reading = account.reading
    if not reading.flags and not reading.overlaps:
        return
    yield "## Look at this\n"
    for flag in reading.flags:
        yield f"- **{flag.kind}**: {escaped(flag.why)}"
        yield from (f"  - {escaped(shortened(example, _EXCERPT))}" for example in flag.examples)
    if reading.overlaps:
        yield "\n| words | reply | stands in | text |\n|---:|---|---|---|"
    for overlap in sorted(reading.overlaps, key=lambda overlap: -overlap.words):
        names = account.names[overlap.reply], account.request.own.names[overlap.document]
        text = escaped(shortened(overlap.text, _EXCERPT))
        yield f"| {overlap.words} | {escaped(names[0])} | {escaped(names[1])} | {text} |"
    yield ""


def _hints(account: Account) -> Iterator[str]:
    if not account.reading.hints:
        return
    yield "## Reply by reply\n"
    yield f"{account.reading.hints[0].warning.capitalize()}.\n"
    yield "| place | reply | note |\n|---:|---|---|"
    ordered = sorted(account.reading.hints, key=lambda hint: (hint.place is None, hint.place or 0.0))
    for hint in ordered:
        yield f"| {decimal(hint.place)} | {escaped(account.names[hint.reply])} | {escaped(hint.note)} |"
    yield ""


def _facts(account: Account) -> Iterator[str]:
    if account.coverage is None or account.contradictions is None:
        return
    coverage = account.coverage
    yield "## Documented facts\n"
    yield f"Cosine by {escaped(coverage.backend)}; licence: {escaped(coverage.licence)}.\n"
    yield "| fact | mark | nearest passage |\n|---|---|---|"
    for match in coverage.matches:
        yield f"| {escaped(f'{match.fact.id} {match.fact.text}')} | {match.mark} | {escaped(match.excerpt)} |"
    yield "\n### For somebody to judge: may contradict a fact\n"
    for found in account.contradictions.candidates:
        reply, why = escaped(account.names[found.reply]), escaped("; ".join(found.reasons))
        yield f"- {escaped(found.fact.id)}: {escaped(found.fact.text)} — {reply}: {escaped(found.excerpt)} ({why})"
    if not account.contradictions.candidates:
        yield "None was found. That does not mean that there is none."
    yield ""


def _advice(account: Account) -> Iterator[str]:
    from ringtrue.voice.explain import advice

    lines = advice(account.explanation)
    yield "# Advice for the prompt\n"
    yield from (f"{number}. {line}" for number, line in enumerate(lines, 1))
    if not lines:
        yield "None: nothing was found that sets the replies apart, or there was not enough material."
