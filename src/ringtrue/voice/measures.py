"""Similarity measures of texts to references, seven of them with their weights; normalising makes them comparable."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ringtrue.stats.arrays import Array
from ringtrue.voice.habits.parsed_text import Language
from ringtrue.voice.ngrams import Codes, Matrix, Spaces, TextCounts, shares


class DampedCosine:
    """Cosine of tf-idf vectors with damped counts (1 + log n)."""

    def __init__(self, references: Matrix, spread: Array) -> None:
        """`spread` holds, for every gram, the share of passages of the whole material that contain it."""
        self._weight = 1.0 - np.log(spread)
        self._references = Matrix(self.vectors(references).T)  # turned once, not at every call

    def __call__(self, texts: Matrix) -> Array:
        """Cosines, texts x references."""
        return np.asarray((self.vectors(texts) @ self._references).toarray())

    def vectors(self, counts: Matrix) -> Matrix:
        """Rows of length one; a row without a known gram stays empty."""
        damped = counts.copy()
        damped.data = (1.0 + np.log(damped.data)) * self._weight[damped.indices]
        return _rows_of_length_one(damped)


class Likelihood:
    """Mean log-ratio, per gram, of the reference's gram model to that of everybody together.

    The reference's model is its counts with `prior` counts of everybody's mixed in (a Dirichlet prior), so
    log p/q = log(prior / (N + prior)) + log(1 + n / (prior q)): sparse in n, and never minus infinity.
    """

    def __init__(self, references: Matrix, everybody: Array, prior: float) -> None:
        """`everybody` holds each gram's share in the whole material."""
        weighted = references.copy()
        weighted.data = np.log1p(weighted.data / (prior * everybody[weighted.indices]))
        self._gains = Matrix(weighted.T)
        self._offset = np.log(prior / (references.sum(axis=1) + prior))

    def __call__(self, texts: Matrix) -> Array:
        """Mean log-ratios, texts x references."""
        size = np.maximum(texts.sum(axis=1), 1.0)
        return np.asarray((texts @ self._gains).toarray() / size[:, None] + self._offset)


class PartLikelihood:
    """The likelihood ratio of some grams only, among themselves: which of the small words, given that it is one."""

    def __init__(self, references: Matrix, everybody: Array, prior: float, columns: Codes) -> None:
        """`columns` are the grams that count."""
        self._columns = columns
        among = everybody[columns]
        self._likelihood = Likelihood(Matrix(references[:, columns]), among / max(among.sum(), 1e-12), prior)

    def __call__(self, texts: Matrix) -> Array:
        """Mean log-ratios, texts x references."""
        return self._likelihood(Matrix(texts[:, self._columns]))


class CosineDelta:
    """Cosine of standardised rates of the most frequent words (square roots, which tame the very frequent)."""

    def __init__(self, references: Matrix, columns: Codes, basis: int) -> None:
        """`columns` are the frequent words; means and spreads come from the rows from `basis` on."""
        self._columns = columns
        rates = self._rates(references)
        self._mean = rates[basis:].mean(axis=0)
        deviation = rates[basis:].std(axis=0)
        self._scale = np.where(deviation > 0, 1.0 / np.maximum(deviation, 1e-12), 0.0)
        self._references = self._vectors(rates)

    def __call__(self, texts: Matrix) -> Array:
        """Cosines, texts x references."""
        return self._vectors(self._rates(texts)) @ self._references.T

    def _rates(self, counts: Matrix) -> Array:
        size = np.maximum(counts.sum(axis=1), 1.0)
        return np.sqrt(np.asarray(counts[:, self._columns].toarray()) / size[:, None])

    def _vectors(self, rates: Array) -> Array:
        standard = (rates - self._mean) * self._scale
        size = np.linalg.norm(standard, axis=1, keepdims=True)
        return np.asarray(standard / np.where(size > 0, size, 1.0))


