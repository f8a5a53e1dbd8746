"""Where own text from other events lies: how often the interval holds 1, and how often a flag is raised wrongly."""

from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial

import numpy as np

from ringtrue.voice.result import Reading
from ringtrue.voice.voice import Voice
from voice_debates import EIGHT, Side, Turn, by_event

OWN_WORDS, OTHERS_WORDS = 6000, 2500


def report(turns: list[Turn], sides: list[Side], chosen: set[str]) -> None:
    """Print coverage and false flags over sets of eight 100-word replies.

    Unlike the ranking, documents are whole events in order of time, as a user would give them, so that what is held
    out for the ceiling is another occasion.
    """
    readings: list[Reading] = []
    for even, side in enumerate(sides):
        documents = {name: texts for name, texts in by_event(turns, even, OWN_WORDS).items() if name in side.references}
        with ProcessPoolExecutor() as pool:
            candidates = [name for name in side.references if name in chosen]
            for part in pool.map(partial(_own_sets, side, documents, chosen), candidates):
                readings += part
    print(f"{len(chosen)} speakers, {len(readings)} sets of {EIGHT.removeprefix('eight ')} of their own, other events")
    given = [reading.estimate for reading in readings if reading.estimate.low is not None]
    value, low, high = (np.array([getattr(found, name) for found in given], float) for name in ("value", "low", "high"))
    print(
        f"gate open for {len(given)}; place: mean {value.mean():.2f}, median {np.median(value):.2f}, "
        f"95 % of sets from {np.quantile(value, 0.025):.2f} to {np.quantile(value, 0.975):.2f}"
    )
    print(
        f"interval holds 1: {np.mean((low <= 1) & (high >= 1)):.3f} (nominal .95), above it {np.mean(low > 1):.3f}, "
        f"below {np.mean(high < 1):.3f}; median width {np.median(high - low):.2f}"
    )
    flags = Counter(kind for reading in readings for kind in {flag.kind for flag in reading.flags})
    print(
        "sets flagged though genuine: "
        + ", ".join(f"{kind} {flags[kind] / len(readings):.3f}" for kind in ("caricature", "copying", "all alike"))
    )


def _own_sets(side: Side, documents: dict[str, list[str]], chosen: set[str], name: str) -> list[Reading]:
    others = {
        other: [" ".join(text.split()[: OTHERS_WORDS // len(texts)]) for text in texts]
        for other, texts in documents.items()
        if other not in chosen
    }
    voice = Voice.fit(documents[name], others)
    return [voice.reading(replies) for replies in side.sets[EIGHT].get(name, [])]
