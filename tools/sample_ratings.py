"""Makes the simulated ratings of the sample, and the answers of its simulated model judge: nobody rated anything.

Usage: python tools/sample_ratings.py. Everything is drawn with a fixed seed from the probabilities stated in
tools/sample_chances.py, and written to personas/oda-brennick/ratings/: blind-SPEAKER.csv, pairs-SPEAKER.csv and
scenarios-SPEAKER.jsonl. Who is `simulated-6` answers without looking half the time; `simulated-7` tires.
"""

import csv
import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import sample_chances as chances

import ringtrue.personas
from ringtrue.files import read_yaml, write_jsonl
from ringtrue.formats.scenarios import read_scenarios
from ringtrue.items import read_items
from ringtrue.protocols import load
from ringtrue.terms import Item

PERSON = Path(ringtrue.personas.__file__).parent / "oda-brennick"
RATINGS = PERSON / "ratings"
SEED = 20261115
RATERS = tuple(f"simulated-{number}" for number in range(1, 8))
INATTENTIVE, TIRED = RATERS[5], RATERS[6]
CONTROL_CARDS = 6
SESSIONS = {INATTENTIVE: 80}  # cards after which a rater did not come back; everybody else rated every card
COLUMNS = ("rater", "item", "question", "value", "speaker", "seconds")
Row = tuple[str, str, str, str, str, float]
Card = tuple[Item, str]  # the item, and the speaker who stands beside the person or alone


def main() -> None:
    """Draw and write all of it."""
    RATINGS.mkdir(exist_ok=True)
    blind = read_items(PERSON / "suites" / "blind.yaml", load("blind"))
    for speaker in chances.SPEAKERS:
        _write(f"blind-{speaker}", list(_Blind(speaker, blind).rows()))
        answers = _answers(speaker)
        judged = [_judged(item, speaker, answers[item.id]) for item in read_scenarios(PERSON / "suites/scenarios.yaml")]
        write_jsonl(RATINGS / f"scenarios-{speaker}.jsonl", judged)
    domains = [pair["domain"] for pair in read_yaml(PERSON / "suites" / "pairs.yaml").data["pairs"]]
    for speaker in chances.PAIRS:
        _write(f"pairs-{speaker}", list(_pair_rows(speaker, domains)))


class _Blind:
    """One blind study: the cards of each rater in an order of his or her own, answered one after the other."""

    def __init__(self, speaker: str, items: list[Item]) -> None:
        self._speaker = speaker
        self._items = items
        self._rng = Random(f"{SEED} blind {speaker}")  # noqa: S311 - a simulation
        self._leaning: dict[tuple[str, ...], float] = {}  # what makes a thing easy or hard, for everybody alike

    def rows(self) -> Iterator[Row]:
        for rater in RATERS:
            bias = self._rng.gauss(0.0, chances.RATER_SD)
            cards = self._cards()[: SESSIONS.get(rater)]
            for place, card in enumerate(cards):
                seconds = round(self._seconds(rater, card[0].kind), 1)
                for question, value in self._answer(card, bias, _lapse(rater, place)):
                    yield rater, card[0].id, question, value, card[1], seconds

    def _cards(self) -> list[Card]:
        quotes = [item for item in self._items if item.kind == "quote"]
        controls: list[Card] = [(item, "generic") for item in self._rng.sample(quotes, CONTROL_CARDS)]
        again = [item for item in quotes if "self" in item.fields]
        controls += [(item, "self") for item in self._rng.sample(again, CONTROL_CARDS)]
        cards: list[Card] = [(item, "clone") for item in self._rng.sample(self._items, len(self._items))]
        for control in controls:  # early, so that whoever leaves after two sessions has seen them all
            cards.insert(self._rng.randrange(70), control)
        return cards

    def _answer(self, card: Card, bias: float, lapse: float) -> Iterator[tuple[str, str]]:
        item, about = card
        speaker = self._speaker if about == "clone" else about
        lost = self._rng.random() < lapse
        match item.kind:
            case "quote":
                found = chances.FOUND[speaker][str(item.tags["difficulty"])]
                yield "found", "real" if self._yes(found, (f"{item.id} {about}",), bias, lost) else about
            case "style":
                for name, things in item.fields["checklist"].items():
                    yield name, self._ticks(chances.STYLE[speaker][name], (item.id, name), len(things), bias, lost)
            case "decision":
                met = chances.MET[chances.marked(speaker, item.id)]
                yield "criteria", self._ticks(met, (item.id,), len(item.fields["criteria"]), bias, lost)
            case "edge":
                mark = chances.marked(speaker, item.id)
                yield "holds", self._ticks(chances.MET[mark], (item.id,), len(item.fields["criteria"]), bias, lost)
                yield "trap", "yes" if self._yes(chances.TRAPPED[mark], (f"{item.id} trap",), 0.0, lost) else "no"

    def _ticks(self, chance: float, about: tuple[str, ...], count: int, bias: float, lost: bool) -> str:
        ticks = [self._yes(chance, (*about, str(place)), bias, lost) for place in range(count)]
        return ";".join("1" if ticked else "0" for ticked in ticks)

    def _yes(self, chance: float, about: tuple[str, ...], bias: float, lost: bool) -> bool:
        if lost:
            return self._rng.random() < 0.5
        return self._rng.random() < chances.shifted(chance, self._lean(about) + bias)

    def _lean(self, about: tuple[str, ...]) -> float:
        """What is the same for everybody: of a card or, of a list, of the whole item and of the thing on it."""
        listed = {about[:1]: chances.ITEM_SD, about: chances.THING_SD}
        parts = listed if len(about) > 1 else {about: chances.QUOTE_SD}
        return sum(self._leaning.setdefault(part, self._rng.gauss(0.0, spread)) for part, spread in parts.items())

    def _seconds(self, rater: str, kind: str) -> float:
        usual = {"quote": 22.0, "decision": 48.0, "style": 75.0, "edge": 45.0}[kind]
        return max(1.5, self._rng.lognormvariate(0.0, 0.35) * (usual / 8 if rater == INATTENTIVE else usual))


