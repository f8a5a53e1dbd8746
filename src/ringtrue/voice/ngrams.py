"""Count n-grams: words, word pairs, letter runs, and letter runs of masked words, as sparse matrices."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, Self

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ringtrue.stats.arrays import Array
from ringtrue.voice.habits.parsed_text import Language
from ringtrue.voice.habits.profile import NAMES, vector
from ringtrue.voice.texts import Text, Tokens

# Grams, each a whole number, counted into sparse matrices.


Matrix = sparse.csr_array
Codes = NDArray[np.int64]

_NOTHING: Codes = np.zeros(0, dtype=np.int64)


class GramCoder(Protocol):
    """Tokens in, the code of every gram out, as often as it stands there."""

    def __call__(self, tokens: Tokens) -> Codes:
        """The grams of a text."""
        ...


class Vocabulary:
    """The grams that count, each with a column of its own; others are left out of every count."""

    def __init__(self, grams: GramCoder, codes: Codes) -> None:
        """`codes` are the grams, in ascending order."""
        self.grams = grams
        self.codes = codes

    @classmethod
    def of(cls, grams: GramCoder, texts: Sequence[Tokens]) -> tuple["Vocabulary", Matrix]:
        """All grams of the texts, and how often each is in each: one reading for both."""
        found = [grams(text) for text in texts]
        codes, columns = np.unique(np.concatenate([_NOTHING, *found]), return_inverse=True)
        return cls(grams, codes), _matrix(columns, [len(part) for part in found], codes.size)

    def counts(self, texts: Sequence[Tokens]) -> Matrix:
        """How often each gram is in each text; texts x grams."""
        found = [self._columns(self.grams(text)) for text in texts]
        return _matrix(np.concatenate([_NOTHING, *found]), [len(part) for part in found], self.codes.size)

    def _columns(self, codes: Codes) -> Codes:
        if not self.codes.size:
            return _NOTHING
        place = np.minimum(np.searchsorted(self.codes, codes), self.codes.size - 1)
        return np.asarray(place[self.codes[place] == codes], dtype=np.int64)


def _matrix(columns: Codes, sizes: Sequence[int], width: int) -> Matrix:
    """Counts from the columns of all grams, text after text."""
    ends = np.cumsum([0, *sizes])
    matrix = Matrix((np.ones(columns.size), columns, ends), shape=(len(sizes), width))
    matrix.sum_duplicates()
    return matrix


# Texts as rows of numbers, by every way of counting.


@dataclass(frozen=True, slots=True)
class TextCounts:
    """Grams of three kinds, texts x grams, and habits, texts x habits."""

    phrases: Matrix
    letters: Matrix
    masked: Matrix
    habits: Array

    @classmethod
    def stacked(cls, parts: Sequence[Self]) -> Self:
        """The rows of all parts, one below the other."""
        return cls(
            Matrix(sparse.vstack([part.phrases for part in parts])),
            Matrix(sparse.vstack([part.letters for part in parts])),
            Matrix(sparse.vstack([part.masked for part in parts])),
            np.concatenate([part.habits for part in parts]),
        )

    def __len__(self) -> int:
        """The number of texts."""
        return len(self.habits)


def shares(counts: Matrix) -> Array:
    """Each gram's share of all grams counted; none is zero."""
    total = np.asarray(counts.sum(axis=0), dtype=np.float64) + 0.5
    return np.asarray(total / total.sum())


def spread(counts: Matrix) -> Array:
    """The share of texts that contain each gram; none is zero."""
    containing = np.bincount(counts.indices, minlength=counts.shape[1])
    return np.asarray((1.0 + containing) / (1.0 + counts.shape[0]), dtype=np.float64)


# Rare words replaced by their shape, so that what is talked about does not count, only how.


KEPT_WORDS = 400
LETTER, DIGIT = "*", "#"


class Mask:
    """Frequent words and marks stay; of any other word only its length, apostrophes and digits are left."""

    def __init__(self, kept: Iterable[str]) -> None:
        """`kept` are the words left as they are."""
        self._shape = {word: word for word in kept}

    def __call__(self, tokens: Tokens) -> Tokens:
        """The tokens, rare ones masked."""
        known = self._shape
        return [known.get(token) or known.setdefault(token, shape(token)) for token in tokens]


def shape(word: str) -> str:
    """A star for every letter, a hash for every digit, marks as they are."""
    return "".join(DIGIT if sign.isdigit() else LETTER if sign.isalpha() else sign for sign in word)


# Runs of five characters as grams, of the tokens as they stand or with rare words masked.


LENGTH = 5
_CHARACTER_BITS = 12
_MOST_CHARACTERS = (1 << _CHARACTER_BITS) - 1  # 0 stands for a character never seen


