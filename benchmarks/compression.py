"""Does the voice instrument tell a compressed persona from other compressed personas, and where does it place them?

Run: python benchmarks/compression.py [--resamples N]
The answers are read from the folder in RINGTRUE_DATA, or from ../shared/data beside the project.

Four personas answer five prompts three times each: with the full prompt, with a compressed one, and with the name
alone. First question: one compressed answer against the full answers of each persona. Raw log-odds over all answers x
personas; a persona's own are those of its own compressed prompt. The references are all full answers (a compressed
answer is no more like the full answer of its own run than like those of the other runs, which is measured too), then
all but those of the same domain and run, then all but those of the same domain, so that no reference answers the same
prompt; the persona's and the impostors' alike. Intervals: bootstrap over prompts (domain and run), which keep all
personas together; four personas are too few to draw anew, so the intervals hold for these four.
Second question: where compressed and name-only answers lie between the other personas' full answers (0) and the
persona's own (1), when every answer, of whichever kind, is scored by references of the other two runs: nobody has an
answer of his own, or more answers to the same prompt, among the references. Means of raw log-odds of single answers;
bootstrap over prompts, all of one persona's answers to a prompt together.
Third question: the instrument's own place for five answers of one run, its ceiling from passages held out of the
references themselves. Shown: the mean over the runs, with the mean of their intervals. Where the references are ten
answers to five prompts, holding two of them out leaves the person fewer answers to the same prompt than the impostors
have, so this ceiling is low and places are high or cannot be told.
"""

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np

from ringtrue.formats.pairs import Pair, read_pair_folder
from ringtrue.voice.embedding.backend import backend
from ringtrue.voice.voice import Voice

SPEAKERS = {"full": "full prompt", "compressed": "compressed prompt", "control": "name alone"}
TARGET = 0.88
SEED = 20261115

Leave = Callable[[Pair, Pair], bool]  # the pair a reply is from, a pair of the references: is that one left out


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--resamples", type=int, default=1000)
    asked = parser.parse_args()
    beside = Path(__file__).resolve().parents[1] / ".." / "shared" / "data"
    folder = Path(os.environ.get("RINGTRUE_DATA", beside)) / "compression"
    if not folder.is_dir():
        print("skipped: no folder compression; set RINGTRUE_DATA to the folder that holds it")
        sys.exit(0)
    found = read_pair_folder(folder)
    for flag in found.flags:
        print(f"{flag.kind}: {flag.what}")
    print(f"\nOne compressed answer: own persona against another's [95 % over prompts], target {TARGET}")
    print(pairing(found.pairs))
    ways: dict[str, Leave] = {
        "all full answers": _none,
        "same domain and run left out": _same_run,
        "whole domain left out": _same_domain,
    }
    for label, leave in ways.items():
        print(ranking(label, found.pairs, leave, asked.resamples))
    print("\nSingle answers between the other personas' full answers (0) and the persona's own (1) [95 % over prompts]")
    print(between(found.pairs, asked.resamples))
    print("\nThe instrument's own place of five answers")
    print(placing(found.pairs))


def pairing(pairs: tuple[Pair, ...]) -> str:
    """How much more a compressed answer is like the full answer of its own run than like those of the other runs."""
    rows = backend("tfidf").embed([pair.texts[speaker] for pair in pairs for speaker in ("full", "compressed")])
    full, compressed = rows[0::2], rows[1::2]
    likeness = np.asarray((compressed @ full.T).toarray())
    prompt = np.array([f"{pair.persona} {pair.domain}" for pair in pairs])
    same = np.diag(likeness)
    others = (prompt[:, None] == prompt) & ~np.eye(len(pairs), dtype=bool)
    gain = same - (likeness * others).sum(axis=1) / others.sum(axis=1)
    error = gain.std(ddof=1) / np.sqrt(gain.size)
    return f"cosine with the full answer of the same run less that of other runs: {gain.mean():+.3f}, s.e. {error:.3f}"


def _none(reply: Pair, reference: Pair) -> bool:  # noqa: ARG001 - nothing is left out
    return False


def _same_run(reply: Pair, reference: Pair) -> bool:
    return (reply.domain, reply.run) == (reference.domain, reference.run)


def _same_domain(reply: Pair, reference: Pair) -> bool:
    return reply.domain == reference.domain


def references(pairs: tuple[Pair, ...], persona: str, leave: Callable[[Pair], bool]) -> Voice:
    """The instrument fitted on a persona's full answers and those of the others."""
    texts: dict[str, list[str]] = {}
    for pair in sorted(pairs, key=lambda pair: (pair.run, pair.domain)):  # folds are neighbours: mix the domains
        if not leave(pair):
            texts.setdefault(pair.persona, []).append(pair.texts["full"])
    return Voice.fit(texts.pop(persona), texts)


