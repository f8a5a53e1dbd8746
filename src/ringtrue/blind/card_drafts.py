"""Card drafts: what can be dealt from items and responses, before sides are drawn, and what is missing."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ringtrue.blind.key import KeyEntry, Role
from ringtrue.terms.answer import Answer
from ringtrue.terms.item import Item, Response
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.terms.protocol import POSITIONS, Kind, Protocol

# The texts of each speaker to each item, and what is missing.


_PROMPT_FIELDS = ("context", "prompt", "constraints")


@dataclass(frozen=True, slots=True)
class MissingText:
    """A text that a card needs and that is not there."""

    item: str
    speaker: str
    why: str


class Texts:
    """The texts by item and speaker; the last response counts, and a text the item itself holds where there is none."""

    def __init__(self, responses: Iterable[Response]) -> None:
        """Take the responses in their order."""
        self._texts: dict[tuple[str, str], str] = {}
        self._errors: dict[tuple[str, str], str] = {}
        for response in responses:
            key = response.item, response.speaker
            if response.text is not None and response.text.strip():
                self._texts[key] = response.text
            else:
                self._errors[key] = response.error or "the response is empty"

    def find(self, item: Item, speaker: str) -> str | None:
        """What the speaker said to the item, None where there is nothing to show."""
        found = self._texts.get((item.id, speaker))
        return found if found is not None else _documented(item, speaker)

    def missing(self, item: Item, speakers: Sequence[str]) -> list[MissingText]:
        """Whose texts are not there."""
        return [
            MissingText(item.id, speaker, self._errors.get((item.id, speaker), "there is no response"))
            for speaker in speakers
            if self.find(item, speaker) is None
        ]


def prompt_of(item: Item) -> str:
    """What the speaker was asked: the situation, the prompt, the limits."""
    parts = [item.prompt if name == "prompt" else _as_text(item.fields.get(name)) for name in _PROMPT_FIELDS]
    return "\n\n".join([part for part in map(str.strip, parts) if part])


def lists_of(item: Item, kind: Kind) -> dict[str, tuple[str, ...]]:
    """What can be ticked or chosen on a card of the item, by the path each question names, where the item has it."""
    asked = [(question.lists, question) for question in kind.questions if question.lists is not None]
    found = {path: item.texts(one.positions) if one.positions else item.listed(path) for path, one in asked}
    return {path: listed for path, listed in found.items() if listed}


def positions_of(item: Item, kind: Kind) -> tuple[str, ...]:
    """The fields whose texts stand as positions on a card of the item, () where there are none."""
    named = (question.positions for question in kind.questions if question.positions)
    return next((fields for fields in named if item.texts(fields)), ())


def beside_of(item: Item, kind: Kind) -> dict[str, str]:
    """What stands beside the texts of a card of the item, by its heading; fields it lacks are left out."""
    found = {heading: _as_text(item.fields.get(name)).strip() for name, heading in kind.beside.items()}
    return {heading: text for heading, text in found.items() if text}


def speakers_shown(protocol: Protocol, kind: str, stand_in: str | None = None) -> tuple[str, ...]:
    """The speakers of a kind of card; a control takes the candidate's place."""
    shown = protocol.kinds[kind].show
    return tuple(stand_in if stand_in and name == protocol.candidate else name for name in shown)


def _documented(item: Item, speaker: str) -> str | None:
    """A text recorded with the item: in its table of responses, or in the field named like the speaker."""
    recorded = item.fields.get("responses")
    given = recorded.get(speaker) if isinstance(recorded, Mapping) else None
    text = given if given is not None else item.fields.get(speaker)
    return text if isinstance(text, str) and text.strip() else None


def _as_text(value: object) -> str:
    if isinstance(value, list | tuple):
        return "\n".join(f"- {one}" for one in value)
    return value if isinstance(value, str) else ""


