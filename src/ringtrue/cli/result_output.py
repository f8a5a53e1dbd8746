"""How a verdict becomes an exit code, and a result a page in the terminal."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ringtrue.cli.console import print_lines, print_table
from ringtrue.terms.text import plain

if TYPE_CHECKING:
    from ringtrue.report.section import Block, Report
    from ringtrue.report.summary import About
    from ringtrue.terms.result import Result

FAILED = 1
INCOMPLETE = 3
_FAIL = "FAIL"
_PASS = "PASS"  # noqa: S105 - a label, not a password


def exit_code(result: "Result", *, by: str, strict: bool) -> int:
    """3 where an item, or a judge's card, has no score; 1 for FAIL (with `strict` for everything but PASS); else 0."""
    if not result.is_complete:
        return INCOMPLETE
    label = result.verdict.label if by == "literal" else result.sound_verdict.label
    return FAILED if label == _FAIL or (strict and label != _PASS) else 0


MOST_LINES = 8
_STYLES = {"good": "bold green", "bad": "bold red", "open": "bold yellow"}
_ON_SCREEN = ("purpose", "verdicts", "numbers", "checks", "next", "weak", "reservations")


def print_result(result: "Result", about: "About") -> None:
    """What the study was for, then verdicts, main numbers, checks that are not met, what to fix and what is open."""
    from ringtrue.report.result_report import report_of

    print_report(report_of(result, about), _ON_SCREEN)


def print_report(report: "Report", names: Sequence[str]) -> None:
    """Some sections of a report by their names, in this order; lists and tables are cut where the screen ends."""
    found = {section.name: section for section in report.sections}
    purpose = found.pop("purpose", None)
    for block in purpose.blocks if purpose else ():
        _print_block(block, "bold")
    print_lines([plain(report.headline)], style=_STYLES.get(report.outcome, "bold"))
    for note in report.notes:
        _print_block(note, "bold yellow")
    print_lines([plain(text) for name, text in report.facts if name == "Rests on"])
    for name in names:
        section = found.get(name)
        if section is None:
            continue
        print_lines(["", section.title], style="bold")
        for block in section.blocks:
            _print_block(block)


def _print_block(block: "Block", style: str = "") -> None:
    from ringtrue.report.section import Links, Points, Table, Text, Verdicts

    match block:
        case Text():
            print_lines([plain(f"{block.title} {block.words}")], style=style)
        case Points():
            print_lines(
                [f"  {plain(line)}" if not style else plain(line) for line in block.lines[:MOST_LINES]], style=style
            )
            _print_rest(len(block.lines) - MOST_LINES)
        case Table():
            right = [column.title for column in block.columns if column.kind == "number"]
            rows = [tuple(map(plain, row)) for row in block.rows[:MOST_LINES]]
            print_table([column.title for column in block.columns], rows, right=right)
            print_lines([block.more] if block.more else [], style="dim")
            _print_rest(len(block.rows) - MOST_LINES)
        case Verdicts():
            rows = [(side.title, plain(side.label), plain(" ".join(side.reasons))) for side in block.sides]
            print_table(("verdict", "label", "decided by"), rows)
            print_lines([plain(block.difference)] if block.difference else [])
        case Links():
            lines = [f"  {link.item} {link.title}: {link.words}" for link in block.links] or [block.otherwise]
            print_lines([line for line in lines if line.strip()])
        case _:
            return


def _print_rest(number: int) -> None:
    if number > 0:
        print_lines([f"  and {number} more in the report"], style="dim")
