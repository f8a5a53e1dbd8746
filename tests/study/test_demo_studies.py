"""The demo's studies, each alone: what they conclude, that they are labelled, and that nothing is done twice."""

from pathlib import Path

import pytest

from ringtrue.calls.faults import Interrupted, Refused
from ringtrue.study import Study
from ringtrue.study.demo_blind import blind_study
from ringtrue.study.demo_layout import SIMULATED, Place, lay_out
from ringtrue.study.demo_pairs import pair_study
from ringtrue.study.demo_scenarios import scenario_study
from ringtrue.study.demo_study import go_on, made, recorded
from ringtrue.terms import BadInput


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    return lay_out(tmp_path_factory.mktemp("demo") / "out")


def test_the_drifted_clone_passes_by_ear_and_fails_by_what_it_decides(place: Place) -> None:
    result = blind_study(place, "drifted")
    assert result.sound_verdict.label == "FAIL"
    assert result.status["quote_sound"] == "conditional"  # its quotes: cannot be told
    assert result.status["decision"] == "fail"
    assert result.status["style"] != "fail"
    assert result.counts["raters"] == 7
    assert result.coverage == 1.0


def test_a_blind_study_is_an_ordinary_one_and_says_that_it_is_simulated(place: Place) -> None:
    blind_study(place, "drifted")
    study = Study.open(place.study("blind", "drifted"))
    assert study.doctor() == []
    report = next((study.folder / "reports").glob("*.md")).read_text(encoding="utf-8")
    assert SIMULATED in report
    assert "simulated-1" in study.status()["raters"]
    said = study.status()["responses"]
    assert said == {"clone": 100, "generic": 100, "real": 30}


def test_a_second_call_only_reads(place: Place) -> None:
    blind_study(place, "drifted")
    study = Study.open(place.study("blind", "drifted"))
    before = study.status()
    assert blind_study(place, "drifted").verdict.label == "FAIL"
    assert study.status() == before


def test_a_study_that_was_scored_and_not_reported_is_reported_and_not_scored_again(place: Place) -> None:
    blind_study(place, "drifted")
    study = Study.open(place.study("blind", "drifted"))
    for path in (study.folder / "reports").iterdir():
        path.unlink()
    blind_study(place, "drifted")
    assert len(list((study.folder / "reports").glob("*.md"))) == 1
    assert study.status()["results"] == 1


def test_scenarios_are_run_and_the_judge_is_labelled(place: Place) -> None:
    result = scenario_study(place, "caricature")
    assert result.sound_verdict.label == "FAIL"
    assert result.coverage == 1.0
    folder = place.study("scenarios", "caricature")
    assert "no model judged" in (folder / "report.md").read_text(encoding="utf-8")
    assert (folder / "test_results.yaml").is_file()
    again = scenario_study(place, "caricature")
    assert again.estimates["aggregate_valid"] == result.estimates["aggregate_valid"]
    assert Study.open(folder).status()["results"] == 1


def test_a_run_that_lost_its_report_goes_on(place: Place) -> None:
    scenario_study(place, "caricature")
    folder = place.study("scenarios", "caricature")
    (folder / "report.md").unlink()
    scenario_study(place, "caricature")
    assert (folder / "report.md").is_file()


@pytest.mark.parametrize(("name", "label"), [("compressed", "cannot be told"), ("name-only", "FAIL")])
def test_pairs_say_what_they_can(place: Place, name: str, label: str) -> None:
    result = pair_study(place, name)
    assert result.sound_verdict.label == label
    index = result.estimates["pfi_model"].value
    assert index is not None
    assert 0.0 < index < 1.0
    assert not any("No generic control" in note for note in result.notes)


def test_a_study_that_cannot_be_made_leaves_nothing_behind(place: Place) -> None:
    folder = place.study("blind", "broken")
    with pytest.raises(BadInput, match="no such protocol"):
        made(place, folder, "no-such-protocol", "[]", {})
    assert not folder.exists()
    assert [path.name for path in folder.parent.iterdir() if path.name.startswith(".")] == []


def test_files_are_named_as_seen_from_the_study(place: Place) -> None:
    folder = place.study("blind", "x")
    speaker = recorded(folder, place.answers("faithful"), "faithful")
    assert not Path(speaker["file"]).is_absolute()
    assert (folder / speaker["file"]).resolve() == place.answers("faithful")


def test_calls_that_were_stopped_stop_the_demo(tmp_path: Path) -> None:
    go_on(None, tmp_path)
    with pytest.raises(KeyboardInterrupt):
        go_on(Interrupted("Ctrl-C"), tmp_path)
    with pytest.raises(BadInput, match="broken"):
        go_on(Refused("The file is broken.", "Lay it out anew."), tmp_path)
