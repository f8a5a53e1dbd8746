"""Which language a text is in, as far as word lists for habits are concerned."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Literal

from ringtrue.voice.habits.wordlists import words as _words

Language = Literal["en", "pt"]

# Very frequent words, the ones that set neighbours apart among them; languages without habit lists are here only so
# that they are not taken for one that has them.
_FREQUENT: Mapping[str, frozenset[str]] = {
    "en": _words("the of and to a in is that it for was on are as with i you be this have not but we they"),
    "pt": _words("de que e o a do da em um uma não é os com para se no na por mais as dos eu ao foi isso"),
    "es": _words("de que y el la en los se del las un por con una no es lo para su al más pero yo hay muy"),
    "fr": _words("de la le et les des en un une du est que dans qui il pour pas au sur ne ce je nous vous"),
    "it": _words("di e che la il un a è per in una sono non del le si con lo da come ma ho più questo gli"),
    "de": _words("der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als es ich"),
    "nl": _words("de het een van en in is dat op te zijn met voor niet aan er om ook als maar ik je hij we"),
}
_SHARE = 0.12  # of all words that must be among a language's frequent ones
_FEWEST = 8  # words


def language_of(words: Iterable[str]) -> Language | None:
    """English or Portuguese where the small words say so; None is any other language, or too little to tell."""
    counts = Counter(words)
    total = counts.total()
    if total < _FEWEST:
        return None
    hits = {name: sum(counts[word] for word in frequent) for name, frequent in _FREQUENT.items()}
    best = max(hits, key=lambda name: hits[name])
    if hits[best] < _SHARE * total:
        return None
    return "en" if best == "en" else "pt" if best == "pt" else None
