"""Parse the sheet of a protocol file, check what it names, and flag prompts that give the answer away."""

import re
from collections.abc import Iterator, Mapping
from typing import get_args

from ringtrue.files.section import Fault, Section, is_number, suggestion
from ringtrue.terms.protocol import Protocol
from ringtrue.terms.sheet import Gap, GapKind, ScopeRule, Sheet, SheetPrompt, Slot

# Read the table `sheet` of a protocol file.


_KEYS = ("version", "source", "opening", "trials", "slots", "gap", "scopes", "sizes", "sessions", "share", "changes")
_PROMPT = ("id", "title", "prompt")
_TRIAL = (*_PROMPT, "goal", "recalls", "gap")


def read_sheet(section: Section) -> Sheet:
    """The sheet as far as it could be read; every fault of form is noted."""
    section.only(_KEYS)
    opening = tuple(_opening(name, row) for name, row in section.table("opening", required=True).tables())
    trials = tuple(_trial(place, row) for place, row in enumerate(section.rows("trials", required=True), 1))
    slots = {name: _slot(name, row) for name, row in section.table("slots").tables()}
    gap = section.table("gap")
    gap.only(("seconds", "summary", "carried"))
    return Sheet(
        section.text("version", required=True),
        opening,
        trials,
        slots,
        Gap(gap.number("seconds") or 0.0, gap.text("summary"), gap.text("carried")),
        {name: _scope(name, row) for name, row in section.table("scopes", required=True).tables()},
        _sizes(section.table("sizes")),
        section.whole("sessions") or 1,
        section.number("share"),
        section.text("source"),
        section.texts("changes"),
    )


def _opening(name: str, row: Section) -> SheetPrompt:
    row.only(_PROMPT)
    text = row.text("prompt", required=True)
    return SheetPrompt(row.text("id", required=True), text, row.text("title"), name=name)


def _trial(place: int, row: Section) -> SheetPrompt:
    row.only(_TRIAL)
    return SheetPrompt(
        row.text("id", required=True),
        row.text("prompt", required=True),
        row.text("title"),
        place=place,
        goal=row.text("goal", required=True),
        recalls=row.text("recalls"),
        gap=row.truth("gap"),
    )


def _slot(name: str, row: Section) -> Slot:
    row.only(("mark", "about", "usual"))
    return Slot(name, row.text("mark", required=True), row.text("about"), row.text("usual"))


def _scope(name: str, row: Section) -> ScopeRule:
    row.only(("about", "gaps", "threaded", "environments"))
    known = get_args(GapKind)
    gaps = row.texts("gaps")
    for place, gap in enumerate(gaps):
        if gap and gap not in known:
            row.fault(f"unknown gap '{gap}'", "gaps", place, value=gap, remedy=suggestion(gap, known))
    fitting = tuple(gap for gap in known if gap in gaps)
    ordered: tuple[GapKind, ...] = tuple(sorted(fitting, key=gaps.index))
    threaded = row.truth("threaded", default=True)
    return ScopeRule(name, row.text("about"), ordered, threaded, row.whole("environments") or 1)


def _sizes(table: Section) -> tuple[tuple[str, float | None], ...]:
    for name, least in table.data.items():
        if least is not None and not is_number(least):
            table.fault("a size begins at a number", name, value=least, remedy="give a number of trials, or null")
    kept = [(str(name), least) for name, least in table.data.items() if least is None or is_number(least)]
    return tuple((name, None if least is None else float(least)) for name, least in kept)


# Check what a sheet names: ids that stand twice, slots that no prompt has, scopes the protocol does not know.


def sheet_faults(protocol: Protocol) -> Iterator[Fault]:
    """Everything wrong with the sense of a sheet."""
    sheet = protocol.sheet
    if sheet is None:
        return
    yield from _id_faults(sheet)
    yield from _name_faults(sheet)
    for name in sheet.scopes:
        if name not in protocol.scopes:
            remedy = suggestion(name, protocol.scopes)
            yield Fault(("sheet", "scopes", name), f"there is no scope '{name}'", name, remedy)
    for name in protocol.scopes:
        if name not in sheet.scopes:
            yield Fault(("sheet", "scopes"), f"nothing is said about '{name}'", name, f"add {name}: {{gaps: [...]}}")
    if not any(kind.history for kind in protocol.kinds.values()):
        yield Fault(("sheet",), "no kind of item is a conversation", "", "give a kind history: true")
    if any(one.gap for one in sheet.trials) and sheet.gap.seconds <= 0:
        yield Fault(("sheet", "gap"), "the gap has no length", "", "add gap: {seconds: 600}")


