"""The voice instrument on the sample: every speaker stands where somebody who read the texts would put it."""

import json
from pathlib import Path

import pytest

import ringtrue.personas
from ringtrue.judge.statistic.voice import Opinion, voice_opinion
from ringtrue.sources.person_texts import read_person_texts, read_text_groups

ROOT = Path(ringtrue.personas.__file__).parent
ANSWERS = ROOT / "oda-brennick" / "answers"
SPEAKERS = ("faithful", "drifted", "caricature", "generic")


@pytest.fixture(scope="module")
def opinion() -> Opinion:
    own = read_person_texts(ROOT / "oda-brennick" / "inbox" / "ODA BRENNICK").texts
    others, _ = read_text_groups(ROOT / "impostors")
    return voice_opinion(own, others, {name: said(name) for name in SPEAKERS}, bare="generic")


def said(name: str) -> dict[str, str]:
    lines = (ANSWERS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return {answer["item"]: answer["text"] for answer in map(json.loads, lines)}


def test_the_instrument_tells_the_person_from_the_impostors(opinion: Opinion) -> None:
    for reading in opinion.readings.values():
        assert reading.estimate.auc is not None
        assert reading.estimate.auc >= 0.9


def test_the_speakers_stand_where_they_should(opinion: Opinion) -> None:
    place = {name: reading.estimate.value for name, reading in opinion.readings.items()}
    assert all(value is not None for value in place.values())
    faithful, drifted, caricature, generic = (place[name] or 0.0 for name in SPEAKERS)
    assert generic < 0.3  # near the impostors
    assert abs(faithful - 1.0) < 0.6
    assert abs(drifted - 1.0) < 0.6  # it has the voice: what it gets wrong is no matter of wording
    assert caricature > faithful


def test_only_the_caricature_is_flagged_and_nobody_copies(opinion: Opinion) -> None:
    flagged = {name for name, reading in opinion.readings.items() if reading.flags}
    assert flagged == {"caricature"}
    assert all(not reading.overlaps for name, reading in opinion.readings.items() if name != "generic")


def test_beside_the_bare_model_the_clones_gain(opinion: Opinion) -> None:
    for name in ("faithful", "drifted", "caricature"):
        bare = opinion.readings[name].bare
        assert bare is not None
        assert bare.anchored.value is not None
        assert bare.anchored.value > 0.5
