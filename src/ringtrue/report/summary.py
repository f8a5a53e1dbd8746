"""The short form of a result for a terminal, as plain lines and rows; whoever prints it decides how it looks."""

import re
from dataclasses import dataclass

from ringtrue.report import sentences
from ringtrue.report.about import About
from ringtrue.report.cells import shown
from ringtrue.report.escape import plain
from ringtrue.report.figures import interval_of, value_of
from ringtrue.report.ranking import Weak, weakest, why
from ringtrue.terms import Result

MOST_ESTIMATES = 12
MOST_WEAK = 5
MOST_RESERVATIONS = 8
_WORD = re.compile(r"\w+")

Row = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """What to print, top to bottom. Texts are one line each and free of control characters.

    Columns: `verdicts` reading, label, decided by; `estimates` name, value, interval, n, reading; `checks` name,
    answer, value, limit, by the value alone, note; `weak` item, kind, score, cause.
    """

    headline: str
    note: str
    counts: str
    verdicts: tuple[Row, ...]
    difference: str
    estimates: tuple[Row, ...]
    more_estimates: int
    checks: tuple[Row, ...]
    weak: tuple[Row, ...]
    more_weak: int
    untold: tuple[str, ...]
    more_untold: int


def summary(result: Result, about: About) -> Summary:
    """The verdicts, the estimates that decided them, checks, weakest items, and what cannot be told."""
    names = key_estimates(result)[:MOST_ESTIMATES]
    weak, number = weakest(result.items, about.rank_by, most=MOST_WEAK)
    reservations = [plain(text) for text in sentences.reservations(result)]
    first, label, middle, other = sentences.headline(result, about)
    return Summary(
        headline=plain(f"{first}{label}{middle}{other + '.' if other else ''}"),
        note=plain(about.note),
        counts=plain(sentences.counted(result)),
        verdicts=tuple(
            (reading, plain(verdict.label), plain("; ".join(verdict.reasons)))
            for reading, verdict in ((sentences.LITERAL, result.verdict), (sentences.SOUND, result.sound_verdict))
        ),
        difference=plain(sentences.difference(result)),
        estimates=tuple(_estimate_row(name, result) for name in names),
        more_estimates=len(result.estimates) - len(names),
        checks=tuple(tuple(map(plain, sentences.check_row(check))) for check in result.checks),
        weak=tuple(map(_weak_row, weak)),
        more_weak=number - len(weak),
        untold=tuple(reservations[:MOST_RESERVATIONS]),
        more_untold=max(0, len(reservations) - MOST_RESERVATIONS),
    )


def key_estimates(result: Result) -> list[str]:
    """Names of the estimates that the verdicts' conditions mention, then those with a band; failing both, all."""
    reasons = " ".join((*result.verdict.reasons, *result.sound_verdict.reasons))
    words = dict.fromkeys(_WORD.findall(reasons))
    mentioned = [bare for word in words for bare in (word, word.removesuffix("_low"), word.removesuffix("_high"))]
    found = dict.fromkeys(name for name in (*mentioned, *result.bands) if name in result.estimates)
    return list(found) or list(result.estimates)


def _estimate_row(name: str, result: Result) -> Row:
    estimate = result.estimates[name]
    return plain(name), value_of(estimate), interval_of(estimate), str(estimate.n), estimate.kind


def _weak_row(weak: Weak) -> Row:
    item = weak.item
    return plain(item.get("id", "")), plain(item.get("kind") or ""), shown(weak.score), plain(why(item))
