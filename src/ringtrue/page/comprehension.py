"""A plain check that somebody read the gold text: find its sentences among others. No model makes it up.

It is weak: whoever skims can pass it. A study that wants more writes its own questions (`gold_check`).
"""

import re
from collections.abc import Sequence
from hashlib import sha256

from ringtrue.page.briefing import Checked
from ringtrue.page.standard import standard

_SENTENCE_ENDS = re.compile(r"(?<=[.!?…])[\"'”’»)\]]*\s+|\n\s*\n")
_SHORTEST, _LONGEST = 30, 200
_OTHERS = 3


def standard_check(language: str, gold: str) -> tuple[Checked, ...]:
    """Two questions on a text with two sentences of a fit length, one or none on a shorter one.

    One sentence is from the middle, one from the last part, so that reading the beginning is not enough.
    """
    words = standard(language)["gold"]
    sentences = [sentence for sentence in sentences_of(gold) if _SHORTEST <= len(sentence) <= _LONGEST]
    places = sorted({(len(sentences) - 1) // 2, len(sentences) - 1}) if sentences else []
    others = [other for other in words["others"] if other not in gold]
    found = []
    for number, place in enumerate(places):
        wrong = others[number * _OTHERS : (number + 1) * _OTHERS]
        found.append(Checked(words["question"], shuffled([sentences[place], *wrong], gold), sentences[place]))
    return tuple(found)


def sentences_of(text: str) -> list[str]:
    """The sentences of a text, each once, white space folded."""
    parts = (" ".join(part.split()) for part in _SENTENCE_ENDS.split(text))
    return list(dict.fromkeys(part for part in parts if part))


def shuffled(options: Sequence[str], salt: str) -> tuple[str, ...]:
    """The options in an order that says nothing and is the same each time."""
    return tuple(sorted(options, key=lambda option: sha256(f"{salt}\x1f{option}".encode("utf-8", "replace")).digest()))
