"""Surface style over a set of pairs: openings, punctuation, a cross-validated classifier. Findings, never a refusal.

How somebody begins a text and where they put commas is voice: it is what raters are asked to hear. The organiser should
know how far it carries, because a clone that is caught by its commas is caught for a small reason.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from ringtrue.blind.artefacts import SUITE, CardSet, Feature, SetTest, artefacts, set_leaks, set_tests
from ringtrue.blind.leak_check import Leak
from ringtrue.stats.arrays import Array
from ringtrue.stats.detection.proportion import exact
from ringtrue.terms.result import Estimate

# Openings and punctuation, each tested like an artefact.


_OPENING = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_FEWEST_OPENINGS = 4  # texts of both speakers together that begin with a word, for the word to be tested
_MOST_OPENINGS = 10  # words tested, the most frequent ones: so the time grows with the pairs, and no faster
_MARKS: Mapping[str, re.Pattern[str]] = {
    "commas": re.compile(","),
    "question marks": re.compile(r"\?"),
    "exclamation marks": re.compile("!"),
    "colons and semicolons": re.compile("[:;]"),
    "dashes": re.compile(r"[–—]|\s-{1,2}\s"),
    "parentheses": re.compile(r"\("),
    "quotation marks": re.compile(r"[“”«»\"]"),
    "apostrophes": re.compile("['’]"),
    "numbers": re.compile(r"\d+"),
    "capital letters within sentences": re.compile(r"(?<=[\w,;] )[A-Z](?=\w)"),
}
_SENTENCE = re.compile(r"[.!?…]+(?=\s|$|[\"'”’)])")


def style_features(cards: CardSet) -> list[Feature]:
    """The words that open several texts, whoever's they are, and what can be counted in any text."""
    openings = Counter(_opening(text) for pair in cards.pairs for text in (pair.text, pair.beside))
    del openings[""]
    often = [word for word, texts in openings.most_common(_MOST_OPENINGS) if texts >= _FEWEST_OPENINGS]
    return [
        *(Feature(f"the text that begins with “{word}”", _opens_with(word)) for word in often),
        *(Feature(f"the text with more {name} per word", _rate(one)) for name, one in _MARKS.items()),
        Feature("the text with longer sentences", _sentence_length),
        Feature("the text with longer words", _word_length),
    ]


def _opening(text: str) -> str:
    found = _OPENING.search(text)
    return found.group().casefold().replace("’", "'") if found else ""


def _opens_with(word: str) -> Any:
    return lambda text, _: float(_opening(text) == word)


def _rate(pattern: re.Pattern[str]) -> Any:
    return lambda text, _: len(pattern.findall(text)) / max(1, len(text.split()))


def _sentence_length(text: str, _: str) -> float:
    return len(text.split()) / max(1, len(_SENTENCE.findall(text)))


def _word_length(text: str, _: str) -> float:
    words = text.split()
    return sum(map(len, words)) / max(1, len(words))


# A small classifier of surface features: which of the two texts of a pair it has not seen is the speaker's?


_FEWEST_PAIRS = 10


def surface_accuracy(cards: CardSet) -> Estimate:
    """In how many pairs the speaker's text is picked by surface features alone, learned from all other pairs.

    Nearest centroid on the differences within pairs, each feature divided by its mean square, leave one pair out;
    the interval is the exact one and takes pairs as independent. Chance is one half. Pairs the features do not tell
    apart are left out.
    """
    method = "nearest centroid of surface features, leave one pair out; exact (Clopper-Pearson) interval"
    if len(cards.pairs) < _FEWEST_PAIRS:
        return Estimate.absent(f"fewer than {_FEWEST_PAIRS} pairs", method=method)
    measures = [*(_rate(one) for one in _MARKS.values()), _sentence_length, _word_length]
    rows = [[one(pair.text, "") - one(pair.beside, "") for one in measures] for pair in cards.pairs]
    scores = _left_out_scores(np.asarray(rows, dtype=np.float64))
    found = exact(int(np.sum(scores > 0)), int(np.sum(scores != 0)))
    return Estimate(found.value, found.low, found.high, found.n, method, reason=found.reason)


def _left_out_scores(differences: Array) -> Array:
    """Of every pair how far its difference lies toward the speaker, seen from the other pairs."""
    sums = differences.sum(axis=0) - differences
    squares = (differences**2).sum(axis=0) - differences**2
    known = squares > 1e-12
    weights = np.divide(sums, squares, out=np.zeros_like(sums), where=known)
    return np.asarray((weights * differences).sum(axis=1))


# Both together: what is tested over one set, and what is found.


@dataclass(frozen=True, slots=True)
class SetComparison:
    """A set of pairs with the tests of artefacts, the tests of style, and how far surface features carry."""

    cards: CardSet
    artefacts: tuple[SetTest, ...]
    style: tuple[SetTest, ...]
    accuracy: Estimate

    @classmethod
    def of(cls, cards: CardSet, name_parts: Iterable[str] = ()) -> "SetComparison":
        """Compare the two speakers of a set; linear in its pairs."""
        tested = set_tests(cards, artefacts(name_parts))
        return cls(cards, tuple(tested), tuple(set_tests(cards, style_features(cards))), surface_accuracy(cards))

    @property
    def leaks(self) -> list[Leak]:
        """The artefacts that stand out."""
        return set_leaks(self.cards, self.artefacts)

    def sentences(self) -> list[str]:
        """What an organiser should read: artefacts that stand out and, of the suite, what in the style does."""
        head = f"{self.cards.name}, {len(self.cards.pairs)} pairs"
        found = [f"{head}: {test} (artefact)" for test in self.artefacts if test.fires]
        if self.cards.name != SUITE:
            return found  # a generic bot has another style, and should
        if not found:
            found = [f"{head}: no artefact stands out"]
        found += [f"{head}, style: {test}" for test in self.style if test.fires]
        if self.accuracy.value is not None:
            right = round(self.accuracy.value * self.accuracy.n)
            bounds = f"95 % interval {self.accuracy.low:.2f} to {self.accuracy.high:.2f}".replace("0.", ".")
            found.append(
                f"{head}, style: a small classifier that counts punctuation and lengths of words and sentences finds "
                f"the {self.cards.speaker}'s text in {right} of {self.accuracy.n} pairs ({bounds}; chance is .50)"
            )
        return found

    def as_dict(self) -> dict[str, Any]:
        """In JSON's types, for the audit log."""
        return {
            "set": self.cards.name,
            "pairs": len(self.cards.pairs),
            "speakers": [self.cards.speaker, self.cards.beside],
            "artefacts": [asdict(test) for test in self.artefacts],
            "style": [asdict(test) for test in self.style],
            "surface_classifier": self.accuracy.as_dict(),
            "told": self.sentences(),
        }
