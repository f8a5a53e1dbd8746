"""How a verdict becomes an exit code, and a result a page in the terminal."""

from typing import TYPE_CHECKING

from ringtrue.cli.console import print_lines, print_table

if TYPE_CHECKING:
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


def print_result(result: "Result", about: "About") -> None:
    """Verdicts, key estimates, checks, weakest items and what cannot be concluded."""
    from ringtrue.report.summary import summarized

    page = summarized(result, about)
    print_lines([page.headline], style="bold")
    print_lines([page.note] if page.note else [], style="bold yellow")
    print_lines([page.counts, ""])
    print_table(("verdict", "label", "decided by"), page.verdicts)
    if page.difference:
        print_lines([page.difference])
    print_lines([""])
    print_table(("estimate", "value", "95 % interval", "n", "reading"), page.estimates, right=("value", "n"))
    if page.more_estimates:
        print_lines([f"and {page.more_estimates} more in result.json"], style="dim")
    print_lines([""])
    if page.checks:
        print_table(("check", "answer", "value", "limit", "by value", "note"), page.checks, right=("value", "limit"))
        print_lines([""])
    if page.weak:
        print_table(("weakest items", "kind", "score", "cause"), page.weak, right=("score",))
        if page.more_weak:
            print_lines([f"and {page.more_weak} more in result.json"], style="dim")
        print_lines([""])
    if page.reservations:
        print_lines(["What cannot be concluded, and what to know"], style="bold")
        print_lines([f"  {line}" for line in page.reservations])
        if page.more_reservations:
            print_lines([f"  and {page.more_reservations} more in the report"], style="dim")
