"""Pairs: whose text a regime's is, and a pair as an item."""

import json
from pathlib import Path
from typing import Any

import pytest

from ringtrue.files.problems import Problems
from ringtrue.formats.flag import Flag
from ringtrue.formats.pairs import (
    Pair,
    PairRecord,
    Pairs,
    is_answers,
    merged,
    read_pair_answers,
    read_pair_folder,
    read_pair_records,
    read_pair_suite,
    speaker_of,
)
from ringtrue.terms.problem import BadInput


@pytest.mark.parametrize(
    ("regime", "speaker"),
    [("FULL", "full"), ("T3", "compressed"), ("t12", "compressed"), ("GAMMA", "control"), ("T", None), ("BETA", None)],
)
def test_regimes(regime: str, speaker: str | None) -> None:
    assert speaker_of(regime) == speaker


def test_an_item_has_what_is_known_and_nothing_else() -> None:
    pair = Pair("Ada_TECH_run1", "Ada", "TECH", 1, {"full": "a"}, "Why?", 0.9, "the plain cosine", {"mood": "calm"})
    assert pair.as_item() == {
        "id": "Ada_TECH_run1",
        "kind": "pair",
        "prompt": "Why?",
        "domain": "TECH",
        "responses": {"full": "a"},
        "pfi_model": 0.9,
        "pfi_model_definition": "the plain cosine",
        "mood": "calm",
        "tags": {"persona": "Ada", "run": 1},
    }
    assert set(Pair("x", "Ada", "TECH", 1).as_item()) == {"id", "kind", "prompt", "domain", "tags"}


# One record of a pair: what is read, what is refused.


GOOD = {"pair_id": "Ada_TECH_run1", "persona": "Ada", "domain": "TECH", "run": 1, "PFI_model": 0.9, "prompt": "Why?"}


def read(**changes: Any) -> tuple[Any, list[str]]:
    problems = Problems()
    pair = PairRecord({**GOOD, **changes}, "f", "line 1", problems).pair()
    return pair, [f"{problem.place}: {problem.what}" for problem in problems]


def test_a_whole_record() -> None:
    pair, problems = read(FULL_text="a b", T3_text="c", GAMMA_text="d", mood="calm")
    assert not problems
    assert (pair.id, pair.run, pair.pfi_model, pair.prompt) == ("Ada_TECH_run1", 1, 0.9, "Why?")
    assert dict(pair.texts) == {"full": "a b", "compressed": "c", "control": "d"}
    assert dict(pair.extra) == {"mood": "calm"}


def test_a_name_is_made_where_none_is_given() -> None:
    assert read(pair_id=None)[0].id == "Ada_TECH_run1"


def test_an_extra_key_cannot_take_the_place_of_an_items_own() -> None:
    assert dict(read(kind="quote", id="x", tags={"a": 1})[0].extra) == {}


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"domain": ""}, "line 1, domain: A pair needs a domain."),
        ({"domain": ["TECH"]}, "line 1, domain: The domain is not a text."),
        ({"pair_id": "", "run": None}, "line 1, pair_id: A pair needs a name."),
        ({"run": -1}, "line 1, run: A run is a whole number from 1 up."),
        ({"run": "1e3"}, "line 1, run: A run is a whole number from 1 up."),
        ({"PFI_model": 9}, "line 1, PFI_model: A model index is a number between -1 and 1."),
        ({"PFI_model": True}, "line 1, PFI_model: A model index is a number between -1 and 1."),
        ({"T3_text": "  "}, "line 1, T3_text: There is no text."),
        ({"FULL_text": 3}, "line 1, FULL_text: There is no text."),
        ({"T3_text": "a", "T4_text": "b"}, "line 1, T4_text: There are two texts of compressed."),
    ],
)
def test_faults(changes: dict[str, Any], what: str) -> None:
    pair, problems = read(**changes)
    assert pair is None
    assert what in problems


def test_what_is_no_object_is_refused() -> None:
    problems = Problems()
    assert PairRecord(["Ada"], "f", "line 3", problems).pair() is None
    assert [problem.what for problem in problems] == ["A pair is an object with keys."]


