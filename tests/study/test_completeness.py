"""What of a packet must be answered, by its document alone."""

from typing import Any

from ringtrue.study.completeness import missing, required

DOCUMENT: dict[str, Any] = {
    "kinds": {
        "pair": {"questions": [{"name": "voice", "required": True}, {"name": "why", "required": False}]},
        "decision": {
            "questions": [
                {"name": "criteria", "required": True, "list": "criteria"},
                {"name": "tone", "required": True, "list": "checklist.tone"},
                {"name": "score", "required": True, "list": None},
            ]
        },
    },
    "cards": [
        {"id": "c1", "kind": "pair", "lists": {}},
        {"id": "c2", "kind": "decision", "lists": {"criteria": ["fast"], "checklist.tone": []}},
        {"id": "c3", "kind": "decision", "lists": {"checklist.tone": ["dry"]}},
    ],
}


def test_a_list_that_a_card_does_not_have_is_not_asked_there() -> None:
    assert required(DOCUMENT) == {
        "c1": frozenset({"voice"}),
        "c2": frozenset({"criteria", "score"}),
        "c3": frozenset({"tone", "score"}),
    }


def test_what_is_missing_is_told_by_the_place_of_its_card() -> None:
    answered = {("c1", "voice"), ("c2", "score"), ("c9", "voice"), ("c3", "tone"), ("c3", "score")}
    assert list(missing(DOCUMENT, answered)) == [(2, ("c2", "criteria"))]
    assert len(list(missing(DOCUMENT, set()))) == 5
    assert list(missing(DOCUMENT, answered | {("c2", "criteria")})) == []
