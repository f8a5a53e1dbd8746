"""Results as an offline page writes them, made from the packet document the page would have had."""

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

VALUES: Mapping[str, Any] = {
    "pick": "B",
    "bipolar": 1,
    "steps": 2,
    "anchored": 50,
    "flag": True,
    "text": "a word",
    "position": "2",
}


def answers_to(document: Mapping[str, Any], *, cards: int | None = None, **changed: Any) -> list[dict[str, Any]]:
    """An answer to every question of the first so many cards, all if none is said; `changed` holds in each."""
    given = []
    for place, card in enumerate(document["cards"][:cards], start=1):
        for question in document["kinds"][card["kind"]]["questions"]:
            value = VALUES.get(question["type"])
            listed = card["lists"].get(question["list"])
            if question["list"] and not listed:
                continue
            if question["type"] == "checklist":
                value = [number % 2 == 0 for number in range(len(listed))]
            shown = [sha256(text.encode()).hexdigest()[:12] for text in card["texts"]]
            answer = {"card": card["id"], "question": question["name"], "value": value, "shown": shown}
            given.append(answer | {"seconds": 4.5, "visible_seconds": 4, "comment": "", "recognised": False} | changed)
            given[-1]["position"] = place
    return given


def agreed_to(document: Mapping[str, Any]) -> dict[str, Any]:
    """The consent of a rater who ticked every statement of the document."""
    asked = document.get("consent") or {"version": "1", "hash": None, "statements": []}
    ticks = {one["id"]: True for one in asked["statements"]}
    return {"version": asked["version"], "hash": asked["hash"], "statements": ticks}


def result_of(document: Mapping[str, Any], answers: list[dict[str, Any]], **changed: Any) -> dict[str, Any]:
    """The result of a page, with a checksum that fits; `changed` replaces keys before it is summed."""
    whole: dict[str, Any] = {
        "ringtrue": 1,
        "packet": document["packet"],
        "language": "en",
        "started": "2026-11-16T08:00:00.000Z",
        "finished": "2026-11-16T08:09:00.000Z",
        "partial": False,
        "consent": agreed_to(document),
        "qualification": {"years": 3},
        "comprehension": {"attempts": 1, "passed": True},
        "practice": {"voice": 1},
        "sitting": {"reloads": 0, "breaks": []},
        "answers": answers,
    }
    return summed(whole | changed)


def summed(document: Mapping[str, Any]) -> dict[str, Any]:
    """The document with the checksum it should have, worked out apart from the program."""
    rest = {key: value for key, value in document.items() if key != "checksum"}
    form = json.dumps(rest, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return rest | {"checksum": sha256(form.encode("ascii")).hexdigest()}


def written(path: Path, result: Mapping[str, Any]) -> Path:
    """The result in a file, as a page saves it."""
    path.write_text(json.dumps(result, indent=1, ensure_ascii=False), encoding="utf-8")
    return path
