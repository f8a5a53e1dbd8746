"""Synthetic voices: one shared vocabulary, and for every voice its own habits in using it."""

import numpy as np

INVENTED = np.array([first + vowel + last for first in "bdklmnprst" for vowel in "ae" for last in "nlrs"])
_COMMON = """
the to and of that in a i we is it you have for this not was be they are on with what do but as he will so people if
about can there know our has all who or would one think from at by when going want been an more said just were now
because get well my had how out up them their your say no right which time make me very did us new should good other
then work way country only could these here first years also take some need look where many back her his him than
even those any thing let money health world every mean made plan never government really being through why tell over
most great believe same before against give help after too still something understand
"""
ENGLISH = np.array(_COMMON.split())


class Speaker:
    """Draws words with rates of its own: the same for everybody, times a habit of this voice."""

    def __init__(self, seed: int, habit: float = 1.0, draw: int = 0, words: np.ndarray = INVENTED) -> None:
        self.rng = np.random.default_rng([seed, draw])
        taste = np.random.default_rng(seed)
        rates = np.exp(habit * taste.standard_normal(words.size)) / np.arange(1, words.size + 1)
        self.words = words
        self.rates = rates / rates.sum()

    def texts(self, number: int, words: int = 100) -> list[str]:
        return [self.text(words) for _ in range(number)]

    def text(self, words: int) -> str:
        drawn = self.rng.choice(self.words, words, p=self.rates)
        ends = self.rng.random(words) < 1 / 12
        return " ".join(f"{word}." if end else word for word, end in zip(drawn, ends, strict=True))


def english(seed: int, habit: float = 0.8, draw: int = 0) -> Speaker:
    """A voice that has only common English words, so that the background knows it."""
    return Speaker(seed, habit, draw, ENGLISH)
