"""The schema of an answer is as strict endpoints want it, and takes what the scales take."""

from collections.abc import Iterator
from typing import Any

import pytest

from judge.model.samples import protocol_named
from ringtrue.judge.model import answer_schema, response_format
from ringtrue.protocols import BUILT_IN

EVERY_KIND = [(name, kind) for name in BUILT_IN for kind in protocol_named(name).kinds]


def objects(schema: Any) -> Iterator[dict[str, Any]]:
    if isinstance(schema, dict):
        if schema.get("type") == "object":
            yield schema
        for inner in schema.values():
            yield from objects(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from objects(inner)


@pytest.mark.parametrize(("name", "kind"), EVERY_KIND)
def test_every_object_is_closed_and_requires_all_its_keys(name: str, kind: str) -> None:
    found = list(objects(answer_schema(protocol_named(name), kind)))
    assert len(found) == 1 + len(protocol_named(name).kinds[kind].questions)
    for schema in found:
        assert schema["additionalProperties"] is False
        assert schema["required"] == list(schema["properties"])


def entry(name: str, kind: str, question: str) -> Any:
    return answer_schema(protocol_named(name), kind)["properties"][question]


def test_scores_have_the_range_or_the_points_of_their_scale() -> None:
    score = entry("scenarios", "scenario", "voice_accuracy")["properties"]["score"]
    assert score == {"type": "number", "minimum": 0, "maximum": 100}
    assert entry("pairs", "pair", "voice")["properties"]["score"] == {"type": "number", "enum": [-2, -1, 0, 1, 2]}
    assert entry("blind", "quote", "found")["properties"]["score"]["enum"] == ["A", "B", "tie"]
    ticks = entry("blind", "decision", "criteria")["anyOf"][0]["properties"]["score"]
    assert ticks == {"type": "array", "items": {"type": "boolean"}}
    quarter = entry("recognition", "trial", "r1")["anyOf"][0]["properties"]["score"]
    assert quarter["enum"] == [0, 0.25, 0.5, 0.75, 1]


def test_what_may_be_left_out_may_be_null_and_nothing_else() -> None:
    nullable = {question: "anyOf" in entry("pairs", "pair", question) for question in ("voice", "vibe", "comment")}
    assert nullable == {"voice": False, "vibe": False, "comment": True}


def test_the_response_format_holds_the_schema_by_kind_or_by_name() -> None:
    protocol = protocol_named("pairs")
    form = response_format(protocol, protocol.kinds["pair"])
    assert form == response_format(protocol, "pair")
    assert form["json_schema"]["strict"] is True
    assert form["json_schema"]["schema"] == answer_schema(protocol, "pair")
