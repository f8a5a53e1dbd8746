"""What a model index says with its controls beside it, and how often coverage finds what is not there.

Run: python benchmarks/content.py [--backend NAME ...]
Reads the answers of the folder `compression` in RINGTRUE_DATA, or in ../shared/data beside the project: four personas x
five prompts x three runs, each under the full prompt (FULL), a compressed one (T3) and the bare name (GAMMA).

Model index: every full answer against the compressed answer of the same run (index), the other two full runs of the
same persona (ceiling), the three other personas' full answers of the same run (floor) and the name-only answer.
Intervals: bootstrap over the twenty persona x prompt groups, whose runs share texts. There are only five prompts, and
what holds for them need not hold for others.
Coverage: the sentences of a full answer are taken as facts. The persona's compressed answers to the same prompt should
cover many, another persona's answers to the other prompts hardly any: that share is the false alarm, 5 % by design.
"""

import argparse
import os
import re
import sys
from pathlib import Path

import numpy as np

from ringtrue.terms.problem import BadInput
from ringtrue.terms.result import Estimate
from ringtrue.voice.content.coverage import measure_coverage
from ringtrue.voice.content.dispersion import measure_dispersion
from ringtrue.voice.content.facts import Fact
from ringtrue.voice.content.model_index import ModelIndexEstimate, compute_model_index
from ringtrue.voice.content.sentences import split_sentences
from ringtrue.voice.embedding.backend import Backend, backend

# Given with the data: full against compressed, the same speaker again, another persona, all by MiniLM.
MINILM = {"raw": 0.811, "ceiling": 0.826, "floor": 0.706}
FILE = re.compile(r"(?P<persona>.+)_T3_(?P<domain>[A-Z]+)_run(?P<run>\d)_(?P<regime>FULL|T3|GAMMA)")
# Our own sentences: a decision, the same decision in other words, and the opposite decision in the same words.
DECISIONS = (
    (
        "We should close the plant in March and move everybody to the new site.",
        "I would shut the factory this spring and bring all the people over to the other location.",
        "We should not close the plant in March and move nobody to the new site.",
    ),
    (
        "Sell the shares now, before the merger is announced.",
        "Get rid of the stock today, ahead of the news about the two firms joining.",
        "Buy the shares now, before the merger is announced.",
    ),
    (
        "I accept the offer because growth matters more than margin.",
        "My answer is yes: expanding counts for me above profit per unit.",
        "I reject the offer because growth matters less than margin.",
    ),
)

Answers = dict[tuple[str, str, str, str], str]  # persona, domain, run, regime


def main() -> None:
    """Print every table and what follows from it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--backend", nargs="+", default=["tfidf", "wordllama"])
    asked = parser.parse_args()
    backends = list(available(asked.backend))
    print("A decision against its paraphrase and against its opposite (why nothing here is scored by cosine)")
    for one in backends:
        print(f"  {short(one):12s} {opposites(one)}")
    beside = Path(__file__).resolve().parents[1] / ".." / "shared" / "data"
    folder = Path(os.environ.get("RINGTRUE_DATA", beside)) / "compression"
    answers = read(folder) if folder.is_dir() else {}
    if not answers:
        print("skipped: no folder compression with answers; set RINGTRUE_DATA to the folder that holds it")
        sys.exit(0)
    print(f"\nModel index, {len(answers)} answers [95 % over groups of persona and prompt]")
    place = (MINILM["raw"] - MINILM["floor"]) / (MINILM["ceiling"] - MINILM["floor"])
    print(f"  MiniLM (given with the data, no intervals): {MINILM}, anchored {place:.3f}")
    for one in backends:
        index = indexed(answers, one)
        print("\n".join(f"  {line}" for line in told(index, one)))
    print("\nCoverage: share of a full answer's sentences covered by")
    for one in backends:
        for floor in ("foreign replies", "shuffled facts"):
            print(f"  {short(one):12s} floor from {floor:15s} {covered(answers, one, floor == 'foreign replies')}")
    print("\nDispersion: variety of compressed answers over that of full ones, mean of four personas")
    for one in backends:
        print(f"  {short(one):12s} {dispersed(answers, one)}")


def available(names: list[str]) -> list[Backend]:
    """The backends that can be had here; the others are named."""
    found = []
    for name in names:
        try:
            found.append(backend(name))
        except BadInput as refusal:
            print(f"skipped backend {name}: {refusal}")
    return found


def short(one: Backend) -> str:
    """The backend's kind."""
    return one.name.split()[0]


def read(folder: Path) -> Answers:
    """Every answer by persona, domain, run and regime."""
    names = ((path, FILE.fullmatch(path.stem)) for path in sorted(folder.glob("*.txt")))
    return {tuple(name.groups()): path.read_text(encoding="utf-8") for path, name in names if name}


