"""Output of `ringtrue voice`: on the screen with a gauge, as a folder of files, as JSON."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ringtrue.cli.console import counted, decimal, interval, print_lines, print_table, rich_console, sure
from ringtrue.cli.voice_findings import Account
from ringtrue.files.atomic_write import write_text
from ringtrue.files.json_file import write_json
from ringtrue.files.problems import Problems
from ringtrue.terms.problem import Problem
from ringtrue.terms.text import escaped, plain, shortened

if TYPE_CHECKING:
    from ringtrue.terms.result import Estimate
    from ringtrue.voice.result import Reading, VoiceEstimate


# What `ringtrue voice` found, as one JSON document.


def document(account: Account) -> dict[str, Any]:
    """Estimates by name, then hints, flags, overlaps, usages, advice, content and notes."""
    from ringtrue.voice.explain.prompt_advice import advice

    reading = account.reading
    estimates = {"voice": reading.estimate, "spread": reading.spread, "dispersion": account.dispersion.ratio}
    if reading.bare is not None:
        estimates |= {"bare": reading.bare.estimate, "voice_over_bare": reading.bare.anchored}
    if account.difference is not None:
        estimates["difference"] = account.difference
    if account.coverage is not None:
        estimates |= {"facts_covered": account.coverage.share, "facts_expected": account.coverage.expected}
    return {
        "estimates": {name: estimate.as_dict() for name, estimate in estimates.items()},
        "hints": [asdict(hint) | {"name": account.names[hint.reply]} for hint in reading.hints],
        "flags": [asdict(flag) for flag in reading.flags],
        "overlaps": [asdict(overlap) | _places(account, overlap) for overlap in reading.overlaps],
        "usages": [asdict(row) | {"direction": row.direction} for row in account.explanation.rows],
        "not_told": [asdict(refused) for refused in account.explanation.refused],
        "advice": advice(account.explanation),
        **_content(account),
        "material": _material(account),
        "notes": list(account.notes),
    }


def _places(account: Account, overlap: Any) -> dict[str, str]:
    own = account.request.own.names
    return {"name": account.names[overlap.reply], "source": own[overlap.document]}


def _content(account: Account) -> dict[str, Any]:
    """Facts with the passages nearest to them, and what people should look at; only where facts were given."""
    if account.coverage is None or account.contradictions is None:
        return {}
    return {
        "facts": [asdict(match) for match in account.coverage.matches],
        "possible_contradictions": [asdict(found) for found in account.contradictions.candidates],
        "embedding": {"backend": account.coverage.backend, "licence": account.coverage.licence},
    }


def _material(account: Account) -> dict[str, Any]:
    explained, request = account.explanation, account.request
    return {
        "own": {"place": request.own.place, "texts": explained.own_texts, "words": explained.own_words},
        "replies": {"place": request.replies.place, "texts": explained.reply_texts, "words": explained.reply_words},
        "others": None if request.others is None else len(request.others),
        "language": explained.language,
    }


# A gauge in text: where a value and its interval lie between two marked ends.


_WIDTH = 64
_MARGIN = 0.25  # how far the line goes on beyond its marked ends
_FARTHEST = 2.0  # what lies further out is drawn at the edge, as an arrow


def gauge(
    value: float,
    low: float | None,
    high: float | None,
    ends: tuple[str, str],
    others: Mapping[str, float] | None = None,
    *,
    width: int = _WIDTH,
) -> list[str]:
    """Three or more lines: the figures 0 and 1, the line with the interval as a bar, the names of the ends.

    `others` are further values by name; each is drawn on a line of its own below.
    """
    places = [0.0, 1.0, value, *(end for end in (low, high) if end is not None), *(others or {}).values()]
    within = [min(max(place, -_FARTHEST), 1.0 + _FARTHEST) for place in places]
    start, stop = min(within) - _MARGIN, max(within) + _MARGIN

    def column(place: float) -> int:
        return min(max(round((place - start) / (stop - start) * (width - 1)), 0), width - 1)

    line = ["─"] * width
    line[column(0.0)] = line[column(1.0)] = "┼"
    if low is not None and high is not None:
        for at in range(column(low), column(high) + 1):
            line[at] = "┿" if line[at] == "┼" else "━"
        line[column(low)], line[column(high)] = _edge(low, "┣"), _edge(high, "┫")
    line[column(value)] = _edge(value, "●")
    drawn = [_labels(width, {column(0.0): "0", column(1.0): "1"}), "".join(line)]
    drawn.append(_labels(width, {column(0.0): ends[0], column(1.0): ends[1]}))
    drawn += [_labels(width, {column(place): "○"}).rstrip() + f" {name}" for name, place in (others or {}).items()]
    return [row.rstrip() for row in drawn]


def _edge(place: float, mark: str) -> str:
    """The mark, or an arrow where the place is off the line."""
    return "◀" if place < -_FARTHEST else "▶" if place > 1.0 + _FARTHEST else mark


def _labels(width: int, labels: Mapping[int, str]) -> str:
    """Words centred on columns, pushed apart where they would meet."""
    row = ""
    for at, word in sorted(labels.items()):
        start = max(at - len(word) // 2, len(row) + 1 if row else 0)
        row = row.ljust(start) + word
    return row.ljust(width)


# What `ringtrue voice` found, on one screen.


ENDS = ("impostors", "the person")
WITHOUT = "the same model without the persona"
_OVER = (
    "Over 1 is not better: the replies have more of what sets the person apart than the person's own texts have, as an "
    "exaggerated imitation does."
)
_AS_MUCH = 0.1  # a spread as near to 1 as this is the person's
_USAGES = 10
_SIGNATURES = 6  # of those rows
_HINTS = 3
_OVERLAPS = 3
_FACTS = 3
_ADVICE = 6
_ESCAPE = re.compile(r"\\(?=[^\w\s])")  # advice is Markdown; a terminal shows it as it is
_COLUMNS = ("", "what", "person", "replies", "unit", "example")
_EXCERPT = 90
_NAME = 32
_GAUGE = 64  # columns


def show(account: Account) -> None:
    """Print the place first, then what speaks against it, what to change and what cannot be concluded."""
    print_lines([headline(account)], style="bold")
    print_lines(["", *place(account.reading, min(_GAUGE, rich_console().width)), *compared(account)])
    for title, lines in (
        ("Look at this", list(_flags(account))),
        ("Least like the person (where to look; one reply alone says little)", list(_least_like(account))),
    ):
        if lines:
            print_lines(["", title], style="bold")
            print_lines([f"  {line}" for line in lines])
    _print_usages(account)
    for title, lines in (
        ("Advice for the prompt", list(_advice(account))),
        ("Documented facts", list(_facts(account))),
        ("What cannot be concluded, and what to know", list(open_points(account))),
    ):
        if lines:
            print_lines(["", title], style="bold")
            print_lines([f"  {line}" for line in lines])


def headline(account: Account) -> str:
    """How much is compared with how much."""
    found = account.explanation
    replies = f"{counted(found.reply_texts, 'reply', 'replies')} ({counted(found.reply_words, 'word', 'words')})"
    own = f"{counted(found.own_texts, 'text', 'texts')} ({counted(found.own_words, 'word', 'words')})"
    return f"{replies} against {own} of the person"


_HEADLINES = {
    "theirs": "Theirs: closer to the person than impostors are, and not farther than the person's own texts.",
    "near": "Near: closer to the person than impostors are, but farther than the person's own texts.",
    "not theirs": "Not theirs: no closer than impostors are, and farther than the person's own texts.",
    "inconclusive": "Inconclusive: neither impostors nor the person can be ruled out.",
}


def place(reading: "Reading", width: int = _GAUGE) -> Iterator[str]:
    """The headline, where the replies stand among sets, then the gauge and the figures, or why there are none."""
    found = reading.estimate
    if found.closer_than is None and found.value is None:
        yield f"Inconclusive: {found.reason}."
        return
    yield from _standing(found, [flag.kind for flag in reading.flags])
    if found.value is None:
        yield f"No place is given: {found.reason}."
        return
    bare = reading.bare.estimate.value if reading.bare else None
    yield from gauge(found.value, found.low, found.high, ENDS, {} if bare is None else {WITHOUT: bare}, width=width)
    yield ""
    yield f"place {decimal(found.value)} (95 % {interval(found)})"
    if found.value > 1:
        yield _OVER
    if reading.bare is not None and reading.bare.anchored.value is not None:
        anchored = reading.bare.anchored
        yield f"between {WITHOUT} (0) and the person (1): {decimal(anchored.value)} ({interval(anchored)})"
    if _says_something(reading.spread):
        spread = reading.spread
        yield f"spread {decimal(spread.value)} ({interval(spread)}): how much the replies vary, 1 as much as the person"


def _standing(found: "VoiceEstimate", flags: Sequence[str]) -> Iterator[str]:
    """Who can be ruled out, what speaks against it, and against whom likelihood and AUC hold."""
    if found.closer_than is not None and found.as_close_as is not None:
        yield _HEADLINES[found.headline]
        if found.headline == "theirs" and flags:
            yield f"But look below: {', '.join(dict.fromkeys(flags))} would score like this too."
        yield (
            f"closer to them than {found.closer_than:.0%} of impostor sets, as close as {found.as_close_as:.0%} of "
            f"their own sets"
        )
    if found.likelihood is not None:
        yield (
            f"likelihood {sure(found.likelihood)} that they are the person's, AUC of the instrument "
            f"{decimal(found.auc)}, both against {found.against or 'impostors'}"
        )
    yield ""


def _says_something(spread: "Estimate") -> bool:
    """Whether the replies vary clearly less or more than the person does."""
    if spread.value is None or spread.low is None or spread.high is None:
        return False
    return spread.high < 1 - _AS_MUCH or spread.low > 1 + _AS_MUCH


def compared(account: Account) -> Iterator[str]:
    """How much closer these replies are than those they are set against."""
    found = account.difference
    if found is None or account.request.against is None:
        return
    other = plain(account.request.against.place)
    if found.value is None:
        yield f"against {other}: inconclusive, {plain(found.reason)}"
        return
    said = "closer to the person" if found.value > 0 else "farther from the person"
    if found.low is None or found.high is None or found.low <= 0 <= found.high:
        said = "no difference can be told"
    yield (
        f"against {other}: {found.value:+.2f} [{_signed(found.low)}, {_signed(found.high)}] of the way from impostors "
        f"to the person, over {counted(found.n, 'item', 'items')} answered by both: {said}"
    )


def _signed(value: float | None) -> str:
    return "?" if value is None else f"{value:+.2f}"


def _flags(account: Account) -> Iterator[str]:
    for flag in account.reading.flags:
        yield f"{flag.kind}: {plain(flag.why)}"
        if flag.kind != "copying":
            yield from (f"  “{shortened(plain(example), _EXCERPT)}”" for example in flag.examples[:_OVERLAPS])
    overlaps = sorted(account.reading.overlaps, key=lambda overlap: -overlap.words)
    if overlaps and not any(flag.kind == "copying" for flag in account.reading.flags):
        yield "copied word for word, too little to be called copying:"
    for overlap in overlaps[:_OVERLAPS]:
        where = plain(f"{account.names[overlap.reply]}, from {account.request.own.names[overlap.document]}")
        yield f"  “{shortened(plain(overlap.text), _EXCERPT)}” ({overlap.words} words, {where})"
    if len(overlaps) > _OVERLAPS:
        yield f"  and {len(overlaps) - _OVERLAPS} more; --json lists them"


def _least_like(account: Account) -> Iterator[str]:
    known = [hint for hint in account.reading.hints if hint.place is not None]
    for hint in sorted(known, key=lambda hint: hint.place or 0.0)[:_HINTS]:
        text = plain(account.request.replies.texts[hint.reply])
        yield f"{decimal(hint.place):>5}  {plain(account.names[hint.reply])}: “{shortened(text, _EXCERPT - 20)}”"


def _print_usages(account: Account) -> None:
    from ringtrue.voice.explain.render import table

    known_by = [row for row in account.explanation.rows if row.signature][:_SIGNATURES]
    rest = [row for row in account.explanation.rows if not row.signature]
    clearest = replace(account.explanation, rows=(*known_by, *rest)[:_USAGES])
    if clearest.rows:
        print_lines(["", "How the replies differ"], style="bold")
        rows = [
            (use, shortened(plain(what), _NAME) + _topic(kind), person, replies, unit, plain(example))
            for use, kind, what, person, replies, unit, _, example in table(clearest)
        ]
        print_table(_COLUMNS, _cut(rows), right=("person", "replies"))
    elif account.explanation.tested:
        print_lines(["", "The replies do not differ from the person's own texts beyond chance."])


def _topic(kind: str) -> str:
    return " (topic)" if kind.endswith(", topic") else ""


def _cut(rows: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """The rows with examples short enough for one line each."""
    taken = sum(max(len(row[place]) for row in (_COLUMNS, *rows)) + 2 for place in range(5))
    left = max(rich_console().width - taken - 2, 16)
    return [(*row[:5], shortened(row[5], left)) for row in rows]


def _advice(account: Account) -> Iterator[str]:
    from ringtrue.voice.explain.prompt_advice import advice

    lines = advice(account.explanation)
    for number, line in enumerate(lines[:_ADVICE], 1):
        yield f"{number}. {plain(_ESCAPE.sub('', line))}"
    if len(lines) > _ADVICE:
        yield f"and {len(lines) - _ADVICE} more; --out writes all of it"


def _facts(account: Account) -> Iterator[str]:
    if account.coverage is None or account.contradictions is None:
        return
    share, matches = account.coverage.share, account.coverage.matches
    if share.value is None:
        yield f"mentioned: inconclusive, {share.reason}"
    else:
        by = account.coverage.backend.partition(" (")[0]
        yield f"mentioned: {decimal(share.value)} ({interval(share)}) of {len(matches)}, by {by}"
        expected = account.coverage.expected
        yield f"by probability: {decimal(expected.value)} ({interval(expected)}) of them"
        least = sorted(matches, key=lambda match: match.probability.value or 0.0)
        yield from (
            f"  least likely: {decimal(match.probability.value)} {plain(match.fact.id)} "
            f"{shortened(plain(match.fact.text), _EXCERPT - 14)}"
            for match in least[:_FACTS]
        )
    candidates = account.contradictions.candidates
    if candidates:
        found_at = counted(len(candidates), "place", "places")
        yield f"{found_at} to be judged by a person, which may contradict a fact (never scored):"
    for found in candidates[:_FACTS]:
        excerpt = shortened(plain(found.excerpt), _EXCERPT)
        who, why = plain(account.names[found.reply]), plain("; ".join(found.reasons))
        yield f"  {plain(found.fact.id)} against {who}: “{excerpt}” ({why})"


def open_points(account: Account, *, habits: bool = True) -> Iterator[str]:
    """What has no number and why, and what weakens those there are; `habits` says whether those are listed too."""
    reading = account.reading
    if reading.estimate.value is not None and reading.estimate.reason:
        yield plain(reading.estimate.reason)
    if reading.spread.value is None and reading.spread.reason != reading.estimate.reason:
        yield f"spread: {plain(reading.spread.reason)}"
    reasons: dict[str, list[str]] = {}
    for refused in account.explanation.refused if habits else ():
        reasons.setdefault(plain(refused.reason), []).append(plain(refused.what))
    yield from (f"{', '.join(what)}: {reason}" for reason, what in reasons.items())
    yield from map(plain, account.notes)
    if account.contradictions is not None:
        yield from map(plain, account.contradictions.notes)


# What `ringtrue voice` found, as files: report.md, advice.md, voice.svg, result.json, report.html.


NAMES = ("report.md", "advice.md", "voice.svg", "result.json", "report.html")
_EXCERPT_voice_folder = 200


def refuse_existing(folder: str) -> None:
    """Refuse a place that is a file, or a folder that holds a report already: nothing is overwritten."""
    problems = Problems()
    if Path(folder).is_file():
        problems.add(Problem(folder, "--out", "This is a file, not a folder.", remedy="Name a new folder."))
    for name in NAMES:
        if (Path(folder) / name).exists():
            problems.add(Problem(str(Path(folder) / name), "--out", "It already exists.", remedy="Name a new folder."))
    problems.raise_if_any()


def write_folder(folder: str, account: Account) -> list[Path]:
    """Write the files; returns them."""
    from ringtrue.report.html import as_html
    from ringtrue.report.voice_report import voice_report
    from ringtrue.voice.explain.render import plot

    paths = [Path(folder) / name for name in NAMES]
    Path(folder).mkdir(parents=True, exist_ok=True)
    write_text(paths[0], "\n".join(_report(account)) + "\n")
    write_text(paths[1], "\n".join(_advice_voice_folder(account)) + "\n")
    write_text(paths[2], plot(account.explanation))
    write_json(paths[3], document(account))
    replies = dict(zip(account.names, account.request.replies.texts, strict=True))
    sources = account.request.own.names
    found = voice_report(
        account.reading, account.explanation, replies, sources, list(open_points(account)), headline(account)
    )
    write_text(paths[4], as_html(found))
    return paths


def _report(account: Account) -> Iterator[str]:
    from ringtrue.voice.explain.render import markdown

    yield "# Voice: how close the replies are to the person\n"
    yield f"{headline(account)}. A statistic of wording: it does not read what is said.\n"
    yield from ("```text", *place(account.reading), *compared(account), "```", "")
    if account.reading.estimate.method:
        yield f"{escaped(account.reading.estimate.method)}.\n"
    yield from _flags_voice_folder(account)
    yield from _hints(account)
    yield "## How the replies differ\n"
    yield "![The person's rate and the replies' rate of every usage](voice.svg)\n"
    yield markdown(account.explanation)
    yield from _facts_voice_folder(account)
    yield "## What cannot be concluded, and what to know\n"
    yield from [f"- {escaped(line)}" for line in open_points(account, habits=False)] or ["Nothing was left out."]


def _flags_voice_folder(account: Account) -> Iterator[str]:
    reading = account.reading
    if not reading.flags and not reading.overlaps:
        return
    yield "## Look at this\n"
    for flag in reading.flags:
        yield f"- **{flag.kind}**: {escaped(flag.why)}"
        yield from (f"  - {escaped(shortened(example, _EXCERPT_voice_folder))}" for example in flag.examples)
    if reading.overlaps:
        yield "\n| words | reply | found in | text |\n|---:|---|---|---|"
    for overlap in sorted(reading.overlaps, key=lambda overlap: -overlap.words):
        names = account.names[overlap.reply], account.request.own.names[overlap.document]
        text = escaped(shortened(overlap.text, _EXCERPT_voice_folder))
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


def _facts_voice_folder(account: Account) -> Iterator[str]:
    if account.coverage is None or account.contradictions is None:
        return
    coverage = account.coverage
    yield "## Documented facts\n"
    yield f"Cosine by {escaped(coverage.backend)}; licence: {escaped(coverage.licence)}.\n"
    yield "| fact | probability | mark | nearest passage |\n|---|---:|---|---|"
    for match in sorted(coverage.matches, key=lambda match: match.probability.value or 0.0):
        fact, chance = escaped(f"{match.fact.id} {match.fact.text}"), decimal(match.probability.value)
        yield f"| {fact} | {chance} | {match.mark} | {escaped(match.excerpt)} |"
    yield "\n### To be judged by a person: may contradict a fact\n"
    for found in account.contradictions.candidates:
        reply, why = escaped(account.names[found.reply]), escaped("; ".join(found.reasons))
        yield f"- {escaped(found.fact.id)}: {escaped(found.fact.text)} — {reply}: {escaped(found.excerpt)} ({why})"
    if not account.contradictions.candidates:
        yield "None was found. That does not mean that there is none."
    yield ""


def _advice_voice_folder(account: Account) -> Iterator[str]:
    from ringtrue.voice.explain.prompt_advice import advice

    lines = advice(account.explanation)
    yield "# Advice for the prompt\n"
    yield from (f"{number}. {line}" for number, line in enumerate(lines, 1))
    if not lines:
        yield "None: no difference was found, or there was not enough material."