# Files of pairs: JSON, JSON Lines, tables with and without texts, model indices.


ONE = {"pair_id": "Ada_TECH_run1", "persona": "Ada", "domain": "TECH", "run": 1, "PFI_model": 0.9, "FULL_text": "a"}
TWO = {"persona": "Ada", "domain": "SELF", "run": 2, "T3_text": "b", "prompt": "Who are you?"}


@pytest.mark.parametrize("form", ["json", "pairs", "jsonl"])
def test_records(tmp_path: Path, form: str) -> None:
    path = tmp_path / ("pairs.jsonl" if form == "jsonl" else "pairs.json")
    text = "\n".join(map(json.dumps, (ONE, TWO))) if form == "jsonl" else json.dumps([ONE, TWO])
    path.write_text(f'{{"pairs": {text}}}' if form == "pairs" else text, encoding="utf-8")
    one, two = read_pair_records(path).pairs
    assert (one.id, one.pfi_model, dict(one.texts)) == ("Ada_TECH_run1", 0.9, {"full": "a"})
    assert (two.id, two.prompt, dict(two.texts)) == ("Ada_SELF_run2", "Who are you?", {"compressed": "b"})


def test_the_table_is_the_same_without_texts(tmp_path: Path) -> None:
    path = tmp_path / "pairs.csv"
    path.write_text("pair_id,persona,domain,run,PFI_model\nAda_TECH_run1,Ada,TECH,1,0.9\nAda_SELF_run2,Ada,SELF,2,\n")
    one, two = read_pair_records(path).pairs
    assert (one.pfi_model, one.texts) == (0.9, {})
    assert (two.id, two.pfi_model) == ("Ada_SELF_run2", None)


def test_a_model_index_gives_the_compressed_rows(tmp_path: Path) -> None:
    path = tmp_path / "index.csv"
    path.write_text(
        "persona,regime,domain,run,cosine,a_score,pfi\nAda,T3,TECH,1,0.81234,9,0.85617\nAda,GAMMA,TECH,1,0.5001,5,0.50005\n"
    )
    read = read_pair_records(path)
    (pair,) = read.pairs
    assert (pair.id, pair.pfi_model) == ("Ada_TECH_run1", 0.85617)
    assert pair.definition.startswith("half the cosine")
    assert [flag.kind for flag in read.flags] == ["definition"]


def test_every_fault_of_every_record_is_told_and_a_name_stands_once(tmp_path: Path) -> None:
    path = tmp_path / "pairs.jsonl"
    path.write_text("\n".join(map(json.dumps, (ONE, ONE, {**TWO, "run": 0}, 7))), encoding="utf-8")
    with pytest.raises(BadInput) as refused:
        read_pair_records(path)
    assert [(problem.place, problem.what) for problem in refused.value.problems] == [
        ("line 2", "There is a pair of this name already."),
        ("line 3, run", "A run is a whole number from 1 up."),
        ("line 3, pair_id", "A pair needs a name."),
        ("line 4", "A pair is an object with keys."),
    ]


@pytest.mark.parametrize(
    ("name", "text", "what"),
    [
        ("a.json", "{}", "This is not a list of pairs."),
        ("a.csv", "one,two\n1,2\n", "This is neither a table of pairs nor a model index."),
    ],
)
def test_other_files_are_refused(tmp_path: Path, name: str, text: str, what: str) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput) as refused:
        read_pair_records(path)
    assert refused.value.problems[0].what == what


# A folder of answers: names read, tables joined, odd files told.


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
        "The file contains no text.",
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


# Pairs from a suite of prompts and a file of recorded answers, joined by their names.


def lines(folder: Path, *records: Any) -> Path:
    path = folder / "answers.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


def suite(folder: Path, text: str) -> Path:
    path = folder / "suite.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def said(item: str, speaker: str, text: str) -> dict[str, str]:
    return {"item": item, "speaker": speaker, "text": text}


