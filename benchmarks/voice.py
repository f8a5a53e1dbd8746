"""Does the voice instrument rank a person's own replies above other people's, on debates it was not tuned on?

Run: python benchmarks/voice.py [--speakers tune|report] [--resamples N]
The debates are read from the folder in RINGTRUE_DATA, or from ../shared/data beside the project.

Events are numbered by date; those with even numbers give the references and those with odd numbers the replies, then
the other way round, so no reply shares an event with any reference, the person's or an impostor's. References have
about 2,000 words. Speakers alternate by name between a tuning and a reporting set. Every reply set of a speaker is
scored against every candidate of the set. "Strangers": the impostors known to the instrument are the other set's
speakers, so that whoever wrote a foreign reply is unknown to it, as a clone is. "Acquaintances": the impostors are
the other candidates, the true writer among them. Intervals: bootstrap over speakers, as writers and as candidates.
The constants of the log-odds come from the tuning set. Which measures to use and their weights were chosen after one
look at measures on all speakers, so the reporting set is not untouched in that respect; speakers kept elsewhere are.
"""

import argparse
import csv
import gzip
import os
import sys
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer

from ringtrue.voice import Voice

TASKS = {"one 300-word reply": (300, 1), "one 100-word reply": (100, 1), "eight 100-word replies": (100, 8)}
TARGETS = {"one 300-word reply": 0.93, "one 100-word reply": 0.89, "eight 100-word replies": 0.975}
REFERENCE_WORDS, FEWEST_REFERENCE, FEWEST_REPLIES, MOST_SETS = 2000, 1500, 900, 6
NOBODY = {"Unknown", "Question", "Audience", "Announcer"}
SEED = 20261115
WORD = r"\b\w+\b"


class Side(NamedTuple):
    """One way round: references and sets of replies by speaker."""

    references: dict[str, list[str]]
    sets: dict[str, dict[str, list[list[str]]]]  # task -> speaker -> sets


class Pairs(NamedTuple):
    """Scores of reply sets against candidates."""

    score: np.ndarray
    writer: np.ndarray
    candidate: np.ndarray
    place: np.ndarray  # between floor and ceiling; nan where the gate is closed or the method has none


def main() -> None:
    """Print AUC and interval for each task and method."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--speakers", choices=("tune", "report"), default="report")
    parser.add_argument("--resamples", type=int, default=500)
    asked = parser.parse_args()
    beside = Path(__file__).resolve().parents[1] / ".." / "shared" / "data"
    path = Path(os.environ.get("RINGTRUE_DATA", beside)) / "debates-dev.csv.gz"
    if not path.is_file():
        print(f"skipped: no debates at {path.name}; set RINGTRUE_DATA to the folder that holds them")
        sys.exit(0)
    sides = [side_of(read_turns(path), even) for even in (0, 1)]
    names = sorted(set(sides[0].references) | set(sides[1].references))
    chosen = set(names[0::2] if asked.speakers == "tune" else names[1::2])
    print(f"{len(chosen)} speakers ({asked.speakers}); AUC over all reply sets x candidates [95 % over speakers]")
    methods = {
        "ringtrue, strangers": partial(by_voice, acquainted=False),
        "ringtrue, acquaintances": partial(by_voice, acquainted=True),
        "character 2-4-gram tf-idf cosine": partial(by_cosine, vectors=character_vectors),
        "Cosine Delta, 500 words": partial(by_cosine, vectors=delta_vectors),
    }
    for label, method in methods.items():
        tables = [method(side, chosen) for side in sides]
        for task in TASKS:
            print(line(label, task, together([table[task] for table in tables], names), asked.resamples))


def line(label: str, task: str, pairs: Pairs, resamples: int) -> str:
    """One result in words."""
    low, high = interval(pairs, resamples)
    text = f"{label:33s} {task:23s} {auc(pairs):.3f} [{low:.3f}, {high:.3f}]"
    if not label.startswith("ringtrue"):
        return text
    same = pairs.writer == pairs.candidate
    error = equal_error(pairs.score[same], pairs.score[~same])
    return f"{text}  target {TARGETS[task]:.3f}  equal error {error:.3f}  {calibration(pairs)}  {places(pairs)}"


def read_turns(path: Path) -> list[tuple[str, str, str]]:
    """(speaker, event, text) of every turn of a named speaker."""
    with gzip.open(path, "rt", encoding="utf-8", newline="") as file:
        rows = [(row["speaker"], f"{row['date']} {row['type']}", row["text"] or "") for row in csv.DictReader(file)]
    return [row for row in rows if row[0] not in NOBODY]


def side_of(turns: list[tuple[str, str, str]], even: int) -> Side:
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


def by_voice(side: Side, chosen: set[str], acquainted: bool) -> dict[str, Pairs]:
    """Scores by the instrument, one fit for each candidate."""
    candidates = [name for name in side.references if name in chosen]
    with ProcessPoolExecutor() as pool:
        tables = list(pool.map(partial(one_candidate, side, chosen, acquainted), candidates))
    return {task: as_pairs([row for table in tables for row in table[task]]) for task in TASKS}


def one_candidate(side: Side, chosen: set[str], acquainted: bool, candidate: str) -> dict[str, list[tuple]]:
    """(score, writer, candidate, place) of every set of replies against one candidate."""
    others = {
        name: texts for name, texts in side.references.items() if name != candidate and (name in chosen) == acquainted
    }
    voice = Voice.fit(side.references[candidate], others)
    return {
        task: [
            result(voice, replies, writer, candidate)
            for writer, sets in side.sets[task].items()
            if writer in chosen
            for replies in sets
        ]
        for task in TASKS
    }


def result(voice: Voice, replies: list[str], writer: str, candidate: str) -> tuple:
    """One set against one candidate; the place only where the instrument's own AUC opens the gate."""
    found = voice.score(replies, gate=False, replicates=20)
    sure = found.value is not None and found.auc is not None and found.auc >= 0.8
    return found.raw, writer, candidate, found.value if sure else np.nan


