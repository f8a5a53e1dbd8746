"""What transcripts do to a person's words: stage directions put in, apostrophes left out."""

import re
from collections.abc import Iterable

from ringtrue.voice.habits import Reading
from ringtrue.voice.habits.wordlists import words

_STAGE = re.compile(
    r"[\[(][^\])\[(\n]{0,25}\b(?:applause|laughter|laughs|cheering|cheers|booing|crosstalk|inaudible|unintelligible|"
    r"music|aplausos|risos|inaudível)\b[^\])\[(\n]{0,25}[\])]",
    re.IGNORECASE,
)
_BARE = words(
    "dont doesnt didnt cant wont isnt arent wasnt werent havent hasnt hadnt couldnt shouldnt wouldnt im ive youre "
    "youve theyre theyve weve thats whats theres hes shes"
)
_SHARE = 0.2  # of contractions without an apostrophe, from which on a side's apostrophes mean nothing


def spoken(text: str) -> str:
    """The text without [applause] and the like, which the room did and not the person."""
    return _STAGE.sub(" ", text)


def without_apostrophes(side: Iterable[Reading]) -> bool:
    """Whether a side often writes dont and thats: its words then compare only if all apostrophes are left out."""
    bare = written = 0
    for read in side:
        bare += sum(count for word, count in read.counts.items() if word in _BARE)
        written += sum(count for word, count in read.counts.items() if "'" in word)
    return bare > _SHARE * (bare + written)