# Drafts of the cards of the suite, of the controls and of the attention checks.


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
class CardDraft:
    """A card before its sides are drawn: speakers and texts in the protocol's order."""

    kind: str
    prompt: str
    texts: tuple[str, ...]
    entry: KeyEntry
    lists: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    beside: Mapping[str, str] = field(default_factory=dict)

    @property
    def two_sided(self) -> bool:
        """Whether there are sides to draw."""
        return len(self.entry.speakers) == 2

    @property
    def turns(self) -> bool:
        """Whether anything about it is drawn: sides, or the order of two positions."""
        return self.two_sided or bool(self.entry.positions)

    def turned(self, sign: int) -> "CardDraft":
        """The draft with the one it is about second (1) or first (-1), or its positions in the order of that sign."""
        if not self.turns or self.entry.sign == sign:
            return self
        if not self.two_sided:
            lists = {**self.lists, POSITIONS: self.lists[POSITIONS][::-1]}
            return replace(self, lists=lists, entry=replace(self.entry, positions=self.entry.positions[::-1]))
        return replace(self, texts=self.texts[::-1], entry=replace(self.entry, speakers=self.entry.speakers[::-1]))


@dataclass(frozen=True, slots=True)
class CardDrafts:
    """Everything that can be dealt, the same for every rater."""

    suite: tuple[CardDraft, ...]
    controls: Mapping[str, tuple[CardDraft, ...]]  # by the control's name in the protocol: generic first, then self
    attention: tuple[CardDraft, ...]
    missing: tuple[MissingText, ...]
    notes: tuple[str, ...]


def drafts_of(
    items: Sequence[Item],
    texts: Texts,
    protocol: Protocol,
    attention: Iterable[Attention] = (),
    *,
    kinds: Collection[str] | None = None,
) -> CardDrafts:
    """The drafts of all accepted items; an item tagged `control` is dealt as a control only.

    `kinds` are those that control cards are looked for on, all of them where it is None.
    """
    _check(items, protocol)
    accepted = [item for item in items if item.status == "accepted"]
    suite: list[CardDraft] = []
    missing: list[MissingText] = []
    for item in accepted:
        if not item.tags.get("control"):
            draft = _draft(item, texts, protocol)
            suite += [draft] if draft else []
            missing += [] if draft else texts.missing(item, protocol.kinds[item.kind].show)
    # The gate needs the generic control: it chooses first.
    named = sorted(protocol.controls, key=lambda name: name != "generic")
    wanted = [item for item in accepted if kinds is None or item.kind in kinds]
    controls = {name: _controls(wanted, texts, protocol, name) for name in named}
    cards = tuple(
        CardDraft(one.kind, one.prompt, one.texts, KeyEntry(one.name, (), "", "attention", one.expect), one.lists)
        for one in attention
    )
    return CardDrafts(tuple(suite), controls, cards, tuple(missing), tuple(_status_notes(items)))


def _draft(item: Item, texts: Texts, protocol: Protocol, stand_in: str | None = None) -> CardDraft | None:
    speakers = speakers_shown(protocol, item.kind, stand_in)
    shown = tuple(text for name in speakers if (text := texts.find(item, name)) is not None)
    if len(shown) < len(speakers):
        return None
    role: Role = "control" if stand_in else "item"
    kind = protocol.kinds[item.kind]
    entry = KeyEntry(item.id, speakers, stand_in or protocol.candidate, role, positions=positions_of(item, kind))
    return CardDraft(item.kind, prompt_of(item), shown, entry, lists_of(item, kind), beside_of(item, kind))


def _controls(items: Iterable[Item], texts: Texts, protocol: Protocol, name: str) -> tuple[CardDraft, ...]:
    """Cards of a control: beside the person's text where a kind shows two, alone where it shows one."""
    drafts = []
    for item in items:
        if item.tags.get("control") in (None, False, True, name):
            draft = _draft(item, texts, protocol, protocol.controls[name])
            drafts += [draft] if draft else []
    return tuple(drafts)


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