def by_cosine(side: Side, chosen: set[str], vectors) -> dict[str, Pairs]:
    """Scores by cosine of vectors, averaged over the replies of a set."""
    candidates = [name for name in side.references if name in chosen]
    scored = {}
    for task in TASKS:
        sets = [(writer, replies) for writer in candidates for replies in side.sets[task].get(writer, [])]
        texts = [text for _, replies in sets for text in replies]
        references, probes = vectors([" ".join(side.references[name]) for name in candidates], texts)
        likeness = probes @ references.T
        pooled = likeness.reshape(len(sets), -1, len(candidates)).mean(axis=1)
        scored[task] = as_pairs(
            [(pooled[i, j], sets[i][0], name, np.nan) for i in range(len(sets)) for j, name in enumerate(candidates)]
        )
    return scored


def character_vectors(references: list[str], texts: list[str]):
    """Character 2-4-gram tf-idf vectors of length one."""
    vectorizer = TfidfVectorizer(analyzer="char", ngram_range=(2, 4), sublinear_tf=True)
    fitted = vectorizer.fit_transform(references)
    return fitted.toarray(), vectorizer.transform(texts)


def delta_vectors(references: list[str], texts: list[str]):
    """Standardised rates of the 500 most frequent words, as vectors of length one."""
    vectorizer = TfidfVectorizer(use_idf=False, norm="l1", max_features=500, token_pattern=WORD)
    fitted = vectorizer.fit_transform(references).toarray()
    rates = vectorizer.transform(texts).toarray()
    mean, deviation = fitted.mean(axis=0), fitted.std(axis=0) + 1e-12
    standard = [(table - mean) / deviation for table in (fitted, rates)]
    return [table / np.linalg.norm(table, axis=1, keepdims=True) for table in standard]


def as_pairs(rows: list[tuple]) -> Pairs:
    """Rows as columns."""
    score, writer, candidate, place = zip(*rows, strict=True)
    return Pairs(np.array(score, dtype=float), np.array(writer), np.array(candidate), np.array(place, dtype=float))


def together(tables: list[Pairs], names: list[str]) -> Pairs:
    """Both ways round in one table, speakers as numbers."""
    number = {name: i for i, name in enumerate(names)}
    return Pairs(
        np.concatenate([table.score for table in tables]),
        np.array([number[name] for table in tables for name in table.writer]),
        np.array([number[name] for table in tables for name in table.candidate]),
        np.concatenate([table.place for table in tables]),
    )


def auc(pairs: Pairs, weight: np.ndarray | None = None) -> float:
    """Weighted share of (own, foreign) pairs in the right order, ties as half."""
    weight = np.ones(pairs.score.size) if weight is None else weight
    same = pairs.writer == pairs.candidate
    _, place = np.unique(pairs.score, return_inverse=True)
    own = np.bincount(place, weights=weight * same)
    foreign = np.bincount(place, weights=weight * ~same)
    below = np.cumsum(foreign) - foreign / 2
    return float(own @ below / (own.sum() * foreign.sum()))


def interval(pairs: Pairs, resamples: int) -> tuple[float, float]:
    """Speakers drawn with replacement; a pair counts as often as its writer times its candidate were drawn."""
    rng = np.random.default_rng(SEED)
    speakers = np.unique(np.concatenate([pairs.writer, pairs.candidate]))
    drawn = np.zeros(speakers.max() + 1)
    values = []
    same = pairs.writer == pairs.candidate
    for _ in range(resamples):
        drawn[speakers] = np.bincount(rng.integers(0, speakers.size, speakers.size), minlength=speakers.size)
        weight = np.where(same, drawn[pairs.writer], drawn[pairs.writer] * drawn[pairs.candidate])
        values.append(auc(pairs, weight))
    low, high = np.quantile(values, [0.025, 0.975])
    return float(low), float(high)


def equal_error(own: np.ndarray, foreign: np.ndarray) -> float:
    """The error where as many own sets are rejected as foreign ones are accepted."""
    limits = np.unique(np.concatenate([own, foreign]))
    missed = np.searchsorted(np.sort(own), limits) / own.size
    accepted = 1 - np.searchsorted(np.sort(foreign), limits) / foreign.size
    nearest = np.argmin(np.abs(missed - accepted))
    return float((missed[nearest] + accepted[nearest]) / 2)


def calibration(pairs: Pairs) -> str:
    """Mean log-odds of own and foreign sets, and the bits lost per decision at even odds (0 perfect, 1 a coin)."""
    same = pairs.writer == pairs.candidate
    lost = np.logaddexp(0, -pairs.score[same]).mean() + np.logaddexp(0, pairs.score[~same]).mean()
    own, foreign = pairs.score[same].mean(), pairs.score[~same].mean()
    return f"log-odds {own:+.1f} / {foreign:+.1f}  cost {lost / 2 / np.log(2):.3f}"


def places(pairs: Pairs) -> str:
    """Mean place of own and foreign sets, and how often the AUC part of the gate is open."""
    same = pairs.writer == pairs.candidate
    is_open = np.isfinite(pairs.place)
    own, foreign = pairs.place[same & is_open].mean(), pairs.place[~same & is_open].mean()
    return f"place {own:.2f} / {foreign:.2f}, open {is_open.mean():.2f}"


if __name__ == "__main__":
    main()
