"""The next command, by how far a study has come."""

from dataclasses import replace
from pathlib import Path

import pytest

from ringtrue.protocols import load
from ringtrue.study.next_step import Stand, next_step
from ringtrue.study.settings import Settings

START = Stand(
    items=5, accepted=0, ready=0, responses=0, packets=0, out=0, blind=0, judgments=0, opened=False, results=0
)
SPEAKERS = {"speakers": {"clone": {"kind": "local"}}}
JUDGES = {"judges": {"panel": {"kind": "local"}}}


@pytest.mark.parametrize(
    ("changes", "data", "told"),
    [
        ({"items": 0}, {}, "write the items into items.yaml"),
        ({}, {}, "ringtrue take-in s FILE"),
        ({}, SPEAKERS, "ringtrue collect s"),
        ({"responses": 9, "ready": 5}, SPEAKERS, "ringtrue items review s"),
        ({"responses": 9, "ready": 5, "accepted": 5}, SPEAKERS, "ringtrue deal s --raters N"),
        ({"responses": 9, "ready": 5, "accepted": 5}, SPEAKERS | JUDGES, "ringtrue judge s --judge panel"),
        ({"judgments": 3}, SPEAKERS, "ringtrue score s"),
        ({"responses": 7, "is_run": True}, SPEAKERS | JUDGES, "start the same ringtrue run again, with --out s"),
        ({"responses": 7, "judgments": 9, "is_run": True}, SPEAKERS | JUDGES, "start the same ringtrue run again"),
        ({"judgments": 9, "results": 1, "is_run": True}, SPEAKERS | JUDGES, "ringtrue report s"),
        ({"judgments": 3, "results": 1}, {}, "ringtrue report s"),
        ({"packets": 2, "out": 2}, {}, "ringtrue serve s, or ringtrue export s --out pages"),
        ({"packets": 2, "out": 1, "blind": 9}, {}, "1 packet is out: wait"),
        ({"packets": 2, "blind": 9, "judgments": 4, "results": 1}, {}, "ringtrue unblind s"),
        ({"packets": 2, "blind": 9, "opened": True}, {}, "ringtrue score s"),
        ({"packets": 2, "out": 1, "blind": 9, "opened": True, "results": 2}, {}, "ringtrue report s"),
    ],
)
def test_what_comes_next(changes: dict[str, int], data: dict[str, object], told: str) -> None:
    settings = Settings(load("pairs"), data=data)
    assert next_step(Path("s"), settings, replace(START, **changes)).startswith(told)  # type: ignore[arg-type]
