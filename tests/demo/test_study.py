"""Studies of the demo's making: a folder appears whole or not at all, and every later act is done once."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from ringtrue.demo.layout import PERSON, SIMULATED, DemoFolder
from ringtrue.demo.pairs import RATERS, pair_study
from ringtrue.demo.study import WHO, finished, go_on, made, rated, recorded, scored
from ringtrue.study.study import Study
from ringtrue.terms.call import BudgetReached, Interrupted, NotStored, Stop
from ringtrue.terms.problem import BadInput
from small_demo import small_place, with_pairs

ITEMS = [{"id": "P1", "kind": "pair", "domain": "TECH", "prompt": "Why?", "status": "accepted"}]


@pytest.fixture
def place(tmp_path: Path) -> DemoFolder:
    return small_place(tmp_path / "out")


def new(place: DemoFolder, name: str = "one", items: Sequence[Mapping[str, Any]] = ITEMS) -> Study:
    return made(place, place.study("pairs", name), "pairs", items, {"full": {"kind": "documented"}})


def test_a_new_study_names_the_person_her_texts_and_its_label(place: DemoFolder) -> None:
    study = new(place)
    assert study.who == WHO
    assert (study.settings.subject, study.settings.note) == (PERSON, SIMULATED)
    assert (study.folder / study.settings.data["subject"]["folder"]).resolve() == place.texts
    assert [item.id for item in study.items()] == ["P1"]
    assert study.folder.stat().st_mode & 0o777 == 0o755
    assert [path.name for path in study.folder.parent.iterdir()] == ["one"]


def test_a_study_that_is_there_is_opened_as_it_is(place: DemoFolder) -> None:
    first = new(place)
    again = new(place, items=[])
    assert [item.id for item in again.items()] == ["P1"]
    with first.records() as records:
        assert sum(entry.act == "study created" for entry in records.audit_entries()) <= 1


@pytest.mark.parametrize("protocol", ["no-such-protocol", ""])
def test_a_study_that_cannot_be_made_leaves_nothing(place: DemoFolder, protocol: str) -> None:
    folder = place.study("x", "one")
    with pytest.raises(BadInput):
        made(place, folder, protocol, ITEMS, {})
    assert list(folder.parent.iterdir()) == []


def test_a_recorded_speaker_is_found_from_anywhere(place: DemoFolder) -> None:
    folder = place.study("blind", "x")
    told = recorded(folder, place.answers("faithful"), "faithful")
    assert told == {"kind": "recorded", "file": "../../sample/answers/faithful.jsonl", "speaker": "faithful"}


@pytest.mark.parametrize(
    "stop", [Stop("It broke.", "Mend it."), BudgetReached("Dear.", "Pay."), NotStored("Full.", "")]
)
def test_calls_that_were_stopped_refuse_with_their_remedy(place: DemoFolder, stop: Stop) -> None:
    with pytest.raises(BadInput) as refusal:
        go_on(stop, place.out)
    (problem,) = refusal.value.problems
    assert (problem.file, problem.what, problem.remedy) == (str(place.out), stop.what, stop.remedy)


def test_an_interruption_stays_one_and_nothing_is_no_reason_to_stop(place: DemoFolder) -> None:
    go_on(None, place.out)
    with pytest.raises(KeyboardInterrupt):
        go_on(Interrupted("Ctrl-C"), place.out)


def test_a_study_is_rated_scored_and_reported_once(place: DemoFolder) -> None:
    folder = place.study("pairs", "compressed")
    assert finished(folder) is None
    first = pair_study(with_pairs(place), "compressed")
    study = Study.open(folder)
    assert rated(study, RATERS, {"compressed": "compressed", "control": "generic"}).estimates == first.estimates
    assert study.status()["results"] == 1
    known = finished(folder)
    assert known is not None
    assert known.estimates == first.estimates


def test_a_result_without_its_report_is_not_finished_and_not_scored_again(place: DemoFolder) -> None:
    pair_study(with_pairs(place), "compressed")
    study = Study.open(place.study("pairs", "compressed"))
    for path in (study.folder / "reports").glob("*.html"):
        path.unlink()
    assert finished(study.folder) is None
    scored(study)
    assert finished(study.folder) is not None
    assert study.status()["results"] == 1


def test_a_study_without_answers_cannot_be_scored(place: DemoFolder) -> None:
    with pytest.raises(BadInput):
        scored(new(place))


def test_a_folder_that_is_not_there_is_not_finished(place: DemoFolder) -> None:
    assert finished(place.out / "nowhere") is None
