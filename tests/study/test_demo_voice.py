"""The demo's voice account: a page and a plot for a speaker, and what was heard kept for the next run."""

import json
from dataclasses import asdict
from pathlib import Path

from ringtrue.sources import read_person_texts, read_text_groups
from ringtrue.study.demo_layout import Place, lay_out
from ringtrue.study.demo_voice import LIVE, Heard, _page, voices

HEARD = Heard("faithful", 152, 1.3, 0.6, 2.4, 1.0, "", (), 0, ("Answer at more length.",))


def test_what_was_heard_is_read_and_not_computed_again(tmp_path: Path) -> None:
    place = Place(tmp_path)
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
    said = [json.loads(line)["text"] for line in lines]
    advice = _page(place, LIVE, read_person_texts(place.texts).texts, said, read_text_groups(place.others)[0])
    assert any("“Right”" in line for line in advice)
    page = (place.voice / "generic-live.md").read_text(encoding="utf-8")
    assert "(generic-live.svg)" in page
    assert "it does not read what is said" in page
    assert (place.voice / "generic-live.svg").read_text(encoding="utf-8").startswith("<?xml")
