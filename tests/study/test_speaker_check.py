"""Settings of speakers and judges are checked by whoever asks them, and by nobody else."""

from pathlib import Path

import pytest

from ringtrue.study import Study
from ringtrue.study.collecting import Collecting
from ringtrue.study.model_judging_act import ModelJudging
from ringtrue.study.scenario_begin import begun
from ringtrue.study.scenario_inputs import RunGiven, read_inputs
from ringtrue.study.scenario_run import ScenarioRun
from ringtrue.study.settings import read_settings
from ringtrue.study.speaker_check import setting_problems
from ringtrue.study.speakers import judges_of, speakers_of
from ringtrue.terms import BadInput, Problem
from scenario_files import recorded_files, run_files, scenario_table

FAULTY = """\
protocol: pairs
speakers:
  full: {kind: openai, model: m, url: "http://me:LEAK@h/v1", temprature: 2}
  compressed: {kind: openai, model: m, max_tokens: -5, key_env: sk-LEAK, extra: {headers: {authorization: LEAK}}}
  generic: local
judges:
  panel: {kind: openai, model: j, temperature: hot, prices: {in: abc, out: 1}, seed: 2026-01-02}
"""


def test_every_fault_is_told_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "study.yaml").write_text(FAULTY)
    settings = read_settings(tmp_path)
    found = setting_problems(tmp_path, "speakers", speakers_of(settings).values())
    found += setting_problems(tmp_path, "judges", judges_of(settings).values())
    assert {problem.place for problem in found} == {
        "line 3, speakers.full.url",
        "line 3, speakers.full.temprature",
        "line 4, speakers.compressed.max_tokens",
        "line 4, speakers.compressed.key_env",
        "line 4, speakers.compressed.extra.headers.authorization",
        "line 7, judges.panel.temperature",
        "line 7, judges.panel.prices.in",
        "line 7, judges.panel.seed",
    }
    assert {Path(problem.file) for problem in found} == {tmp_path / "study.yaml"}
    assert "LEAK" not in str([problem.as_dict() for problem in found])


@pytest.fixture
def older(tmp_path: Path) -> Study:
    """A study that was collected and judged while more was taken as a setting."""
    scenarios, prompt = run_files(tmp_path, 3)
    names = [row["id"] for row in scenario_table(3)["scenarios"]]
    clone, judge = recorded_files(tmp_path, dict.fromkeys(names, (95,) * 5))
    given = RunGiven(scenarios, prompt, f"recorded:{clone}", (f"recorded:{judge}",), allow_small=True)
    inputs = read_inputs(given)
    study, *_ = begun(tmp_path / "run", inputs, after=None, who="ana")
    ScenarioRun(inputs).go(study)
    path = study.folder / "study.yaml"
    odd = "top_k: 5\n    temperature: hot\n    repeats: often\n    kind: recorded"
    path.write_text(path.read_text().replace("kind: recorded", odd))
    return Study.open(study.folder)


def problems_of(refused: pytest.ExceptionInfo[BadInput]) -> list[Problem]:
    return [problem for problem in refused.value.problems if problem.place.startswith("line ")]


def test_an_older_study_is_scored_and_reported_on_but_nobody_is_asked(older: Study) -> None:
    older.score()
    older.report("md")
    assert older.status()
    with pytest.raises(BadInput) as refused:
        ModelJudging(older, "judge")
    assert len(problems_of(refused)) == 3
    assert len(older.doctor()) == 6


def test_a_speaker_that_has_to_answer_is_checked(older: Study) -> None:
    items = older.items_file
    items.write_text(items.read_text().replace('"id": "', '"id": "new-'))
    with pytest.raises(BadInput) as refused:
        Collecting(older)
    assert len(problems_of(refused)) == 3
