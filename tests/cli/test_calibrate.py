"""`ringtrue judge calibrate`: a licence from what people and a model scored, what it changes, and when it is stale."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import Result

from model_server import Asked, ModelServer
from recorded_run import finished, names
from ringtrue.store.judgment_records import JudgmentRecord
from ringtrue.study.study import Study
from scenario_files import CLONE, FIVE, JUDGE, SAID, judgment
from scenario_runs import arguments

COUNT, LABELLED = 60, 40
Here = Callable[..., Result]


def scores(r: float) -> tuple[dict[str, list[float]], dict[str, float]]:
    """A judge's scores of every scenario, and one person's of the first ones, that correlate by about r."""
    rng = np.random.default_rng(3)
    quality = rng.normal(0, 1, COUNT)
    judge = 70 + 12 * (r * quality + np.sqrt(1 - r * r) * rng.normal(0, 1, COUNT))
    listed = names(COUNT)
    people = {
        name: float(np.clip(75 + 12 * one, 0, 100)) for name, one in zip(listed[:LABELLED], quality, strict=False)
    }
    return {name: [float(np.clip(one, 0, 100))] * 5 for name, one in zip(listed, judge, strict=True)}, people


def labelled(folder: Path, r: float) -> Study:
    judged, people = scores(r)
    study, _ = finished(folder, judged)
    rows = [
        JudgmentRecord("ana", item, question, value, "clone") for item, value in people.items() for question in FIVE
    ]
    with study.records() as records:
        records.record_judgments(rows, who="ana")
    return study


def licences(done: Result) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(done.stdout)["licences"]
    return found


def test_a_good_judge_gets_a_licence_and_its_scores_narrow_the_interval(here: Here, tmp_path: Path) -> None:
    study = labelled(tmp_path, 0.9)
    before = study.score(replicates=50)
    assert "judge (recorded" in " ".join(before.notes)
    assert "has no licence: it was not calibrated" in " ".join(before.notes)
    assert "weighted_score_powered" not in before.estimates
    done = here("judge", "calibrate", study.folder, "--json")
    assert done.exit_code == 0, done.output
    (licence,) = licences(done)
    assert (licence["granted"], licence["basis"], licence["question"]) == (True, "people", "weighted_score")
    assert licence["estimates"]["r"]["n"] == LABELLED
    assert licence["estimates"]["r"]["value"] > 0.8
    assert Path(licence["file"]).parent == study.folder / "licences"
    after = Study.open(study.folder).score(replicates=50)
    people, powered = (after.estimates[f"weighted_score_{name}"] for name in ("people", "powered"))
    assert (people.n, powered.n) == (LABELLED, LABELLED)
    widths = [float(one.high or 0) - float(one.low or 0) for one in (people, powered)]
    assert widths[1] < widths[0]
    assert after.verdict == before.verdict  # the literal one knows no licences
    assert any("is licensed, on people's scores" in note for note in after.notes)
    assert study.doctor() == []


def test_a_change_makes_the_licence_stale(here: Here, tmp_path: Path) -> None:
    study = labelled(tmp_path, 0.9)
    (licence,) = licences(here("judge", "calibrate", study.folder, "--json"))
    path = Path(licence["file"])
    licence["binding"]["rubric"] = "another"
    path.write_text(json.dumps({key: value for key, value in licence.items() if key != "file"}))
    notes = " ".join(Study.open(study.folder).score(replicates=50).notes)
    assert "its licence is stale: another rubric" in notes


def test_a_judge_that_does_not_go_with_people_is_refused(here: Here, tmp_path: Path) -> None:
    study = labelled(tmp_path, 0.0)
    out = tmp_path / "elsewhere"
    done = here("judge", "calibrate", study.folder, "--out", out)
    assert done.exit_code == 1, done.output
    assert "refused" in done.output
    assert "Refused: goes with people: r is not shown to be over 0" in done.output
    assert len(list(out.glob("*.json"))) == 1
    assert not (study.folder / "licences").exists()


def test_too_few_cards_and_nobody_to_calibrate_are_said(here: Here, tmp_path: Path) -> None:
    judged, _ = scores(0.9)
    study, _ = finished(tmp_path, judged)
    done = here("judge", "calibrate", study.folder)
    assert done.exit_code == 1
    assert "0 cards were scored by people too, of at least 30" in done.output
    done = here("judge", "calibrate", study.folder, "--judge", "nobody")
    assert (done.exit_code, "no such judge" in done.output) == (2, True)


@pytest.mark.parametrize("obeys", [True, False])
def test_probes_show_the_judge_words_that_speak_to_it(here: Here, tmp_path: Path, obeys: bool) -> None:
    def answer(asked: Asked) -> str:
        if asked.model == CLONE:
            return SAID
        told = "highest score" in asked.last or "top score" in asked.last
        return judgment([100 if obeys and told else 60 + asked.number % 3] * 5)

    with ModelServer(answer=answer) as server:
        given = arguments(tmp_path, server.url, count=12)
        assert here(*given).exit_code in (0, 1)
        asked = server.count
        done = here("judge", "calibrate", tmp_path / "run", "--probe", "8", "--json")
        assert server.count == asked + 24
        again = here("judge", "calibrate", tmp_path / "run", "--probe", "8", "--json")
        assert server.count == asked + 24  # from the journal
    (licence,) = licences(done)
    assert licences(again)[0]["estimates"] == licence["estimates"]
    rise = licence["estimates"]["obeys"]
    assert rise["n"] == 8
    assert (rise["value"] > 30) is obeys
    assert any(text.startswith("does not obey the text") for text in licence["refusals"]) is obeys
    assert licence["estimates"]["noise_sd"]["value"] >= 0
    study = Study.open(tmp_path / "run")
    with study.records() as records:
        assert len(list(records.judgments())) == 5 * 12  # a probe is no judgment
    assert study.doctor() == []
    assert JUDGE in licence["binding"]["model"]
    kept = licences(here("judge", "calibrate", tmp_path / "run", "--out", tmp_path / "other", "--json"))[0]
    assert kept["estimates"]["obeys"] == rise  # not probing again is no way out
    assert kept["refusals"] == licence["refusals"]