def _rows_of_length_one(matrix: Matrix) -> Matrix:
    size = np.sqrt(matrix.multiply(matrix).sum(axis=1))
    return sparse.csr_array(sparse.diags_array(1.0 / np.where(size > 0, size, 1.0)) @ matrix)


# Likeness of habits: rhythm, punctuation, openers, contractions, hedges and lengths as one vector per text.


_TOWARDS_DIAGONAL = 0.3  # how far the covariance is drawn to its diagonal
_LEAST = 0.01  # of the mean variance, for habits that never vary


class HabitLikeness:
    """Discriminant of habits: (text - usual) S^-1 (reference - usual), S the covariance within writers.

    Habits that waver within one writer count little, and those that move together are not counted twice.
    """

    def __init__(self, references: Array, within: Array, basis: int) -> None:
        """`references` x habits; what is usual comes from the rows from `basis` on; `within` is S."""
        own = np.diag(np.diag(within))
        least = _LEAST * float(np.trace(within)) / len(within) + 1e-9
        shrunk = within + _TOWARDS_DIAGONAL * (own - within) + least * np.eye(len(within))
        self._usual = references[basis:].mean(axis=0)
        self._gains = np.linalg.solve(shrunk, (references - self._usual).T)

    def __call__(self, texts: Array) -> Array:
        """Discriminants, texts x references."""
        return np.asarray((texts - self._usual) @ self._gains)


def within_writers(passages: Array, writer: NDArray[np.int64]) -> Array:
    """Covariance of habits between passages of the same writer, habits x habits."""
    size = np.bincount(writer)
    sums = np.zeros((size.size, passages.shape[1]))
    np.add.at(sums, writer, passages)
    centred = passages - (sums / np.maximum(size, 1)[:, None])[writer]
    return np.asarray(centred.T @ centred) / float(max(len(passages) - int(np.count_nonzero(size)), 1))


# The small words of a language, which everybody uses and nobody chooses: lists, and what to do without one.


MOST_FREQUENT = 150  # words of the material that replace a list

_MARKS = ". , ; : ? ! - – — ( ) \" '"
_ENGLISH = """
a about above across after again against all almost along already also although always am among an and another any
anybody anyone anything are around as at away back be because been before behind being below between beyond both but by
can cannot could did do does doing done down during each either else enough even ever every everybody everyone
everything few for from further had has have having he her here hers herself him himself his how however i if in indeed
instead into is it its itself just least less let like many may maybe me might mine more most much must my myself
neither never no nobody none nor not nothing now of off often on once one only onto or other others our ours ourselves
out over own perhaps quite rather really same shall she should since so some somebody someone something sometimes still
such than that the their theirs them themselves then there therefore these they this those though through thus to
together too toward towards under unless until up upon us very was we well were what whatever when where whether which
while who whom whose why will with within without would yes yet you your yours yourself yourselves
"""
_ENGLISH_SHORTENED = """
ain't aren't can't couldn't didn't doesn't don't hadn't hasn't haven't he'd he'll he's i'd i'll i'm i've isn't it'll
it's let's mustn't she'd she'll she's shouldn't that's there's they'd they'll they're they've wasn't we'd we'll we're
we've weren't what's who's won't wouldn't you'd you'll you're you've
"""
_PORTUGUESE = """
a à às ao aos acaso ainda além algo alguém algum alguma algumas alguns ali ambos ante antes após aquela aquelas aquele
aqueles aquilo aqui as assim até bem cada cá com como conforme contra contudo da daquela daquele daqui das de dela delas
dele deles depois desde dessa desse desta deste disso disto do dos e é ela elas ele eles em embora enquanto então entre
era eram essa essas esse esses esta está estamos estão estas estava este estes estou eu foi fora for foram fosse há
isso isto já lá lhe lhes logo mais mas me mesma mesmas mesmo mesmos meu meus mim minha minhas muita muitas muito muitos
na nada não nas nela nele nem nenhum nenhuma nessa nesse nesta neste nisso no nos nós nossa nossas nosso nossos num numa
nunca o onde ora os ou outra outras outro outros para pela pelas pelo pelos per perante pois por porém porque portanto
pouca pouco poucos pra qual quais qualquer quando quanto que quem quer se seja sem sempre senão ser será seu seus si sim
sob sobre só somente sou sua suas tal também tampouco tanto te tem têm tenho ter teu ti tinha toda todas todavia todo
todos tua tudo um uma umas uns vai você vocês vós vosso
"""
# Transcripts often drop apostrophes; what then looks like another word (were, well, its) is left as that word.
_WITHOUT_APOSTROPHE = [word.replace("'", "") for word in _ENGLISH_SHORTENED.split()]

