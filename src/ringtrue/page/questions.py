"""The questions of a kind of card as the page puts them, read from the protocol's scales."""

from collections.abc import Mapping

from ringtrue.page.briefing import Ask
from ringtrue.page.standard import said
from ringtrue.protocols import MECHANISMS
from ringtrue.terms import Kind, Protocol, Question


def questions_of(protocol: Protocol, kind: Kind, language: str, wording: Mapping[str, str]) -> tuple[Ask, ...]:
    """All questions of the kind in the protocol's order, worded by the study where it wants other words."""
    return tuple(_ask(protocol, question, language, wording) for question in kind.questions)


def _ask(protocol: Protocol, question: Question, language: str, wording: Mapping[str, str]) -> Ask:
    scale = protocol.scales[question.scale]
    # The labels of a scale between two speakers are worded toward one of them: the page has its own, A and B.
    labels = {} if MECHANISMS[scale.type].compares else scale.labels
    return Ask(
        question.name,
        _worded(question, wording) or _said(question, language),
        scale.type,
        question.required and not question.counts_on,
        scale.low,
        scale.high,
        scale.step,
        {f"{point:g}": said(language, label) for point, label in sorted(labels.items())},
        question.lists,
    )


def _said(question: Question, language: str) -> str:
    """The protocol's wording in this language; of a question about one text of a pair, with the text's letter."""
    if question.both and question.side is not None:
        return said(language, question.both).replace("{side}", "AB"[question.side])
    return said(language, question.text)


def _worded(question: Question, wording: Mapping[str, str]) -> str:
    """The study's own words; where a question is asked of each text of a pair, with the text's letter."""
    if question.name in wording or question.side is None:
        return wording.get(question.name, "")
    side = "AB"[question.side]
    words = wording.get(question.answers, "")
    return words.replace("{side}", side) if "{side}" in words or not words else f"{side}: {words}"
