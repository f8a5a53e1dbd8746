"""What there is to deal: the faces of cards, for the suite and for the controls, and what cannot be dealt and why."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ringtrue.blind.key import Placed, Role
from ringtrue.blind.texts import Missing, Texts, lists_of, prompt_of, speakers_shown
from ringtrue.protocols import MECHANISMS
from ringtrue.terms import Answer, BadInput, Item, Problem, Protocol


@dataclass(frozen=True, slots=True)
class Attention:
    """A card with known answers, to see whether a rater reads: the organiser writes it, and it never enters a score."""

    name: str
    kind: str
    prompt: str
    texts: tuple[str, ...]
    expect: Mapping[str, Answer]
    lists: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Face:
    """A card before its sides are drawn: speakers and texts in the protocol's order."""

    kind: str
    prompt: str
    texts: tuple[str, ...]
    placed: Placed
    lists: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def two_sided(self) -> bool:
        """Whether there are sides to draw."""
        return len(self.placed.speakers) == 2

    def turned(self, sign: int) -> "Face":
        """The face with the one it is about second (1) or first (-1)."""
        if not self.two_sided or self.placed.sign == sign:
            return self
        return replace(self, texts=self.texts[::-1], placed=replace(self.placed, speakers=self.placed.speakers[::-1]))


@dataclass(frozen=True, slots=True)
class Faces:
    """Everything that can be dealt, the same for every rater."""

    suite: tuple[Face, ...]
    controls: Mapping[str, tuple[Face, ...]]  # by the control's name in the protocol: self, generic
    attention: tuple[Face, ...]
    missing: tuple[Missing, ...]
    notes: tuple[str, ...]
    repeating: frozenset[str] = field(default_factory=frozenset)  # items of the suite that may come again as controls


def faces_of(
    items: Sequence[Item],
    texts: Texts,
    protocol: Protocol,
    attention: Iterable[Attention] = (),
    *,
    controlled: bool = True,
) -> Faces:
    """The faces of all accepted items; an item tagged `control` is dealt as a control only.

    Without `controlled` no control cards are looked for: a run of scenarios deals card by card and wants none.
    """
    _check(items, protocol)
    accepted = [item for item in items if item.status == "accepted"]
    suite: list[Face] = []
    missing: list[Missing] = []
    for item in accepted:
        if not item.tags.get("control"):
            face = _face(item, texts, protocol)
            suite += [face] if face else []
            missing += [] if face else texts.missing(item, protocol.kinds[item.kind].show)
    # The gate needs the generic control: it chooses first.
    named = sorted(protocol.controls, key=lambda name: name != "generic") if controlled else ()
    controls = {name: _controls(accepted, texts, protocol, name) for name in named}
    notes = [*_status_notes(items), *(_absence(protocol, name) for name, faces in controls.items() if not faces)]
    cards = tuple(
        Face(one.kind, one.prompt, one.texts, Placed(one.name, (), "", "attention", one.expect), one.lists)
        for one in attention
    )
    again = frozenset(face.placed.item for face in suite)
    return Faces(tuple(suite), controls, cards, tuple(missing), tuple(notes), again)


def _face(item: Item, texts: Texts, protocol: Protocol, stand_in: str | None = None) -> Face | None:
    speakers = speakers_shown(protocol, item.kind, stand_in)
    shown = tuple(text for name in speakers if (text := texts.find(item, name)) is not None)
    if len(shown) < len(speakers):
        return None
    role: Role = "control" if stand_in else "item"
    placed = Placed(item.id, speakers, stand_in or protocol.candidate, role)
    return Face(item.kind, prompt_of(item), shown, placed, lists_of(item, protocol.kinds[item.kind]))


def _controls(accepted: Iterable[Item], texts: Texts, protocol: Protocol, name: str) -> tuple[Face, ...]:
    """Cards of a control: of kinds that set two texts side by side where there are any, else of every kind."""
    compared = {kind.name for kind in protocol.kinds.values() if _compares(protocol, kind.name)}
    faces = []
    for item in accepted:
        if item.tags.get("control") in (None, False, True, name) and (not compared or item.kind in compared):
            face = _face(item, texts, protocol, protocol.controls[name])
            faces += [face] if face else []
    return tuple(faces)


def _compares(protocol: Protocol, kind: str) -> bool:
    scales = (protocol.scales[question.scale] for question in protocol.kinds[kind].questions)
    return any(MECHANISMS[scale.type].compares for scale in scales)


def _absence(protocol: Protocol, name: str) -> str:
    return f"there are no {name} control cards: no item has a response of {protocol.controls[name]}"


def _status_notes(items: Iterable[Item]) -> list[str]:
    counts = Counter(item.status for item in items if item.status != "accepted")
    return [f"{number} {status} items were not dealt" for status, number in sorted(counts.items())]


def _check(items: Iterable[Item], protocol: Protocol) -> None:
    problems = []
    seen: set[str] = set()
    for item in items:
        if item.kind not in protocol.kinds:
            remedy = f"{protocol.name} has: {', '.join(protocol.kinds)}."
            problems.append(Problem("items", item.id, "The protocol has no such kind of item.", item.kind, remedy))
        if item.id in seen:
            problems.append(Problem("items", item.id, "Two items have this id.", remedy="Give each one of its own."))
        seen.add(item.id)
    if problems:
        raise BadInput(problems)
