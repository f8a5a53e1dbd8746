"""A blind study of the demo: recorded answers collected, dealt to simulated raters, done once; voice; live answers."""

import json
from dataclasses import asdict
from pathlib import Path

import pytest

from ringtrue.demo import studies as demo_live
from ringtrue.demo.layout import SIMULATED, DemoFolder, lay_out
from ringtrue.demo.simulated_raters import rater_names
from ringtrue.demo.studies import LIVE, RATERS, Heard, _page, blind_study, live_answers, voices
from ringtrue.judge.statistic.voice import voice_opinion
from ringtrue.sources.person_texts import read_person_texts, read_text_groups
from ringtrue.study.study import Study
from ringtrue.terms.problem import BadInput
from small_demo import small_place


def test_the_drifted_clone_has_the_voice_and_fails_by_what_it_decides(sample: DemoFolder) -> None:
    result = blind_study(sample, "drifted")
    assert result.verdict.label == "FAIL"
    assert result.status["decision"] == "fail"
    assert result.status["style"] != "fail"
    assert (result.counts["raters"], result.coverage) == (RATERS, 1.0)


def test_a_blind_study_is_an_ordinary_one_and_says_that_it_is_simulated(drifted: Study) -> None:
    assert drifted.settings.note == SIMULATED
    assert drifted.doctor() == []
    report = next((drifted.folder / "reports").glob("*.md")).read_text(encoding="utf-8")
    assert SIMULATED in report
    assert list(drifted.status()["raters"]) == rater_names(RATERS)


def test_the_clone_says_what_was_recorded_and_the_person_what_is_documented(drifted: Study, sample: DemoFolder) -> None:
    with drifted.records() as records:
        said = {(one.response.speaker, one.response.item): one.response.text for one in records.responses()}
    lines = sample.answers("drifted").read_text(encoding="utf-8").splitlines()
    recorded = {answer["item"]: answer["text"] for answer in map(json.loads, lines)}
    suite = [item for item in drifted.items() if not item.tags.get("control")]
    assert all(said["clone", item.id] == recorded[item.id] for item in suite)
    assert all(said["real", item.id] == item.fields["real"] for item in suite if item.kind == "quote")
    assert not any(speaker == "generic" for speaker, _ in said)  # the control items hold its texts


def test_a_second_call_reads_the_result_and_adds_nothing(drifted: Study, sample: DemoFolder) -> None:
    before = drifted.status()
    assert blind_study(sample, "drifted").verdict.label == "FAIL"
    assert drifted.status() == before


def test_a_lost_suite_is_refused_and_leaves_no_study(tmp_path: Path) -> None:
    place = small_place(tmp_path / "out")
    with pytest.raises(BadInput, match=r"blind\.yaml"):
        blind_study(place, "faithful")
    assert not place.study("blind", "faithful").exists()


# The demo's voice account: a page and a plot for a speaker, and what was heard kept for the next run.


HEARD = Heard("faithful", 152, 1.3, 0.6, 2.4, 1.0, "", (), 0, ("Answer at more length.",))


def test_what_was_heard_is_read_and_not_computed_again(tmp_path: Path) -> None:
    place = DemoFolder(tmp_path)
    place.voice.mkdir()
    (place.voice / "voice.json").write_text(json.dumps({"speakers": [asdict(HEARD)]}), encoding="utf-8")
    assert voices(place, {}) == {"faithful": HEARD}  # there is no study in this folder that could be read


def test_a_flag_makes_a_speaker_flagged() -> None:
    assert not HEARD.flagged
    assert Heard.from_dict({**asdict(HEARD), "flags": ["louder than the person"]}).flagged


def test_a_page_says_what_sets_a_speaker_apart(tmp_path: Path) -> None:
    place = lay_out(tmp_path / "out")
    place.voice.mkdir()
    lines = place.answers("caricature").read_text(encoding="utf-8").splitlines()
    said = {json.loads(line)["item"]: json.loads(line)["text"] for line in lines}
    person, others = read_person_texts(place.texts), read_text_groups(place.others)[0]
    reading = voice_opinion(person.texts, others, {LIVE: said}, bare="generic").readings[LIVE]
    advice = _page(place, LIVE, person, said, others, reading)
    assert any("“Right”" in line for line in advice)
    page = (place.voice / "generic-live.md").read_text(encoding="utf-8")
    assert "(generic-live.svg)" in page
    assert "it does not read what is said" in page
    assert "Voice: how close the replies are" in (place.voice / "generic-live.html").read_text(encoding="utf-8")
    assert (place.voice / "generic-live.svg").read_text(encoding="utf-8").startswith("<?xml")


# Live answers: the real embedded model through `collect`, kept for the next run; and what happens without it.


def test_the_model_answers_the_pairs_and_some_scenarios(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo_live, "_BOT", {"kind": "local", "max_tokens": 4, "threads": 1})
    monkeypatch.setattr(demo_live, "_PATIENCE", 600.0)
    monkeypatch.setattr(demo_live, "_EVERY", 26)  # of 52: two, where the demo asks a dozen
    place = lay_out(tmp_path / "out")
    live = live_answers(place)
    assert len(live.texts) == 7
    assert live.note == ""
    monkeypatch.setattr(demo_live, "_asked", None)  # whoever asked again would fail
    assert live_answers(place) == live


def test_a_slow_machine_is_asked_the_pairs_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo_live, "_BOT", {"kind": "local", "max_tokens": 2, "threads": 1})
    monkeypatch.setattr(demo_live, "_PATIENCE", 0.0)
    live = live_answers(lay_out(tmp_path / "out"))
    assert len(live.texts) == 5
    assert "slow on this machine" in live.note


def test_without_the_model_the_demo_says_so_and_asks_again_next_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demo_live, "_BOT", {"kind": "local", "model": "missing.gguf"})
    place = lay_out(tmp_path / "out")
    live = live_answers(place)
    assert live.texts == {}
    assert "did not answer" in live.note
    assert "recorded answers are used" in live.note
    assert not (place.out / "live" / "live.json").exists()
