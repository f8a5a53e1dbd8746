"""Everything `ringtrue voice` finds out about a set of replies, in one place: reading, explanation, content."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ringtrue.sources import PersonTexts, read_person_texts, read_text_groups

if TYPE_CHECKING:
    from ringtrue.voice.content import Contradictions, Coverage, Dispersion, Fact
    from ringtrue.voice.explain import Explanation
    from ringtrue.voice.reading import Reading


@dataclass(frozen=True, slots=True)
class Request:
    """The texts to compare, read; `others` is None where the shipped background stands in."""

    own: PersonTexts
    replies: PersonTexts
    others: Mapping[str, tuple[str, ...]] | None = None
    bare: PersonTexts | None = None
    facts: tuple["Fact", ...] | None = None
    embedding: str = "tfidf"
    notes: tuple[str, ...] = ()

    @classmethod
    def read(
        cls, own: str, replies: str, others: str | None, bare: str | None, facts: str | None, embedding: str
    ) -> "Request":
        """Read every folder and file; what cannot be read in any of them is refused together."""
        from ringtrue.cli.voice_facts import read_facts
        from ringtrue.files import Problems
        from ringtrue.terms import BadInput

        problems = Problems()
        read: dict[str, PersonTexts] = {}
        people: Mapping[str, tuple[str, ...]] | None = None
        listed: tuple[Fact, ...] | None = None
        notes: tuple[str, ...] = ()
        for option, place in (("--own", own), ("--replies", replies), ("--bare", bare)):
            try:
                if place is not None:
                    read[option] = read_person_texts(_file(place), source=option)
            except BadInput as refusal:
                problems.extend(refusal.problems)
        try:
            if others is not None:
                people, notes = read_text_groups(others, source="--others")
        except BadInput as refusal:
            problems.extend(refusal.problems)
        try:
            listed = None if facts is None else read_facts(facts)
        except BadInput as refusal:
            problems.extend(refusal.problems)
        problems.raise_if_any()
        notes = tuple(note for texts in read.values() for note in texts.notes) + notes
        return cls(read["--own"], read["--replies"], people, read.get("--bare"), listed, embedding, notes)


@dataclass(frozen=True, slots=True)
class Account:
    """What was found; `names` are those of the replies, in the order hints and overlaps count them."""

    request: Request
    reading: "Reading"
    explanation: "Explanation"
    dispersion: "Dispersion"
    coverage: "Coverage | None"
    contradictions: "Contradictions | None"
    notes: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the replies."""
        return self.request.replies.names


def account(request: Request) -> Account:
    """Read, explain and compare; a number that cannot be told is absent with its reason."""
    from ringtrue.voice import Voice
    from ringtrue.voice.content import contradictions, coverage, dispersion
    from ringtrue.voice.embedding import backend
    from ringtrue.voice.explain import explain

    own, replies = list(request.own.texts), list(request.replies.texts)
    embedding = backend(request.embedding)  # a wrong name is told before anything is computed
    reading = Voice.fit(own, request.others).reading(replies, bare=list(request.bare.texts) if request.bare else None)
    foreign = [text for texts in (request.others or {}).values() for text in texts]
    facts = request.facts
    return Account(
        request,
        reading,
        explain(own, replies, request.others),
        dispersion(replies, own, embedding),
        None if facts is None else coverage(facts, replies, embedding, others=foreign),
        None if facts is None else contradictions(facts, replies),
        (*_same_files(request), *request.notes, *reading.notes),
    )


def _file(place: str) -> Path:
    """A path; answers recorded earlier may be named as a speaker is."""
    return Path(place.removeprefix("recorded:"))


def _same_files(request: Request) -> list[str]:
    """A reply that is one of the person's own files tells nothing about a clone."""
    own = {" ".join(text.split()): name for text, name in zip(request.own.texts, request.own.names, strict=True)}
    pairs = zip(request.replies.texts, request.replies.names, strict=True)
    same = [f"{name} is {own[folded]}" for text, name in pairs if (folded := " ".join(text.split())) in own]
    more = f" and {len(same) - 3} more" if len(same) > 3 else ""
    return [f"Replies that are the person's own texts, word for word: {', '.join(same[:3])}{more}."] if same else []
