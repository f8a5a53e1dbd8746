"""A run of scenarios of the demo, its judge recorded: scored by hand, labelled, and taken up where it was left."""

from pathlib import Path

import pytest

from ringtrue.demo.layout import PERSON, DemoFolder
from ringtrue.demo.scenarios import scenario_study
from ringtrue.study.study import Study
from ringtrue.terms.problem import BadInput
from ringtrue.terms.result import Result
from small_demo import small_place, with_scenarios

COUNT = 50  # the fewest that are a suite


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> DemoFolder:
    scores = [(100,) * 5] * 30 + [(80,) * 5] * 20
    return with_scenarios(small_place(tmp_path_factory.mktemp("demo") / "out"), scores)


@pytest.fixture(scope="module")
def result(place: DemoFolder) -> Result:
    return scenario_study(place, "faithful")


def test_the_judge_s_scores_are_averaged(result: Result) -> None:
    # All five dimensions of a scenario are alike, so weights do not matter: (30 x 100 + 20 x 80) / 50 = 92.
    assert result.estimates["aggregate_valid"].value == pytest.approx(92.0)
    assert result.estimates["aggregate_fidelity"].value == pytest.approx(92.0)
    assert result.coverage == 1.0


def test_the_run_says_that_its_judge_was_simulated(result: Result, place: DemoFolder) -> None:
    folder = place.study("scenarios", "faithful")
    study = Study.open(folder)
    assert study.settings.subject == PERSON
    assert "no model judged" in study.settings.note
    assert study.settings.data["speakers"]["clone"]["file"] == "../../sample/answers/faithful.jsonl"
    for name in ("report.md", "iteration.md", "test_results.yaml", "result.json"):
        assert (folder / name).is_file()
    assert "no model judged" in (folder / "report.md").read_text(encoding="utf-8")
    assert study.doctor() == []


def test_a_second_call_reads_the_result(result: Result, place: DemoFolder) -> None:
    study = Study.open(place.study("scenarios", "faithful"))
    before = study.status()
    assert scenario_study(place, "faithful").estimates == result.estimates
    assert study.status() == before


def test_a_run_without_its_report_is_taken_up_and_asks_nothing_again(result: Result, place: DemoFolder) -> None:
    folder = place.study("scenarios", "faithful")
    with Study.open(folder).records() as records:
        judged = sum(1 for _ in records.judgments())
    (folder / "report.html").unlink()
    assert scenario_study(place, "faithful").estimates["aggregate_valid"].value == pytest.approx(92.0)
    assert (folder / "report.html").is_file()
    with Study.open(folder).records() as records:
        assert sum(1 for _ in records.judgments()) == judged == 5 * COUNT


def test_a_suite_that_is_too_small_is_refused(tmp_path: Path) -> None:
    place = with_scenarios(small_place(tmp_path / "out"), [(90,) * 5] * (COUNT - 1))
    with pytest.raises(BadInput, match="scenarios"):
        scenario_study(place, "faithful")
    assert not place.study("scenarios", "faithful").exists()
