"""The sentences a report is built from, without any markup: markdown and terminal say the same."""

from ringtrue.report.about import About
from ringtrue.report.cells import shown
from ringtrue.report.figures import figure, is_whole
from ringtrue.report.judging import fully_judged, judging_of
from ringtrue.terms import UNTOLD, Check, Result

ANSWERS = {True: "met", False: "not met", None: UNTOLD}
LITERAL = "by the document's rules"
SOUND = "by the sound numbers"


def headline(result: Result, about: About) -> tuple[str, str, str, str]:
    """Both verdicts in one sentence, in four parts: words, a label, words, and the other label ("" where alike)."""
    protocol = " ".join(result.protocol.get(key, "") for key in ("name", "version")).strip()
    start = f"By the rules of {protocol or 'the protocol'} the verdict on {about.subject or 'the clone'} is "
    if result.verdict.label == result.sound_verdict.label:
        return start, result.verdict.label, ", and the sound numbers agree.", ""
    return start, result.verdict.label, "; the sound numbers say ", result.sound_verdict.label


def counted(result: Result) -> str:
    """How much the result rests on: "30 items, 5 raters, coverage 98.0 %"."""
    counts = dict(result.counts)
    if counts.get("rated") == counts.get("items"):
        counts.pop("rated", None)
    if counts.get("sessions") == 1:  # only recognition has more
        counts.pop("sessions")
    parts = [f"{number:,} {name}" for name, number in counts.items()]
    short = any(judge.is_short for judge in result.judges)
    judged = [f"{fully_judged(result)} scored by every judge"] if short else []
    return ", ".join([*parts, f"coverage {100 * result.coverage:.1f} %", *judged])


def difference(result: Result) -> str:
    """Why the two verdicts differ, in one sentence."""
    if result.difference:
        return result.difference
    if result.verdict.label == result.sound_verdict.label:
        return "Both verdicts are the same."
    return "The verdicts differ because they rest on different numbers; the conditions above show which."


def reservations(result: Result) -> list[str]:
    """What cannot be concluded: the notes, the checks without an answer in one sentence, the estimates without one."""
    untold = [check.name for check in result.checks if check.met is None]
    checks = [f"{UNTOLD.capitalize()}: {'; '.join(untold)} (the table of checks says why)."] if untold else []
    absent: dict[str, list[str]] = {}
    apart = judging_of(result)  # what is told of judges has a place of its own
    for name, estimate in result.estimates.items():
        if estimate.value is None and name not in apart:
            absent.setdefault(estimate.reason or "", []).append(name)
    missing = [f"No value for {', '.join(names)}{_because(reason)}." for reason, names in absent.items()]
    return [*result.notes, *checks, *missing]


def check_row(check: Check) -> tuple[str, str, str, str, str, str]:
    """Name, answer, value, limit, the answer by the value alone, note."""
    literal = "" if check.literal is None or check.literal == check.met else ANSWERS[check.literal]
    if is_whole(check.value) and is_whole(check.limit):  # counts
        figures = shown(check.value), shown(check.limit)
    else:
        figures = figure(check.value, beside=check.limit), figure(check.limit)
    return check.name, ANSWERS[check.met], *figures, literal, check.note


def _because(reason: str) -> str:
    return f": {reason.rstrip('. ')}" if reason.strip() else ""
