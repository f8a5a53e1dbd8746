"""The demo step by step: every step is told once it is done, and a demo that was done is only read."""

import json
import shutil
from dataclasses import asdict
from pathlib import Path

import pytest

from ringtrue.files import write_json
from ringtrue.study.demo_blind import blind_study
from ringtrue.study.demo_layout import PAIRED, SPEAKERS, Place, lay_out
from ringtrue.study.demo_live import Live
from ringtrue.study.demo_pairs import pair_study
from ringtrue.study.demo_run import STEPS, _Stepper, run_demo
from ringtrue.study.demo_scenarios import scenario_study
from ringtrue.study.demo_voice import Heard
from ringtrue.terms import BadInput
from small_demo import small_place, with_pairs, with_quotes, with_scenarios

HEARD = Heard("x", 4, 1.2, 0.8, 1.6, 0.97, "", (), 0, ())


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Place:
    """A demo whose studies are small ones, finished, the same for every speaker."""
    root = tmp_path_factory.mktemp("done")
    small = with_quotes(small_place(root / "quotes"), {"q1": "111", "q2": "000", "q3": "110", "q4": "="})
    blind_study(small, "faithful")
    pairs = with_pairs(small_place(root / "pairs"))
    pair_study(pairs, "compressed")
    scenarios = with_scenarios(small_place(root / "scenarios"), [(95,) * 5] * 50)
    scenario_study(scenarios, "faithful")
    place = lay_out(root / "out")
    for speaker in SPEAKERS:
        shutil.copytree(small.study("blind", "faithful"), place.study("blind", speaker))
        shutil.copytree(scenarios.study("scenarios", "faithful"), place.study("scenarios", speaker))
    for speaker in PAIRED:
        shutil.copytree(pairs.study("pairs", "compressed"), place.study("pairs", speaker))
    for folder in ("live", "voice"):
        (place.out / folder).mkdir()
    write_json(place.out / "live" / "live.json", {"texts": {"ODA-TECH": "As a bell."}, "note": "slow"})
    told = [asdict(HEARD) | {"speaker": name} for name in SPEAKERS]
    write_json(place.voice / "voice.json", {"speakers": told})
    return place


def test_every_step_is_told_in_order_and_there_are_as_many_as_foretold(done: Place) -> None:
    told: list[tuple[str, float]] = []
    run_demo(done.out, lambda what, seconds: told.append((what, seconds)))
    assert len(told) == STEPS
    assert all(seconds >= 0 for _, seconds in told)
    words = [what for what, _ in told]
    assert "laid out" in words[0]
    assert "embedded model" in words[1]
    assert [what for what in words if what.startswith("blind")] == [f"blind study of {name}" for name in SPEAKERS]
    assert [what for what in words if what.startswith("pairs")] == [f"pairs: full beside {name}" for name in PAIRED]
    assert "wording" in words[-1]


def test_everything_found_out_is_there_by_speaker(done: Place) -> None:
    demo = run_demo(done.out, lambda *_: None)
    assert demo.place == done
    assert list(demo.blind) == list(demo.scenarios) == list(SPEAKERS)
    assert list(demo.pairs) == list(PAIRED)
    assert demo.voice["drifted"].value == 1.2
    assert demo.live == Live({"ODA-TECH": "As a bell."}, "slow")
    # 3 + 0 + 2 of nine picks found the person, and the tenth is a tie: 5.5 of 10.
    assert demo.blind["generic"].estimates["found_share"].value == pytest.approx(0.55)
    assert demo.scenarios["caricature"].estimates["aggregate_valid"].value == pytest.approx(95.0)


def test_nothing_is_written_by_reading(done: Place) -> None:
    before = {path: path.stat().st_mtime_ns for path in done.out.rglob("*.json") if path.name != "demo.json"}
    run_demo(done.out, lambda *_: None)
    assert {path: path.stat().st_mtime_ns for path in before} == before
    assert json.loads((done.out / "demo.json").read_text(encoding="utf-8"))["ringtrue"]


def test_somebody_elses_folder_is_refused_and_no_step_is_told(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine", encoding="utf-8")
    told: list[str] = []
    with pytest.raises(BadInput, match="something else"):
        run_demo(tmp_path, lambda what, _: told.append(what))
    assert told == []


def test_a_step_that_fails_is_not_told_as_done() -> None:
    told: list[str] = []
    step = _Stepper(lambda what, _: told.append(what))
    with step("first"):
        pass

    def fail() -> None:
        with step("second"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert told == ["first"]
