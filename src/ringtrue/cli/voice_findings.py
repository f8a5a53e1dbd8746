"""Findings of `ringtrue voice`: texts read, the instrument run, differences explained, facts compared."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ringtrue.sources.person_texts import PersonTexts, read_person_texts, read_text_groups
from ringtrue.sources.replies import Replies, read_replies
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.terms.result import Estimate

if TYPE_CHECKING:
    from ringtrue.voice.content.contradictions import Contradictions
    from ringtrue.voice.content.coverage import Coverage
    from ringtrue.voice.content.dispersion import Dispersion
    from ringtrue.voice.content.facts import Fact
    from ringtrue.voice.explain.usage import Explanation
    from ringtrue.voice.result import Reading
    from ringtrue.voice.voice import Voice


# Everything `ringtrue voice` finds out about a set of replies, in one place: reading, explanation, content.


@dataclass(frozen=True, slots=True)
class VoiceRequest:
    """The texts to compare, read; `others` is None where the shipped background is used."""

    own: PersonTexts
    replies: Replies
    others: Mapping[str, tuple[str, ...]] | None = None
    bare: Replies | None = None
    facts: tuple["Fact", ...] | None = None
    embedding: str = "tfidf"
    notes: tuple[str, ...] = ()
    against: Replies | None = None

    @classmethod
    def read(
        cls,
        own: str,
        replies: str | Replies,
        others: str | None,
        bare: str | None,
        facts: str | None,
        embedding: str,
        *,
        against: str | None = None,
        column: str | None = None,
    ) -> "VoiceRequest":
        """Read every folder and file; what cannot be read in any of them is refused together.

        `replies` may have been read (or asked for) already. `column` is that of the text in CSV and JSON Lines.
        """
        from ringtrue.files.problems import Problems
        from ringtrue.terms.problem import BadInput

        problems = Problems()
        texts: dict[str, PersonTexts] = {}
        read: dict[str, Replies] = {} if isinstance(replies, str) else {"--replies": replies}
        people: Mapping[str, tuple[str, ...]] | None = None
        listed: tuple[Fact, ...] | None = None
        notes: tuple[str, ...] = ()
        try:
            texts["--own"] = read_person_texts(_file(own), source="--own")
        except BadInput as refusal:
            problems.extend(refusal.problems)
        for option, place in (("--replies", replies), ("--bare", bare), ("--against", against)):
            try:
                if isinstance(place, str):
                    read[option] = read_replies(_file(place), column=column, source=option)
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
        read_notes = [found.notes for found in texts.values()] + [found.notes for found in read.values()]
        notes = tuple(note for found in read_notes for note in found) + notes
        bare_replies, set_against = read.get("--bare"), read.get("--against")
        return cls(texts["--own"], read["--replies"], people, bare_replies, listed, embedding, notes, set_against)


@dataclass(frozen=True, slots=True)
class Account:
    """What was found; `names` are those of the replies, in the order hints and overlaps count them."""

    request: VoiceRequest
    reading: "Reading"
    explanation: "Explanation"
    dispersion: "Dispersion"
    coverage: "Coverage | None"
    contradictions: "Contradictions | None"
    notes: tuple[str, ...]
    difference: Estimate | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the replies."""
        return self.request.replies.names


def account(request: VoiceRequest) -> Account:
    """Read, explain and compare; a number that cannot be had is absent with its reason."""
    from ringtrue.voice.content.contradictions import find_contradictions
    from ringtrue.voice.content.coverage import measure_coverage
    from ringtrue.voice.content.dispersion import measure_dispersion
    from ringtrue.voice.embedding.backend import backend
    from ringtrue.voice.explain.differences import explain_differences
    from ringtrue.voice.voice import Voice

    own, replies = list(request.own.texts), list(request.replies.texts)
    embedding = backend(request.embedding)  # a wrong name is reported before anything is computed
    voice = Voice.fit(own, request.others)
    bare = list(request.bare.texts) if request.bare else None
    reading = voice.reading(replies, bare=bare, occasions=request.replies.occasions or None)
    foreign = [text for texts in (request.others or {}).values() for text in texts]
    facts = request.facts
    return Account(
        request,
        reading,
        explain_differences(own, replies, request.others),
        measure_dispersion(replies, own, embedding),
        None if facts is None else measure_coverage(facts, replies, embedding, others=foreign),
        None if facts is None else find_contradictions(facts, replies),
        (*_same_files(request), *_one_occasion(request), *request.notes, *reading.notes),
        None if request.against is None else _difference(voice, request.replies, request.against),
    )


def _difference(voice: "Voice", replies: Replies, against: Replies) -> Estimate:
    """How much closer the replies are than those they are set against, item by item."""
    one, other = replies.by_item(), against.by_item()
    if not one.keys() & other.keys():
        reason = "no item has replies in both sets: name them by file, or by a column item"
        return Estimate.absent(reason)
    return voice.difference(one, other)


def _one_occasion(request: VoiceRequest) -> list[str]:
    """Without items or sessions nobody knows how many occasions the replies are from."""
    if request.replies.occasions:
        return []
    note = (
        "The replies name neither item nor session, so all count as one occasion and the interval stays wide; a "
        "column session or item says otherwise."
    )
    return [note]


def _file(place: str) -> Path:
    """A path; answers recorded earlier may be named as a speaker is."""
    return Path(place.removeprefix("recorded:"))


def _same_files(request: VoiceRequest) -> list[str]:
    """A reply that is one of the person's own files says nothing about a clone."""
    own = {" ".join(text.split()): name for text, name in zip(request.own.texts, request.own.names, strict=True)}
    pairs = zip(request.replies.texts, request.replies.names, strict=True)
    same = [f"{name} is {own[folded]}" for text, name in pairs if (folded := " ".join(text.split())) in own]
    more = f" and {len(same) - 3} more" if len(same) > 3 else ""
    return [f"Replies that are the person's own texts, word for word: {', '.join(same[:3])}{more}."] if same else []


# Documented facts about the person, from a list in a text file or from DNA entries in YAML or JSON.


_TABLES = {".yaml", ".yml", ".json"}


def read_facts(path: str) -> tuple["Fact", ...]:
    """The facts of a file: one for each entry of a list in .txt or .md, or of the lists in .yaml and .json."""
    from ringtrue.files.json_file import read_json
    from ringtrue.files.text_file import read_text
    from ringtrue.files.yaml_file import read_yaml
    from ringtrue.voice.content.facts import facts_from_dna, facts_from_list

    suffix = Path(path).suffix.lower()
    if suffix in _TABLES:
        data = (read_json if suffix == ".json" else read_yaml)(path).data
        facts = facts_from_dna(_entries(data), path)
    else:
        facts = facts_from_list(read_text(path), path)
    if not facts:
        remedy = "Write one fact on each line, behind a dash."
        raise BadInput([Problem(path, "--facts", "There is no fact in this file.", remedy=remedy)])
    return facts


def _entries(data: Any) -> list[Mapping[str, Any]]:
    """Every table in a list, or in the lists of a table; plain sentences are facts without an id."""
    lists = [data] if isinstance(data, list) else list(data.values()) if isinstance(data, Mapping) else []
    found = [entry for one in lists if isinstance(one, list) for entry in one]
    return [entry if isinstance(entry, Mapping) else {"text": str(entry)} for entry in found]
