"""Are the sample's three voices told apart item by item, and identical ones not?

Run: python benchmarks/voice_sample.py [--resamples N]
The person's texts, four other letter-writers and the recorded answers of the clones come with the package. Every pair
of clones is compared on the same items. Then a clone is split against itself: replies of the same item cannot be drawn
twice, so pairs of different items of one clone are dealt at random to two sides, many times; 0 should lie inside the
95 % interval of nearly all.
"""

import argparse
import json
from collections.abc import Iterable
from importlib.resources import files
from itertools import combinations
from pathlib import Path

import numpy as np

from ringtrue.sources.person_texts import read_person_texts, read_text_groups
from ringtrue.voice.instrument import Instrument
from ringtrue.voice.lineup import read_material
from ringtrue.voice.paired import paired_difference
from ringtrue.voice.texts import Text

CLONES = ("faithful", "drifted", "caricature", "generic")
SEED = 20261115


def main() -> None:
    """Print the paired differences and how often chance makes one."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--resamples", type=int, default=1000)
    asked = parser.parse_args()
    root = Path(str(files("ringtrue.personas")))
    own = read_person_texts(root / "oda-brennick" / "inbox").texts
    others, _ = read_text_groups(root / "impostors")
    instrument = Instrument(read_material(own, others, None))
    said = {name: answers(root / "oda-brennick" / "answers" / f"{name}.jsonl") for name in CLONES}
    for one, other in combinations(CLONES, 2):
        found = paired_difference(instrument, said[one], said[other])
        print(f"{one} - {other}: {found.value:+.2f} [{found.low:+.2f}, {found.high:+.2f}] over {found.n} items")
    for name in CLONES:
        print(f"{name} against itself: 0 inside in {inside(instrument, said[name].values(), asked.resamples):.3f}")


def answers(path: Path) -> dict[str, list[str]]:
    """Recorded answers by item."""
    rows = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
    return {row["item"]: [row["text"]] for row in rows if row.get("text")}


def inside(instrument: Instrument, replies: Iterable[list[str]], resamples: int) -> float:
    """How often the interval holds 0 when a clone's replies are dealt to two sides."""
    yardstick = instrument.yardstick(149)
    scores = yardstick.even_scores([Text.read(text) for texts in replies for text in texts])
    rng = np.random.default_rng(SEED)
    from scipy.special import stdtrit

    half = scores.size // 2
    held = 0
    for _ in range(resamples):
        dealt = rng.permutation(scores)
        change = dealt[:half] - dealt[half : 2 * half]
        held += abs(change.mean()) <= stdtrit(half - 1, 0.975) * change.std(ddof=1) / np.sqrt(half)
    return held / resamples


if __name__ == "__main__":
    main()
