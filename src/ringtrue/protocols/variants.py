"""A protocol as one study uses it: its design, its preset, and both texts of a pair graded or the preferred one."""

from collections.abc import Iterator
from dataclasses import replace

from ringtrue.terms import Kind, Protocol, Question

_SIDES = "ab"


def designed(protocol: Protocol, design: str) -> Protocol:
    """The protocol with what the design shows, controls and decides by; the hash stays that of the file."""
    chosen = protocol.designs[design]
    kinds = {
        name: replace(kind, show=chosen.show[name]) if name in chosen.show else kind
        for name, kind in protocol.kinds.items()
    }
    return replace(
        protocol,
        kinds=kinds,
        controls=chosen.controls or protocol.controls,
        sound_verdict=chosen.sound_verdict or protocol.sound_verdict,
    )


def sized(protocol: Protocol, preset: str) -> Protocol:
    """The protocol with the suite rules of a preset, where it has its own."""
    return replace(protocol, suite=protocol.presets[preset].suite or protocol.suite)


def grades_both(protocol: Protocol) -> bool:
    """Whether the protocol can ask of each text what it asks of the preferred one."""
    return any(question.both for kind in protocol.kinds.values() for question in kind.questions)


def graded_both(protocol: Protocol) -> Protocol:
    """The protocol as it is asked where both texts of a pair are graded: vibe becomes vibe_a and vibe_b."""
    kinds = {name: _both(kind) for name, kind in protocol.kinds.items()}
    return replace(protocol, kinds=kinds)


def _both(kind: Kind) -> Kind:
    if len(kind.show) != len(_SIDES):
        return kind
    return replace(kind, questions=tuple(one for question in kind.questions for one in _sides(question)))


def _sides(question: Question) -> Iterator[Question]:
    if not question.both:
        yield question
        return
    for side, letter in enumerate(_SIDES):
        text = question.both.replace("{side}", letter.upper())
        yield replace(question, name=f"{question.name}_{letter}", text=text, side=side, answers=question.name)
