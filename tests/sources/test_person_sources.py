"""A person's sources: own words on their lines, a snapshot that spares reading, citations that went stale."""

import os
from importlib.resources import files
from pathlib import Path

import pytest

from ringtrue.sources.citation_check import SourceIndex, reference_of
from ringtrue.sources.person_sources import SNAPSHOT, read_snapshot, read_sources, stale, write_snapshot

TALK = "Title: On bells\nDate: 2011-03-17\n\nA bell is cast.\n\nQ: Why?\n\nIt lasts.\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "Ada Example"
    (place / "talks").mkdir(parents=True)
    (place / "talks" / "one [MASTER] $5.txt").write_text(TALK, encoding="utf-8")
    (place / "2015 chat.txt").write_text("Ada: Two.\nBob: Three.\nAda: Four.\n", encoding="utf-8")
    return place


def test_a_plain_folder_gives_the_persons_words_with_title_and_date(folder: Path) -> None:
    read = read_sources(folder)
    assert [(text.path, text.title, text.date, text.masked) for text in read.texts] == [
        ("/2015 chat.txt", "chat", "2015", 1),
        ("/talks/one [MASTER] $5.txt", "On bells", "2011-03-17", 1),
    ]
    assert [text.text.split() for text in read.texts] == [
        ["Two.", "Four."],
        ["A", "bell", "is", "cast.", "It", "lasts."],
    ]
    assert read.primary() == {"texts": 2, "DNA": 0, "SOUL": 0, "MEMORY": 0}
    assert "2 turns of other people are left out" in read.notes[0]


def test_a_name_that_is_given_says_who_the_person_is(folder: Path) -> None:
    read = read_sources(folder, names=["Bob"])
    assert read.texts[0].text.split() == ["Three."]


def test_a_second_reading_reads_only_what_changed(folder: Path, tmp_path: Path) -> None:
    kept = tmp_path / SNAPSHOT
    first = read_sources(folder, snapshot=kept)
    write_snapshot(kept, first)
    again = read_sources(folder, snapshot=kept)
    assert (first.reread, again.reread, again.texts) == (2, 0, first.texts)
    changed = folder / "2015 chat.txt"
    changed.write_text("Ada: Five.\n", encoding="utf-8")
    os.utime(changed, ns=(1, 1))
    third = read_sources(folder, snapshot=kept)
    assert third.reread == 1
    assert third.texts[0].text.split() == ["Five."]
    assert read_sources(folder, names=["Bob"], snapshot=kept).reread == 2  # other words are the person's then


def test_the_snapshot_holds_nobody_elses_words(folder: Path, tmp_path: Path) -> None:
    write_snapshot(tmp_path / SNAPSHOT, read_sources(folder))
    written = (tmp_path / SNAPSHOT).read_text(encoding="utf-8")
    assert "Three" not in written
    assert "Why?" not in written


def test_a_damaged_snapshot_is_as_none(tmp_path: Path) -> None:
    (tmp_path / SNAPSHOT).write_text('{"ringtrue_sources": 1}\n{"path": ', encoding="utf-8")
    assert read_snapshot(tmp_path / SNAPSHOT) == {}


def test_a_stale_citation_is_found_with_the_nearest_place(folder: Path, tmp_path: Path) -> None:
    write_snapshot(tmp_path / SNAPSHOT, read_sources(folder))
    snapshot = read_snapshot(tmp_path / SNAPSHOT)
    cited = reference_of("^[RAIZ:/talks/one [MASTER] $5.txt:L4]")
    assert stale(cited, snapshot, SourceIndex(folder)) is None
    talk = folder / "talks" / "one [MASTER] $5.txt"
    talk.write_text(TALK.replace("A bell", "New.\n\nA bell"), encoding="utf-8")
    moved = stale(cited, snapshot, SourceIndex(folder))
    assert moved is not None
    assert (moved.what, moved.remedy) == ("The words cited have moved since the draft.", "Cite L6-6.")
    talk.rename(folder / "talks" / "two.txt")
    gone = stale(cited, snapshot, SourceIndex(folder))
    assert gone is not None
    assert gone.remedy == "Cite ^[RAIZ:/talks/two.txt:L6-6]."
    (folder / "talks" / "two.txt").write_text("Nothing.\n", encoding="utf-8")
    lost = stale(cited, snapshot, SourceIndex(folder))
    assert lost is not None
    assert "correct or reject" in lost.remedy


def test_the_sample_person_from_the_top_and_from_the_own_folder() -> None:
    top = Path(str(files("ringtrue.personas") / "oda-brennick"))
    one, other = read_sources(top), read_sources(top / "agents" / "persons" / "ODA-BRENNICK")
    assert one.primary() == {"texts": 42, "DNA": 30, "SOUL": 1, "MEMORY": 1}
    assert [text.path for text in one.texts] == [text.path for text in other.texts]
    assert [text.path for text in one.documents] == [text.path for text in other.documents]
