"""What a run writes: results that hold, a report with every section, advice that counts the rounds."""

from pathlib import Path

import pytest

from recorded_run import GAP, GOOD, VOICE, finished, names
from ringtrue.files.yaml_file import read_yaml
from ringtrue.study.ratings import confirm_cause
from ringtrue.study.scenarios.outputs import rewrite_outputs


@pytest.fixture
def scores() -> dict[str, tuple[float, ...]]:
    found: dict[str, tuple[float, ...]] = dict.fromkeys(names(10), GOOD)
    return found | {"STR-001": GAP, "TAC-002": VOICE, "STR-003": ()}  # the last was never recorded


def test_every_file_is_written_from_one_result(scores, tmp_path: Path) -> None:
    study, outputs = finished(tmp_path, scores)
    # 49 + 74 + 0 + 7 x 95 = 788
    assert outputs.result.estimates["aggregate_fidelity"].value == pytest.approx(78.8)
    data = read_yaml(study.folder / "test_results.yaml").data
    assert data["aggregate_fidelity"] == pytest.approx(78.8)
    assert [row["failure_classification"] for row in data["results"]][:4] == [
        "kb_gap",
        "prompt_issue",
        "execution_error",
        None,
    ]
    assert [check.met for check in outputs.conditions] == [True] * 6
    report = (study.folder / "report.md").read_text()
    for words in (
        "## Failures (3)",
        "holds no answer to STR-003",
        "## Post-conditions",
        "recorded earlier",
        "asked once",
    ):
        assert words in report
    advice = (study.folder / "iteration.md").read_text()
    assert advice.startswith("# Round 1: what to do next for Nora Quill")
    assert "**no score** (1 scenario)" in advice


def test_a_later_report_has_the_sections_too(scores, tmp_path: Path) -> None:
    study, _ = finished(tmp_path, scores)
    (path,) = study.report("md")
    assert "## Failures (3)" in path.read_text()
    assert "## By category" in path.read_text()


def test_a_trial_says_so_before_anything_else(scores, tmp_path: Path) -> None:
    study, _ = finished(tmp_path, scores)
    top = (study.folder / "report.md").read_text(encoding="utf-8").split("\n## ")[0]
    assert f"> **Note.** This is a trial: it has {len(scores)} scenarios" in top
    assert "none on the clone. Answers were recorded earlier." in top


def test_rounds_are_counted_and_the_third_below_93_escalates(tmp_path: Path) -> None:
    advice = []
    for number, score in enumerate((80, 85, 90), 1):
        place = tmp_path / str(number)
        place.mkdir()
        before = tmp_path / str(number - 1) / "run" if number > 1 else None
        advice.append(finished(place, dict.fromkeys(names(10), (score,) * 5), after=before)[1].advice)
    assert [one.number for one in advice] == [1, 2, 3]
    assert [one.escalate for one in advice] == [False, False, True]
    assert [one.aggregate for one in advice[2].earlier] == pytest.approx([80, 85])
    assert advice[2].change is not None
    assert advice[2].change.value == pytest.approx(5)
    assert "Escalate" in (tmp_path / "3" / "run" / "iteration.md").read_text()


def test_the_document_has_everything(scores, tmp_path: Path) -> None:
    document = finished(tmp_path, scores)[1].as_dict()
    assert {"postconditions", "judging", "iteration", "files", "estimates", "items"} <= set(document)
    assert document["judging"]["noise_weighted_score"]["reason"]


def test_a_confirmed_cause_is_none_once_the_scenario_passes(scores, tmp_path: Path) -> None:
    study, _ = finished(tmp_path, scores)
    with study.records() as records:
        weak = [row for row in records.judgments() if row.item == "STR-001"]
        confirm_cause(records, study.settings.protocol, "STR-001", "both", who="ana", why="both were weak")
        better = [row._replace(value=95.0) for row in weak]
        records.correct_judgments(better, who="ana", why="judged again")
    rewrite_outputs(study)
    row = read_yaml(study.folder / "test_results.yaml").data["results"][0]
    assert (row["scenario_id"], row["passed"], row["failure_classification"]) == ("STR-001", True, None)


@pytest.mark.parametrize("which", ["EDG-006", "STR-003", "TAC-008"])  # the first, one between, the last in order
def test_a_scenario_that_was_taken_out_later_has_no_row(scores, tmp_path: Path, which: str) -> None:
    study, _ = finished(tmp_path, scores)
    study.set_status({which: "rejected"})
    rewrite_outputs(study)
    data = read_yaml(study.folder / "test_results.yaml").data
    assert [row["scenario_id"] for row in data["results"]] == [name for name in names(10) if name != which]
    assert data["metadata"]["total_scenarios"] == 9
