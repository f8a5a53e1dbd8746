"""A demo small enough to be worked out by hand: few items, short answers, three simulated raters; all invented."""

import csv
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from ringtrue.study.demo_layout import Place
from scenario_files import PROMPT, SAID, judgment, scenario_table, write_lines_file, write_yaml_file

QUOTES = {"q1": "Boats come home late.", "q2": "Ropes want oil.", "q3": "Fog is no excuse.", "q4": "Tides keep time."}
PAIRS = {"NQ-TECH": ("TECH", "How do you splice?"), "NQ-NARR": ("NARR", "Tell us of a storm.")}
RATERS = ("simulated-1", "simulated-2", "simulated-3")
SPOKEN = "salt rope bell hand slow water mast"
AGAIN = "slow water mast rope bell beside the quay"
OTHERWISE = "quarterly margins rise where forecasts stay firm"


def small_place(out: Path) -> Place:
    """The folder of a demo, with the person's texts and nothing else yet."""
    place = Place(out.resolve())
    place.texts.mkdir(parents=True)
    (place.texts / "letter.txt").write_text("Nora Quill is invented. She keeps a ferry.\n", encoding="utf-8")
    for folder in ("answers", "ratings", "suites"):
        (place.sample / folder).mkdir()
    place.prompt.write_text(PROMPT, encoding="utf-8")
    return place


def write_answers(place: Place, name: str, said: Iterable[tuple[str, str, str]]) -> None:
    """Recorded answers: item, speaker, text."""
    rows = [{"item": item, "speaker": speaker, "text": text} for item, speaker, text in said]
    write_lines_file(place.answers(name), rows)


def write_ratings(place: Place, name: str, rows: Iterable[Sequence[object]]) -> None:
    """Simulated ratings: rater, item, question, value, speaker."""
    with place.ratings(name).open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([("rater", "item", "question", "value", "speaker"), *rows])


def with_quotes(place: Place, found: Mapping[str, str], speaker: str = "faithful") -> Place:
    """Four quotes; `found` tells for each whether the raters, one letter each, found the person: 1, 0 or =."""
    items = [
        {"id": name, "kind": "quote", "status": "accepted", "prompt": "Say it.", "topic": "ferries", "real": real,
         "citation": [], "tags": {"difficulty": "easy"}}
        for name, real in QUOTES.items()
    ]  # fmt: skip
    place.suite("blind").write_text(json.dumps({"items": items}), encoding="utf-8")
    for name in (speaker, "generic"):
        write_answers(place, name, ((quote, name, f"{name} on {quote}, in plain words.") for quote in QUOTES))
    words = {"1": "real", "0": "clone", "=": "tie"}
    rows = [
        (RATERS[number], quote, "found", words[answer], "clone")
        for quote, answers in found.items()
        for number, answer in enumerate(answers)
    ]
    write_ratings(place, f"blind-{speaker}.csv", rows)
    return place


def with_pairs(place: Place, voices: Sequence[float] = (0, 0, 0), speaker: str = "compressed") -> Place:
    """Two pairs: `compressed` says what the full persona says the second time, `name-only` what it says at first.

    One leaning a rater, the same on both pairs.
    """
    entries = [{"id": name, "domain": domain, "prompt": asked} for name, (domain, asked) in PAIRS.items()]
    write_yaml_file(place.suite("pairs"), {"pairs": entries})
    spoken = (("full", SPOKEN), ("full", AGAIN), ("compressed", AGAIN), ("name-only", SPOKEN))
    said = [(pair, who, text) for who, text in spoken for pair in PAIRS]
    write_answers(place, "pairs", said)
    write_answers(place, "generic", [(pair, "generic", OTHERWISE) for pair in (*PAIRS, *PAIRS, "elsewhere")])
    grades = {"vibe": 3, "logic": 3}
    rows = [
        (RATERS[number], pair, question, value, "compressed")
        for pair in PAIRS
        for number, voice in enumerate(voices)
        for question, value in ({"voice": voice} | grades).items()
    ]
    write_ratings(place, f"pairs-{speaker}.csv", rows)
    return place


def with_scenarios(place: Place, scores: Sequence[Sequence[float]], speaker: str = "faithful") -> Place:
    """So many scenarios as there are scores, each with five of them from a simulated judge."""
    table = scenario_table(len(scores))
    names = [str(row["id"]) for row in table["scenarios"]]
    write_yaml_file(place.suite("scenarios"), table)
    write_answers(place, speaker, ((name, speaker, SAID) for name in names))
    judged = [{"item": name, "text": judgment(five)} for name, five in zip(names, scores, strict=True)]
    write_lines_file(place.ratings(f"scenarios-{speaker}.jsonl"), judged)
    return place
