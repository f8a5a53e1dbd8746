"""Write the numbers of the background: how often anonymous writers use frequent words, pairs, letters and habits.

Run: python tools/background.py [--out FILE]
Reads the folder in RINGTRUE_DATA, or ../shared/data beside the project: turns of US debates
(jamesmartherus/debates, MIT licence). One genre and no other, so that the instrument can say who is of another. What is
written holds neither names nor passages: only counts of grams that many of the writers use, and means and spreads of
their habits. benchmarks/voice.py makes its own from the tuning
speakers alone, so that the instrument is measured on speakers the background has not seen; the file in the package
is made from all.
"""

import argparse
import csv
import gzip
import os
import sys
from collections import defaultdict
from pathlib import Path

from ringtrue.voice.background.background import write_table
from ringtrue.voice.background.build import table_of
from ringtrue.voice.texts import Text

ROOT = Path(__file__).resolve().parents[1]
SHIPPED = ROOT / "src" / "ringtrue" / "voice" / "background" / "writers.npz"
NOBODY = {"Unknown", "Question", "Audience", "Announcer", "Voiceover"}
FEWEST_TOKENS, MOST_TOKENS = 3000, 8000


def main() -> None:
    """Write the file and say what is in it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=SHIPPED)
    asked = parser.parse_args()
    data = Path(os.environ.get("RINGTRUE_DATA", ROOT / ".." / "shared" / "data"))
    if not (data / "debates-dev.csv.gz").is_file():
        sys.exit("no debates found: set RINGTRUE_DATA to the folder that holds them")
    spoken = debaters(data / "debates-dev.csv.gz")
    write_table(table_of(list(spoken.values()), "en"), asked.out)
    sys.stdout.write(f"{asked.out.name}: {len(spoken)} speakers, {asked.out.stat().st_size / 1024:.0f} KiB\n")


def debaters(path: Path) -> dict[str, list[Text]]:
    """Speakers of the debates with enough to say, each with up to 8,000 tokens from all their events."""
    turns: dict[str, list[Text]] = defaultdict(list)
    with gzip.open(path, "rt", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["speaker"] not in NOBODY:
                turns[row["speaker"]].append(Text.read(row["text"] or ""))
    return {name: some_of(texts) for name, texts in sorted(turns.items()) if sum(map(len, texts)) >= FEWEST_TOKENS}


def some_of(texts: list[Text]) -> list[Text]:
    """Evenly spaced texts with about 8,000 tokens in all."""
    total = sum(map(len, texts))
    every = max(1, round(total / MOST_TOKENS))
    return texts[::every]


if __name__ == "__main__":
    main()
