"""Pairs from a suite of prompts and a file of recorded answers, joined by their names."""

import json
from pathlib import Path
from typing import Any

import pytest

from ringtrue.formats import is_answers, merged, read_pair_answers, read_pair_suite
from ringtrue.terms import BadInput


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
