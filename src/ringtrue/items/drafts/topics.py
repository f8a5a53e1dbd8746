"""Noun phrases of a text by their neighbours, without a tagger: what a passage is about, in English and Portuguese."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log

_TOKEN = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*|[^\w\s]")


def listed(text: str) -> frozenset[str]:
    """The words of a list written as a line."""
    return frozenset(text.split())


# A noun phrase is what stands between one of these words and one of those.

_DETERMINERS = listed(
    "the a an my our his her their your no every each another "
    "o os as um uma meu minha meus minhas nosso nossa nossos nossas seu sua seus suas este esta esse essa do da dos das"
    " no na nos nas ao à cada"
)
_MINE = listed("my our meu minha meus minhas nosso nossa nossos nossas")
_BORDERS = listed(
    "of in on at to for from by with without about into onto over under through across against between before after "
    "since until till during behind beside near and or but nor so because if unless while when where who whom whose "
    "which that than as is are was were be been being am do does did has have had can could will would shall should "
    "may might must isn't aren't wasn't weren't doesn't don't didn't won't wouldn't can't couldn't i you he she it we "
    "they not the a an my our his her their your this these those there here then now again too also either thats "
    "de do da dos das em no na nos nas para pra por pelo pela com sem sobre até entre e ou mas porque se quando onde "
    "que qual como é são era eram foi foram ser estar está não eu você ele ela nós eles elas"
)
_EMPTY = listed(
    "thing things way ways time times day days man men woman women people person lot bit part kind sort word words "
    "minute minutes year years week weeks month months hour hours point side end rest one ones place case fact number "
    "half other others hundred thousand million billion dozen middle top bottom first second third last next same best "
    "worst most more less few little good bad right wrong old new big small whole only very own such idea reason "
    "question answer anything something nothing moment matter piece couple bunch morning evening night afternoon today "
    "tomorrow yesterday course example ladies gentlemen guy guys fellow name names meantime whatever past future what "
    "long inside outside monday tuesday wednesday thursday friday saturday sunday january february march april june "
    "july august september october november december back front "
    "coisa coisas vez vezes dia dias ano anos pessoa pessoas gente parte tipo jeito lado fim hora horas ponto caso "
    "fato homem mulher exemplo forma modo maneira bem mal"
)
_NO_NOUN = re.compile(r"(?:ly|ing|est)$")
_PARAGRAPH = re.compile(r"\n\s*\n")
_NOUN_SHARE = 0.2  # of a word's places: support, help and look are mostly verbs
_SHORTEST = 4  # letters of the last word


@dataclass(frozen=True, slots=True)
class Topic:
    """A noun phrase as a question would name it, and the word that carries it."""

    name: str
    head: str


@lru_cache(maxsize=65536)
def word_key(word: str) -> str:
    """A word in the form in which its other forms are the same."""
    from ringtrue.voice.content.sentences import stem, words  # lazy import: SciPy comes with it

    found = words(word)
    return stem(found[0]) if found else ""


def _runs(text: str) -> Iterator[tuple[str, list[str]]]:
    """Each determiner with the words up to the next border, at most three; none where the border is further off."""
    tokens = _TOKEN.findall(text)
    for place, token in enumerate(tokens[:-1]):
        if token.lower() in _DETERMINERS:
            words: list[str] = []
            for follower in tokens[place + 1 : place + 5]:
                if not follower[:1].isalnum() or follower.lower() in _BORDERS:
                    break
                words.append(follower)
            yield token.lower(), words


def _is_noun(word: str) -> bool:
    """Whether a word could carry a phrase at all."""
    small = word.lower()
    belongs = word[:1].isupper() and small.endswith(("an", "ans", "ish", "ese", "ano", "ana"))  # the American ...
    fits = len(word) >= _SHORTEST and word.isalpha() and not belongs
    return fits and small not in _EMPTY and not _NO_NOUN.search(small)


class Weights:
    """How telling a word is among a person's texts: rare in others of them, said more than once here."""

    def __init__(self, texts: Iterable[str]) -> None:
        """Count in how many paragraphs each word is, and which words stand alone behind a determiner: the nouns."""
        self.paragraphs = 0
        self._in: Counter[str] = Counter()
        self._texts: Counter[str] = Counter()
        alone: Counter[str] = Counter()
        every: Counter[str] = Counter()
        for text in texts:
            everywhere: set[str] = set()
            for paragraph in _PARAGRAPH.split(text):
                keys = {word_key(token.lower()) for token in set(_TOKEN.findall(paragraph)) if token[:1].isalpha()}
                self.paragraphs += bool(keys)
                self._in.update(keys)
                everywhere |= keys
            self._texts.update(everywhere)
            every.update(token.lower() for token in _TOKEN.findall(text))
            alone.update(words[0].lower() for _, words in _runs(text) if len(words) == 1 and _is_noun(words[0]))
        self._nouns = {word for word, times in alone.items() if times > 1 and times >= _NOUN_SHARE * every[word]}

    def of(self, word: str) -> float:
        """The weight of a word: log of the paragraphs without it."""
        return log((self.paragraphs + 1) / (self._in[word_key(word)] + 0.5))

    def spread(self, word: str) -> int:
        """In how many paragraphs a word is."""
        return self._in[word_key(word)]

    def shared(self, word: str) -> int:
        """In how many texts a word is."""
        return self._texts[word_key(word)]

    def topics_in(self, text: str) -> list[Topic]:
        """The noun phrases of a text, in order."""
        found = []
        for determiner, words in _runs(text):
            phrase = self._phrase(words)
            if phrase:
                own = "your" if determiner in _MINE else "the"
                found.append(Topic(f"{own} {' '.join(phrase)}", phrase[-1].lower()))
        return found

    def _phrase(self, words: Sequence[str]) -> Sequence[str]:
        """One noun, or two words of which the second is one: "the tenor", "the oven door"; not "the bank admired"."""
        whole = words[:2] if len(words) == 2 else words[:1]
        for phrase in (whole, words[:1]):
            first_fits = len(phrase) < 2 or (phrase[0].isalpha() and phrase[0].lower() not in _EMPTY)
            if phrase and first_fits and _is_noun(phrase[-1]) and phrase[-1].lower() in self._nouns:
                return phrase
        return []

    def telling(self, text: str, most: int = 2) -> list[Topic]:
        """The topics of a passage that tell it from others and that come up elsewhere too, in the order they come."""
        said = Counter(word_key(token.lower()) for token in _TOKEN.findall(text))
        first: dict[str, tuple[int, Topic]] = {}
        for place, topic in enumerate(self.topics_in(text)):
            if self.spread(topic.head) > 1:
                first.setdefault(word_key(topic.head), (place, topic))
        ranked = sorted(first, key=lambda key: -self._worth(first[key][1], said[key]))
        chosen = sorted((first[key] for key in ranked[:most]), key=lambda pair: pair[0])
        return [topic for _, topic in chosen]

    def _worth(self, topic: Topic, times: int) -> float:
        """Rare words tell more, and so do those said again, here or elsewhere."""
        again = min(self.spread(topic.head), 6) / 6
        return self.of(topic.head) * (0.4 + again) * (1 + log(max(1, times)))


def named(topics: Sequence[Topic]) -> str:
    """Topics as they stand in a sentence: "the meter and the ear"."""
    names = list(dict.fromkeys(topic.name for topic in topics))
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)
