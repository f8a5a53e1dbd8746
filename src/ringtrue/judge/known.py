"""What a study knows before any answer comes in: its items, what each is asked, on which scale, about whom."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from ringtrue.files import nearest
from ringtrue.terms import Item, Kind, Protocol, Question, Scale

_MOST_COMPARED = 200_000  # names looked at for near matches in one file: every fault of a small study, some of a large
_MOST_LISTED = 12


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as one kind of item asks it."""

    question: Question
    scale: Scale


class Known:
    """Items, questions and speakers by name."""

    def __init__(self, protocol: Protocol, items: Iterable[Item]) -> None:
        """Make the tables an answer is looked up in."""
        self.protocol = protocol
        self.items: dict[str, Item] = {item.id: item for item in items}
        self._asked: dict[str, dict[str, Asked]] = {
            name: {question.name: Asked(question, protocol.scales[question.scale]) for question in kind.questions}
            for name, kind in protocol.kinds.items()
        }
        self._anywhere = {name: asked for kind in self._asked.values() for name, asked in kind.items()}
        self._controls = tuple(protocol.controls.values())
        self._speakers = {name: self._around(kind.show) for name, kind in protocol.kinds.items()}
        self._all_speakers = self._around([name for kind in protocol.kinds.values() for name in kind.show])
        self._options: dict[tuple[str, str | None], tuple[str, ...]] = {}
        self._criteria: dict[tuple[str, str], tuple[str, ...]] = {}
        self._compared = 0

    def kind_of(self, item: Item | None) -> Kind | None:
        """The kind of an item, where there is an item and the protocol has its kind."""
        return self.protocol.kinds.get(item.kind) if item else None

    def asked(self, kind: Kind | None, question: str) -> Asked | None:
        """The question as that kind asks it; where the kind is not known, as any kind does."""
        return (self._asked[kind.name] if kind else self._anywhere).get(question)

    def questions(self, kind: Kind | None = None) -> tuple[str, ...]:
        """Every question of a kind, or of all kinds."""
        return tuple(self._asked[kind.name] if kind else self._anywhere)

    def speakers(self, kind: Kind | None) -> tuple[str, ...]:
        """Who may be spoken of: those a kind shows, the candidate, the controls."""
        return self._speakers[kind.name] if kind else self._all_speakers

    def is_control(self, name: object) -> bool:
        """Whether somebody is a control."""
        return name in self._controls

    def subject(self, asked: Asked, speaker: str | None) -> str:
        """Whom an answer is about: nobody named is the candidate, and so is the one that stands on every card."""
        return self.protocol.candidate if speaker in (None, asked.scale.toward) else str(speaker)

    def options(self, item: Item | None, kind: Kind | None, asked: Asked, speaker: str | None) -> tuple[str, ...]:
        """What the card offered: the speakers shown for a pick, the things listed for a checklist."""
        if asked.scale.type == "pick" and kind:
            return self._shown(kind, speaker)
        if asked.scale.type == "checklist" and item and asked.question.lists:
            return self._listed(item, asked.question.lists)
        return ()

    def near(self, name: str, known: Collection[str], otherwise: str) -> str:
        """A remedy: the name most alike, or else the names there are, if they are few."""
        near = None
        if self._compared + len(known) <= _MOST_COMPARED:
            self._compared += len(known)
            near = nearest(name, known)
        if near:
            return f"Did you mean {near}?"
        return f"Known here: {', '.join(known)}." if 0 < len(known) <= _MOST_LISTED else otherwise

    def _around(self, shown: Iterable[str]) -> tuple[str, ...]:
        return tuple(dict.fromkeys([*shown, self.protocol.candidate, *self._controls]))

    def _shown(self, kind: Kind, speaker: str | None) -> tuple[str, ...]:
        """The speakers of a card: a control takes the candidate's place."""
        key = kind.name, speaker
        if key not in self._options:
            stands_in = speaker if self.is_control(speaker) else None
            candidate = self.protocol.candidate
            self._options[key] = tuple(stands_in if stands_in and name == candidate else name for name in kind.show)
        return self._options[key]

    def _listed(self, item: Item, path: str) -> tuple[str, ...]:
        """What the item's field lists, () where it lists nothing."""
        key = item.id, path
        if key not in self._criteria:
            found: object = item.fields
            for step in path.split("."):
                found = found.get(step) if isinstance(found, Mapping) else None
            self._criteria[key] = tuple(map(str, found)) if isinstance(found, list | tuple) else ()
        return self._criteria[key]
