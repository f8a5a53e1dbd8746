"""The leak check before dealing: everything in the texts that could tell a rater whose words he reads."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ringtrue.blind.contrasts import contrasts
from ringtrue.blind.faces import Face, faces_of
from ringtrue.blind.texts import Texts
from ringtrue.blind.traces import LeakRule, Tracer
from ringtrue.terms import Item, Protocol, Response

_LONGEST_EXCERPT = 80


@dataclass(frozen=True, slots=True)
class Leak:
    """One thing that may give a source away; for the organiser's eyes, since it names the speaker.

    `place` is the line of the text, or the speaker it is compared with. `waived` is the reason why it was let pass.
    """

    rule: LeakRule
    item: str
    speaker: str
    place: str
    what: str
    excerpt: str = ""
    waived: str = ""


def leaks(
    items: Sequence[Item],
    responses: Iterable[Response],
    protocol: Protocol,
    *,
    names: Iterable[str] = (),
    gold: str = "",
    parts: Iterable[str] = (),
    controlled: bool = True,
) -> list[Leak]:
    """Every leak in the texts that would be dealt, item by item.

    `names` are those of the person, of the speakers' models and whatever else must not be read, `parts` those of which
    only the exact spelling counts; `gold` is the sample of the true voice that raters know. `controlled`: cards of
    controls will be dealt too.
    """
    faces = faces_of(items, Texts(responses), protocol, controlled=controlled)
    tracer = Tracer(names, gold, parts)
    found: list[Leak] = []
    seen: set[tuple[str, str]] = set()
    for face in [*faces.suite, *(face for control in faces.controls.values() for face in control)]:
        for speaker, text in zip(face.placed.speakers, face.texts, strict=True):
            if (face.placed.item, speaker) not in seen:
                seen.add((face.placed.item, speaker))
                found += _traces(tracer, face.placed.item, speaker, text)
        found += _contrasts(face)
    order = {item.id: place for place, item in enumerate(items)}
    return sorted(found, key=lambda leak: order[leak.item])


def _traces(tracer: Tracer, item: str, speaker: str, text: str) -> Iterator[Leak]:
    for trace in tracer.traces(text):
        line = text.count("\n", 0, trace.start) + 1
        excerpt = " ".join(text[trace.start : trace.stop].split())[:_LONGEST_EXCERPT]
        yield Leak(trace.rule, item, speaker, f"line {line}", trace.what, excerpt)


def _contrasts(face: Face) -> Iterator[Leak]:
    if not face.two_sided:
        return
    speakers = face.placed.speakers
    for rule, what, side in contrasts(*face.texts):
        yield Leak(rule, face.placed.item, speakers[side], f"beside {speakers[1 - side]}", what)
