"""Live answers: the real embedded model through `collect`, kept for the next run; and what happens without it."""

from pathlib import Path

import pytest

from ringtrue.study import demo_live
from ringtrue.study.demo_layout import lay_out
from ringtrue.study.demo_live import live_answers


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
