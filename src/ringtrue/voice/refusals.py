"""Why there is no number, and what would suffice."""

from collections.abc import Sequence

from ringtrue.voice.texts import Text, word_count
from ringtrue.voice.trial import LIMIT, replies_that_suffice
from ringtrue.voice.yardstick import Yardstick

FEWEST_REPLIES = 8
FEWEST_WORDS = 800
FEWEST_HELD_OUT = 4  # passages of the person's own text, to have a ceiling at all


def too_little(replies: Sequence[Text]) -> str | None:
    """A reason where there are too few replies or words, else None."""
    words = sum(map(word_count, replies))
    if len(replies) >= FEWEST_REPLIES and words >= FEWEST_WORDS:
        return None
    return (
        f"not enough material: {len(replies)} replies with {words} words; "
        f"at least {FEWEST_REPLIES} replies and {FEWEST_WORDS} words would be needed"
    )


def not_told_apart(yardstick: Yardstick, auc: float | None, replies: int, length: int, seed: int) -> str:
    """The reason where the instrument cannot tell this person from impostors."""
    if auc is None:
        return (
            f"not enough material: the person's own texts give {yardstick.ceiling.scores.size} held-out passages of "
            f"{length} tokens; at least {FEWEST_HELD_OUT} would be needed"
        )
    enough = replies_that_suffice(yardstick, replies, seed)
    cure = f"about {enough} replies of this length would suffice" if enough else "more texts of the person are needed"
    return (
        f"not enough material: on held-out text of this length and number the instrument tells the person from "
        f"impostors with AUC {auc:.2f}, below {LIMIT:.2f}; {cure}"
    )


def no_position(held_out: int) -> str:
    """The reason where there are odds but no place between floor and ceiling."""
    if held_out < FEWEST_HELD_OUT:
        return f"no ceiling: {held_out} held-out passages of the person's own text, {FEWEST_HELD_OUT} would be needed"
    return "the person's own held-out text does not score above the impostors'"
