"""The debates as the voice benchmarks use them: who said what at which event, dealt into references and replies."""

import csv
import gzip
import os
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

TASKS = {"one 300-word reply": (300, 1), "one 100-word reply": (100, 1), "eight 100-word replies": (100, 8)}
EIGHT = "eight 100-word replies"
REFERENCE_WORDS, FEWEST_REFERENCE, FEWEST_REPLIES, MOST_SETS = 2000, 1500, 900, 6
NOBODY = {"Unknown", "Question", "Audience", "Announcer"}
SEED = 20261115

Turn = tuple[str, str, str]  # speaker, event, text


class Side(NamedTuple):
    """One way round: references and sets of replies by speaker."""

    references: dict[str, list[str]]
    sets: dict[str, dict[str, list[list[str]]]]  # task -> speaker -> sets


def data_folder() -> Path:
    """The folder of the data nobody here wrote; ends the program, saying so, where it is absent."""
    beside = Path(__file__).resolve().parents[1] / ".." / "shared" / "data"
    folder = Path(os.environ.get("RINGTRUE_DATA", beside))
    if not (folder / "debates-dev.csv.gz").is_file():
        print("skipped: no debates-dev.csv.gz; set RINGTRUE_DATA to the folder that holds it")
        sys.exit(0)
    return folder


def read_turns(path: Path) -> list[Turn]:
    """(speaker, event, text) of every turn of a named speaker."""
    with gzip.open(path, "rt", encoding="utf-8", newline="") as file:
        rows = [(row["speaker"], f"{row['date']} {row['type']}", row["text"] or "") for row in csv.DictReader(file)]
    return [row for row in rows if row[0] not in NOBODY]


def two_sides(turns: list[Turn]) -> list[Side]:
    """Both ways round."""
    return [side_of(turns, even) for even in (0, 1)]


def split_of(sides: list[Side], speakers: str) -> set[str]:
    """The tuning or the reporting speakers: they alternate by name."""
    names = sorted({name for side in sides for name in side.references})
    return set(names[0::2] if speakers == "tune" else names[1::2])


def side_of(turns: list[Turn], even: int) -> Side:
    """References from every second event and replies from the others."""
    events = sorted({event for _, event, _ in turns})
    for_reference = set(events[even::2])
    said: dict[bool, dict[str, list[list[str]]]] = {True: defaultdict(list), False: defaultdict(list)}
    for speaker, event, text in turns:
        said[event in for_reference][speaker].append(text.split())
    rng = np.random.default_rng(SEED)
    side = Side({}, {task: {} for task in TASKS})
    for speaker in sorted(said[True]):
        written, replied = said[True][speaker], [word for turn in said[False][speaker] for word in turn]
        if sum(map(len, written)) < FEWEST_REFERENCE or len(replied) < FEWEST_REPLIES:
            continue
        side.references[speaker] = list(first_words([written[i] for i in rng.permutation(len(written))]))
        for task, (length, size) in TASKS.items():
            side.sets[task][speaker] = reply_sets(replied, length, size, rng)
    return side


def first_words(turns: list[list[str]]) -> Iterator[str]:
    """Turns until there are enough words for a reference."""
    left = REFERENCE_WORDS
    for turn in turns:
        if left <= 0:
            return
        yield " ".join(turn[:left])
        left -= len(turn)


def reply_sets(words: list[str], length: int, size: int, rng: np.random.Generator) -> list[list[str]]:
    """Up to six sets of `size` replies of `length` words."""
    replies = [" ".join(words[start : start + length]) for start in range(0, len(words) - length + 1, length)]
    sets = [replies[start : start + size] for start in range(0, len(replies) - size + 1, size)]
    return [sets[i] for i in sorted(rng.permutation(len(sets))[:MOST_SETS])]


def by_event(turns: list[Turn], even: int, words: int) -> dict[str, list[str]]:
    """What each speaker said at every second event, one document for each event, in order, `words` words in all."""
    events = sorted({event for _, event, _ in turns})[even::2]
    said: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for speaker, event, text in turns:
        if event in events:
            said[speaker][event] += text.split()
    return {
        speaker: [" ".join(spoken[event][: words // len(spoken)]) for event in sorted(spoken)]
        for speaker, spoken in said.items()
    }
