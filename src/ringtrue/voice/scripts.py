"""What the script and language of the material take away from the instrument, said in plain words."""

import re
import unicodedata
from collections.abc import Sequence

from ringtrue.voice.habits import Language
from ringtrue.voice.texts import UNSPACED, Text

_LOOK_AT = 20_000  # characters, more than enough to know a script
_UNSPACED = re.compile(f"[{UNSPACED}]")
_NO_LISTS = (
    "no word lists for this language: the most frequent words of the material stand in for function words, and habits "
    "that need a list (hedges, contractions, openers) do not count"
)
_NO_BLANKS = (
    "a script without blanks between words: every character counts as a word, so lengths in words are lengths in "
    "characters, and the instrument is untried here"
)
_NOT_LATIN = (
    "not in Latin script: words and characters count as they stand, but the instrument's constants were measured on "
    "English, so its odds are less certain"
)


def notes_on(texts: Sequence[Text], language: Language | None) -> tuple[str, ...]:
    """One note for each thing that is off or weaker than in a language with word lists."""
    letters = [sign for sign in "".join(text.raw for text in texts)[:_LOOK_AT] if sign.isalpha()]
    if not letters or language is not None:
        return ()
    unspaced = sum(_UNSPACED.match(sign) is not None for sign in letters) / len(letters)
    latin = sum(unicodedata.name(sign, "").startswith("LATIN") for sign in letters) / len(letters)
    notes = [_NO_LISTS]
    if unspaced > 0.3:
        notes.append(_NO_BLANKS)
    elif latin < 0.5:
        notes.append(_NOT_LATIN)
    return tuple(notes)
