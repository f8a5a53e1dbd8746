"""Sound verdicts end to end: studies on disk are dealt, filled, imported, unblinded, scored, and held to the tables.

Run: python benchmarks/verdicts_end_to_end.py [blind|pairs|scenarios|recognition ...] [--studies N] [--tables N]
The rating process is the one of verdicts.py, whose parameters were chosen, not measured on people. A simulated rater
looks up in the sealed key whose text a card shows; no person could. Each study is held to two things: what was drawn,
scored as a table in memory, must give the same label and the same estimates, and the labels of all studies of a type
must fit the labels of tables drawn anew (Fisher's exact test at .001). Blind studies use the sample's suite of 100
items. Judges of scenarios are models: their answers are recorded as a run records them; scores of sessions come in as
CSV. Exit code 1 where the two
ways disagree, or where a type passes that never may.
"""

import argparse
import csv
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from zlib import crc32

import numpy as np
from scipy.stats import fisher_exact

import verdicts
from ringtrue.blind.key import KeyEntry
from ringtrue.demo.layout import lay_out
from ringtrue.demo.simulated_raters import Answering, attentive, fill_packets, rater_names
from ringtrue.demo.study import made, recorded
from ringtrue.files.json_file import write_jsonl
from ringtrue.files.yaml_file import read_yaml
from ringtrue.judge.model.calibration import Calibration
from ringtrue.judge.model.licence import FOLDER, Licence
from ringtrue.protocols.loader import load
from ringtrue.score.scoring import score
from ringtrue.store.keys import deal_secret
from ringtrue.study.judge_licence import binding_of
from ringtrue.study.speakers import judges_of
from ringtrue.study.study import Study
from ringtrue.terms.answer import Rating
from ringtrue.terms.item import Item
from ringtrue.terms.protocol import Question
from ringtrue.terms.result import Check, Result

NOTE = "simulated: filled by benchmarks/verdicts_end_to_end.py, no person agreed or answered"
RATERS = 7
REPLICATES = 20  # no condition of a sound verdict rests on a bootstrap
LEVEL = 0.001
SECONDS = 20.0
WHO = "benchmark"


# Raters: the process of verdicts.py, answered in terms of a card.


@dataclass
class Panel:
    """The simulated raters of one study; `drawn` keeps what they meant, as ratings, before it was put on a card."""

    name: str
    items: Mapping[str, Item]
    rng: verdicts.Rng
    drawn: list[Rating] = field(default_factory=list)

    def blind(self, rater: str) -> Answering:
        """Picks and ticks of one rater."""
        clone = verdicts.BLIND[self.name]

        def answered(card: Mapping[str, Any], entry: KeyEntry, asked: Sequence[Question], place: int) -> Any:
            if entry.role == "attention":
                return self._attentive(card, entry, asked, place)
            speaker = None if entry.role == "item" else entry.about
            listed = [one for one in asked if one.lists in card["lists"] and not one.positions]
            lengths = {one.name: len(card["lists"][one.lists]) for one in listed}
            given = verdicts.blind_answers(clone, self.items[entry.item], speaker, 0, self.rng, lengths)
            kept = [one._replace(rater=rater) for one in given]
            if card["kind"] == "quote" and clone.picks == "left":  # the first text, whoever wrote it
                kept = [kept[0]._replace(value=float(entry.speakers[0] == "real"))]
            self.drawn += kept
            return SECONDS, [(one.question, _on_card(one, entry)) for one in kept]

        return answered

    def pairs(self, rater: str) -> Answering:
        """Leanings and grades of one rater."""

        def answered(card: Mapping[str, Any], entry: KeyEntry, asked: Sequence[Question], place: int) -> Any:
            if entry.role == "attention":
                return self._attentive(card, entry, asked, place)
            given = verdicts.pair_answers(self.name, self.items[entry.item], entry.about, 0, self.rng)
            kept = [one._replace(rater=rater) for one in given]
            self.drawn += kept
            names = {(one.answers, entry.speakers[one.side]): one.name for one in asked if one.side is not None}
            return SECONDS, [
                (one.question, int(float(one.value) * entry.sign))  # type: ignore[arg-type]  # a leaning is a number
                if one.question == "voice"
                else (names[one.question, str(one.speaker)], one.value)
                for one in kept
            ]

        return answered

    def _attentive(self, card: Mapping[str, Any], entry: KeyEntry, asked: Sequence[Question], place: int) -> Any:
        """Attention cards are answered as they ask; they enter no estimate."""
        rng = Random(place)  # noqa: S311 - a simulation
        answers = [(one.on_card, attentive(rng, card, entry, one)) for one in asked]
        return SECONDS, [(name, value) for name, value in answers if value is not None]


