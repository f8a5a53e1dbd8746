"""Suite rules of a protocol file: parse them, validate named checks and their settings, compute shares."""

from collections.abc import Callable, Mapping
from math import floor
from typing import Any, cast, get_args

from ringtrue.files.section import Section, suggestion
from ringtrue.formula.functions import FormulaError
from ringtrue.formula.grammar import parse
from ringtrue.terms.protocol import Protocol, SuiteRule, SuiteScope
from ringtrue.terms.result import Check

OFF = 2  # items by which a kind or a part of it may miss its share
_PANEL = frozenset({"people", "raters", "sessions", "judge_models"})  # names that only a panel can answer
_KEYS = ("name", "when", "check", "kind", "where", "with", "of", "remedy", "warning")


def _counts(section: Section, key: str) -> dict[str, int]:
    table = section.table(key, required=True)
    return {name: table.whole(name) or 0 for name in table.names()}


_READERS: Mapping[str, Callable[[Section, str], Any]] = {
    "text": lambda section, key: section.text(key, required=True),
    "texts": lambda section, key: section.texts(key, required=True),
    "whole": lambda section, key: section.whole(key) or 1,
    "number": lambda section, key: section.number(key) or 0.0,
    "counts": _counts,
}
# The named checks of items, each with its settings; ringtrue.items.suite_checks runs them.
CHECKS: Mapping[str, Mapping[str, str]] = {
    "citations": {},
    "shares": {"least": "whole"},
    "parts": {"tag": "text", "of": "counts"},
    "length_beside": {"speaker": "text", "beside": "text", "within": "number"},
    "words": {"speaker": "text", "least": "whole", "most": "whole"},
    "shared_words": {"of": "texts"},
    "fields": {"of": "texts"},
    "entries": {"list": "text", "least": "whole"},
    "in_list": {"field": "text", "list": "text"},
    "some": {"field": "text", "least": "whole"},
    "some_entries": {"list": "text", "entries": "whole", "least": "whole"},
    "each_list": {"list": "text", "of": "texts", "least": "whole"},
    "references": {"least": "whole"},
    "cites": {"least": "whole"},
    "dates": {"field": "text", "least": "whole"},
    "declines": {"field": "text"},
    "open_prompt": {},
    "unseen": {"field": "text"},
}


def read_suite(rows: list[Section]) -> tuple[SuiteRule, ...]:
    """The rules that a suite must keep: each a formula (`when`) or a named check, asked of the items or the panel."""
    return tuple(_read_rule(section) for section in rows)


def _read_rule(section: Section) -> SuiteRule:
    section.only(_KEYS)
    name = section.text("name", required=True)
    if "check" in section.data:
        return _read_named(name, section)
    when = section.text("when", required=True)
    for key in ("kind", "where", "with"):
        if key in section.data:
            section.fault(f"'{key}' means nothing beside 'when'", key, value=section.data[key], remedy="leave it out")
    scope = section.one_of("of", get_args(SuiteScope), _usual_scope(when)) or "items"
    return SuiteRule(name, when, section.text("remedy"), section.truth("warning"), cast(SuiteScope, scope))


def _read_named(name: str, section: Section) -> SuiteRule:
    for key in ("when", "of"):
        if key in section.data:
            section.fault(f"'{key}' means nothing beside 'check'", key, value=section.data[key], remedy="leave it out")
    check = section.text("check")
    if check and check not in CHECKS:
        section.fault(f"unknown check '{check}'", "check", value=check, remedy=suggestion(check, CHECKS))
    settings, where = section.table("with"), section.table("where")
    wanted = CHECKS.get(check, {})
    if check in CHECKS:
        settings.only(wanted)
    for key in wanted:
        if key not in settings.data:
            settings.fault(f"the check '{check}' needs '{key}'", value=name, remedy=f"add with: {{{key}: ...}}")
    given = {key: _READERS[form](settings, key) for key, form in wanted.items() if key in settings.data}
    return SuiteRule(
        name,
        remedy=section.text("remedy"),
        warning=section.truth("warning"),
        check=check,
        kind=section.text("kind"),
        where={tag: where.text(tag) for tag in where.names()},
        settings=given,
    )


def _usual_scope(when: str) -> SuiteScope:
    """A rule that speaks of people is asked of the panel, any other of the items."""
    try:
        return "panel" if parse(when).names & _PANEL else "items"
    except FormulaError:  # reported with the other formulas
        return "items"


# The shares of the kinds of a suite, in whole items.


def share_checks(protocol: Protocol, there: Mapping[str, int], least: int = 0) -> list[Check]:
    """Whether each kind has the number of items its share asks for, in a suite of at least so many items."""
    shares = {kind.name: kind.share for kind in protocol.kinds.values() if kind.share is not None}
    total = max(sum(there.values()), least)
    return [
        share_check(f"share of {kind}: {count} of {total}", there.get(kind, 0), count, f"{kind} items")
        for kind, count in largest_remainder(shares, total).items()
    ]


def share_check(name: str, there: int, wanted: int, what: str) -> Check:
    """Whether a number of items is the one wanted, give or take OFF; the note says what to add."""
    missing = wanted - there
    many = items_counted(abs(missing), what)
    note = "" if not missing else f"add {many}" if missing > 0 else f"{many} more than required"
    return Check(name, abs(missing) <= OFF, there, wanted, literal=missing == 0, note=note)


def items_counted(number: int, what: str) -> str:
    """A number of items of some sort, `what` in the plural: 1 quote item, 2 quote items."""
    return f"{number} {what if number != 1 else what.replace('items', 'item', 1)}"


def largest_remainder(shares: Mapping[str, float], total: int) -> dict[str, int]:
    """Whole numbers in the given proportions that sum to the total: floors first, then the largest remainders."""
    exact = {name: share * total for name, share in shares.items()}
    counts = {name: floor(value + 1e-9) for name, value in exact.items()}
    left = total - sum(counts.values()) if shares else 0
    by_remainder = sorted(exact, key=lambda name: (counts[name] - exact[name], list(shares).index(name)))
    for name in by_remainder[:left]:
        counts[name] += 1
    return counts
