"""Numbers in a sentence and what they count."""

import re
from collections.abc import Sequence

from ringtrue.voice.content.stems import SMALL_WORDS, stem

_DIGITS = re.compile(r"\d[\d.,]*")
_PERCENT = frozenset({"%", "percent", "cento"})
_CURRENCY = frozenset({"$", "€", "£", "dollar", "euro", "real", "reais"})
_COUNTING = (
    "zero one two three four five six seven eight nine ten eleven twelve",
    "zero um dois tres quatro cinco seis sete oito nove dez onze doze",
    "zero uma duas",
)
_LARGE = {
    "fifteen": 15, "quinze": 15, "twenty": 20, "vinte": 20, "thirty": 30, "trinta": 30, "forty": 40, "quarenta": 40,
    "fifty": 50, "cinquenta": 50, "sixty": 60, "sessenta": 60, "seventy": 70, "setenta": 70, "eighty": 80,
    "oitenta": 80, "ninety": 90, "noventa": 90, "hundred": 100, "cem": 100, "half": 0.5, "metade": 0.5,
    "thousand": 1000, "mil": 1000, "million": 1e6, "milhao": 1e6,
}  # fmt: skip
# `one` and `um`, `uma` are articles and pronouns far more often than numbers.
_WORDS = {
    word: float(value)
    for row in _COUNTING
    for value, word in enumerate(row.split())
    if word not in ("one", "um", "uma")
} | {word: float(value) for word, value in _LARGE.items()}


def quantities(read: Sequence[str]) -> dict[str, set[float]]:
    """Numbers by what they count: the stem of the next word of weight, "%" or ""."""
    found: dict[str, set[float]] = {}
    for index, word in enumerate(read):
        value = number(word)
        if value is not None:
            found.setdefault(_counted(read, index), set()).add(value)
    return found


def number(word: str) -> float | None:
    """The number a word stands for: digits with either sort of separators, or a counting word."""
    if word in _WORDS:
        return _WORDS[word]
    digits = word.removesuffix("%").rstrip(".,")
    if not _DIGITS.fullmatch(digits):
        return None
    if re.fullmatch(r"\d{1,3}([.,]\d{3})+", digits):  # thousands, in both ways of writing them
        return float(re.sub(r"[.,]", "", digits))
    decimal = digits.replace(",", ".")
    return float(decimal) if decimal.count(".") <= 1 else None


def _counted(read: Sequence[str], index: int) -> str:
    """The next word of weight within three, which is what is counted; currencies stand before."""
    if read[index].endswith("%"):
        return "%"
    if index and read[index - 1] in _CURRENCY:
        return "money"
    for word in read[index + 1 : index + 4]:
        if word in _PERCENT:
            return "%"
        if stem(word) in _CURRENCY or word in _CURRENCY:
            return "money"
        if not word[0].isalnum():
            return ""
        if word not in SMALL_WORDS and number(word) is None:
            return stem(word)
    return ""
