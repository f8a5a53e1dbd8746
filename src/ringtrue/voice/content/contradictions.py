"""Places where a reply may contradict what is documented, listed for people to judge and scored by nobody."""

from collections.abc import Sequence
from dataclasses import dataclass

from ringtrue.voice.content.clash import clashes
from ringtrue.voice.content.facts import Fact, check_facts
from ringtrue.voice.content.reading import read_sentence
from ringtrue.voice.content.sentences import sentences
from ringtrue.voice.content.topics import same_topic

_MOST = 20  # candidates for one fact: more than that nobody reads


@dataclass(frozen=True, slots=True)
class Candidate:
    """One documented position and one sentence that may contradict it, with the reasons to look.

    There is no number here that could be taken for a score: whether the two disagree is for people to say.
    `reply` is the reply's place in the list, from 0.
    """

    fact: Fact
    reply: int
    excerpt: str
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Contradictions:
    """Candidates in the order of the facts and of the replies; `notes` say where a list was cut short."""

    candidates: tuple[Candidate, ...]
    notes: tuple[str, ...]


def contradictions(facts: Sequence[Fact], replies: Sequence[str]) -> Contradictions:
    """Which sentences should somebody hold against which documented position?

    Result: pairs that share at least half the words of weight of the shorter one and differ in negation, in a number
    for the same thing, in a word of opposite sense or direction, or in the order around a comparison.
    Not for: a verdict. Irony, quotation and conditions look like contradictions, and a contradiction in other words is
    not found. English and Portuguese only.
    A cosine is not used: it puts the opposite decision in the same words nearer than the same decision in others.
    """
    check_facts(facts)
    if isinstance(replies, str):
        raise ValueError("replies must be a list of texts, not one text")
    said = _first_said(replies)
    read = [read_sentence(text) for text in said]
    documented = [(number, read_sentence(text)) for number, fact in enumerate(facts) for text in sentences(fact.text)]
    found: list[dict[str, tuple[str, ...]]] = [{} for _ in facts]  # for every fact, sentences with their reasons
    cut: dict[str, None] = {}
    for one, other in same_topic([position.topics for _, position in documented], [given.topics for given in read]):
        number, position = documented[one]
        sentence = read[other].text
        if len(found[number]) == _MOST and sentence not in found[number]:
            cut[facts[number].id] = None
        elif reasons := clashes(position, read[other]):
            found[number][sentence] = tuple(dict.fromkeys((*found[number].get(sentence, ()), *reasons)))
    candidates = tuple(
        Candidate(fact, said[sentence], sentence, reasons)
        for fact, several in zip(facts, found, strict=True)
        for sentence, reasons in sorted(several.items(), key=lambda entry: said[entry[0]])
    )
    return Contradictions(candidates, tuple(f"{fact}: the list ends at {_MOST} candidates" for fact in cut))


def _first_said(replies: Sequence[str]) -> dict[str, int]:
    """Sentences and the reply each first stands in: what is said again and again is judged once."""
    said: dict[str, int] = {}
    for place, reply in enumerate(replies):
        for sentence in sentences(reply):
            said.setdefault(sentence, place)
    return said