class LetterRuns:
    """A run's code is its characters' numbers side by side; runs cross words, single blanks between the tokens."""

    def __init__(self, alphabet: Iterable[str], mask: Mask | None = None) -> None:
        """`alphabet` are the characters that count; a huge one is cut, its remaining characters taken as one."""
        points = sorted(map(ord, {*alphabet, " ", LETTER, DIGIT}))[:_MOST_CHARACTERS]
        self._alphabet = np.array(points, dtype=np.uint32)
        self._mask = mask

    def __call__(self, tokens: Tokens) -> Codes:
        """Every run of the text."""
        return self.runs(f" {' '.join(self._mask(tokens) if self._mask else tokens)} ")

    def runs(self, line: str) -> Codes:
        """Every run of the line as it stands."""
        number = self._numbers(line)
        runs = max(number.size - LENGTH + 1, 0)
        codes = np.zeros(runs, dtype=np.int64)
        for step in range(LENGTH):
            codes = (codes << _CHARACTER_BITS) | number[step : step + runs]
        return codes

    def _numbers(self, line: str) -> NDArray[np.int64]:
        points = np.frombuffer(line.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
        place = np.minimum(np.searchsorted(self._alphabet, points), self._alphabet.size - 1)
        return np.where(self._alphabet[place] == points, place + 1, 0).astype(np.int64)


# Words and marks, and neighbouring pairs of them, as grams.


_WORD_BITS = 31


class Phrases:
    """A word's code is its number; a pair's is (left + 1) * 2^31 + right. Words never seen have none."""

    def __init__(self, words: Iterable[str]) -> None:
        """Number the words in the order given."""
        self._words = tuple(dict.fromkeys(words))
        self._number = {word: number for number, word in enumerate(self._words)}

    def __call__(self, tokens: Tokens) -> Codes:
        """Words first, then pairs."""
        number = self._number.get
        found = np.array([number(token, -1) for token in tokens], dtype=np.int64)
        known = found >= 0
        return np.concatenate([found[known], pair_codes(found[:-1], found[1:])[known[:-1] & known[1:]]])

    def name(self, code: int) -> str:
        """The word, or the pair with a blank between."""
        left, right = divmod(code, 1 << _WORD_BITS)
        return f"{self._words[left - 1]} {self._words[right]}" if left else self._words[right]


def single_words(codes: Codes) -> Codes:
    """The codes that are single words: they come before all pairs."""
    return codes[: np.searchsorted(codes, 1 << _WORD_BITS)]


def pair_codes(left: Codes, right: Codes) -> Codes:
    """The codes of neighbouring words with these numbers."""
    return ((left.astype(np.int64) + 1) << _WORD_BITS) | right.astype(np.int64)


# What is counted in a text: words and pairs, runs of characters, masked runs, and habits.


Counts = tuple[Matrix, Matrix, Matrix]


@dataclass(frozen=True, slots=True)
class Spaces:
    """The vocabularies in which texts are counted, and the language whose habits are."""

    phrases: Vocabulary
    letters: Vocabulary
    masked: Vocabulary
    names: Phrases
    language: Language | None

    @classmethod
    def of(cls, texts: Sequence[Text], language: Language | None) -> tuple[Self, Counts]:
        """Everything that is in the texts, and how often."""
        read = [text.tokens for text in texts]
        words = by_frequency(texts)
        names = Phrases(words)
        alphabet = set().union(*words)
        phrases, of_phrases = Vocabulary.of(names, read)
        letters, of_letters = Vocabulary.of(LetterRuns(alphabet), read)
        masked, of_masked = Vocabulary.of(LetterRuns(alphabet, Mask(words[:KEPT_WORDS])), read)
        return cls(phrases, letters, masked, names, language), (of_phrases, of_letters, of_masked)

    def counts(self, texts: Sequence[Text]) -> Counts:
        """Phrases, letters and masked letters of the texts."""
        read = [text.tokens for text in texts]
        return self.phrases.counts(read), self.letters.counts(read), self.masked.counts(read)

    @property
    def words(self) -> list[str]:
        """The words that have a column: they are the first of the phrases."""
        return [self.names.name(code) for code in single_words(self.phrases.codes).tolist()]

    def count(self, texts: Sequence[Text]) -> TextCounts:
        """Count the texts in every way."""
        return TextCounts(*self.counts(texts), self.habits(texts))

    def habits(self, texts: Sequence[Text]) -> Array:
        """Habits only, texts x habits."""
        vectors = [vector(text.raw, self.language) for text in texts]
        return np.array(vectors, dtype=np.float64).reshape(-1, len(NAMES))


def by_frequency(texts: Sequence[Text]) -> list[str]:
    """All words and marks of the texts, the most frequent first."""
    frequency = Counter(token for text in texts for token in text.tokens)
    return [word for word, _ in sorted(frequency.items(), key=lambda found: (-found[1], found[0]))]
