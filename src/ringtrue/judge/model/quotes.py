"""Does a quote stand in a text? Words count; white space, case, punctuation and marks of emphasis do not."""

import re
from collections.abc import Iterable
from functools import cached_property
from unicodedata import normalize

from ringtrue.judge.model.data_block import SHOWN_HIDDEN
from ringtrue.terms.hidden import HIDDEN

LEAST_WORDS = 3
_GAP = re.compile(r"\[\s*(?:…|\.{2,})\s*\]|\(\s*(?:…|\.{3,})\s*\)|…|\.{3,}|\. \. \.")
# Scripts that put no blank between words: there every letter stands for itself.
_WORD = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|[^\\W_]+")


class Quotable:
    """The words of the texts on a card, ready to be searched."""

    def __init__(self, texts: Iterable[str]) -> None:
        """Keep the texts; they are folded once, and only if a quote is not found letter by letter."""
        self._given = tuple(texts)

    @cached_property
    def _texts(self) -> list[str]:
        return [_folded(text) for text in self._given]

    def holds(self, quote: str) -> bool:
        """Whether a quote of some words stands in one of the texts letter by letter, as most do."""
        if len(quote.split(None, LEAST_WORDS + 1)) <= LEAST_WORDS + 1:
            return False
        for text in self._given:
            at = text.find(quote)
            if at >= 0 and _is_whole(quote, text, at):
                return True
        return False

    def fault_of(self, quote: str) -> str | None:
        """Why the quote is none, or None if it stands in one of the texts."""
        if self.holds(quote):
            return None
        whole = _folded(quote)
        if whole in self._texts:
            return None
        words = whole.count(" ") - 1
        if words < 1:
            return "there is no quote"
        if words < LEAST_WORDS:
            return f"the quote has fewer than {LEAST_WORDS} words"
        parts = [part for part in map(_folded, _GAP.split(quote)) if part != " "]
        if any(whole in text for text in self._texts):
            return None
        if max(part.count(" ") - 1 for part in parts) < LEAST_WORDS:
            return f"no part of the quote has {LEAST_WORDS} words"
        if any(_stand_in_order(parts, text) for text in self._texts):
            return None
        return "the quote does not stand in the answer"


def _is_whole(quote: str, text: str, at: int) -> bool:
    """Whether the quote, which stands in the text at this place, cuts no word in two."""
    before, behind = text[at - 1 : at], text[at + len(quote) : at + len(quote) + 1]
    return not (before and (before + quote[0]).isalnum()) and not (behind and (quote[-1] + behind).isalnum())


def _folded(text: str) -> str:
    """The words of a text with one blank between and around them."""
    seen = HIDDEN.sub("", SHOWN_HIDDEN.sub("", text))
    plain = seen if seen.isascii() else normalize("NFKC", seen)
    words = _WORD.findall(plain.casefold())
    return f" {' '.join(words)} " if words else " "


def _stand_in_order(parts: list[str], text: str) -> bool:
    at = 0
    for part in parts:
        found = text.find(part, at)
        if found < 0:
            return False
        at = found + len(part) - 1  # the blank behind a part may stand before the next
    return True
