"""The report of one result: its verdicts, what to fix, what cannot be concluded, and everything they rest on."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ringtrue.report.judging import judging_of
from ringtrue.report.number_format import interval_of, shown, value_of
from ringtrue.report.reasons import difference, sentence
from ringtrue.report.section import (
    Block,
    Cards,
    Column,
    ItemCard,
    Link,
    Links,
    Outcome,
    Points,
    Report,
    Section,
    Side,
    Table,
    Text,
    Verdicts,
    columns,
)
from ringtrue.report.summary import (
    LITERAL,
    SOUND,
    About,
    Weak,
    check_row,
    columns_of,
    counted,
    headline,
    labelled,
    reservations,
    weakest,
    why,
)
from ringtrue.terms.number import brief
from ringtrue.terms.result import Check, Estimate, Result

MOST_WEAK = 10
MOST_ITEMS = 200  # more than the longest suite for people; a longer table nobody reads
MOST_KEY = 12
MOST_FIRST = 3
ESTIMATE_COLUMNS = columns(
    *("estimate", "value", "95 % interval", "n", "name"), numbers=("value", "n"), names=("name",)
)
_OUTCOMES: Mapping[str, Outcome] = {
    **dict.fromkeys(("PASS", "pass", "met", "indistinguishable"), "good"),
    **dict.fromkeys(("FAIL", "fail", "not met", "worse"), "bad"),
    **dict.fromkeys(("CONDITIONAL PASS", "conditional", "inconclusive", "provisional", "caution"), "open"),
}


def outcome_of(label: str) -> Outcome:
    """What a label means: good, bad, or open; "none" for a word of another kind."""
    return _OUTCOMES.get(label, "none")


def report_of(
    result: Result, about: About, sections: Iterable[Section] = (), cards: Sequence[ItemCard] = (), leaving: str = ""
) -> Report:
    """The report; `sections` are the protocol's own, `cards` those of its items, `leaving` why there are none."""
    parts = [
        _purpose(result, about),
        _verdicts(result, about),
        _next(result, cards),
        _reservations(result, about, leaving),
        *sections,
        _key(result, about),
        *_categories(result, about),
        _checks(result),
        _cards(cards) if cards else _weak_items(result, about),
        _estimates(result, about),
        _bands(result),
        _all_checks(result),
        _items(result),
        _rules(result),
        _method(result, about),
    ]
    first, label, middle, other = headline(result, about)
    return Report(
        title=": ".join(part for part in (about.subject, about.protocol_title) if part.strip()) or "Result",
        headline=f"{first}{label}{middle}{f'{other}.' if other else ''}",
        label=label,
        outcome=outcome_of(label),
        notes=tuple(_notes(about)),
        facts=(
            ("Study", about.study_name),
            ("Scored", about.when),
            ("Rests on", counted(result)),
            ("The protocol in short", about.protocol_about),
        ),
        sections=tuple(part for part in parts if not part.is_empty),
    )


def _notes(about: About) -> Iterator[Text | Points]:
    if about.note.strip():
        yield Text(about.note, "note", title="Note.")
    if about.changes:
        title = "Changed when the outcome could be known. Who changed it could see how it would turn out."
        yield Points(about.changes, "note", title=title)
    if about.alarms:
        title = "Raters who cannot have rated. Their answers are in the numbers below; see how the raters answered."
        yield Points(about.alarms, "note", title=title)


# What stands on the first screen.


def _purpose(result: Result, about: About) -> Section:
    """What the study was for, in the protocol's words, for what it has numbers of."""
    lines = [line for aim in about.wording.first if (line := aim_line(result, about, aim.of, aim.say))]
    return Section("purpose", "What it found", (Points(tuple(lines), "strong"),) if lines else (), "first")


def aim_line(result: Result, about: About, name: str, say: str) -> str:
    """One estimate in its sentence; "" where it has no value."""
    found = result.estimates.get(name)
    if found is None or found.value is None:
        return ""
    percents = Estimate(
        100 * found.value,
        None if found.low is None else 100 * found.low,
        None if found.high is None else 100 * found.high,
        level=found.level,
    )
    gaps = {
        "value": brief(found.value),
        "interval": _interval(found),
        "percent": f"{brief(percents.value or 0.0)} %",
        "percents": _interval(percents),
        "outcome": (found.reason or "").partition(": ")[0] or "no outcome",
        "n": str(found.n),
        "subject": about.subject,
    }
    return say.format(**gaps)


def _interval(found: Estimate) -> str:
    if found.low is None or found.high is None:
        return "no interval"
    return f"{100 * found.level:g} % interval {brief(found.low)} to {brief(found.high)}"