def _on_card(rating: Rating, entry: KeyEntry) -> Any:
    """A pick as the side of the card, ticks as a list."""
    if isinstance(rating.value, tuple):
        return list(rating.value)
    real = entry.speakers.index("real")
    return "AB"[real if rating.value else 1 - real]


# Studies on disk: one of each protocol is made and collected once, every trial is a copy of it.


def blind_template(out: Path) -> Study:
    """The sample's suite with its control items, and the faithful clone's texts; how they are rated is simulated."""
    place = lay_out(out)
    folder = place.study("blind", "template")
    speakers = {"real": {"kind": "documented"}, "clone": recorded(folder, place.answers("faithful"), "faithful")}
    study = made(place, folder, "blind", read_yaml(place.suite("blind")).data["items"], speakers, NOTE)
    study.collect()
    return study


def pairs_template(out: Path) -> Study:
    """Thirty pairs and eight control prompts with invented texts, and the sample's gold text."""
    place = lay_out(out)
    items, _ = verdicts.pair_study("perfect", np.random.default_rng(0))
    rows = [{**_row(item), "domain": item.tags.get("domain", "SELF"), "responses": _texts(n)}
            for n, item in enumerate(items)]  # fmt: skip
    folder = place.study("pairs", "template")
    return made(place, folder, "pairs", rows, {}, NOTE, gold="../../sample/GOLD.md", grade="both")


def _row(item: Item, needs: Sequence[str] = ()) -> dict[str, Any]:
    """The item as a line of items.jsonl, with something in each field that its kind needs."""
    row = {"id": item.id, "kind": item.kind, "prompt": f"What do you say to question {item.id}?"}
    return {**dict.fromkeys(needs, "invented"), **row, "status": item.status, "tags": dict(item.tags)}


def _texts(number: int) -> dict[str, str]:
    """Texts of equal length that only the key tells apart."""
    words = {"full": "quiet", "compressed": "early", "control": "plain"}
    return {name: f"A {word} answer with the number {number} in it." for name, word in words.items()}


def dealt(template: Study, folder: Path, name: str, seed: int) -> tuple[Result, Result]:
    """One study dealt, filled, imported, unblinded and scored; beside it what was drawn, scored as a table."""
    shutil.copytree(template.folder, folder)
    study = Study(folder, template.settings, WHO)
    items = study.items()
    panel = Panel(name, {item.id: item for item in items}, np.random.default_rng(seed))
    with study.records() as records:
        deal_secret(records, who=WHO, given=f"{WHO} {name} {seed}")
    study.deal(rater_names(RATERS))
    protocol = study.settings.scored
    study.take_in(fill_packets(study, panel.blind if protocol.name == "blind" else panel.pairs, NOTE))
    study.unblind()
    return study.score(replicates=REPLICATES), score(protocol, items, panel.drawn, replicates=REPLICATES)


def imported(protocol: str, folder: Path, name: str, seed: int) -> tuple[Result, Result]:
    """One study that is not dealt: its judgments are recorded or imported. Beside it the same table in memory."""
    items, ratings = verdicts.TYPES[protocol][1](name, np.random.default_rng(seed))
    folder.mkdir(parents=True)
    kinds = load(protocol).kinds
    write_jsonl(folder / "items.jsonl", [_row(item, kinds[item.kind].needs) for item in items])
    models = sorted({one.rater for one in ratings if one.judge_kind == "model"})
    judges = {name: {"kind": "openai", "model": name} for name in models}
    about = {"subject": {"name": "Nobody"}, "note": NOTE, "judges": judges}
    study = Study.create(folder, protocol=protocol, who=WHO, settings=about)
    if ratings[0].judge_kind == "model":
        grant_licences(study)
        with study.records() as records:
            records.record_judgments(ratings, who=WHO)
    else:
        _import_csv(study, ratings)
    kept = study.settings.scored
    table = score(kept, items, ratings, licensed=models, replicates=REPLICATES)
    return study.score(replicates=REPLICATES), table


