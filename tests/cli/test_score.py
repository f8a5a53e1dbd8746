"""`ringtrue score`: a result recorded, written and shown, with the exit code of the verdict asked for."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from recorded_run import GAP, GOOD, finished, names
from ringtrue.study.study import Study
from study_templates import fresh

FEW = ("--replicates", "100")


@pytest.fixture(scope="module")
def passing(tmp_path_factory: pytest.TempPathFactory) -> Study:
    """Three scenarios, 95 on every dimension: 95 is on target."""
    return finished(tmp_path_factory.mktemp("good"), dict.fromkeys(names(3), GOOD))[0]


@pytest.fixture(scope="module")
def failing(tmp_path_factory: pytest.TempPathFactory) -> Study:
    return finished(tmp_path_factory.mktemp("bad"), dict.fromkeys(names(3), GAP))[0]


def test_the_result_is_recorded_written_and_shown(here: Callable[..., Result], passing: Study) -> None:
    before = passing.status()["results"]
    done = here("score", passing.folder, *FEW, "--who", "Ines")
    assert done.exit_code == 0, done.output
    assert "95.00" in done.stdout
    assert f"Next: ringtrue report {passing.folder}" in done.stdout
    assert passing.status()["results"] == before + 1
    latest = passing.latest()
    assert latest is not None
    assert latest.provenance.who == "Ines"


def test_json_is_the_file_it_wrote(here: Callable[..., Result], passing: Study) -> None:
    document = json.loads(here("score", passing.folder, *FEW, "--json").stdout)
    assert document == json.loads((passing.folder / "result.json").read_text(encoding="utf-8"))
    assert document["resampling"]["replicates"] == 100
    assert document["estimates"]["aggregate_fidelity"]["value"] == pytest.approx(95.0)


@pytest.mark.parametrize(("options", "code"), [((), 0), (("--strict",), 0), (("--by", "literal"), 0)])
def test_a_pass_is_zero(here: Callable[..., Result], passing: Study, options: tuple[str, ...], code: int) -> None:
    assert here("score", passing.folder, *FEW, *options).exit_code == code


def test_a_failure_is_one_and_what_cannot_be_told_is_no_failure_but_strictly(
    here: Callable[..., Result], failing: Study
) -> None:
    document = json.loads(here("score", failing.folder, *FEW, "--json").stdout)
    labels = document["verdict"]["label"], document["sound_verdict"]["label"]
    assert labels == ("FAIL", "provisional")  # one judge, three scenarios, no controls
    assert here("score", failing.folder, *FEW).exit_code == 1
    assert here("score", failing.folder, *FEW, "--by", "sound").exit_code == 0
    assert here("score", failing.folder, *FEW, "--by", "sound", "--strict").exit_code == 1


def test_an_item_without_an_answer_makes_it_three(here: Callable[..., Result], tmp_path: Path) -> None:
    scores = dict.fromkeys(names(3), GOOD) | {names(3)[1]: ()}
    study, _ = finished(tmp_path, scores)
    assert here("score", study.folder, *FEW).exit_code == 3


def test_nothing_to_score_is_refused(here: Callable[..., Result], tmp_path: Path) -> None:
    study = fresh(tmp_path / "s", "scenarios")
    (study.folder / "items.json").write_text("[]", encoding="utf-8")
    done = here("score", study.folder)
    assert done.exit_code == 2
    assert "Refused" in done.stderr
    assert study.latest() is None
    assert not (study.folder / "result.json").exists()


@pytest.mark.parametrize("options", [("--replicates", "99"), ("--replicates", "100001"), ("--by", "ear")])
def test_options_out_of_range_are_refused(
    here: Callable[..., Result], passing: Study, options: tuple[str, ...]
) -> None:
    done = here("score", passing.folder, *options)
    assert done.exit_code == 2
    assert options[0] in done.output


def test_the_current_protocol_makes_a_second_result_and_says_so(here: Callable[..., Result], passing: Study) -> None:
    here("score", passing.folder, *FEW)
    before = (passing.folder / "result.json").read_bytes()
    done = here("score", passing.folder, *FEW, "--protocol", "current")
    assert done.exit_code == 0
    assert "A second result, by scenarios" in " ".join(done.stdout.split())
    assert "result-current.json" in done.stdout
    assert (passing.folder / "result.json").read_bytes() == before
    second = json.loads(here("score", passing.folder, *FEW, "--protocol", "current", "--json").stdout)
    assert second["protocol"]["made_with"] == second["protocol"]["hash"]
