"""The sample's speakers compared: faithful and drifted are told apart, faithful and a copy of itself are not."""

import json
import shutil
from pathlib import Path

import pytest

from ringtrue.demo.comparison import COMPARED, compare_speakers
from ringtrue.demo.layout import SPEAKERS, DemoFolder, lay_out
from ringtrue.demo.scenarios import scenario_study
from ringtrue.study.comparison.comparison import compare, failures


@pytest.fixture(scope="module")
def place(sample: DemoFolder, tmp_path_factory: pytest.TempPathFactory) -> DemoFolder:
    """The sample's runs of two speakers, and its blind study of the drifted one for everybody."""
    made = lay_out(tmp_path_factory.mktemp("compared") / "out")
    for speaker in ("faithful", "drifted"):
        scenario_study(made, speaker)
    for speaker in SPEAKERS:
        shutil.copytree(sample.study("blind", "drifted"), made.study("blind", speaker))
        if not made.study("scenarios", speaker).is_dir():
            shutil.copytree(made.study("scenarios", "drifted"), made.study("scenarios", speaker))
    return made


def test_faithful_and_drifted_are_told_apart_and_identical_clones_are_not(place: DemoFolder) -> None:
    faithful, drifted = (place.study("scenarios", name) for name in ("faithful", "drifted"))
    worse, better = compare([faithful, drifted]), compare([drifted, faithful])
    assert (worse.last.figure.outcome, better.last.figure.outcome) == ("worse", "better")
    assert len(failures(worse)) == 1
    assert failures(better, strict=True) == []
    copy = place.out / "again"
    shutil.copytree(faithful, copy)
    same = compare([faithful, copy])
    assert same.last.figure.outcome == "no worse"
    assert {part.outcome for part in same.last.parts} == {"no worse"}
    assert same.last.flipped == []


def test_people_who_rated_both_are_the_same_raters(place: DemoFolder) -> None:
    found = compare([place.study("blind", name) for name in ("faithful", "drifted")])
    assert found.raters.startswith("the same ")
    assert found.last.figure.outcome == "no worse"


def test_the_pages_are_made_once(place: DemoFolder) -> None:
    compare_speakers(place)
    pages: dict[str, Path] = {name: place.compared / f"{name}.html" for name in COMPARED}
    before = {name: page.stat().st_mtime_ns for name, page in pages.items()}
    compare_speakers(place)
    assert {name: page.stat().st_mtime_ns for name, page in pages.items()} == before
    steps = json.loads((place.compared / "scenarios.json").read_text(encoding="utf-8"))["steps"]
    assert [step["after"] for step in steps] == list(SPEAKERS[1:])
    assert steps[0]["figure"]["outcome"] == "worse"
