"""Makes the scores of the sample's simulated model judge: no model judged anything.

Usage: python tools/sample_judge.py. Everything is drawn with a fixed seed from the scores stated here, and written to
personas/oda-brennick/ratings/scenarios-SPEAKER.jsonl. Which answers depart from the person's decisions was marked by
hand, in ringtrue/demo/chances.py. The numbers were chosen: they are no finding about anybody.
"""

import json
import re
from pathlib import Path
from random import Random

import ringtrue.personas
from ringtrue.demo.chances import SEED, marked
from ringtrue.demo.layout import SPEAKERS
from ringtrue.files.json_file import write_jsonl
from ringtrue.formats.scenarios import read_scenarios
from ringtrue.terms.item import Item

PERSON = Path(ringtrue.personas.__file__).parent / "oda-brennick"
RATINGS = PERSON / "ratings"

# The judge's scores: for each dimension the usual one and its spread.
DIMENSIONS = ("decision_alignment", "voice_accuracy", "reasoning_quality", "persona_accuracy", "value_preservation")
JUDGED = {
    "faithful": ((97, 4), (93, 5), (94, 5), (94, 5), (97, 4)),
    "drifted keeps": ((93, 5), (90, 6), (88, 7), (86, 8), (90, 6)),
    "drifted departs": ((18, 12), (86, 8), (38, 12), (55, 12), (30, 14)),
    "caricature keeps": ((92, 6), (58, 9), (78, 9), (60, 10), (90, 6)),
    "caricature departs": ((28, 12), (56, 9), (48, 10), (50, 10), (58, 12)),
    "generic": ((40, 16), (5, 5), (26, 10), (5, 5), (46, 14)),
}

EXPECTED = {
    "decision_alignment": "expected_decision",
    "reasoning_quality": "expected_reasoning",
    "persona_accuracy": "expected_persona",
}
_REASONS = {
    "decision_alignment": (
        (90, "Decides as documented: {wanted}."),
        (65, "Comes near what is documented: {wanted}."),
        (35, "Shares a part of it only; documented is: {wanted}."),
        (0, "Decides otherwise; documented is: {wanted}."),
    ),
    "reasoning_quality": (
        (85, "Gives her own ground: {wanted}."),
        (60, "Part of her ground is there: {wanted}."),
        (0, "Anybody could argue so; hers would be: {wanted}."),
    ),
    "voice_accuracy": (
        (80, "Flat statements, an odd figure, a dry end: it could be hers."),
        (50, "Her sayings are all there, and too many of them at once."),
        (0, "An even, helpful tone that is nobody's."),
    ),
    "value_preservation": (
        (85, "Her values stand in their rank."),
        (50, "One of them gives way where she would not let it."),
        (0, "A value she ranks high is given up for ease or money."),
    ),
    "persona_accuracy": (
        (80, "It is the side of her that this calls for: {wanted}."),
        (45, "A neighbouring side of her speaks; called for is {wanted}."),
        (0, "No side of her speaks; called for is {wanted}."),
    ),
}


def main() -> None:
    """Draw and write all of it."""
    RATINGS.mkdir(exist_ok=True)
    for speaker in SPEAKERS:
        answers = _answers(speaker)
        judged = [_judged(item, speaker, answers[item.id]) for item in read_scenarios(PERSON / "suites/scenarios.yaml")]
        write_jsonl(RATINGS / f"scenarios-{speaker}.jsonl", judged)


def _judged_as(speaker: str, item: str) -> str:
    """Under which heading of JUDGED an answer falls."""
    if speaker in JUDGED:
        return speaker
    return f"{speaker} departs" if marked(speaker, item) == "departs" else f"{speaker} keeps"


def _reason(name: str, score: int) -> str:
    """The judge's sentence for a score."""
    return next(words for least, words in _REASONS[name] if score >= least)


def _judged(item: Item, speaker: str, answer: str) -> dict[str, object]:
    """What the simulated judge says of one answer, as a model judge would write it; quotes stand in the answer."""
    rng = Random(f"{SEED} judge {speaker} {item.id}")  # noqa: S311 - a simulation
    levels = JUDGED[_judged_as(speaker, item.id)]
    sentences = [found for found in re.split(r"(?<=[.?!])\s+", answer) if len(found.split()) >= 4] or [answer]
    told = {}
    for name, (usual, spread) in zip(DIMENSIONS, levels, strict=True):
        score = max(0, min(100, 5 * round(rng.gauss(usual, spread) / 5)))
        wanted = str(item.fields[EXPECTED[name]]) if name in EXPECTED else ""
        reason = _reason(name, score).format(wanted=wanted.rstrip("."))
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


if __name__ == "__main__":
    main()
