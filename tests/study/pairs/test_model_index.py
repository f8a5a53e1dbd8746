"""The model index of a study's pairs: by hand on small texts, written with its definition, controls from anywhere."""

import json
from pathlib import Path

import numpy as np
import pytest

from pair_studies import TEXTS, pair_study
from ringtrue.study.pairs.model_index import Roles, index_pairs
from ringtrue.study.study import Study
from ringtrue.terms.problem import BadInput
from ringtrue.voice.embedding.backend import backend


def cosine(one: str, other: str, texts: list[str]) -> float:
    """By the same backend, on the same texts, in the order they are first used."""
    rows = backend("tfidf").embed(texts)
    first, second = (rows[texts.index(text)] for text in (one, other))
    dense = [np.asarray(row.toarray() if hasattr(row, "toarray") else row).ravel() for row in (first, second)]
    return float(dense[0] @ dense[1])


def small(folder: Path, speakers: tuple[str, ...] = ("full", "compressed")) -> Study:
    study = pair_study(folder)
    entry = {"id": "P1", "kind": "pair", "prompt": "?", "domain": "TECH", "responses": {s: TEXTS[s] for s in speakers}}
    study.items_file.write_text(json.dumps(entry) + "\n", encoding="utf-8")
    return study


def recorded(folder: Path, *lines: tuple[str, str]) -> Path:
    path = folder / "controls.jsonl"
    text = "".join(json.dumps({"item": "P1", "speaker": name, "text": said}) + "\n" for name, said in lines)
    path.write_text(text, encoding="utf-8")
    return path


def test_raw_and_anchored_by_hand(tmp_path: Path) -> None:
    study = small(tmp_path / "s", tuple(TEXTS))
    found = index_pairs(study)
    order = [TEXTS[name] for name in ("full", "compressed", "again", "another", "control")]
    x, ceiling, floor = (cosine(TEXTS["full"], TEXTS[name], order) for name in ("compressed", "again", "another"))
    item = study.items()[0]
    assert item.fields["pfi_model"] == pytest.approx(x, abs=1e-6)
    assert item.fields["pfi_model_anchored"] == pytest.approx((x - floor) / (ceiling - floor), abs=1e-6)
    assert item.fields["pfi_model_definition"].startswith("the plain cosine of embeddings by tfidf")
    assert "another persona, same prompt is 0" in item.fields["pfi_model_anchored_definition"]
    assert found.pairs[0].name_only.value == pytest.approx(cosine(TEXTS["full"], TEXTS["control"], order), abs=1e-6)


def test_without_controls_there_is_the_raw_value_alone(tmp_path: Path) -> None:
    study = small(tmp_path / "s")
    found = index_pairs(study)
    assert found.anchored.value is None
    fields = study.items()[0].fields
    assert "pfi_model" in fields
    assert "pfi_model_anchored" not in fields
    assert "pfi_model_anchored_definition" not in fields


def test_a_new_computation_takes_an_old_anchored_value_away(tmp_path: Path) -> None:
    study = small(tmp_path / "s", tuple(TEXTS))
    index_pairs(study)
    index_pairs(study, roles=Roles(another="nobody"))
    assert "pfi_model_anchored" not in study.items()[0].fields


def test_further_texts_of_the_full_speaker_are_the_same_speaker_again(tmp_path: Path) -> None:
    study = small(tmp_path / "s")
    lines = recorded(tmp_path, ("full", TEXTS["full"]), ("full", TEXTS["again"]), ("gardener", TEXTS["another"]))
    found = index_pairs(study, controls=lines, roles=Roles(another="gardener"))
    assert (found.definition["n"]["ceiling"], found.definition["n"]["floor"]) == (1, 1)
    assert found.anchored.value is not None
    assert found.left_out == ()


def test_what_was_collected_comes_before_what_the_item_brings_along(tmp_path: Path) -> None:
    from ringtrue.terms.item import Response

    study = small(tmp_path / "s")
    with study.records() as records:
        records.record_items(study.items(), who="tester")
        records.record_responses([Response("P1", "compressed", TEXTS["full"])], who="tester")
    index_pairs(study)
    assert study.items()[0].fields["pfi_model"] == pytest.approx(1.0)


def test_the_act_is_recorded(tmp_path: Path) -> None:
    study = small(tmp_path / "s")
    index_pairs(study)
    with study.records() as records:
        assert "noted: model index computed" in [entry.act for entry in records.audit_entries()]


def test_no_pair_with_both_texts_an_unknown_backend_and_foreign_controls_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="No pair has a text of full"):
        index_pairs(small(tmp_path / "a", ("full",)))
    with pytest.raises(BadInput, match="is not a backend"):
        index_pairs(small(tmp_path / "b"), "word2vec")
    foreign = tmp_path / "foreign.jsonl"
    foreign.write_text('{"item": "Q9", "speaker": "full", "text": "x"}\n', encoding="utf-8")
    with pytest.raises(BadInput, match="No line is about a pair"):
        index_pairs(small(tmp_path / "c"), controls=foreign)
