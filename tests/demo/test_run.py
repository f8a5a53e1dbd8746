"""The demo step by step: every step is told once it is done, and a demo that was done is only read."""

import json
import shutil
from dataclasses import asdict
from pathlib import Path

import pytest

from ringtrue.demo.layout import PAIRED, SPEAKERS, DemoFolder, lay_out
from ringtrue.demo.pairs import pair_study
from ringtrue.demo.run import RATER, STEPS, _Stepper, rating_demo, run_demo
from ringtrue.demo.scenarios import scenario_study
from ringtrue.demo.studies import Heard, Live
from ringtrue.files.json_file import write_json
from ringtrue.study.study import Study
from ringtrue.terms.problem import BadInput
from small_demo import small_place, with_pairs, with_scenarios

HEARD = Heard("x", 4, 1.2, 0.8, 1.6, 0.97, "", (), 0, ())


@pytest.fixture(scope="module")
def done(sample: DemoFolder, tmp_path_factory: pytest.TempPathFactory) -> DemoFolder:
    """A demo whose studies are finished, the same for every speaker."""
    root = tmp_path_factory.mktemp("done")
    pairs = with_pairs(small_place(root / "pairs"))
    pair_study(pairs, "compressed")
    scenarios = with_scenarios(small_place(root / "scenarios"), [(95,) * 5] * 50)
    scenario_study(scenarios, "faithful")
    place = lay_out(root / "out")
    for speaker in SPEAKERS:
        shutil.copytree(sample.study("blind", "drifted"), place.study("blind", speaker))
        shutil.copytree(scenarios.study("scenarios", "faithful"), place.study("scenarios", speaker))
    for speaker in PAIRED:
        shutil.copytree(pairs.study("pairs", "compressed"), place.study("pairs", speaker))
    for folder in ("live", "voice"):
        (place.out / folder).mkdir()
    write_json(place.out / "live" / "live.json", {"texts": {"ODA-TECH": "As a bell."}, "note": "slow"})
    told = [asdict(HEARD) | {"speaker": name} for name in SPEAKERS]
    write_json(place.voice / "voice.json", {"speakers": told})
    return place


def test_every_step_is_told_in_order_and_there_are_as_many_as_foretold(done: DemoFolder) -> None:
    told: list[tuple[str, float]] = []
    run_demo(done.out, lambda what, seconds: told.append((what, seconds)))
    assert len(told) == STEPS
    assert all(seconds >= 0 for _, seconds in told)
    words = [what for what, _ in told]
    assert "laid out" in words[0]
    assert "embedded model" in words[1]
    assert [what for what in words if what.startswith("blind")] == [f"blind study of {name}" for name in SPEAKERS]
    assert [what for what in words if what.startswith("pairs")] == [f"pairs: full beside {name}" for name in PAIRED]
    assert "wording" in words[-2]
    assert "compared" in words[-1]


def test_everything_found_out_is_there_by_speaker(done: DemoFolder) -> None:
    demo = run_demo(done.out, lambda *_: None)
    assert demo.place == done
    assert list(demo.blind) == list(demo.scenarios) == list(SPEAKERS)
    assert list(demo.pairs) == list(PAIRED)
    assert demo.voice["drifted"].value == 1.2
    assert demo.live == Live({"ODA-TECH": "As a bell."}, "slow")
    assert demo.blind["generic"].estimates == demo.blind["drifted"].estimates
    assert demo.scenarios["caricature"].estimates["aggregate_valid"].value == pytest.approx(95.0)


def test_nothing_is_written_by_reading(done: DemoFolder) -> None:
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


# The sample's pairs to rate oneself: one page, whole, made once.


def test_a_page_to_rate_is_made_once(tmp_path: Path) -> None:
    made = rating_demo(tmp_path / "out")
    page = made.page.read_bytes()
    assert b"<script" in page
    again = rating_demo(tmp_path / "out")
    assert again == made
    assert again.page.read_bytes() == page
    with Study.open(made.study).records() as records:
        (packet,) = records.packets()
    assert packet.packet.rater == RATER
    # Five pairs and one card of attention: a sitting of about ten minutes.
    assert len(packet.packet.cards) == 6
    # The page names the person, and the note beside it the folder where the study now is.
    assert b'"person":{"name":"Oda Brennick (invented)"' in page
    note = (made.page.parent / "README.txt").read_text(encoding="utf-8")
    assert f"ringtrue import {made.study} FILE" in note


def test_a_kill_in_between_leaves_nothing_that_is_in_the_way(tmp_path: Path) -> None:
    rating_demo(tmp_path / "other")  # lays the sample out
    (tmp_path / "other" / ".rate-left").mkdir()
    assert rating_demo(tmp_path / "other").page.is_file()


def test_the_command_names_page_and_study(tmp_path: Path) -> None:
    import json

    from click.testing import CliRunner

    from ringtrue.cli import main

    done = CliRunner().invoke(main, ["demo", "--rate", "--out", str(tmp_path / "out"), "--json"])
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert Path(told["page"]).is_file()
    assert Path(told["study"]).is_dir()
    plain = CliRunner().invoke(main, ["demo", "--rate", "--out", str(tmp_path / "out")])
    assert "ringtrue import" in plain.stdout
