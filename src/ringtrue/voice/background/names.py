"""Names kept out of a background: words that are written with a capital inside sentences."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from ringtrue.voice.texts import Text, Tokens

_MOSTLY = 0.7  # of its uses inside sentences with a capital make a word a name
_ALWAYS_CAPITAL = {"i", "i'm", "i've", "i'll", "i'd", "im", "ive"}


def capitalised(writers: Iterable[Sequence[Text]]) -> frozenset[str]:
    """Words that mostly have a capital where they follow another word."""
    uses: Counter[str] = Counter()
    capitals: Counter[str] = Counter()
    for text in (text for writer in writers for text in writer):
        before = [".", *text.tokens]
        for token, start, last in zip(text.tokens, text.starts, before, strict=False):
            if token[0].isalpha() and last[0].isalnum():
                uses[token] += 1
                capitals[token] += text.raw[start].isupper()
    found = (word for word, number in uses.items() if capitals[word] >= _MOSTLY * number)
    return frozenset(found) - _ALWAYS_CAPITAL


def without_names(text: Text, names: Collection[str]) -> Tokens:
    """The tokens, names left out."""
    return [token for token in text.tokens if token not in names]