def grant_licences(study: Study) -> None:
    """A licence for each judge, given and not earned: here the bounds alone are to decide."""
    given = Calibration("weighted_score", "people", {}, (Check("granted for a benchmark", met=True),))
    for judge in judges_of(study.settings).values():
        Licence.of(given, judge.name, study.settings.protocol.name, binding_of(study, judge)).write(
            study.folder / FOLDER
        )


def _import_csv(study: Study, ratings: Sequence[Rating]) -> None:
    file = study.folder / "judgments.csv"
    with file.open("w", encoding="utf-8", newline="") as stream:
        rows = csv.writer(stream)
        rows.writerow(("rater", "item", "question", "value", "speaker"))
        rows.writerows((one.rater, one.item, one.question, one.value, one.speaker or "") for one in ratings)
    study.take_in([file], judge_kind=ratings[0].judge_kind)


# What both ways say.


def differences(whole: Result, table: Result) -> Iterator[str]:
    """Where a study on disk and the same draws in memory do not give the same."""
    if whole.sound_verdict.label != table.sound_verdict.label:
        yield f"{whole.sound_verdict.label} on disk, {table.sound_verdict.label} in memory"
    for name, other in table.estimates.items():  # a study on disk adds some on its judges
        one = whole.estimates[name]
        ends = [(getattr(one, end), getattr(other, end)) for end in ("value", "low", "high")]
        if any((a is None) != (b is None) or (a is not None and abs(a - b) > 1e-9) for a, b in ends):
            yield f"{name}: {ends[0][0]} on disk, {ends[0][1]} in memory"


def disagreement(found: Counter[str], tables: Counter[str]) -> float:
    """The least p of Fisher's test over the labels, times their number."""
    labels = found.keys() | tables.keys()
    numbers = [[[one[label], one.total() - one[label]] for one in (found, tables)] for label in labels]
    return min(1.0, len(labels) * min(float(fisher_exact(number).pvalue) for number in numbers))


def told(found: Counter[str]) -> str:
    """Shares by label."""
    return "  ".join(f"{label} {number / found.total():.3f}" for label, number in sorted(found.items()))


Trial = Callable[[Path, str, int], tuple[Result, Result]]


def trial_of(protocol: str, out: Path) -> Trial:
    """How one study of a protocol is put through everything."""
    templates = {"blind": blind_template, "pairs": pairs_template}
    return partial(dealt, templates[protocol](out)) if protocol in templates else partial(imported, protocol)


def tried(protocol: str, name: str, trial: Trial, out: Path, studies: int, tables: int) -> list[str]:
    """Print what became of the studies of a type; returns what is wrong."""
    first = crc32(f"end to end, {protocol} {name}".encode()) % 1_000_000 * 1000
    found: Counter[str] = Counter()
    wrong: list[str] = []
    for seed in range(first, first + studies):
        folder = out / protocol / "trial"
        whole, table = trial(folder, name, seed)
        shutil.rmtree(folder)
        found[whole.sound_verdict.label] += 1
        wrong += [f"study {seed}: {what}" for what in differences(whole, table)]
    drawn = verdicts.labels(protocol, name, np.arange(tables) + first + studies)
    p = disagreement(found, drawn)
    wrong += [f"the labels do not fit the tables, p {p:.5f}"] if p < LEVEL else []
    if verdicts.LIMITS[protocol].get(name) is verdicts.NEVER:
        wrong += [f"{label} must never be" for label in verdicts.NEVER if found[label]]
    print(f"  {name:22s} end to end {studies:4d}  {told(found)}")
    print(f"  {'':22s} tables     {tables:4d}  {told(drawn)}   p {p:.3f}")
    for what in wrong[:10]:
        print(f"    WRONG: {what}")
    sys.stdout.flush()
    return wrong


def main() -> int:
    """Print two lines for each type, and where the two ways disagree."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("protocols", nargs="*", default=list(verdicts.TYPES))
    parser.add_argument("--studies", type=int, default=20)
    parser.add_argument("--tables", type=int, default=40)
    given = parser.parse_args()
    wrong: list[str] = []
    for protocol in given.protocols:
        print(f"{protocol}: share of each sound verdict")
        with TemporaryDirectory(prefix="ringtrue-verdicts-") as scratch:
            out = Path(scratch) / "out"
            trial = trial_of(protocol, out)
            for name in verdicts.TYPES[protocol][0]:
                wrong += tried(protocol, name, trial, out, given.studies, given.tables)
    print(f"{len(wrong)} disagreements" if wrong else "both ways agree")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
