"""How long the voice instrument takes, as a multiple of a bare tokenise-and-count loop over the same texts.

Run: python benchmarks/voice_speed.py
Fits 100,000 words of one person and 8 x 2,500 words of others, and scores 100 replies of 100 words; then the same
with half and with twice the person's words, to see that time grows in proportion. Texts are made of invented words.
"""

import time
from collections import Counter
from itertools import pairwise

import numpy as np

from ringtrue.voice.voice import Voice

OTHERS, OTHERS_WORDS, REPLIES, REPLY_WORDS = 8, 2500, 100, 100
SIZES = (50_000, 100_000, 200_000)
LIMIT = 5.0  # seconds on two cores


def main() -> None:
    """Print seconds and multiples."""
    print(f"{'own words':>10s}{'fit s':>8s}{'score s':>9s}{'both s':>8s}{'loop s':>8s}{'multiple':>10s}")
    taken = {}
    for size in SIZES:
        own, others, replies = material(size)
        everything = [*own, *(text for texts in others.values() for text in texts), *replies]
        loop = clocked(lambda texts=everything: count(texts))
        started = time.perf_counter()
        voice = Voice.fit(own, others)
        fitted = time.perf_counter() - started
        scored = clocked(lambda voice=voice, replies=replies: voice.score(replies))
        taken[size] = fitted + scored
        print(f"{size:10,d}{fitted:8.2f}{scored:9.2f}{taken[size]:8.2f}{loop:8.2f}{taken[size] / loop:10.1f}")
    growth = np.log2(taken[SIZES[-1]] / taken[SIZES[0]]) / np.log2(SIZES[-1] / SIZES[0])
    print(f"time grows with the words to the power {growth:.2f} (1 is in proportion)")
    print(f"100,000 words and 100 replies in {taken[100_000]:.2f} s; limit {LIMIT:.0f} s")


def clocked(run) -> float:
    """Seconds one run takes."""
    started = time.perf_counter()
    run()
    return time.perf_counter() - started


def count(texts: list[str]) -> None:
    """The least any instrument must do: split and count words and pairs."""
    for text in texts:
        words = text.lower().split()
        Counter(words)
        Counter(pairwise(words))


def material(words: int) -> tuple[list[str], dict[str, list[str]], list[str]]:
    """Documents of 500 words in sentences, drawn from a long-tailed vocabulary, each writer with a taste."""
    rng = np.random.default_rng(1)
    letters = np.array(list("aeioulnrstdmkpbvg"))
    vocabulary = np.array(["".join(rng.choice(letters, rng.integers(2, 10))) for _ in range(20_000)])
    base = 1 / np.arange(1, vocabulary.size + 1)

    def texts(number: int, size: int) -> list[str]:
        rates = base * np.exp(0.7 * np.random.default_rng(number).standard_normal(vocabulary.size))
        run = rng.choice(vocabulary, size, p=rates / rates.sum())
        marked = [f"{word}." if place % 17 == 16 else word for place, word in enumerate(run)]
        return [" ".join(marked[start : start + 500]) for start in range(0, size, 500)]

    replies = " ".join(texts(0, REPLIES * REPLY_WORDS)).split()
    cut = [" ".join(replies[start : start + REPLY_WORDS]) for start in range(0, len(replies), REPLY_WORDS)]
    return texts(0, words), {str(i): texts(i, OTHERS_WORDS) for i in range(1, OTHERS + 1)}, cut


if __name__ == "__main__":
    main()
