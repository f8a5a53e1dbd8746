"""A blind study of the demo on four quotes: recorded answers collected, simulated picks counted, done once."""

from pathlib import Path

import pytest

from ringtrue import Study
from ringtrue.study.demo_blind import blind_study
from ringtrue.study.demo_layout import SIMULATED, Place
from ringtrue.terms import BadInput, Result
from small_demo import small_place, with_quotes

# 12 picks: 3 + 2 + 1 + 0 found the person, so 6 of 12. By majority q1 and q2 are identified: 2 of 4.
FOUND = {"q1": "111", "q2": "110", "q3": "100", "q4": "000"}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    return with_quotes(small_place(tmp_path_factory.mktemp("demo") / "out"), FOUND)


@pytest.fixture(scope="module")
def result(place: Place) -> Result:
    return blind_study(place, "faithful")


def test_picks_are_counted_as_the_raters_gave_them(result: Result) -> None:
    assert result.estimates["found_share"].value == pytest.approx(6 / 12)
    assert result.estimates["identified"].value == pytest.approx(100 * 2 / 4)
    assert (result.counts["raters"], result.coverage) == (3, 1.0)


def test_the_clone_says_what_was_recorded_and_the_person_what_is_documented(result: Result, place: Place) -> None:
    study = Study.open(place.study("blind", "faithful"))
    with study.records() as records:
        said = {(one.response.speaker, one.response.item): one.response.text for one in records.responses()}
    assert said["clone", "q1"] == "faithful on q1, in plain words."
    assert said["generic", "q2"] == "generic on q2, in plain words."
    assert said["real", "q3"] == "Fog is no excuse."
    assert len(said) == 12


def test_the_study_is_labelled_and_in_order(result: Result, place: Place) -> None:
    study = Study.open(place.study("blind", "faithful"))
    assert study.settings.note == SIMULATED
    assert study.doctor() == []


def test_a_second_call_reads_the_result_and_adds_nothing(result: Result, place: Place) -> None:
    study = Study.open(place.study("blind", "faithful"))
    before = study.status()
    assert blind_study(place, "faithful").estimates["found_share"] == result.estimates["found_share"]
    assert study.status() == before


def test_a_lost_suite_is_refused_and_leaves_no_study(tmp_path: Path) -> None:
    place = with_quotes(small_place(tmp_path / "out"), FOUND)
    place.suite("blind").unlink()
    with pytest.raises(BadInput, match=r"blind\.yaml"):
        blind_study(place, "faithful")
    assert not place.study("blind", "faithful").exists()


def test_lost_ratings_are_refused_and_the_study_goes_on_when_they_are_back(tmp_path: Path) -> None:
    place = with_quotes(small_place(tmp_path / "out"), FOUND)
    ratings = place.ratings("blind-faithful.csv")
    kept = ratings.read_bytes()
    ratings.unlink()
    with pytest.raises(BadInput, match=r"blind-faithful\.csv"):
        blind_study(place, "faithful")
    ratings.write_bytes(kept)
    assert blind_study(place, "faithful").estimates["found_share"].value == pytest.approx(0.5)
    assert Study.open(place.study("blind", "faithful")).status()["responses"] == {"clone": 4, "generic": 4, "real": 4}
