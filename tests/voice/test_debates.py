"""The instrument on real speech: six debaters told apart across events, and nobody told apart when turns are dealt out.

The whole measurement, with intervals over speakers, is benchmarks/voice.py.
"""

import csv
import gzip
import os
from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest

from ringtrue.voice.voice import Voice

DEBATES = (
    Path(os.environ.get("RINGTRUE_DATA", Path(__file__).parents[2] / ".." / "shared" / "data")) / "debates-dev.csv.gz"
)
SPEAKERS = ("Amy Klobuchar", "Barack Obama", "George H. W. Bush", "Jim Lehrer", "Kamala Harris", "Ronald Reagan")
REFERENCE_WORDS, REPLY_WORDS, REPLIES, SETS = 2000, 100, 8, 2

pytestmark = pytest.mark.skipif(not DEBATES.is_file(), reason="no debates: set RINGTRUE_DATA to the folder with them")

Sets = dict[str, list[list[str]]]


@pytest.fixture(scope="module")
def said() -> tuple[dict[str, list[str]], Sets]:
    """References from events with even numbers, and sets of replies from the others."""
    turns: dict[bool, dict[str, list[str]]] = {True: defaultdict(list), False: defaultdict(list)}
    with gzip.open(DEBATES, "rt", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    number = {date: i for i, date in enumerate(sorted({row["date"] for row in rows}))}
    for row in rows:
        if row["speaker"] in SPEAKERS:
            turns[number[row["date"]] % 2 == 0][row["speaker"]] += row["text"].split()
    references = {name: pieces(turns[True][name][:REFERENCE_WORDS], 250) for name in SPEAKERS}
    replies = {name: pieces(turns[False][name][: REPLY_WORDS * REPLIES * SETS], REPLY_WORDS) for name in SPEAKERS}
    return references, {name: [texts[:REPLIES], texts[REPLIES:]] for name, texts in replies.items()}


def pieces(words: list[str], size: int) -> list[str]:
    return [" ".join(words[start : start + size]) for start in range(0, len(words), size)]


def auc(references: dict[str, list[str]], sets: Sets, size: int) -> float:
    """AUC of raw log-odds over all sets of the first `size` replies x candidates."""
    own, foreign = [], []
    for candidate, texts in references.items():
        voice = Voice.fit(texts, {name: others for name, others in references.items() if name != candidate})
        for writer, written in sets.items():
            scores = [voice.score(replies[:size], gate=False, replicates=20).raw for replies in written]
            (own if writer == candidate else foreign).extend(scores)
    difference = np.subtract.outer(np.array(own, float), np.array(foreign, float))
    return float((difference > 0).mean() + (difference == 0).mean() / 2)


def test_eight_replies_tell_debaters_apart_across_events(said: tuple[dict[str, list[str]], Sets]) -> None:
    assert auc(*said, size=8) >= 0.95


def test_turns_dealt_out_at_random_tell_nobody_apart(said: tuple[dict[str, list[str]], Sets]) -> None:
    references, sets = said
    rng = np.random.default_rng(1)
    texts = [text for written in references.values() for text in written]
    dealt = [texts[i] for i in rng.permutation(len(texts))]
    shuffled = {name: dealt[i :: len(SPEAKERS)] for i, name in enumerate(SPEAKERS)}
    assert auc(shuffled, sets, size=1) == pytest.approx(0.5, abs=0.2)
