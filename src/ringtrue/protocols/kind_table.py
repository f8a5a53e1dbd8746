"""Read the kinds of items of a protocol file, with the questions asked about each."""

from typing import cast, get_args

from ringtrue.protocols.section import Section, suggestion
from ringtrue.terms import JudgeKind, Kind, Question

_KIND = ("share", "show", "judges", "needs", "numbers", "gold", "history", "ask")
_QUESTION = ("scale", "text", "required", "list", "counts_on", "both")


def read_kinds(table: Section) -> dict[str, Kind]:
    """The kinds by name; what was faulty is left out of them."""
    return {name: _read_kind(name, section) for name, section in table.tables()}


def _read_kind(name: str, section: Section) -> Kind:
    section.only(_KIND)
    asked = section.table("ask", required=True)
    return Kind(
        name,
        section.texts("show", required=True),
        tuple(_read_question(question, entry) for question, entry in asked.tables()),
        _read_judges(section),
        section.number("share"),
        section.texts("needs"),
        section.texts("numbers"),
        section.truth("gold"),
        section.truth("history"),
    )


def _read_judges(section: Section) -> tuple[JudgeKind, ...]:
    if "judges" not in section.data:
        return ("person",)
    known = get_args(JudgeKind)
    judges = section.texts("judges")
    for place, judge in enumerate(judges):
        if judge and judge not in known:
            remedy = suggestion(judge, known)
            section.fault(f"unknown judge '{judge}'", "judges", place, value=judge, remedy=remedy)
    return cast(tuple[JudgeKind, ...], judges)


def _read_question(name: str, section: Section) -> Question:
    section.only(_QUESTION)
    both = section.text("both")
    if both and "{side}" not in both:
        section.fault(
            "'both' does not say which text is meant", "both", value=both, remedy="write {side} for its letter"
        )
    return Question(
        name,
        section.text("scale", required=True),
        section.text("text", required=True),
        section.truth("required", default=True),
        section.text("list") or None,
        section.wholes("counts_on"),
        both,
    )
