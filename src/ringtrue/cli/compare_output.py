"""A comparison in the terminal: the answer first, then numbers, items, the clone, and what to know."""

from typing import TYPE_CHECKING

from ringtrue.cli.console import print_lines, print_table, shortened

if TYPE_CHECKING:
    from ringtrue.score.comparison import Step
    from ringtrue.study.comparison.comparison import Comparison

MOST_FLIPPED = 12
MOST_PROMPT = 20
_STYLES = {"better": "bold green", "no worse": "bold green", "worse": "bold red", "inconclusive": "bold yellow"}


def print_comparison(found: "Comparison") -> None:
    """Everything about the newest step; of the others one line each."""
    from ringtrue.study.comparison.comparison import by_document, sentence

    last = found.last
    print_lines(found.remarks, style="bold yellow")
    for step in found.steps:
        print_lines([sentence(found, step)], style=_STYLES[step.figure.outcome])
    limits = by_document(found, last)
    if limits:
        print_lines([f"By the document's limits, which go by the value alone: {limits}."])
    if len(found.steps) > 1:
        _print_versions(found)
    _print_parts(found, last)
    _print_flipped(last)
    change = found.changes[-1]
    print_lines(["", "What changed in the clone"], style="bold")
    print_lines([f"  {line}" for line in change.sentences])
    moved = [line for line in change.prompt if line[:1] in "+-"]
    print_lines([f"    {shortened(line)}" for line in moved[:MOST_PROMPT]], style="dim")
    if len(moved) > MOST_PROMPT:
        print_lines([f"    and {len(moved) - MOST_PROMPT} lines more in the page (--out FILE.html)"], style="dim")
    if found.notes:
        print_lines(["", "What to know"], style="bold")
        print_lines([f"  {line}" for line in found.notes])
    print_lines(["", f"Compared on {len(found.names)} items; {found.raters}."], style="dim")


def _print_versions(found: "Comparison") -> None:
    from ringtrue.report.number_format import interval_of
    from ringtrue.terms.number import figure

    of = found.short(found.limits.of)
    rows = []
    for place, (one, value) in enumerate(zip(found.sources, found.figures, strict=True)):
        rung = found.ladder[place] if found.ladder else None
        won = f"{100 * rung.won / rung.met:.0f} %" if rung and rung.met else ""
        strength = f"{rung.strength.value:.2f}" if rung else ""
        rows.append((one.name, figure(value), one.result.verdict.label, one.result.sound_verdict.label, won, strength))
    titles = ("version", of, "verdict", "sound verdict", "items won", "strength")
    print_lines([""])
    print_table(titles, rows, right=(of, "items won", "strength"))
    if found.trend is not None:
        span = f" ({interval_of(found.trend)})" if found.trend.low is not None else ""
        print_lines([f"Trend: {found.points(found.trend.value, sign=True)} points from one version to the next{span}."])


def _print_parts(found: "Comparison", step: "Step") -> None:
    from ringtrue.study.comparison.page import TABLES, row_of

    tables = step.tables
    names = (found.name(step.before), found.name(step.after))
    for name, title in TABLES.items():
        if name in tables and name != "part":
            rows = [row_of(found, part) for part in tables[name]]
            level = f"{100 * tables[name][0].change.level:.3g} %"
            titles = (title.lower(), *names, "change", f"interval ({level})", "items", "what it says")
            print_lines([""])
            print_table(titles, rows, right=(*names, "change", "items"))


def _print_flipped(step: "Step") -> None:
    from ringtrue.report.number_format import shown

    flipped = step.flipped
    if not flipped:
        return
    words = {True: "passed", False: "failed"}
    rows = [
        (one.id, *map(shown, one.scores), f"{words[bool(one.before['passed'])]} -> {words[bool(one.after['passed'])]}")
        for one in flipped[:MOST_FLIPPED]
    ]
    print_lines([""])
    print_table((f"flipped ({len(flipped)})", "before", "after", ""), rows, right=("before", "after"))
    if len(flipped) > MOST_FLIPPED:
        print_lines([f"and {len(flipped) - MOST_FLIPPED} more in the page (--out FILE.html)"], style="dim")
