"""What each measure is worth alone, and what is lost without it, on the tuning speakers."""

from concurrent.futures import ProcessPoolExecutor
from functools import partial
from statistics import median

import numpy as np

from ringtrue.voice.instrument import Instrument, read_replies
from ringtrue.voice.lineup import read_material
from ringtrue.voice.measures import WEIGHTS
from voice_debates import TASKS, Side
from voice_ranking import Pairs, as_pairs, auc, equal_error, together

Scored = list[tuple[str, str, np.ndarray]]  # writer, candidate, measures x replies


def report(sides: list[Side], chosen: set[str]) -> None:
    """Print the table: AUC of each measure alone, of all without it, and of all."""
    print(f"{len(chosen)} tuning speakers; AUC for " + ", ".join(TASKS) + "; equal error of the last")
    for mode in ("strangers", "acquaintances"):
        tables = [_scores(side, chosen, mode) for side in sides]
        print(f"\n{mode:26s}{'weight':>7s}   alone{'':26s}without it")
        for place, (name, weight) in enumerate(WEIGHTS.items()):
            alone, without = np.zeros(len(WEIGHTS)), np.array(list(WEIGHTS.values()))
            alone[place], without[place] = 1.0, 0.0
            print(f"{name:26s}{weight:7.2f}   {_figures(tables, alone)}   {_figures(tables, without)}", flush=True)
        print(f"{'all':26s}{'':10s}{_figures(tables, np.array(list(WEIGHTS.values())))}")


def _figures(tables: list[dict[str, Scored]], weights: np.ndarray) -> str:
    found = {task: together([_pooled(table[task], weights) for table in tables]) for task in TASKS}
    return " ".join(f"{auc(pairs):.3f}" for pairs in found.values()) + f" ({equal_error(found[list(TASKS)[-1]]):.3f})"


def _pooled(rows: Scored, weights: np.ndarray) -> Pairs:
    return as_pairs([(float((weights @ scores).mean()), writer, who, np.nan) for writer, who, scores in rows])


def _scores(side: Side, chosen: set[str], mode: str) -> dict[str, Scored]:
    candidates = [name for name in side.references if name in chosen]
    with ProcessPoolExecutor() as pool:
        parts = list(pool.map(partial(_one_candidate, side, chosen, mode == "acquaintances"), candidates))
    return {task: [row for part in parts for row in part[task]] for task in TASKS}


def _one_candidate(side: Side, chosen: set[str], within: bool, candidate: str) -> dict[str, Scored]:
    others = {n: texts for n, texts in side.references.items() if n != candidate and (n in chosen) == within}
    instrument = Instrument(read_material(side.references[candidate], others, None))
    found: dict[str, Scored] = {}
    for task, (_, size) in TASKS.items():
        sets = [
            (writer, texts) for writer, all_sets in side.sets[task].items() if writer in chosen for texts in all_sets
        ]
        read = [read_replies(texts) for _, texts in sets]
        yardstick = instrument.yardstick(int(median(replies.length for replies in read)))
        scores = yardstick.by_measure([text for replies in read for text in replies.texts])
        found[task] = [
            (writer, candidate, scores[:, place * size : (place + 1) * size]) for place, (writer, _) in enumerate(sets)
        ]
    return found
