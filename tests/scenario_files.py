"""Scenario files, prompts and recorded answers for tests: as many scenarios as wanted, in the forms people use."""

import json
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from ringtrue.protocols.loader import load

TYPES = {"strategic": "STR", "tactical": "TAC", "people": "PEO", "stress": "EDG"}
CYCLE = (
    "strategic",
    "tactical",
    "strategic",
    "tactical",
    "people",
    "stress",
    "strategic",
    "tactical",
    "people",
    "stress",
)
PROMPT = (
    "# Nora Quill\n\nYou run a small ferry line. Safety first, then the crew, then the timetable. Speak briefly.\n" * 2
)


def scenario_data(number: int, kind: str | None = None) -> dict[str, Any]:
    """One scenario as files hold it, the number-th from 1."""
    chosen = kind or CYCLE[(number - 1) % len(CYCLE)]
    return {
        "id": f"{TYPES[chosen]}-{number:03}",
        "type": chosen,
        "title": f"Situation {number}",
        "context": f"Fog lies on the sound and ferry {number} is full.",
        "prompt": "Do you sail on time?",
        "expected_decision": "Wait for the fog to lift.",
        "expected_reasoning": "No timetable is worth a hull.",
        "expected_persona": "captain",
        "expected_values": ["safety", "candour"],
        "difficulty": "medium",
    }


def scenario_table(count: int) -> dict[str, Any]:
    """A whole scenarios file."""
    return {
        "metadata": {"generated_at": "2026-01-02", "total_scenarios": count, "generator": "test"},
        "scenarios": [scenario_data(number) for number in range(1, count + 1)],
    }


def write_yaml_file(path: Path, table: dict[str, Any]) -> Path:
    """JSON is YAML: the quickest way to a YAML file."""
    path.write_text(json.dumps(table, indent=1, ensure_ascii=False), encoding="utf-8")
    return path


def write_lines_file(path: Path, rows: Iterator[dict[str, Any]] | list[dict[str, Any]]) -> Path:
    """One row a line."""
    with path.open("w", encoding="utf-8") as stream:
        for row in rows:
            stream.write(json.dumps(row, ensure_ascii=False) + "\n")
    return path


FIVE = tuple(load("scenarios").by_weight)  # decision, reasoning, voice, values, persona
SAID = "We wait for the fog to lift, and I tell the passengers why."
LEVELS = (100, 95, 100, 95, 90, 80, 60, 40)
CLONE, JUDGE = "c", "j"  # the models a stand-in server knows


def judgment(scores: Sequence[float], quote: str = SAID) -> str:
    """A model judge's answer."""
    entries = {
        name: {"score": score, "reason": "It says so.", "quote": quote}
        for name, score in zip(FIVE, scores, strict=True)
    }
    return json.dumps(entries)


def clone_and_judge(asked: Any) -> str:
    """What a stand-in server answers: the clone one sentence, the judge scores drawn from the card alone."""
    if asked.model != JUDGE:
        return SAID
    drawn = sha256(asked.last.encode()).digest()
    return judgment([LEVELS[byte % len(LEVELS)] for byte in drawn[: len(FIVE)]])


def run_files(folder: Path, count: int = 20) -> tuple[Path, Path]:
    """A scenarios file and a prompt."""
    prompt = folder / "prompt.md"
    prompt.write_text(PROMPT, encoding="utf-8")
    return write_lines_file(folder / "scenarios.jsonl", scenario_table(count)["scenarios"]), prompt


def recorded_files(folder: Path, scores: dict[str, Sequence[float]]) -> tuple[Path, Path]:
    """Recorded answers of a clone and of a judge, for scenarios by id."""
    said = [{"item": name, "text": SAID} for name in scores]
    judged = [{"item": name, "text": judgment(five)} for name, five in scores.items()]
    return write_lines_file(folder / "clone.jsonl", said), write_lines_file(folder / "judge.jsonl", judged)


def sparing(script: Any) -> Any:
    """The same faults, but a clone is never malformed: whatever a clone says is its answer."""

    def spared(asked: Any) -> Any:
        fault = script(asked)
        return None if fault is not None and fault.status == 200 and fault.says and asked.model == CLONE else fault

    return spared


GENERIC = "One should weigh all options carefully and keep everybody informed."
OWN = "Boat stays tied up. I buried one mate and will not bury another."
OTHER = "k"  # a second judge model


def speakers_and_judges(asked: Any) -> str:
    """What a stand-in server answers where there are controls: the persona's prompt makes the clone.

    A judge gives the clone 90, the person 92 and the generic speaker 45: one more to every second ferry, else one less;
    of the person's, to two in turn.
    """
    if asked.model == CLONE:
        return SAID if asked.messages[0]["content"] == PROMPT else GENERIC
    score, quote = next((s, q) for s, q in ((90, SAID), (92, OWN), (45, GENERIC)) if q in asked.last)
    ferry = int(asked.last.partition("and ferry ")[2].partition(" ")[0])
    more = ferry % 4 < 2 if quote == OWN else ferry % 2
    return judgment([score + (1 if more else -1)] * len(FIVE), quote)


def own_file(folder: Path, count: int, name: str = "own.jsonl") -> Path:
    """The person's own answers to the first so many scenarios."""
    rows = scenario_table(count)["scenarios"]
    return write_lines_file(folder / name, [{"item": row["id"], "text": OWN} for row in rows])
