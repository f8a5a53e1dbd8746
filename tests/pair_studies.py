"""Pair studies for tests: made with the real commands' methods, dealt, answered as a table says, and opened."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ringtrue.store.keys import sealed_keys
from ringtrue.study.study import Study
from ringtrue.terms.answer import Given

DOMAINS = ("TECH", "ANAL", "PHIL", "SELF", "NARR")
MODEL = (0.92, 0.90, 0.86, 0.85, 0.80)
# What five speakers say to one pair: three voices close to each other, one far off, and a plain answer.
TEXTS = {
    "full": "salt and rope and a slow hand on the bell",
    "compressed": "salt and rope and a hand on the bell",
    "again": "rope and salt and a slow hand at the bell",
    "another": "quarterly numbers rise where margins stay firm",
    "control": "a bell is an instrument made of bronze",
}
_WORDS = ("the", "bell", "rings", "over", "a", "quiet", "water", "and", "nobody", "answers", "before", "tides", "turn")
Answers = Sequence[Sequence[tuple[float, ...] | None]]  # pairs x raters: voice toward the candidate, vibe, logic


def text_of(speaker: str, pair: int) -> str:
    """A text of 14 words that only this speaker gives to this pair."""
    shift = len(speaker) + 3 * pair
    return " ".join([*_WORDS[shift % 13 :], *_WORDS[: shift % 13]]) + f" {'abcdefghijklmnop'[pair]}{speaker[2]}"


def pair_entries(count: int = 5, **more: Any) -> list[dict[str, Any]]:
    """Accepted pairs P1, P2 ... as entries of a list of items."""
    return [
        {
            "id": f"P{place + 1}",
            "kind": "pair",
            "prompt": f"Question {place + 1}?",
            "domain": DOMAINS[place % 5],
            "responses": {name: text_of(name, place) for name in ("full", "compressed", "control")},
            "pfi_model": MODEL[place % 5],
            "pfi_model_definition": "made up for a test",
            "status": "accepted",
            "tags": {"persona": "Ada", "run": 1},
            **more,
        }
        for place in range(count)
    ]


def pair_study(folder: Path, protocol: str = "pairs", *, count: int = 5, gold: bool = True, **settings: Any) -> Study:
    """A study with its pairs written; `settings` are further lines of study.yaml."""
    sample = folder.parent / "gold.txt"
    sample.write_text("Salt wind, slow hands, and one word where others use nine.\n", encoding="utf-8")
    study = Study.create(folder, protocol=protocol, gold=sample if gold else None, who="tester")
    lines = "".join(json.dumps(entry) + "\n" for entry in pair_entries(count))
    (folder / "items.yaml").unlink()
    (folder / "items.jsonl").write_text(lines, encoding="utf-8")
    with (folder / "study.yaml").open("a", encoding="utf-8") as file:
        file.writelines(f"{key}: {json.dumps(value)}\n" for key, value in settings.items())
    return Study.open(study.folder, who="tester")


def answered(study: Study, answers: Answers, *, controls: int = 0, comment: str = "", seconds: float = 60.0) -> Study:
    """Deal to one rater for each column (None: a card left open), answer as the table says, return, and open the key.

    With both texts graded, vibe and logic are the candidate's; the other text gets 1 less, and at least 1.
    """
    names = [f"r{place + 1}" for place in range(len(answers[0]))]
    if controls:
        _add_controls(study, controls)
    study.deal(names, controls=controls, attention=(), force=True, why="small")
    with study.records() as records:
        key = sealed_keys(records)
        for one in records.packets():
            column = names.index(one.packet.rater)
            cards = key[one.packet.token]
            givens = [
                given
                for card in one.packet.cards
                if (row := _row(cards[card.id], answers, column)) is not None
                for given in _givens(study, card.id, cards[card.id], row, comment, seconds)
            ]
            records.save_answers(one.packet.token, givens, who="tester")
            part = len({given.card for given in givens}) < len(one.packet.cards)
            records.return_packet(one.packet.token, who="tester", partial=part)
    study.unblind()
    return study


def _add_controls(study: Study, count: int) -> None:
    """So many items for controls alone, after all others."""
    with (study.folder / "items.jsonl").open("a", encoding="utf-8") as file:
        for entry in pair_entries(14)[-count:]:
            file.write(json.dumps({**entry, "tags": {**entry["tags"], "control": True}}) + "\n")


def _row(placed: Mapping[str, Any], answers: Answers, column: int) -> tuple[float, ...] | None:
    if placed["role"] == "control":
        return (-2.0, 1.0, 1.0)  # the control is found out
    return answers[int(placed["item"][1:]) - 1][column]


def _givens(
    study: Study, card: str, placed: Mapping[str, Any], row: tuple[float, ...], comment: str, seconds: float
) -> list[Given]:
    values = dict(zip(("voice", "vibe", "logic", "continuity"), row, strict=False))
    sign = 1.0 if placed["speakers"][1] == placed["about"] else -1.0
    found = []
    for question in study.settings.protocol.kinds["pair"].questions:
        name = question.answers or question.name
        if name not in values:
            continue
        value = sign * values[name] if name == "voice" else values[name]
        if question.side is not None and placed["speakers"][question.side] != placed["about"]:
            value = max(value - 1.0, 1.0 if name != "continuity" else 0.0)
        found.append(Given(card, question.name, value, seconds=seconds, comment=comment))
    return found