def _verdicts(result: Result, about: About) -> Section:
    """Both verdicts side by side, with the reasons of each, and why they differ."""
    sides = tuple(
        Side(
            title,
            labelled(result, verdict),
            outcome_of(verdict.label),
            tuple(one.sentence for one in about.reasons.told(verdict)),
        )
        for title, verdict in ((LITERAL, result.verdict), (SOUND, result.sound_verdict))
    )
    why_two = difference(result, about.reasons)
    return Section(
        "verdicts", "The two verdicts", (Verdicts(sides, why_two or "Both verdicts are the same."),), "first"
    )


def _next(result: Result, cards: Sequence[ItemCard]) -> Section:
    """The three items to fix first."""
    judged = any(card.outcome in ("good", "bad") for card in cards)
    failed = [card for card in cards if card.outcome == "bad"]
    if cards and not judged:
        weak = tuple(Link(card.id, card.title, card.why) for card in cards[:MOST_FIRST])
        return Section("next", "What to look at first: the lowest scores", (Links(weak),), "next")
    if not failed:
        return Section("next", "What to do next", (Text(_no_failure(result)),) if cards else (), "next")
    links = tuple(Link(card.id, card.title, card.why) for card in failed[:MOST_FIRST])
    left = len(failed) - len(links)
    more = (Text(f"{left} more did not pass; they are listed below."),) if left else ()
    return Section("next", "What to fix first", (Links(links), *more), "next")


def _no_failure(result: Result) -> str:
    if result.sound_verdict.label == "PASS":
        return "Every item passed. Nothing has to be fixed; test again when the clone or its sources change."
    return "Every item passed. What is missing for a sound verdict stands in the box of what cannot be concluded."


def _reservations(result: Result, about: About, leaving: str) -> Section:
    found = [*reservations(result, about), *([leaving] if leaving else [])]
    block = Points(tuple(map(sentence, found))) if found else Text("No reservations were recorded.")
    return Section("reservations", "What cannot be concluded, and what to know", (block,), "caution")


# The numbers behind it.


def key_estimates(result: Result) -> list[str]:
    """Names of the estimates that the verdicts' conditions mention, then those with a band; failing both, all.

    Those about judges stand with the judges.
    """
    apart = judging_of(result)
    reasons = " ".join((*result.verdict.reasons, *result.sound_verdict.reasons))
    words = dict.fromkeys("".join(char if char.isalnum() or char == "_" else " " for char in reasons).split())
    mentioned = [bare for word in words for bare in (word, word.removesuffix("_low"), word.removesuffix("_high"))]
    found = dict.fromkeys(name for name in (*mentioned, *result.bands) if name in result.estimates)
    return [name for name in list(found) or result.estimates if name not in apart]


def _key(result: Result, about: About) -> Section:
    """The estimates the verdicts rest on, in words."""
    names = key_estimates(result)[:MOST_KEY]
    rows = tuple(
        (sentence(about.wording.label(name)).removesuffix("."), *_figures(result.estimates[name]), name)
        for name in names
    )
    left = len(result.estimates) - len(names)
    more = f"{left} more are in the table of estimates." if left > 0 else ""
    return Section(
        "numbers", "The numbers behind the verdicts", (Table(ESTIMATE_COLUMNS, rows, more=more),) if rows else ()
    )


def _figures(one: Estimate) -> tuple[str, str, str]:
    return value_of(one), interval_of(one), str(one.n)


def _estimates(result: Result, about: About) -> Section:
    apart = judging_of(result)  # they stand with the judges
    rows = tuple(
        (name, *_figures(one), one.kind, _meaning(name, one, about))
        for name, one in result.estimates.items()
        if name not in apart
    )
    if not rows:
        return Section("estimates", "Estimates", (Text("There are none."),), "appendix")
    head = columns(
        *("estimate", "value", "95 % interval", "n", "reading", "definition"),
        numbers=("value", "95 % interval", "n"),
        names=("estimate",),
    )
    words = (
        "Literal: computed exactly as the document says. Sound: the number a sceptic accepts beside it. Statistic: a "
        "standard statistic. A dash means that there is no such number, and the definition says why."
    )
    return Section("estimates", "Estimates", (Table(head, rows, long=True), Text(words)), "appendix")


def _meaning(name: str, estimate: Estimate, about: About) -> str:
    """Definition, method and reservation of an estimate in one cell."""
    reason = f"{'no value' if estimate.value is None else 'note'}: {estimate.reason}" if estimate.reason else ""
    parts = (about.definition(name), estimate.method, reason)
    return "; ".join(part for part in parts if part.strip())


