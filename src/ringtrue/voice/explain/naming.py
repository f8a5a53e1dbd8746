"""How findings are called in rows."""

from collections import Counter

from ringtrue.voice.explain.corpus import Corpus
from ringtrue.voice.explain.finding import Finding
from ringtrue.voice.explain.plain_text import plain

_LOOKED_AT = 40  # occurrences
_LONGEST = 60  # characters


def name_of(corpus: Corpus, finding: Finding) -> str:
    """A habit's title, or the words as they are most often written where they stand."""
    if finding.habit or finding.at is None:
        return finding.habit.title if finding.habit else " ".join(finding.words)
    opening = set(corpus.opening.tolist()) if finding.place == "anywhere" else set()
    places = sorted(finding.at.tolist(), key=lambda place: place in opening)[:_LOOKED_AT]
    within = [place for place in places if place not in opening] or places
    spelled = Counter(_written(corpus, place, len(finding.words)) for place in within)
    name = min(spelled, key=lambda text: (-spelled[text], sum(map(str.isupper, text)), text))
    return name if len(name) <= _LONGEST else name[:_LONGEST].rstrip() + "…"


def _written(corpus: Corpus, place: int, size: int) -> str:
    passage = int(corpus.passage[place])
    read = corpus.passages[passage]
    first = place - int(corpus.begins[passage])
    words = zip(read.starts[first : first + size].tolist(), read.ends[first : first + size].tolist(), strict=True)
    return plain(" ".join(read.text[start:end] for start, end in words)).replace("’", "'")
