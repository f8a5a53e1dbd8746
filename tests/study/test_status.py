"""Where a study stands, from its first day to its report: counts and the right next command at every point."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dealt_studies import answer_all, answer_packet, nearer_to, pair_item, pair_study
from recorded_run import GOOD, finished, names
from ringtrue.protocols.loader import load
from ringtrue.store.judgment_records import JudgmentRecord
from ringtrue.study.scenarios.begin import begun
from ringtrue.study.scenarios.inputs import RunGiven, read_inputs
from ringtrue.study.settings import Settings
from ringtrue.study.status import StudyCounts, next_step
from ringtrue.terms.item import Response
from scenario_files import SAID, recorded_files, run_files


def test_every_point_on_the_way(tmp_path: Path) -> None:
    folder = tmp_path / "s"
    study = pair_study(folder, [pair_item(n, status="pending") for n in range(5)])

    def at() -> dict[str, Any]:
        return study.status()

    assert at()["next"] == f"ringtrue items review {folder}"
    study.set_status({f"P{n}": "accepted" for n in range(5)})
    assert at()["item_status"] == {"accepted": 5}
    assert at()["key"] == {"state": "none", "opened": None}
    assert at()["next"] == f"ringtrue deal {folder} --raters 7"
    study.deal(3, force=True, why="a small study")
    assert at()["packets"] == {
        "dealt": 3, "raters": 3, "cards": 18, "out": 3, "partial": 0, "returned": 0, "withdrawn": 0,
        "out_with": {"r1": 1, "r2": 1, "r3": 1},
    }  # fmt: skip
    assert at()["next"].startswith(f"ringtrue serve {folder}, or ringtrue export {folder}")
    with study.records() as records:
        first, second, _ = records.packets()
    answer_packet(study, first, nearer_to("alpha"))
    answer_packet(study, second, nearer_to("alpha"), cards=2, finish=False)
    assert at()["blind"] == {"waiting": 18, "opened": 0, "saved": 6}
    assert at()["key"]["state"] == "sealed"
    assert at()["next"].startswith("2 packets are out")
    study.withdraw_rater("r3", why="ill")
    assert at()["next"].startswith("1 packet is out")
    with study.records() as records:
        records.return_packet(second.packet.token, who="r2", partial=True)
    assert (at()["packets"]["partial"], at()["packets"]["out_with"]) == (1, {})
    assert at()["next"] == f"ringtrue unblind {folder}"
    study.unblind()
    assert at()["blind"] == {"waiting": 0, "opened": 24, "saved": 0}
    assert at()["key"]["state"] == "opened"
    assert at()["raters"] == {"r1": 18, "r2": 6}
    assert at()["next"] == f"ringtrue score {folder}"
    study.score(replicates=20)
    assert at()["next"] == f"ringtrue report {folder}"


def test_a_statistic_is_no_rater(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "s")
    row = JudgmentRecord("statistic:voice", "P0", "voice", 1.0, "compressed", judge_kind="statistic")
    with study.records() as records:
        records.record_judgments([row], who="tester")
    assert study.status()["raters"] == {}
    assert study.status()["judgments"] == 1


def test_answers_from_files_need_no_dealing(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "s", [pair_item(0, responses={})])
    assert study.status()["next"] == f"ringtrue import {study.folder} FILE"
    with study.records() as records:
        records.record_judgments([JudgmentRecord("r", "P0", "vibe", 1.0)], who="tester")
    assert study.status()["next"] == f"ringtrue score {study.folder}"


def test_early_opening_leaves_what_never_came_back_in_sight(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "s")
    study.deal(2, force=True, why="a small study")
    study.unblind(early=True, why="no time")
    assert study.status()["packets"]["out"] == 2
    assert study.status()["next"] == f"ringtrue score {study.folder}"
    answered = pair_study(tmp_path / "t")
    answered.deal(1, force=True, why="a small study")
    answer_all(answered, nearer_to("beta"))
    assert answered.status()["packets"]["returned"] == 1


def test_a_run_that_stopped_is_started_again(tmp_path: Path) -> None:
    scenarios, prompt = run_files(tmp_path, 4)
    clone, judge = recorded_files(tmp_path, dict.fromkeys(names(4), GOOD))
    given = RunGiven(scenarios, prompt, f"recorded:{clone}", (f"recorded:{judge}",), allow_small=True)
    study, _, _ = begun(tmp_path / "stopped", read_inputs(given), after=None, who="ana")
    with study.records() as records:
        records.record_responses([Response(names(4)[0], "clone", SAID)], who="ana")
    assert study.status()["responses"] == {"clone": 1}
    assert study.status()["next"].startswith(f"start the same ringtrue run again with --out {tmp_path / 'stopped'}")


def test_a_run_that_is_through_has_a_report(tmp_path: Path) -> None:
    study, _ = finished(tmp_path, dict.fromkeys(names(4), GOOD))
    assert study.status()["next"] == f"ringtrue report {study.folder}"


# The next command, by how far a study has come.


START = StudyCounts(
    items=5, accepted=0, ready=0, responses=0, packets=0, out=0, blind=0, judgments=0, opened=False, results=0
)
SPEAKERS = {"speakers": {"clone": {"kind": "local"}}}
JUDGES = {"judges": {"panel": {"kind": "local"}}}


@pytest.mark.parametrize(
    ("changes", "data", "told"),
    [
        ({"items": 0}, {}, "write the items into items.yaml"),
        ({}, {}, "ringtrue import s FILE"),
        ({}, SPEAKERS, "ringtrue collect s"),
        ({"responses": 9, "ready": 5}, SPEAKERS, "ringtrue items review s"),
        ({"responses": 9, "ready": 5, "accepted": 5}, SPEAKERS, "ringtrue deal s --raters N"),
        ({"responses": 9, "ready": 5, "accepted": 5}, SPEAKERS | JUDGES, "ringtrue judge s --judge panel"),
        ({"judgments": 3}, SPEAKERS, "ringtrue score s"),
        ({"responses": 7, "is_run": True}, SPEAKERS | JUDGES, "start the same ringtrue run again with --out s"),
        ({"responses": 7, "judgments": 9, "is_run": True}, SPEAKERS | JUDGES, "start the same ringtrue run again"),
        ({"judgments": 9, "results": 1, "is_run": True}, SPEAKERS | JUDGES, "ringtrue report s"),
        ({"judgments": 3, "results": 1}, {}, "ringtrue report s"),
        ({"packets": 2, "out": 2}, {}, "ringtrue serve s, or ringtrue export s --out pages"),
        ({"packets": 2, "out": 1, "blind": 9}, {}, "1 packet is out: wait"),
        ({"packets": 2, "blind": 9, "judgments": 4, "results": 1}, {}, "ringtrue unblind s"),
        ({"packets": 2, "blind": 9, "opened": True}, {}, "ringtrue score s"),
        ({"packets": 2, "out": 1, "blind": 9, "opened": True, "results": 2}, {}, "ringtrue report s"),
    ],
)
def test_what_comes_next(changes: dict[str, int], data: dict[str, object], told: str) -> None:
    settings = Settings(load("pairs"), data=data)
    assert next_step(Path("s"), settings, replace(START, **changes)).startswith(told)  # type: ignore[arg-type]