def _categories(result: Result, about: About) -> Iterator[Section]:
    if result.status:
        told = (about.reasons.on_category(note, result.status) for note in result.notes)
        why_so = dict(one for one in told if one is not None)
        rows = tuple((about.reasons.named(name), label, why_so.get(name, "")) for name, label in result.status.items())
        yield Section("status", "Categories", (Table(columns("category", "status", "why"), rows),))


def _bands(result: Result) -> Section:
    head = columns(*("estimate", "band of the value", "of the lower bound", "of the upper bound"), names=("estimate",))
    rows = tuple(
        (name, *(found.get(key, "") for key in ("value", "low", "high"))) for name, found in result.bands.items()
    )
    return Section("bands", "Bands", (Table(head, rows),) if rows else (), "appendix")


_CHECK_COLUMNS = columns("check", "answer", "value", "limit", "by the value alone", "note", numbers=("value", "limit"))


def _checks(result: Result) -> Section:
    """The checks that are not met, and how many are."""
    if not result.checks:
        return Section("checks", "Checks", ())
    unmet = [check for check in result.checks if check.met is not True]
    met = len(result.checks) - len(unmet)
    said = Text(f"{met} of {len(result.checks)} checks are met.")
    return Section("checks", "Checks", (said, *([_check_table(unmet)] if unmet else [])))


def _all_checks(result: Result) -> Section:
    met = [check for check in result.checks if check.met is True]
    return Section("checks_met", "Checks that are met", (_check_table(met),) if met else (), "appendix")


def _check_table(checks: Iterable[Check]) -> Table:
    return Table(_CHECK_COLUMNS, tuple(map(check_row, checks)), long=True)


# Single items.


def _cards(cards: Sequence[ItemCard]) -> Section:
    return Section("cards", "Item by item", (Cards(tuple(cards)),), "items")


def _weak_items(result: Result, about: About) -> Section:
    weak, number = weakest(result.items, about.rank_by, most=MOST_WEAK)
    head = columns("item", "kind", "score", "score is", "cause", numbers=("score",), names=("item", "score is"))
    rows = tuple(map(_weak_row, weak))
    return Section("weak", f"Weakest items ({len(weak)} of {number})", (Table(head, rows),) if rows else ())


def _weak_row(weak: Weak) -> tuple[str, ...]:
    first = str(weak.item.get("id", "")), str(weak.item.get("kind") or "")
    return *first, shown(weak.score), weak.column, why(weak.item)


def _items(result: Result) -> Section:
    """A table for each kind, since each has scores of its own."""
    kinds: dict[str, list[Mapping[str, Any]]] = {}
    for item in result.items[:MOST_ITEMS]:
        kinds.setdefault(str(item.get("kind") or ""), []).append(item)
    blocks: list[Block] = []
    for kind, items in kinds.items():
        names = columns_of(items) or ("id",)
        rows = tuple(tuple(shown(item.get(name)) for name in names) for item in items)
        head = tuple(Column(name, "item" if name == "id" else "text") for name in names)
        blocks.append(Table(head, rows, title=kind, long=True))
    left_out = len(result.items) - MOST_ITEMS
    if left_out > 0:
        words = f"{left_out:,} more items are in result.json, and in the table of ringtrue report DIR --format csv."
        blocks.append(Text(words))
    return Section("items", "Items", tuple(blocks), "appendix")


# How it was decided and computed.


def _rules(result: Result) -> Section:
    """The conditions that decided, as the protocol's own formulas with their numbers."""
    blocks = [
        Points(verdict.reasons, title=f"{_capital(title)}: {verdict.label}")
        for title, verdict in ((LITERAL, result.verdict), (SOUND, result.sound_verdict))
        if verdict.reasons
    ]
    return Section("rules", "The rules that decided, as formulas", tuple(blocks), "appendix")


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _method(result: Result, about: About) -> Section:
    facts = [
        ("Protocol", result.protocol.get("name", "")),
        ("Version", result.protocol.get("version", "")),
        ("Hash", result.protocol.get("hash", "")),
        ("Unit of resampling", about.unit),
        ("Replicates", "" if about.replicates is None else f"{about.replicates:,}"),
        ("Seed", "" if about.seed is None else str(about.seed)),
        ("Program", f"ringtrue {about.program_version}" if about.program_version else ""),
        *about.records,
    ]
    lines = [f"{name}: {text}" for name, text in facts if text]
    lines.append("Figures here are rounded; result.json has them in full.")
    return Section("method", "How this was computed", (Points(tuple(lines)),), "appendix")