def ranking(label: str, pairs: tuple[Pair, ...], leave: Leave, resamples: int) -> str:
    """AUC over all compressed answers x personas, overall and for each persona."""
    names = sorted({pair.persona for pair in pairs})
    prompts = sorted({(pair.domain, pair.run) for pair in pairs})
    raw = np.full((len(names), len(names), len(prompts)), np.nan)  # candidate x writer x prompt
    fitted: dict[tuple[str, frozenset[str]], Voice] = {}
    for column, prompt in enumerate(prompts):
        asked = {pair.persona: pair for pair in pairs if (pair.domain, pair.run) == prompt}
        out = frozenset(pair.id for pair in pairs if leave(next(iter(asked.values())), pair))
        for row, persona in enumerate(names):
            if (persona, out) not in fitted:
                fitted[persona, out] = references(pairs, persona, lambda pair, out=out: pair.id in out)
            voice = fitted[persona, out]
            for place, writer in enumerate(names):
                found = voice.score([asked[writer].texts["compressed"]], gate=False, replicates=20)
                raw[row, place, column] = found.raw
    rng = np.random.default_rng(SEED)
    draws = rng.integers(0, len(prompts), (resamples, len(prompts)))
    low, high = np.quantile([auc(raw[:, :, draw]) for draw in draws], [0.025, 0.975])
    each = "  ".join(f"{name} {auc(raw[row : row + 1], row):.3f}" for row, name in enumerate(names))
    return f"{label:29s} AUC {auc(raw):.3f} [{low:.3f}, {high:.3f}]   by persona: {each}"


def auc(raw: np.ndarray, first: int = 0) -> float:
    """Share of (own, foreign) pairs in the right order, ties as half; `first` is the candidate of the first row."""
    own = np.concatenate([raw[row, first + row] for row in range(len(raw))])
    foreign = np.concatenate([np.delete(raw[row], first + row, axis=0).ravel() for row in range(len(raw))])
    return float(((own[:, None] > foreign).mean() + (own[:, None] >= foreign).mean()) / 2)


def between(pairs: tuple[Pair, ...], resamples: int) -> str:
    """Positions of compressed and name-only answers, every answer scored by references of the other runs."""
    names, runs = sorted({pair.persona for pair in pairs}), sorted({pair.run for pair in pairs})
    prompts = sorted({(pair.domain, pair.run) for pair in pairs})
    raw = {role: np.zeros((len(names), len(prompts))) for role in ("floor", *SPEAKERS)}
    for row, persona in enumerate(names):
        for run in runs:
            voice = references(pairs, persona, lambda pair, run=run: pair.run == run)
            for pair in (pair for pair in pairs if pair.run == run):
                column = prompts.index((pair.domain, pair.run))
                for speaker in SPEAKERS if pair.persona == persona else ("full",):
                    score = voice.score([pair.texts[speaker]], gate=False, replicates=20).raw
                    own = pair.persona == persona
                    raw[speaker if own else "floor"][row, column] += score if own else score / (len(names) - 1)
    draws = np.random.default_rng(SEED).integers(0, len(prompts), (resamples, len(prompts)))
    lines = [f"{'':16s}" + "".join(f"{words:>26s}" for words in list(SPEAKERS.values())[1:])]
    for label, rows in (*((name, [row]) for row, name in enumerate(names)), ("all", list(range(len(names))))):
        cells = (_placed(raw, speaker, rows, draws) for speaker in list(SPEAKERS)[1:])
        lines.append(f"{label:16s}" + "".join(f"{cell:>26s}" for cell in cells))
    return "\n".join(lines)


def _placed(raw: dict[str, np.ndarray], speaker: str, rows: list[int], draws: np.ndarray) -> str:
    """The mean place of some personas' answers; `draws` are resampled prompts."""

    def place(columns: np.ndarray) -> float:
        low, high, mean = (raw[role][np.ix_(rows, columns)].mean(axis=1) for role in ("floor", "full", speaker))
        return float(((mean - low) / (high - low)).mean())

    low, high = np.quantile([place(draw) for draw in draws], [0.025, 0.975])
    return f"{place(np.arange(draws.shape[1])):.2f} [{low:.2f}, {high:.2f}]"


def placing(pairs: tuple[Pair, ...]) -> str:
    """A table of positions, a row for each persona and one for all."""
    names, runs = sorted({pair.persona for pair in pairs}), sorted({pair.run for pair in pairs})
    found: dict[tuple[str, str], list[tuple[float, float, float]]] = {}
    for persona in names:
        for run in runs:
            voice = references(pairs, persona, lambda pair, run=run: pair.run == run)
            for speaker in SPEAKERS:
                replies = [pair.texts[speaker] for pair in pairs if (pair.persona, pair.run) == (persona, run)]
                place = voice.score(replies, gate=False)
                if place.value is not None and place.low is not None and place.high is not None:
                    found.setdefault((persona, speaker), []).append((place.value, place.low, place.high))
    lines = [f"{'':16s}" + "".join(f"{words:>26s}" for words in SPEAKERS.values())]
    for label, people in (*((name, [name]) for name in names), ("all", names)):
        cells = (_mean([row for name in people for row in found.get((name, speaker), [])]) for speaker in SPEAKERS)
        lines.append(f"{label:16s}" + "".join(f"{cell:>26s}" for cell in cells))
    return "\n".join(lines)


def _mean(rows: list[tuple[float, float, float]]) -> str:
    if not rows:
        return "inconclusive"
    value, low, high = np.mean(rows, axis=0)
    return f"{value:.2f} [{low:.2f}, {high:.2f}]"


if __name__ == "__main__":
    main()