def test_suite_and_answers_make_whole_pairs(tmp_path: Path) -> None:
    prompts = read_pair_suite(suite(tmp_path, "pairs:\n  - {id: P1, domain: TECH, prompt: How?}\n"))
    answers = [said("P1", "full", "Long."), said("P1", "compressed", "Short."), said("P1", "name-only", "Other.")]
    (pair,) = merged([prompts, read_pair_answers(lines(tmp_path, *answers))]).pairs
    assert (pair.id, pair.domain, pair.prompt) == ("P1", "TECH", "How?")
    assert pair.texts == {"full": "Long.", "compressed": "Short.", "control": "Other."}


def test_the_order_of_the_files_makes_no_difference_to_the_domain(tmp_path: Path) -> None:
    prompts = read_pair_suite(suite(tmp_path, "- {id: P1, domain: TECH}\n"))
    answers = read_pair_answers(lines(tmp_path, said("P1", "full", "Long.")))
    assert merged([answers, prompts]).pairs[0].domain == "TECH"


def test_the_first_answer_counts_and_what_is_left_out_is_flagged(tmp_path: Path) -> None:
    answers = [said("P1", "full", "First."), said("P1", "full", "Second."), said("P1", "stranger", "?")]
    read = read_pair_answers(lines(tmp_path, *answers))
    assert read.pairs[0].texts == {"full": "First."}
    told = [flag.sentence() for flag in read.flags]
    assert "1 further answers" in told[0]
    assert "stranger" in told[1]


def test_answers_are_known_by_their_first_line(tmp_path: Path) -> None:
    assert is_answers(lines(tmp_path, said("P1", "full", "x")))
    assert not is_answers(lines(tmp_path, {"pair_id": "P1", "FULL_text": "x"}))
    assert not is_answers(lines(tmp_path))


@pytest.mark.parametrize("line", [{"item": "P1", "speaker": "full", "text": " "}, {"speaker": "full", "text": "x"}, 7])
def test_a_line_without_item_or_text_is_refused_with_its_line(tmp_path: Path, line: Any) -> None:
    with pytest.raises(BadInput) as refusal:
        read_pair_answers(lines(tmp_path, said("P1", "full", "x"), line))
    assert refusal.value.problems[0].place.startswith("line 2")


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("pairs: 7\n", "This is not a list of pairs."),
        ("- {id: P1}\n", "A pair needs a domain."),
        ("- {id: P1, domain: A}\n- {id: P1, domain: B}\n", "There is a pair of this name already."),
        ("- 7\n", "A pair is an object with keys."),
    ],
)
def test_a_faulty_suite_is_refused(tmp_path: Path, text: str, what: str) -> None:
    with pytest.raises(BadInput) as refusal:
        read_pair_suite(suite(tmp_path, text))
    assert refusal.value.problems[0].what == what


# Pairs of one name from several files become one; a contradiction is refused.


TEXTS = Pair("p", "Ada", "TECH", 1, {"full": "a", "compressed": "b"}, source="folder")
INDEX = Pair("p", "Ada", "TECH", 1, pfi_model=0.9, definition="the plain cosine", source="table")
OTHER = Pair("q", "Ada", "SELF", 1, source="table")


@pytest.mark.parametrize("order", [(TEXTS, INDEX), (INDEX, TEXTS)])
def test_texts_and_index_join_whichever_comes_first(order: tuple[Pair, Pair]) -> None:
    one, other = order
    found = merged([Pairs((one,), (Flag("x", "f", "w"),)), Pairs((other, OTHER))])
    joined, alone = found.pairs
    assert (joined.pfi_model, joined.definition) == (0.9, "the plain cosine")
    assert joined.texts == {"full": "a", "compressed": "b"}
    assert alone == OTHER
    assert [flag.kind for flag in found.flags] == ["x"]


def test_contradictions_are_all_listed() -> None:
    again = Pair("p", "Bob", "TECH", 1, {"full": "z", "compressed": "b"}, pfi_model=0.8, source="table")
    with pytest.raises(BadInput) as refused:
        merged([Pairs((TEXTS,)), Pairs((again,)), Pairs((INDEX,))])
    assert [problem.what for problem in refused.value.problems] == [
        "There is another text of full.",
        "The persona is another.",
        "The pfi_model is another.",
    ]
