"""On real speech: what one speaker's held-out turns give against the rest, and two speakers against each other."""

import csv
import gzip
import os
import random
from collections import defaultdict
from itertools import pairwise
from pathlib import Path

import pytest

from ringtrue.voice.explain.differences import explain_differences
from ringtrue.voice.explain.prompt_advice import advice

DATA = Path(os.environ.get("RINGTRUE_DATA", Path(__file__).resolve().parents[4] / "shared" / "data"))
DEBATES = DATA / "debates-dev.csv.gz"

pytestmark = pytest.mark.skipif(not DEBATES.exists(), reason="no debates; set RINGTRUE_DATA to the folder with them")


@pytest.fixture(scope="module")
def turns() -> list[list[str]]:
    """The turns of six speakers with at least 8,000 words, in random order."""
    by_speaker: dict[str, list[str]] = defaultdict(list)
    with gzip.open(DEBATES, "rt", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if len(row["text"].split()) >= 20:
                by_speaker[row["speaker"]].append(row["text"])
    chosen = [said for _, said in sorted(by_speaker.items()) if sum(len(text.split()) for text in said) > 8000][:6]
    for said in chosen:
        random.Random(5).shuffle(said)
    return [said[:120] for said in chosen]


def test_held_out_turns_give_next_to_nothing(turns: list[list[str]]) -> None:
    rows = [len(explain_differences(said[30:], said[:30], most=99).rows) for said in turns]
    assert sum(rows) <= 3


def test_another_speaker_gives_much(turns: list[list[str]]) -> None:
    for own, other in pairwise(turns):
        found = explain_differences(own, other[:40])
        assert len(found.rows) >= 6
        assert advice(found)
