"""What can be said about single replies: where to look, never a verdict."""

from collections.abc import Iterator

import numpy as np

from ringtrue.voice.probe import Probe
from ringtrue.voice.reading import Hint

_SHORT = 0.5  # of the typical length, below which a reply says next to nothing


def hints(probe: Probe, given: int) -> tuple[Hint, ...]:
    """One hint for each of the `given` replies, in the order given."""
    found = {hint.reply: hint for hint in _of_texts(probe)}
    return tuple(found.get(number, Hint(number, None, "contains no word")) for number in range(given))


def _of_texts(probe: Probe) -> Iterator[Hint]:
    floor, ceiling = probe.yardstick.floor, probe.yardstick.ceiling
    apart = ceiling.mean - floor.mean if ceiling.scores.size else 0.0
    low, high = (float(np.quantile(ceiling.scores, tail)) for tail in (0.1, 0.9)) if apart > 0 else (0.0, 0.0)
    order = np.argsort(probe.scores, kind="stable")
    extreme = {int(order[0]): "least like the person", int(order[-1]): "most like the person"} if len(order) > 2 else {}
    for place, (number, text) in enumerate(zip(probe.replies.numbers, probe.replies.texts, strict=True)):
        if apart <= 0:
            yield Hint(number, None, "no ceiling to compare with")
            continue
        score = float(probe.scores[place])
        parts = [extreme.get(place, ""), _range(score, low, high, floor.mean + apart / 2)]
        if len(text) < _SHORT * probe.replies.length:
            parts.append("much shorter than the others, so it says little")
        yield Hint(number, (score - floor.mean) / apart, "; ".join(filter(None, parts)))


def _range(score: float, low: float, high: float, middle: float) -> str:
    if score > high:
        return "more like the person than nine in ten of the person's own passages"
    if score >= low:
        return "within the person's own range"
    return (
        "below nine in ten of the person's own passages" if score >= middle else "nearer to others than to the person"
    )