def indexed(answers: Answers, one: Backend) -> ModelIndexEstimate:
    """The model index with all its controls."""
    keys = [key[:3] for key in answers if key[3] == "FULL"]
    personas = sorted({key[0] for key in keys})
    runs = sorted({key[2] for key in keys})
    name = {key: "_".join(key) for key in keys}
    return compute_model_index(
        {name[key]: answers[*key, "FULL"] for key in keys},
        {name[key]: answers[*key, "T3"] for key in keys},
        again={name[p, d, r]: [answers[p, d, q, "FULL"] for q in runs if q != r] for p, d, r in keys},
        another={name[p, d, r]: [answers[q, d, r, "FULL"] for q in personas if q != p] for p, d, r in keys},
        name_only={name[key]: answers[*key, "GAMMA"] for key in keys},
        groups={name[p, d, r]: f"{p} {d}" for p, d, r in keys},
        backend=one,
    )


def told(index: ModelIndexEstimate, one: Backend) -> list[str]:
    """The numbers and what can and cannot be concluded from them."""
    lines = [one.name]
    fields = ("raw", "ceiling", "floor", "name_only", "anchored", "name_only_anchored", "gain")
    lines.extend(f"  {field:19s} {shown(getattr(index, field))}" for field in fields)
    without = sum(pair.anchored.value is None for pair in index.pairs)
    widths = [pair.anchored.high - pair.anchored.low for pair in index.pairs if pair.anchored.low is not None]
    lines.append(
        f"  single pairs: {without} of {len(index.pairs)} have no anchored value (ceiling not above floor), "
        f"the interval of the others is {np.median(widths):.2f} wide at the median"
    )
    place, gain = index.anchored, index.gain
    if place.low is None or gain.low is None:
        return [*lines, f"  nothing can be concluded: {place.reason or gain.reason}"]
    lines.append(f"  can be concluded: compressed answers {position(place)}")
    lines.append(
        f"  can be concluded: the compressed prompt {'beats' if gain.low > 0 else 'is not shown to beat'} the bare name"
    )
    lines.append(
        "  cannot: what the raw cosine means alone, which single pair is good, whether the answers decide alike"
    )
    return lines


def position(place: Estimate) -> str:
    """Where the interval lies, in words."""
    over_floor = "lie above another persona" if place.low > 0 else "are not shown to lie above another persona"
    under = "below the same speaker again" if place.high < 1 else "not shown to lie below the same speaker again"
    return f"{over_floor} and {under if place.high < 1 else f'are {under}'}"


def shown(one: Estimate) -> str:
    """A number with its interval, or why there is none."""
    if one.value is None:
        return f"none: {one.reason}"
    interval = f"[{one.low:.3f}, {one.high:.3f}]" if one.low is not None else f"({one.reason})"
    return f"{one.value:.3f} {interval}  n {one.n}"


def opposites(one: Backend) -> str:
    """Cosines of our own decisions with paraphrase and opposite."""
    rows = one.embed([text for triple in DECISIONS for text in triple])
    dense = rows if isinstance(rows, np.ndarray) else rows.toarray()
    near = [(float(dense[i] @ dense[i + 1]), float(dense[i] @ dense[i + 2])) for i in range(0, len(dense), 3)]
    return "   ".join(f"paraphrase {same:.2f}, opposite {other:.2f}" for same, other in near)


def covered(answers: Answers, one: Backend, by_others: bool) -> str:
    """Mean share covered by the persona on the same prompt and by another persona on other prompts."""
    personas, domains = (sorted({key[i] for key in answers}) for i in (0, 1))
    shares: dict[str, list[float]] = {"same persona and prompt": [], "another persona, other prompts": []}
    for place, persona in enumerate(personas):
        stranger, *rest = personas[place + 1 :] + personas[:place]
        for domain in domains:
            facts = [
                Fact(str(i), text) for i, text in enumerate(split_sentences(answers[persona, domain, "1", "FULL"]))
            ]
            same = [text for (p, d, _, g), text in answers.items() if (p, d, g) == (persona, domain, "T3")]
            away = [text for (p, d, _, g), text in answers.items() if p == stranger and d != domain and g == "T3"]
            others = [text for (p, d, _, g), text in answers.items() if p in rest and d != domain and g == "T3"]
            for label, replies in zip(shares, (same, away), strict=True):
                found = measure_coverage(facts, replies, one, others=others if by_others else ())
                if found.share.value is not None:
                    shares[label].append(found.share.value)
    return "   ".join(f"{label} {np.mean(values):.2f} ({len(values)} sets)" for label, values in shares.items())


def dispersed(answers: Answers, one: Backend) -> str:
    """Mean ratio of dispersions, and each persona's with its interval."""
    personas = sorted({key[0] for key in answers})
    ratios = {}
    for persona in personas:
        said, own = (
            [text for (p, _, _, regime), text in answers.items() if (p, regime) == (persona, wanted)]
            for wanted in ("T3", "FULL")
        )
        ratios[persona] = measure_dispersion(said, own, one).ratio
    each = "; ".join(f"{persona} {shown(ratio)}" for persona, ratio in ratios.items())
    return f"{np.mean([ratio.value for ratio in ratios.values()]):.3f}  ({each})"


if __name__ == "__main__":
    main()
