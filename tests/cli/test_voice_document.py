"""What the voice command found, as one JSON document: every name there once, texts by their file, facts where given."""

import json
from dataclasses import replace
from typing import Any

import pytest

import voice_accounts as made
from ringtrue.cli.voice_account import Account
from ringtrue.cli.voice_document import document
from voice_accounts import account, clash, explanation, reading, texts, with_facts


def told(found: Account) -> dict[str, Any]:
    """As it comes back from a file; NaN would not."""
    found_again: dict[str, Any] = json.loads(json.dumps(document(found), allow_nan=False))
    return found_again


def test_estimates_are_there_by_name() -> None:
    found = told(account())
    assert set(found["estimates"]) == {"voice", "spread", "dispersion"}
    assert found["estimates"]["voice"] == made.PLACE.as_dict() | {"notes": []}
    assert found["estimates"]["dispersion"]["value"] == 1.25
    assert "facts" not in found


def test_the_bare_model_and_facts_add_their_own() -> None:
    found = told(with_facts(account(read=reading(bare=made.BARE)), candidates=(clash(),)))
    values = {name: estimate["value"] for name, estimate in found["estimates"].items()}
    assert values == {
        "voice": 0.75, "spread": 0.875, "dispersion": 1.25, "bare": 0.25, "voice_over_bare": 0.625, "facts_covered": 0.5
    }  # fmt: skip
    assert [(match["fact"]["id"], match["mark"]) for match in found["facts"]] == [
        ("F1", "covered"),
        ("F2", "not covered"),
    ]
    assert found["possible_contradictions"][0]["excerpt"] == "I never kept a bee."
    assert found["embedding"] == {"backend": "tfidf (letters)", "licence": "Apache-2.0"}


def test_hints_and_overlaps_name_their_texts() -> None:
    found = told(account(read=reading(overlaps=(made.COPIED,), flags=(made.COPYING,))))
    assert [(hint["name"], hint["place"]) for hint in found["hints"]] == [
        ("r1.txt", 0.9),
        ("r2.txt", 0.1),
        ("r3.txt", None),
    ]
    (overlap,) = found["overlaps"]
    assert (overlap["name"], overlap["source"], overlap["words"]) == ("r2.txt", "o1.txt", 12)
    assert found["flags"][0]["kind"] == "copying"


def test_usages_advice_and_material() -> None:
    found = told(account(explained=explanation(made.OVER, made.UNDER), notes=("Few words.",)))
    text = json.dumps(found, ensure_ascii=False)
    assert "zanzibar it is" in text
    assert any("zanzibar" in line for line in found["advice"])
    assert found["material"] == {
        "own": {"place": "own", "texts": 1, "words": 2000},
        "replies": {"place": "replies", "texts": 2, "words": 10},
        "others": None,
        "language": "en",
    }
    assert found["notes"] == ["Few words."]


@pytest.mark.parametrize("people", [{}, {"bob": ("a",), "cy": ("b", "c")}])
def test_other_people_are_counted(people: dict[str, tuple[str, ...]]) -> None:
    plain = account()
    assert told(replace(plain, request=replace(plain.request, others=people)))["material"]["others"] == len(people)


def test_a_place_that_cannot_be_told_is_none_with_its_reason() -> None:
    found = told(account(read=reading(estimate=made.NOWHERE, hints=())))
    assert (found["estimates"]["voice"]["value"], found["estimates"]["voice"]["reason"]) == (
        None,
        "not enough material",
    )
    assert found["hints"] == []


def test_names_of_any_kind_pass_through_unchanged() -> None:
    odd = texts("replies", 'a"b\\.txt', "雪\n.txt", "\x1b[31m.txt")
    plain = account()
    found = told(replace(plain, request=replace(plain.request, replies=odd)))
    assert [hint["name"] for hint in found["hints"]] == list(odd.names)
