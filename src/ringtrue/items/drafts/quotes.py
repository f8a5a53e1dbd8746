"""Draft quote items: real passages chosen for length, topic, spread over the texts and difficulty by voice alone."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ringtrue.items.difficulty import quote_difficulty
from ringtrue.items.drafts.material import Entry, Gap, Material, Watch, domain_of, opens
from ringtrue.items.drafts.passages import Passage, Sentence, is_whole
from ringtrue.items.drafts.topics import Topic, named
from ringtrue.protocols.suite_rules import largest_remainder
from ringtrue.sources.person_sources import OwnText

LEAST, MOST = 30, 70  # words of a quote
LEVELS = {"easy": 10, "medium": 12, "hard": 8}  # of 30, as the suite rules ask
_POOL = 3  # candidates for each place
_READ = 60_000  # words of the person's texts that the instrument is fitted on; more make it no sharper
_TOLD = re.compile(r"\b(?:\w{3,}ed|was|were|had|went|came|said|told|took|gave|made|got|foi|era|disse|fez|\w{3,}ou)\b")
_FIRST = re.compile(r"\b(?:I|I'\w+|my|me|we|our|eu|meu|minha|nós|nosso|nossa)\b")
_BROKEN = re.compile(
    r"[—–…]|\.\.\.| - |\b(?:Mr|Mrs|Ms|Governor|Senator|sir|you know|I mean)\b"
)  # talk, or somebody addressed
_ASKS = ("What do you say about {topic}?", "Tell me what you make of {topic}.", "What is there to know about {topic}?")
_ASKS_TOLD = ("What happened with {topic}?", "Tell me about {topic}.")


@dataclass(frozen=True, slots=True)
class Quotable:
    """A passage that could be quoted, and what it is about."""

    passage: Passage
    topics: tuple[Topic, ...]
    score: float


def quotables(material: Material) -> list[Quotable]:
    """Every passage that can stand alone and says what it is about; none shares a sentence with another."""
    return [one for text in material.texts for one in _of_text(text, material)]


def _of_text(text: OwnText, material: Material) -> Iterator[Quotable]:
    for paragraph in material.paragraphs(text):
        at = 0
        while at < len(paragraph):
            passage = _window(text, paragraph, at)
            topics = material.weights.telling(passage.text) if passage else []
            if passage and topics:
                weight = sum(material.weights.of(topic.head) for topic in topics)
                own = 1.0 if _FIRST.search(passage.text) else 0.0
                broken = 2.0 * len(_BROKEN.findall(passage.text)) + 3.0 * any(
                    one.words > 40 for one in passage.sentences
                )
                yield Quotable(passage, tuple(topics), weight + own - broken)
                at += passage.count
            else:
                at += 1


def _window(text: OwnText, paragraph: tuple[Sentence, ...], at: int) -> Passage | None:
    """The shortest run of whole sentences from here that is long enough and ends on no question."""
    words = 0
    for count, sentence in enumerate(paragraph[at:], 1):
        words += sentence.words
        if words > MOST or not is_whole(sentence) or not opens(paragraph[at]):
            return None
        if words >= LEAST and not sentence.text.endswith("?"):
            return Passage(text, paragraph, at, count)
    return None


def draft_quotes(
    material: Material, count: int, evidence: dict[str, str], watch: Watch, *, control: int = 0
) -> tuple[list[Entry], list[Entry], list[Gap]]:
    """Items, items for controls (with another passage of the person on the topic as `self`), and what is missing."""
    every = [one for one in quotables(material) if material.is_unread(one.passage)]
    pool = _spread(every, (count + control) * _POOL, material)
    watch(f"rating the difficulty of {len(pool)} quotes")
    levels = _levels(pool, material)
    known = [(one, level) for one, level in zip(pool, levels, strict=True) if level]
    chosen, gaps = _by_level(known, count, material)
    for one, _ in chosen:
        material.take(one.passage)
    items = [_entry(one, level, material, evidence) for one, level in chosen]
    controls = _controls([pair for pair in known if material.is_free(pair[0].passage)], control, material, evidence)
    if len(items) < count:
        what = f"{len(every)} passages of {LEAST} to {MOST} words can stand alone; of {len(known)} difficulty is known"
        add = "add texts of the person: some 200 words for each quote, from several occasions"
        gaps.append(Gap("quote", count - len(items), what, add))
    return items, controls, gaps


def _spread(found: Sequence[Quotable], most: int, material: Material) -> list[Quotable]:
    """So many of them, the best of every text first."""
    by_text: dict[str, list[Quotable]] = {}
    for one in sorted(found, key=lambda one: (-one.score, material.lot(one.passage.citation))):
        by_text.setdefault(one.passage.source.path, []).append(one)
    queues = sorted(by_text.values(), key=lambda queue: material.lot(queue[0].passage.source.path))
    chosen: list[Quotable] = []
    for turn in range(max(map(len, queues), default=0)):
        chosen += [queue[turn] for queue in queues if turn < len(queue)]
        if len(chosen) >= most:
            break
    return chosen[:most]


def _levels(pool: Sequence[Quotable], material: Material) -> list[str | None]:
    """How hard each is to recognise by its wording, before any clone has answered."""
    own: list[str] = []
    words = 0
    for text in sorted(material.texts, key=lambda one: material.lot(one.path)):
        if words < _READ:
            own.append(" ".join(text.text.split()[: _READ - words]))
            words += len(own[-1].split())
    return [found.level for found in quote_difficulty([one.passage.text for one in pool], own)]


def _by_level(
    known: Sequence[tuple[Quotable, str]], count: int, material: Material
) -> tuple[list[tuple[Quotable, str]], list[Gap]]:
    """As many of each level as the rules ask, on as many topics and from as many texts as there are."""
    total = sum(LEVELS.values())
    wanted = largest_remainder({level: share / total for level, share in LEVELS.items()}, count)
    chosen: list[tuple[Quotable, str]] = []
    gaps = []
    for level, asked in wanted.items():
        there = [pair for pair in known if pair[1] == level]
        found = _varied(there, asked, chosen)
        chosen += found
        if len(found) < asked:
            what = f"only {len(found)} quotes are {level}"
            add = f"add texts, or write difficulty: {level} where you know better"
            gaps.append(Gap("quote", asked - len(found), what, add))
    return sorted(chosen, key=lambda pair: material.lot(pair[0].passage.citation)), gaps


def _varied(
    there: Sequence[tuple[Quotable, str]], count: int, before: Sequence[tuple[Quotable, str]]
) -> list[tuple[Quotable, str]]:
    """Greedily the next one that brings new topics and a text seldom quoted so far."""
    left = list(there)
    found: list[tuple[Quotable, str]] = []
    while left and len(found) < count:
        taken = [one for one, _ in (*before, *found)]
        heads = {topic.head for one in taken for topic in one.topics}
        texts = [one.passage.source.path for one in taken]

        def worth(pair: tuple[Quotable, str], heads: set[str] = heads, texts: list[str] = texts) -> float:
            fresh = sum(topic.head not in heads for topic in pair[0].topics)
            return 3 * fresh - 2 * texts.count(pair[0].passage.source.path) + pair[0].score / 10

        best = max(left, key=worth)
        left.remove(best)
        found.append(best)
    return found


def _entry(one: Quotable, level: str, material: Material, evidence: dict[str, str]) -> Entry:
    passage = one.passage
    forms = _ASKS_TOLD if len(_TOLD.findall(passage.text)) >= 3 else _ASKS
    form = forms[material.lot(passage.citation)[0] % len(forms)]
    keys = [f"layer:{passage.source.path}:{sentence.first}" for sentence in passage.sentences]
    layers = sorted({evidence[key] for key in keys if key in evidence})
    return {
        "kind": "quote",
        "prompt": form.format(topic=named(one.topics)),
        "citation": [passage.citation],
        "tags": {"domain": domain_of(passage, evidence), "difficulty": level} | ({"layers": layers} if layers else {}),
        "topic": named([Topic(topic.name.partition(" ")[2], topic.head) for topic in one.topics]),
        "real": passage.text,
        "words": passage.words,
    }


def _controls(
    known: Sequence[tuple[Quotable, str]], count: int, material: Material, evidence: dict[str, str]
) -> list[Entry]:
    """Quotes with another passage of the person on one of their topics beside them, of about the same length."""
    found: list[Entry] = []
    for one, level in known:
        if len(found) == count:
            break
        heads = {topic.head for topic in one.topics}
        others = (
            other
            for other, _ in known
            if other is not one
            and heads & {topic.head for topic in other.topics}
            and abs(other.passage.words - one.passage.words) <= 0.2 * one.passage.words
            and not other.passage.overlaps(one.passage)
        )
        other = next((other for other in others if material.is_free(other.passage)), None)
        if other and material.is_free(one.passage):
            material.take(one.passage)
            material.take(other.passage)
            shared = [topic for topic in one.topics if topic.head in {mine.head for mine in other.topics}]
            entry = _entry(Quotable(one.passage, tuple(shared), one.score), level, material, evidence)
            entry["tags"] = {"control": True, **entry["tags"]}
            found.append(entry | {"responses": {"self": other.passage.text}, "self_citation": other.passage.citation})
    return found
