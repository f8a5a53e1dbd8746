"""A folder of answers: names read, tables joined, odd files told."""

from pathlib import Path

import pytest

from ringtrue.formats import read_pair_folder
from ringtrue.terms import BadInput


def write(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
    return folder


def test_three_regimes_make_a_pair_and_a_table_gives_its_index(tmp_path: Path) -> None:
    write(
        tmp_path,
        **{"Ada-L_T3_TECH_run2_FULL": "full\n", "Ada-L_T3_TECH_run2_T3": "short", "Ada-L_T3_TECH_run2_GAMMA": "g"},
    )
    (tmp_path / "pairs.csv").write_text("persona,domain,run,PFI_model\nAda-L,TECH,2,0.9\n")
    read = read_pair_folder(tmp_path)
    (pair,) = read.pairs
    assert (pair.id, pair.persona, pair.domain, pair.run, pair.pfi_model) == (
        "Ada-L_TECH_run2",
        "Ada-L",
        "TECH",
        2,
        0.9,
    )
    assert list(pair.texts.items()) == [("full", "full"), ("compressed", "short"), ("control", "g")]
    assert read.flags == ()


def test_what_looks_odd_is_flagged(tmp_path: Path) -> None:
    write(tmp_path, Ada_T3_TECH_run1_FULL="same", Ada_T3_TECH_run1_T3="same", Ada_T3_SELF_run1_T3="b", notes="c")
    assert {flag.kind: flag.what for flag in read_pair_folder(tmp_path).flags} == {
        "left out": "1 text files are not named Persona_T3_DOMAIN_runN_REGIME.txt and were left out: notes.txt.",
        "missing text": "1 pairs have no text of full: Ada_SELF_run1.",
        "same text": "Ada_TECH_run1: full and compressed are the same text.",
    }


def test_every_bad_file_is_listed(tmp_path: Path) -> None:
    write(
        tmp_path,
        Ada_T3_TECH_run1_FULL=" \n",
        Ada_T3_TECH_run1_BETA="b",
        Ada_T3_SELF_run1_T3="c",
        Ada_T3_SELF_run1_T4="d",
    )
    (tmp_path / "Ada_T3_NARR_run1_T3.txt").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "pairs.json").write_text("{}")
    with pytest.raises(BadInput) as refused:
        read_pair_folder(tmp_path)
    assert [problem.what for problem in refused.value.problems] == [
        "The text is UTF-16 or UTF-32, not UTF-8.",
        "Ada_SELF_run1 has two texts of compressed.",
        "There is no such regime.",
        "There is no text in it.",
        "This is not a list of pairs.",
    ]


@pytest.mark.parametrize("name", ["missing", "empty"])
def test_a_folder_without_pairs_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(BadInput):
        read_pair_folder(tmp_path / name)


def test_the_published_folder(compression: Path) -> None:
    read = read_pair_folder(compression)
    assert len(read.pairs) == 60
    assert all(set(pair.texts) == {"full", "compressed", "control"} for pair in read.pairs)
    assert all(pair.pfi_model is not None for pair in read.pairs)
    assert {flag.kind for flag in read.flags} == {"constant", "duplicate", "definition"}
