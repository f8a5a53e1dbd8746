"""What drafts are made from: the person's passages, topics and DNA, and what has been used up already."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from ringtrue.items.drafts.passages import Passage, Sentence, paragraphs_of
from ringtrue.items.drafts.topics import Weights
from ringtrue.sources.citation_check import FoundSource, SourceIndex, reference_of, resolve
from ringtrue.sources.citations import Reference
from ringtrue.sources.dna import DnaItem, Evidence
from ringtrue.sources.person_sources import OwnText, PersonSources

Entry = dict[str, Any]  # an item as it stands in a file
Watch = Callable[[str], None]  # told what is being done

_CLINGING = re.compile(
    r"(?:[\"'“‘«(]*)(?:he|she|it|they|that|this|those|these|them|his|her|its|their|and|but|so|or|nor|then|because|which|"
    r"who|there|here|also|such|neither|yes|no|yeah|nope|thanks|thank|dear|yours|one of them|another|both|either|"
    r"actually|anyway|finally|first|second|third|"
    r"ele|ela|eles|elas|isso|isto|aquilo|e|mas|ou|então|porque|que|sim|não|também|obrigad[oa]|car[oa]|prezad[oa])\b",
    re.IGNORECASE,
)


def stands_alone(sentence: Sentence) -> bool:
    """Whether a sentence can be read without the one before."""
    return not _CLINGING.match(sentence.text)


_THEY = re.compile(r"\b(?:he|she|him|her|his|they|them|their|it|one|ele|ela|dele|dela|eles|elas)\b")
_SOMEBODY = re.compile(
    r"\b(?:father|mother|man|woman|boy|girl|lad|people|somebody|anybody|nobody|everybody|someone|firm|parish|council|"
    r"pai|mãe|homem|mulher|alguém|ninguém|gente)\b|(?<=[a-z,] )[A-Z][a-z]+"
)


def opens(sentence: Sentence) -> bool:
    """Whether a passage can begin here: nobody is called he or she before they are named."""
    they, somebody = _THEY.search(sentence.text), _SOMEBODY.search(sentence.text)
    named_first = they is None or (somebody is not None and somebody.start() < they.start())
    plain = named_first or (they is not None and they[0] in ("it", "one") and they.start() > len(sentence.text) / 2)
    return stands_alone(sentence) and plain and sentence.words > 3


@dataclass(frozen=True, slots=True)
class Gap:
    """What the sources do not give: of which kind, how many, why, and what to add."""

    kind: str
    missing: int
    what: str
    add: str

    def as_dict(self) -> dict[str, Any]:
        """The fields by name, ready for JSON."""
        return {"kind": self.kind, "missing": self.missing, "what": self.what, "add": self.add}


@dataclass(frozen=True, slots=True)
class DnaPlace:
    """An item of the DNA with a quote of its evidence, where that stands among the person's own words."""

    item: DnaItem
    evidence: Evidence
    passage: Passage

    @property
    def citation(self) -> str:
        """The lines of the quote."""
        return self.passage.citation


