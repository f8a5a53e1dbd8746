"""What `ringtrue voice` found, on one screen."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ringtrue.cli.console import console, print_lines, print_table
from ringtrue.cli.gauge import gauge
from ringtrue.cli.numbers import counted, decimal, interval, sure
from ringtrue.cli.voice_account import Account
from ringtrue.report.escape import plain, shortened

if TYPE_CHECKING:
    from ringtrue.voice.reading import Reading

ENDS = ("impostors", "the person")
WITHOUT = "the same model without the persona"
_USAGES = 10
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
    """Print the place first, then what speaks against it, what to change and what cannot be told."""
    print_lines([headline(account)], style="bold")
    print_lines(["", *place(account.reading, min(_GAUGE, console().width))])
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
        ("What cannot be told, and what to know", list(untold(account))),
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


def place(reading: "Reading", width: int = _GAUGE) -> Iterator[str]:
    """The gauge and the figures beside it, or why there are none."""
    found = reading.estimate
    if found.value is None:
        yield f"Cannot be told: {found.reason}."
        return
    bare = reading.bare.estimate.value if reading.bare else None
    yield from gauge(found.value, found.low, found.high, ENDS, {} if bare is None else {WITHOUT: bare}, width=width)
    yield ""
    yield (
        f"place {decimal(found.value)} (95 % {interval(found)}), likelihood {sure(found.likelihood)} that they are "
        f"the person's, AUC of the instrument {decimal(found.auc)}"
    )
    if reading.bare is not None and reading.bare.anchored.value is not None:
        anchored = reading.bare.anchored
        yield f"between {WITHOUT} (0) and the person (1): {decimal(anchored.value)} ({interval(anchored)})"
    if reading.spread.value is not None:
        spread = reading.spread
        yield f"spread {decimal(spread.value)} ({interval(spread)}): how much the replies vary, 1 as much as the person"


def _flags(account: Account) -> Iterator[str]:
    for flag in account.reading.flags:
        yield f"{flag.kind}: {plain(flag.why)}"
        if flag.kind != "copying":
            yield from (f"  “{shortened(plain(example), _EXCERPT)}”" for example in flag.examples[:_OVERLAPS])
    overlaps = sorted(account.reading.overlaps, key=lambda overlap: -overlap.words)
    if overlaps and not any(flag.kind == "copying" for flag in account.reading.flags):
        yield "taken over word for word, too little to be called copying:"
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
    from ringtrue.voice.explain import table

    clearest = replace(account.explanation, rows=account.explanation.rows[:_USAGES])
    if clearest.rows:
        print_lines(["", "What sets the replies apart"], style="bold")
        rows = [
            (use, shortened(plain(what), _NAME), person, replies, unit, plain(example))
            for use, _, what, person, replies, unit, _, example in table(clearest)
        ]
        print_table(_COLUMNS, _cut(rows), right=("person", "replies"))
    elif account.explanation.tested:
        print_lines(["", "Nothing sets the replies apart from the person's own texts beyond chance."])


def _cut(rows: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """The rows with examples short enough for one line each."""
    taken = sum(max(len(row[place]) for row in (_COLUMNS, *rows)) + 2 for place in range(5))
    left = max(console().width - taken - 2, 16)
    return [(*row[:5], shortened(row[5], left)) for row in rows]


def _advice(account: Account) -> Iterator[str]:
    from ringtrue.voice.explain import advice

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
        yield f"spoken of: cannot be told, {share.reason}"
    else:
        by = account.coverage.backend.partition(" (")[0]
        yield f"spoken of: {decimal(share.value)} ({interval(share)}) of {len(matches)}, by {by}"
        missed = [match.fact for match in matches if match.mark == "not covered"]
        yield from (
            f"  not spoken of: {plain(fact.id)} {shortened(plain(fact.text), _EXCERPT)}" for fact in missed[:_FACTS]
        )
    candidates = account.contradictions.candidates
    if candidates:
        found_at = counted(len(candidates), "place", "places")
        yield f"{found_at} for somebody to judge, which may contradict a fact (never scored):"
    for found in candidates[:_FACTS]:
        excerpt = shortened(plain(found.excerpt), _EXCERPT)
        who, why = plain(account.names[found.reply]), plain("; ".join(found.reasons))
        yield f"  {plain(found.fact.id)} against {who}: “{excerpt}” ({why})"


def untold(account: Account, *, habits: bool = True) -> Iterator[str]:
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
