"""Small studies of the blind protocol on disk, with quotes, controls and decisions, ready to be dealt."""

import json
from pathlib import Path
from typing import Any

from ringtrue.study.study import Study
from study_templates import fresh

WORDS = ["tide", "rope", "tar", "gull", "quay", "net", "mast", "keel", "sail", "oar", "buoy", "deck"]


def quote(number: int, *, control: bool = False) -> dict[str, Any]:
    """A quote whose texts begin with a word that tells their speaker to whom knows it."""
    spoken = {"real": "mostly", "clone": "surely", "generic": "perhaps", "self": "always"}
    said = {name: f"{word} the {WORDS[number % 12]} number {number} is here" for name, word in spoken.items()}
    speakers = ("clone", "generic", "self") if control else ("clone",)
    return {
        "id": f"q{number}", "kind": "quote", "prompt": f"Say something about boat {number}.", "topic": f"boat {number}",
        "real": said["real"], "responses": {name: said[name] for name in speakers}, "status": "accepted",
        "citation": [], "tags": {"difficulty": "easy", **({"control": True} if control else {})},
    }  # fmt: skip


def decision(number: int) -> dict[str, Any]:
    """A decision with five criteria."""
    return {
        "id": f"d{number}", "kind": "decision", "prompt": f"Sell boat {number}?", "constraints": ["before June"],
        "real_decision": "wait", "real_reasoning": "the price", "criteria": [f"names {word}" for word in WORDS[:5]],
        "responses": {"clone": f"Not before the {WORDS[number]} has paid for it."}, "status": "accepted",
    }  # fmt: skip


def edge(number: int) -> dict[str, Any]:
    return {
        "id": f"E{number}",
        "kind": "edge",
        "prompt": f"Should gate {number} be shut?",
        "expected": f"Shut gate {number} at dusk.",
        "trap": f"It depends on gate {number}.",
        "criteria": ["it decides", "it gives an hour"],
        "responses": {"clone": f"Gate {number} is shut when the light goes."},
        "status": "accepted",
    }


def blind_study(folder: Path, *, controls: int = 0, edges: int = 0) -> Study:
    """Eight quotes, so many more for controls alone, four decisions, and so many edge cases."""
    fresh(folder, "blind")
    items = [quote(n) for n in range(8)] + [quote(n, control=True) for n in range(8, 8 + controls)]
    (folder / "items.yaml").write_text(
        json.dumps([*items, *(decision(n) for n in range(4)), *(edge(n) for n in range(edges))]), encoding="utf-8"
    )
    return Study.open(folder, who="tester")
