"""Rare words replaced by their shape, so that what is talked about does not count, only how."""

from collections.abc import Iterable

from ringtrue.voice.texts import Tokens

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
