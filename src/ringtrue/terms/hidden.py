"""Characters nobody sees, with which a text can be something else than it looks."""

import re

# Characters nobody sees: controls, marks of direction, joiners, fillers, tags. Single joiners stay (emoji and
# several scripts need them), and so does the selector that makes a sign an emoji.
HIDDEN = re.compile(
    "(?:[\x00-\x08\x0e-\x1b\x1f\x7f-\x84\x86-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f"
    "\u202a-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufe00-\ufe0d\ufeff\uffa0\ufff9-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
    "|[\u200c\u200d\ufe0e\ufe0f]{2,})+"
)

# In a name a line break or a tab is out of place too, and so is a joiner that joins nothing but plain letters.
_UNFIT = re.compile(
    HIDDEN.pattern
    + "|[\t-\r\x1c-\x1e\x85\u2028\u2029]|(?:^|(?<=[\x00-\x7f]))[\u200c\u200d]|[\u200c\u200d](?=[\x00-\x7f]|$)"
)


def unseen_in(name: str) -> str | None:
    """The first character of a name that nobody sees, written out as U+202E; None if all of it can be seen."""
    if name.isascii() and name.isprintable():  # nearly always, and sooner told
        return None
    found = _UNFIT.search(name)
    return f"U+{ord(found[0][0]):04X}" if found else None
