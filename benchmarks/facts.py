"""Do the probabilities that a fact is mentioned keep their word? On decisions of the sample, the cosine beside them.

Run: python benchmarks/facts.py [--fit] [--plot FILE]
Facts are documented decisions (and their reasons). A clone that was asked about a decision mostly speaks of it, and of
its reason less often; its answers to other questions are taken not to. A set is eight answers of one clone, with the
answer concerned or without, as often one as the other. The logistic is fitted on the scenarios of the sample (--fit
prints its constants) and reported on the decisions of its blind suite. Both are invented, about one person and by one
hand; the answers put things in their own words. `Without others`: the floor is made from the facts' own words.
"""

import argparse
import json
from importlib.resources import files
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

from ringtrue.files.yaml_file import read_yaml
from ringtrue.voice.content import mention
from ringtrue.voice.content.coverage import measure_coverage
from ringtrue.voice.content.facts import Fact
from ringtrue.voice.embedding.backend import backend

SEED, SIZE = 20261115, 8
EDGES = np.array([0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0])
ROOT = Path(str(files("ringtrue.personas"))) / "oda-brennick"
Rows = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]  # probability, similarity, mark "covered", truth


def main() -> None:
    """Print reliability with and without others, or the constants of the fit."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--fit", action="store_true")
    parser.add_argument("--plot", type=Path)
    asked = parser.parse_args()
    if asked.fit:
        return fit()
    drawn = {}
    for label, with_others in (("with others", True), ("without others", False)):
        found = trials("blind", with_others)
        print(f"{label}: {told(found)}")
        drawn[label] = reliability(found)
        for stated, observed, number in drawn[label]:
            print(f"  stated {stated:.2f}  observed {observed:.2f}  {number} facts")
    if asked.plot:
        draw(drawn, asked.plot)
    return None


def facts_of(suite: str) -> list[tuple[str, str]]:
    """(item, fact) of every decision and its reason."""
    data = read_yaml(ROOT / "suites" / f"{suite}.yaml").data
    items = data if isinstance(data, list) else data["items" if suite == "blind" else "scenarios"]
    fields = ("real_decision", "real_reasoning") if suite == "blind" else ("expected_decision", "expected_reasoning")
    return [(item["id"], item[field]) for item in items for field in fields if item.get(field)]


def answers(clone: str) -> dict[str, str]:
    """A clone's answers by item."""
    lines = (ROOT / "answers" / f"{clone}.jsonl").read_text(encoding="utf-8").splitlines()
    return {row["item"]: row["text"] for row in map(json.loads, lines) if row.get("text")}


def trials(suite: str, with_others: bool) -> Rows:
    """Every eight facts against a set that answers half of their items, four times over."""
    rng = np.random.default_rng(SEED)
    said, foreign = answers("faithful"), list(answers("generic").values())
    facts = [(item, fact) for item, fact in facts_of(suite) if item in said]
    rows: list[tuple[float, float, bool, bool]] = []
    for _ in range(4):
        mixed = [facts[place] for place in rng.permutation(len(facts))]
        for start in range(0, len(mixed) - SIZE + 1, SIZE):
            some = mixed[start : start + SIZE]
            spoken = {item for item, _ in some[: SIZE // 2]}
            unasked = sorted(said.keys() - {item for item, _ in some})
            replies = [said[item] for item in sorted(spoken)]
            replies += [said[item] for item in rng.choice(unasked, SIZE - len(replies), replace=False)]
            found = measure_coverage(
                [Fact(str(place), text) for place, (_, text) in enumerate(some)],
                replies,
                backend("tfidf"),
                others=foreign if with_others else (),
            )
            for match, (item, _) in zip(found.matches, some, strict=True):
                if match.probability.value is not None:
                    near = match.similarity.value or 0.0
                    rows.append((match.probability.value, near, match.mark == "covered", item in spoken))
    probability, near, covered, truth = zip(*rows, strict=True)
    return np.array(probability), np.array(near), np.array(covered), np.array(truth)


def told(found: Rows) -> str:
    """Brier score and AUC, the three marks and the cosine beside them."""
    probability, near, covered, truth = found
    base = float(truth.mean())
    return (
        f"{truth.size} facts, {base:.2f} spoken of; AUC {area(probability, truth):.3f}, of the cosine alone "
        f"{area(near, truth):.3f}; squared error {np.mean((probability - truth) ** 2):.3f}, of the share alone "
        f"{base * (1 - base):.3f}, of the mark 'covered' {np.mean((covered - 1.0 * truth) ** 2):.3f}"
    )


def area(score: np.ndarray, truth: np.ndarray) -> float:
    """How often what is spoken of has the higher score."""
    apart = np.subtract.outer(score[truth], score[~truth])
    return float((apart > 0).mean() + (apart == 0).mean() / 2)


def reliability(found: Rows) -> list[tuple[float, float, int]]:
    """Mean stated probability, observed share and number, by bins."""
    probability, _, _, truth = found
    bins = np.clip(np.searchsorted(EDGES, probability, side="right") - 1, 0, EDGES.size - 2)
    inside = [bins == place for place in range(EDGES.size - 1)]
    return [
        (float(probability[here].mean()), float(truth[here].mean()), int(here.sum())) for here in inside if here.any()
    ]


def fit() -> None:
    """Fit the three constants on the scenarios, half with others and half without, and print them."""
    features: list[np.ndarray] = []
    keep = mention.probability

    def noted(hard: np.ndarray, soft: np.ndarray, nearest: np.ndarray) -> np.ndarray:
        features.append(np.column_stack([(hard + soft) / 2, np.clip(nearest, 0.0, 4.0)]))
        return keep(hard, soft, nearest)

    from ringtrue.voice.content import coverage

    coverage.probability = noted
    truth = np.concatenate([trials("scenarios", with_others)[3] for with_others in (True, False)])
    given = np.vstack(features)

    def cost(weights: np.ndarray) -> float:
        odds = weights[0] + given @ weights[1:]
        return float(np.logaddexp(0, np.where(truth, -odds, odds)).mean() + 0.001 * (weights[1:] ** 2).sum())

    print(f"{truth.size} facts; offset, coverage, nearest: {minimize(cost, np.array([-3.0, 5.0, 1.0])).x.round(2)}")


def draw(found: dict[str, list[tuple[float, float, int]]], path: Path) -> None:
    """Stated against observed: points on the diagonal keep their word."""
    from matplotlib import rc_context
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    with rc_context({"svg.hashsalt": "ringtrue", "svg.fonttype": "path", "font.size": 9}):
        figure = Figure(figsize=(3.8, 3.6), layout="constrained")
        FigureCanvasSVG(figure)
        panel = figure.subplots()
        panel.plot([0, 1], [0, 1], color="0.7", linewidth=1, zorder=0)
        for (label, rows), mark in zip(found.items(), "os", strict=True):
            stated, observed, _ = zip(*rows, strict=True)
            panel.plot(stated, observed, marker=mark, markersize=5, label=label)
        panel.set(xlabel="stated probability", ylabel="share spoken of", xlim=(-0.03, 1.03), ylim=(-0.03, 1.03))
        panel.legend(frameon=False)
        figure.savefig(path, format="svg", metadata={"Date": None})


if __name__ == "__main__":
    main()
