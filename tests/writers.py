"""Made-up people who write: a common vocabulary, in which everybody has words of his own that come more often."""

import random

COMMON = [f"{a}{b}{c}" for a in "bdfglmnprst" for b in ("a", "e", "i", "o") for c in ("n", "r", "l", "sh")]


class Writer:
    """Draws words from the common vocabulary; a quarter of them from thirty favourites."""

    def __init__(self, name: str) -> None:
        """The name decides what the writer likes."""
        self._rng = random.Random(name)
        self._favourites = self._rng.sample(COMMON, 30)

    def text(self, words: int) -> str:
        """So many words, in sentences of eight to sixteen."""
        said: list[str] = []
        while words > 0:
            length = min(words, self._rng.randint(8, 16))
            said.append(" ".join(self._word() for _ in range(length)).capitalize() + ".")
            words -= length
        return " ".join(said)

    def texts(self, count: int, words: int) -> list[str]:
        """Several texts."""
        return [self.text(words) for _ in range(count)]

    def _word(self) -> str:
        return self._rng.choice(self._favourites if self._rng.random() < 0.25 else COMMON)