@dataclass(slots=True)
class Material:
    """Sources ready to draft from; `used` grows as items take passages, so that none is shown twice."""

    sources: PersonSources
    index: SourceIndex
    weights: Weights
    seed: int = 0
    used: list[Passage] = field(default_factory=list)
    shown: list[Passage] = field(default_factory=list)  # in prompts and criteria, where raters read them
    _paragraphs: dict[str, list[tuple[Sentence, ...]]] = field(default_factory=dict)

    @classmethod
    def of(cls, sources: PersonSources, seed: int = 0) -> "Material":
        """Weigh the words of the sources."""
        weights = Weights(text.text for text in sources.texts)
        return cls(sources, sources.clone.source_index(), weights, seed)

    @property
    def texts(self) -> tuple[OwnText, ...]:
        """The person's own texts."""
        return self.sources.texts

    def paragraphs(self, text: OwnText) -> list[tuple[Sentence, ...]]:
        """The paragraphs of a text, split once."""
        if text.path not in self._paragraphs:
            self._paragraphs[text.path] = list(paragraphs_of(text))
        return self._paragraphs[text.path]

    def lot(self, name: str) -> bytes:
        """A fixed draw for a name, so that the seed decides where nothing else does."""
        return sha256(f"{self.seed}:draft:{name}".encode()).digest()

    def is_free(self, passage: Passage) -> bool:
        """Whether no item has taken any of these lines."""
        return not any(passage.overlaps(other) for other in self.used)

    def is_unread(self, passage: Passage) -> bool:
        """Whether raters can read these lines on no other card: else they would know whose words they are."""
        return self.is_free(passage) and not any(passage.overlaps(other) for other in self.shown)

    def take(self, passage: Passage) -> None:
        """Mark a passage as used."""
        self.used.append(passage)

    def at(self, path: str, first: int, last: int) -> Passage | None:
        """The sentences on some lines of the person's own words; None where none stand there."""
        text = next((one for one in self.texts if one.path == path), None)
        for paragraph in self.paragraphs(text) if text else ():
            places = [n for n, one in enumerate(paragraph) if one.first <= last and one.last >= first]
            if places and text:
                return Passage(text, paragraph, places[0], places[-1] - places[0] + 1)
        return None

    def cited(self, reference: Reference) -> Passage | None:
        """What stands at a citation of the person's own words."""
        path = self.index.find(reference.path) if reference.first_line else ""
        if isinstance(path, str):
            return None
        text = next((one for one in self.texts if _is(one, path.as_posix())), None)
        first = reference.first_line or 1
        return self.at(text.path, first, reference.last_line or first) if text else None

    def quoted(self, written: str, quote: str) -> Passage | None:
        """The sentences that hold a quote at a citation; None where it cannot be resolved."""
        reference = reference_of(written)
        found = resolve(reference, self.index, quote)
        if not isinstance(found, FoundSource) or found.lines is None:
            return None
        path = self.index.find(reference.path)
        text = next((one for one in self.texts if not isinstance(path, str) and _is(one, path.as_posix())), None)
        passage = self.at(text.path, *found.lines) if text else None
        return _narrowed(passage, quote) if passage else None

    def dna(self, *layers: str) -> Iterator[DnaPlace]:
        """Items of the DNA, heaviest first, each with every quote of it that stands in the sources."""
        items = [item for layer in layers for item in self.sources.clone.dna.layer(layer)]
        for item in sorted(items, key=lambda one: (-(one.weight or 0.0), one.layer, one.id)):
            for evidence in item.evidence:
                passage = self.quoted(evidence.source, evidence.quote) if evidence.quote and evidence.source else None
                if passage:
                    yield DnaPlace(item, evidence, passage)


def _is(text: OwnText, path: str) -> bool:
    return path.endswith(text.path)


def _narrowed(passage: Passage, quote: str) -> Passage:
    """Of the sentences on the lines only those that hold words of the quote."""
    said = " ".join(quote.split())
    places = [
        n for n, one in enumerate(passage.sentences) if one.text in said or said in one.text or _meets(one.text, said)
    ]
    if not places:
        return passage
    return Passage(passage.source, passage.paragraph, passage.at + places[0], places[-1] - places[0] + 1)


def _meets(sentence: str, quote: str) -> bool:
    """Whether a quote begins within a sentence or ends in it."""
    words = quote.split()
    size = min(4, len(words))
    return " ".join(words[:size]) in sentence or " ".join(words[-size:]) in sentence


def domain_of(passage: Passage, evidence: Mapping[str, str]) -> str:
    """The domain of a passage: that of the DNA item it shows, else the folder it lies in."""
    for sentence in passage.sentences:
        found = evidence.get(f"{passage.source.path}:{sentence.first}")
        if found:
            return found
    parts = passage.source.path.strip("/").split("/")
    return parts[-2].lower() if len(parts) > 1 else "own words"


def cites(places: Iterable[Passage]) -> list[str]:
    """The citations of some passages, each once."""
    return list(dict.fromkeys(place.citation for place in places))
