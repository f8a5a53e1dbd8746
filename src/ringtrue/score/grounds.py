"""What a measure rests on: the items behind it, and why it has no value."""

import numpy as np
from numpy.typing import NDArray

from ringtrue.score.formulas import formula, rests_on
from ringtrue.score.known import Known, Part
from ringtrue.score.table import Study
from ringtrue.stats.arrays import Codes
from ringtrue.terms import Protocol

Mask = NDArray[np.bool_]


def items_behind(part: Part, known: Known, behind: dict[str, Mask]) -> Mask:
    """The items a formula runs over with a known value, those behind the measures it is made of included."""
    expression = formula(part.measure.formula or "")
    masks = [behind[name] for name in expression.names if name in behind]
    own = expression.grounds(known.names(part), known.tags(part))
    if own is not None:
        masks.append(own if part.items is None else _spread(own, part.items, known.study.size))
    return np.logical_or.reduce(masks) if masks else np.zeros(known.study.size, dtype=np.bool_)


def _spread(own: Mask, items: Codes, size: int) -> Mask:
    """What holds for some items, among all of them."""
    mask = np.zeros(size, dtype=np.bool_)
    mask[items] = own
    return mask


def why_missing(part: Part, protocol: Protocol, study: Study) -> str:
    """In words: nobody answered, nothing is tagged, or something else it needs is missing."""
    measure = part.measure
    used = {measure.crossed} if measure.crossed else formula(measure.formula or "").names
    asked = sorted(name for name in rests_on(protocol, [name for name in used if name]) if protocol.question(name))
    silent = [name for name in asked if name not in study.answers]
    if silent:
        return f"no answers to {', '.join(silent)}"
    tags = formula(measure.formula).tags if measure.formula else frozenset()
    empty = [tag for tag in sorted(tags) if all(label is None for label in study.tags[tag])]
    if empty:
        return f"no item is tagged {', '.join(empty)}"
    if measure.source:
        return f"it has no finite value at this {measure.source}"
    return "a number it needs is missing in these data"
