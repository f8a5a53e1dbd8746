"""The demo's folder: laid out once, gone on with, refused where it is somebody's, made anew for another version."""

import json
from pathlib import Path

import pytest

from ringtrue.demo.layout import SPEAKERS, lay_out, write_plain_texts
from ringtrue.sources.person_texts import read_person_texts, read_text_groups
from ringtrue.terms.problem import BadInput


def test_everything_the_demo_needs_is_laid_out_as_files(tmp_path: Path) -> None:
    place = lay_out(tmp_path / "out")
    assert len(read_person_texts(place.texts).texts) == 42
    assert len(read_text_groups(place.others)[0]) == 4
    assert all(place.answers(name).is_file() for name in (*SPEAKERS, "pairs"))
    assert all(place.ratings(f"scenarios-{name}.jsonl").is_file() for name in SPEAKERS)
    assert all(place.suite(name).is_file() for name in ("blind", "scenarios", "pairs"))
    assert place.prompt.is_file()
    assert place.gold.is_file()
    assert "No model judged" in place.ratings("README.md").read_text(encoding="utf-8")


def test_a_second_time_nothing_is_written_again(tmp_path: Path) -> None:
    place = lay_out(tmp_path / "out")
    own = place.suite("pairs")
    own.write_text("changed by hand", encoding="utf-8")
    lay_out(tmp_path / "out")
    assert own.read_text(encoding="utf-8") == "changed by hand"


def test_what_was_lost_is_laid_out_again(tmp_path: Path) -> None:
    place = lay_out(tmp_path / "out")
    place.prompt.unlink()
    assert lay_out(tmp_path / "out").prompt.is_file()


def test_a_demo_of_another_version_is_made_anew_and_other_files_stay(tmp_path: Path) -> None:
    place = lay_out(tmp_path / "out")
    mark = place.out / "demo.json"
    mark.write_text(json.dumps({**json.loads(mark.read_text()), "sample": "another"}), encoding="utf-8")
    (place.out / "blind").mkdir()
    (place.out / "notes.txt").write_text("mine", encoding="utf-8")
    place.suite("pairs").write_text("old", encoding="utf-8")
    lay_out(tmp_path / "out")
    assert not (place.out / "blind").exists()
    assert (place.out / "notes.txt").read_text(encoding="utf-8") == "mine"
    assert place.suite("pairs").read_text(encoding="utf-8") != "old"


def test_somebody_elses_folder_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(BadInput, match="something else"):
        lay_out(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("", encoding="utf-8")
    with pytest.raises(BadInput, match="file, not a folder"):
        lay_out(tmp_path / "out")


def test_a_place_below_a_file_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(BadInput, match="cannot be made"):
        lay_out(tmp_path / "file" / "out")


def test_an_empty_folder_will_do(tmp_path: Path) -> None:
    assert lay_out(tmp_path).texts.is_dir()


def test_the_person_as_a_plain_folder_of_texts(tmp_path: Path) -> None:
    written = write_plain_texts(tmp_path / "texts")
    assert len(written) == 42
    assert [path.name for path in written] == sorted(path.name for path in written)
    assert not any(path.is_dir() for path in (tmp_path / "texts").iterdir())
    assert "are invented" in written[0].read_text(encoding="utf-8")