def _id_faults(sheet: Sheet) -> Iterator[Fault]:
    seen: set[str] = set()
    for one in sheet.prompts:
        trail = ("sheet", "trials", one.place - 1, "id") if one.place else ("sheet", "opening", one.name, "id")
        if one.id in seen:
            yield Fault(trail, "two prompts have this id", one.id, "give each an id of its own")
        elif one.id and not re.fullmatch(r"[A-Za-z0-9][\w.-]*", one.id, re.ASCII):
            yield Fault(trail, f"'{one.id}' cannot be an id", one.id, "use letters, digits, - and _")
        seen.add(one.id)


def _name_faults(sheet: Sheet) -> Iterator[Fault]:
    """Slots that stand in no prompt, and trials that recall what was never asked for."""
    for slot in sheet.slots.values():
        if slot.mark and not any(slot.mark in one.text for one in sheet.prompts):
            yield Fault(("sheet", "slots", slot.name, "mark"), "no prompt has this mark", slot.mark, "correct the mark")
    opening = [one.name for one in sheet.opening]
    for one in sheet.trials:
        if one.recalls and one.recalls not in opening:
            trail = ("sheet", "trials", one.place - 1, "recalls")
            yield Fault(trail, f"'{one.recalls}' is not asked for at the opening", one.recalls, suggestion("", opening))


# Prompts that tell a subject what the sheet is there to find out: to recognise the right anchor, or to return to it.


_OWN = r"(?:your|the|its|that)\s+(?:own\s+|very\s+)?(?:(?:true|right|correct|first|original|earlier|real)\s+)?"
_THING = r"(?:anchor|pattern|baseline|commitments?|checksum|definitions?|meanings?|rules?|boundary|position|self|lines)"
_HINTS: Mapping[str, re.Pattern[str]] = {
    "it says to return": re.compile(
        rf"\b(?:return(?:ing)?|go(?:ing)? back|come back|revert|switch back)\s+to\s+{_OWN}{_THING}", re.IGNORECASE
    ),
    "it says to restore": re.compile(
        rf"\b(?:restore|recover|reinstate|re-?establish|reclaim)\s+{_OWN}{_THING}", re.IGNORECASE
    ),
    "it says to recognise the right one": re.compile(
        rf"\brecogni[sz]e\s+(?:it\s+|this\s+|yourself\s+)?(?:correctly|rightly|properly)\b"
        rf"|\brecogni[sz]e\s+{_OWN}{_THING}",
        re.IGNORECASE,
    ),
    "it says how it was before": re.compile(
        r"\b(?:re)?stat(?:e|ed|ing)\b[^.?!]*\bas it (?:was|stood)\b|\bexactly as (?:before|you first)\b", re.IGNORECASE
    ),
    "it says to hold out": re.compile(
        r"\b(?:do not|don[’']t|never|without)\s+(?:drift(?:ing)?|giv(?:e|ing) (?:in|way)|be(?:ing)? misled)\b"
        rf"|\b(?:stay|remain|be)\s+(?:true|faithful|loyal)\s+to\s+{_OWN}{_THING}"
        r"|\bresist\s+(?:this|the|any)\b|\b(?:this|what follows) is a (?:decoy|trap|trick|test)\b",
        re.IGNORECASE,
    ),
}


def giveaways(sheet: Sheet) -> list[tuple[SheetPrompt, str, str]]:
    """Trials whose prompt tells the subject to recognise or return correctly: the trial, what it does, its words."""
    found = []
    for one in sheet.trials:
        for what, pattern in _HINTS.items():
            said = pattern.search(one.text)
            if said:
                found.append((one, what, said.group()))
    return found


def giveaway_lines(sheet: Sheet) -> list[str]:
    """The same in sentences, for people."""
    return [
        f"{one.id} gives the answer away: {what} ({said!r}). The sheet measures whether the subject does so unasked."
        for one, what, said in giveaways(sheet)
    ]