def _lapse(rater: str, place: int) -> float:
    """How probable it is that a rater answers this card without having read it."""
    if rater == INATTENTIVE:
        return chances.INATTENTIVE
    return chances.TIRED if rater == TIRED and place >= chances.TIRED_FROM else chances.LAPSE


def _pair_rows(speaker: str, domains: list[str]) -> Iterator[Row]:
    """Seven raters on five pairs and, but where the generic bot is the candidate, on two with it as control."""
    rng = Random(f"{SEED} pairs {speaker}")  # noqa: S311 - a simulation
    taste = {domain: rng.gauss(chances.DOMAINS[domain], chances.DOMAIN_SD) for domain in domains}
    cards = [(domain, "compressed", chances.PAIRS[speaker]) for domain in domains]
    if speaker != "generic":
        cards += [(domain, "control", chances.PAIRS["generic"]) for domain in chances.PAIR_CONTROLS]
    for rater in RATERS:
        bias = rng.gauss(0.0, 0.15)
        for domain, about, usual in rng.sample(cards, len(cards)):
            lost = rng.random() < _lapse(rater, 0)
            seconds = round(rng.lognormvariate(0.0, 0.3) * (11 if rater == INATTENTIVE else 95), 1)
            for question, value in _pair_answer(rng, usual, taste[domain], bias, lost):
                yield rater, f"ODA-{domain}", question, str(value), about, seconds


def _pair_answer(rng: Random, usual: float, taste: float, bias: float, lost: bool) -> Iterator[tuple[str, int]]:
    """Which text is nearer to the sample, then grades of the text the rater prefers, as the protocol asks."""
    lean = rng.gauss(0.0, 1.4) if lost else rng.gauss(usual + taste + bias, 0.5)
    yield "voice", max(-2, min(2, round(lean)))
    for grade, middle in chances.GRADES.items():
        drawn = rng.uniform(0.5, 3.5) if lost else rng.gauss(middle + taste / 2 + bias, 0.4)
        yield grade, max(1, min(3, round(drawn)))


def _judged(item: Item, speaker: str, answer: str) -> dict[str, object]:
    """What the simulated judge says of one answer, as a model judge would write it; quotes stand in the answer."""
    rng = Random(f"{SEED} judge {speaker} {item.id}")  # noqa: S311 - a simulation
    levels = chances.JUDGED[chances.judged_as(speaker, item.id)]
    sentences = [found for found in re.split(r"(?<=[.?!])\s+", answer) if len(found.split()) >= 4] or [answer]
    told = {}
    for name, (usual, spread) in zip(chances.DIMENSIONS, levels, strict=True):
        score = max(0, min(100, 5 * round(rng.gauss(usual, spread) / 5)))
        wanted = str(item.fields[chances.EXPECTED[name]]) if name in chances.EXPECTED else ""
        reason = chances.reason(name, score).format(wanted=wanted.rstrip("."))
        told[name] = {"quote": rng.choice(sentences), "reason": reason, "score": score}
    text = json.dumps(told, ensure_ascii=False)
    return {
        "item": item.id,
        "speaker": "simulated-judge",
        "text": text,
        "meta": {"made": "for the demo: no model judged"},
    }


def _answers(speaker: str) -> dict[str, str]:
    lines = (PERSON / "answers" / f"{speaker}.jsonl").read_text(encoding="utf-8").splitlines()
    return {answer["item"]: answer["text"] for answer in map(json.loads, lines)}


def _write(name: str, rows: list[Row]) -> None:
    with (RATINGS / f"{name}.csv").open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(rows)


if __name__ == "__main__":
    main()