LISTS: dict[Language, frozenset[str]] = {
    "en": frozenset([*_ENGLISH.split(), *_ENGLISH_SHORTENED.split(), *_WITHOUT_APOSTROPHE, *_MARKS.split()]),
    "pt": frozenset([*_PORTUGUESE.split(), *_MARKS.split()]),
}


def small_words(language: Language | None, by_frequency: Iterable[str]) -> frozenset[str]:
    """The language's list, or the most frequent words of the material where there is none."""
    if language is not None:
        return LISTS[language]
    return frozenset(word for word, _ in zip(by_frequency, range(MOST_FREQUENT), strict=False))


# The measures that take part, what each looks at, and how much each counts.


# Fixed on the tuning speakers of public debates (benchmarks/voice.py --ablation), never on the person measured.
WEIGHTS = {
    "phrase cosine": 2.0,
    "phrase likelihood": 1.0,
    "letter likelihood": 0.5,
    "Cosine Delta": 0.5,
    "masked letter cosine": 0.5,
    "function words": 0.25,
    "habits": 0.5,
}
_FREQUENT_WORDS = 500
_PRIOR = 300.0
_SMALL_WORD_PRIOR = 100.0


class Panel:
    """Every measure, fitted on the references."""

    def __init__(
        self,
        spaces: Spaces,
        references: TextCounts,
        basis: int,
        spread_phrases: Array,
        spread_masked: Array,
        within: Array,
    ) -> None:
        """Rows of `references` before `basis` are the person with a fold left out; from there on all are different."""
        phrases, letters, masked = references.phrases, references.letters, references.masked
        everybody = shares(Matrix(phrases[basis:]))
        frequent, small = _word_columns(spaces, everybody)
        self.references = references
        self.phrase_cosine = DampedCosine(phrases, spread_phrases)
        self._phrase_likelihood = Likelihood(phrases, everybody, _PRIOR)
        self._letter_likelihood = Likelihood(letters, shares(Matrix(letters[basis:])), _PRIOR)
        self._delta = CosineDelta(phrases, frequent, basis)
        self._masked_cosine = DampedCosine(masked, spread_masked)
        self._small_words = PartLikelihood(phrases, everybody, _SMALL_WORD_PRIOR, small)
        self._habits = HabitLikeness(references.habits, within, basis)

    def __call__(self, texts: TextCounts) -> Array:
        """measures x texts x references, in the order of WEIGHTS."""
        return np.stack(
            [
                self.phrase_cosine(texts.phrases),
                self._phrase_likelihood(texts.phrases),
                self._letter_likelihood(texts.letters),
                self._delta(texts.phrases),
                self._masked_cosine(texts.masked),
                self._small_words(texts.phrases),
                self._habits(texts.habits),
            ]
        )


def _word_columns(spaces: Spaces, everybody: Array) -> tuple[Codes, Codes]:
    """The columns of the most frequent words, and those of the function words."""
    words = spaces.words
    ordered = np.argsort(-everybody[: len(words)], kind="stable")
    small = small_words(spaces.language, (words[column] for column in ordered))
    listed = np.array([column for column, word in enumerate(words) if word in small], dtype=np.int64)
    return ordered[:_FREQUENT_WORDS], listed
