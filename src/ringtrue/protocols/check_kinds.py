"""Check what kinds of items show and ask: shares, speakers, and questions on scales that fit them."""

from collections.abc import Iterable, Iterator
from math import isclose

from ringtrue.protocols.reading import Reading
from ringtrue.protocols.scales import MECHANISMS
from ringtrue.protocols.section import Fault, suggestion
from ringtrue.terms import Kind, Protocol, Question, Scale

_MOST_SHOWN = 2


def kind_faults(reading: Reading) -> Iterator[Fault]:
    """Everything wrong with the kinds and the speakers they show."""
    protocol = reading.protocol
    for control, speaker in protocol.controls.items():
        if speaker == protocol.candidate:
            what = f"the {control} control is the candidate itself"
            yield Fault(("controls", control), what, speaker, "name another speaker")
    yield from _share_faults(protocol.kinds.values())
    for kind in protocol.kinds.values():
        found = _show_faults(kind.show, protocol.candidate)
        yield from (Fault(("kinds", kind.name, "show"), *one) for one in found)
        for question in kind.questions:
            yield from _question_faults(reading, kind, question)
    yield from _design_faults(protocol)


def _design_faults(protocol: Protocol) -> Iterator[Fault]:
    """Designs show the candidate beside another speaker, on cards of kinds there are."""
    for name, design in protocol.designs.items():
        for kind, shown in design.show.items():
            trail = ("designs", name, "show", kind)
            if kind not in protocol.kinds:
                yield Fault(trail, f"there is no kind '{kind}'", kind, suggestion(kind, protocol.kinds))
                continue
            yield from (Fault(trail, *found) for found in _show_faults(shown, protocol.candidate))
            if len(shown) != len(protocol.kinds[kind].show):
                what = "the design shows another number of speakers than the kind"
                yield Fault(trail, what, ", ".join(shown), "show as many as the kind does")
        for control, speaker in design.controls.items():
            if speaker == protocol.candidate:
                what = f"the {control} control is the candidate itself"
                yield Fault(("designs", name, "controls", control), what, speaker, "name another speaker")


def _share_faults(kinds: Iterable[Kind]) -> Iterator[Fault]:
    given = {kind.name: kind.share for kind in kinds if kind.share is not None}
    if not given:
        return
    for name, share in given.items():
        if not 0 < share <= 1:
            yield Fault(("kinds", name, "share"), "a share lies between 0 and 1", f"{share:g}", "write .25 for 25 %")
    without = [kind.name for kind in kinds if kind.share is None]
    for name in without:
        yield Fault(("kinds", name), "the kind has no share, others have", name, "give every kind a share, or none")
    total = sum(given.values())
    if not without and not isclose(total, 1, abs_tol=1e-9):
        yield Fault(("kinds",), f"the shares sum to {total:g}, not to 1", f"{total:g}", "correct the shares")


def _show_faults(shown: tuple[str, ...], candidate: str) -> Iterator[tuple[str, str, str]]:
    """What, value and remedy of everything wrong with the speakers of a card."""
    speakers = tuple(filter(None, shown))
    if not speakers:
        return
    if len(speakers) > _MOST_SHOWN or len(set(speakers)) < len(speakers):
        yield "a card shows one speaker, or two different ones", ", ".join(speakers), "name one or two"
    if candidate not in speakers:
        yield (
            f"the candidate '{candidate}' is not shown",
            ", ".join(speakers),
            f"show {candidate}, or name another candidate",
        )


def _question_faults(reading: Reading, kind: Kind, question: Question) -> Iterator[Fault]:
    trail = ("kinds", kind.name, "ask", question.name)
    scale = reading.protocol.scales.get(question.scale)
    if scale is not None:
        yield from (Fault((*trail, *steps), *rest) for steps, *rest in _misfits(kind, question, scale))
    elif question.scale and question.scale not in reading.unread_scales:
        known = [*reading.protocol.scales, *sorted(reading.unread_scales)]
        what = f"unknown scale '{question.scale}'"
        yield Fault((*trail, "scale"), what, question.scale, suggestion(question.scale, known))


def _misfits(kind: Kind, question: Question, scale: Scale) -> Iterator[tuple[tuple[str, ...], str, str, str]]:
    """Where a question does not fit its scale: steps from the question, what, value, remedy."""
    if scale.type == "checklist" and question.lists is None:
        yield (), "a checklist question does not say what is listed", scale.name, "add list: FIELD of the item"
    if scale.type != "checklist" and question.lists is not None:
        yield ("list",), f"a {scale.type} scale has nothing to list", question.lists, "use a checklist scale"
    if not MECHANISMS[scale.type].compares or not all(kind.show):
        return
    if len(kind.show) == 1:
        what = f"a {scale.type} scale compares two speakers, and this kind shows one"
        yield ("scale",), what, scale.name, "show two speakers, or use another scale"
    elif scale.toward is not None and kind.show and scale.toward not in kind.show:
        what = f"the scale is turned toward '{scale.toward}', whom this kind does not show"
        yield ("scale",), what, scale.name, f"turn it toward one of {', '.join(kind.show)}"
