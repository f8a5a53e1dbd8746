"""A small pairs study on disk, with answers of three raters."""

import csv
from pathlib import Path

import pytest

from ringtrue.study.study import Study

ITEMS = """\
- {id: P1, kind: pair, domain: TECH, pfi_model: 0.92, prompt: one}
- {id: P2, kind: pair, domain: PHIL, pfi_model: 0.86, prompt: two}
- {id: P3, kind: pair, domain: NARR, pfi_model: 0.82, prompt: three}
"""
VOICES = {"P1": (2, 1, 2), "P2": (1, 0, 1), "P3": (0, -1, 1)}


@pytest.fixture
def study(tmp_path: Path) -> Study:
    made = Study.create(tmp_path / "study", protocol="pairs", who="tester")
    (made.folder / "items.yaml").write_text(ITEMS, encoding="utf-8")
    return made


@pytest.fixture
def answers(tmp_path: Path) -> Path:
    path = tmp_path / "answers.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(["rater", "item", "question", "value"])
        for item, voices in VOICES.items():
            for rater, voice in enumerate(voices):
                rows.writerows([f"r{rater}", item, question, value] for question, value in
                               (("voice", voice), ("vibe", 2), ("logic", 3)))  # fmt: skip
    return path
