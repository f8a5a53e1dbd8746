"""The JSON Schema of a judge's answer, for endpoints that can be held to one."""

from typing import Any

from ringtrue.judge.model.asked import kind_named, may_be_unasked
from ringtrue.judge.model.instructions import points
from ringtrue.terms import Kind, Protocol, Question, Scale

_TEXT = {"type": "string"}


def answer_schema(protocol: Protocol, kind: Kind | str) -> dict[str, Any]:
    """One object with an entry for each question of a kind; what may be left out can be null, as strict schemas ask."""
    asked = kind_named(protocol, kind if isinstance(kind, str) else kind.name).questions
    return _object({question.name: _entry(question, protocol.scales[question.scale]) for question in asked})


def response_format(protocol: Protocol, kind: Kind | str) -> dict[str, Any]:
    """The schema as the `response_format` of an OpenAI-compatible endpoint."""
    schema = {"name": "judgment", "strict": True, "schema": answer_schema(protocol, kind)}
    return {"type": "json_schema", "json_schema": schema}


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _entry(question: Question, scale: Scale) -> dict[str, Any]:
    """Quote and reason come first: a model that has written them down scores better than one that has not."""
    entry = _object({"quote": _TEXT, "reason": _TEXT, "score": _value(scale)})
    return {"anyOf": [entry, {"type": "null"}]} if may_be_unasked(question) else entry


def _value(scale: Scale) -> dict[str, Any]:
    if scale.type == "pick":
        return {"type": "string", "enum": ["A", "B", "tie"]}
    if scale.type == "checklist":
        return {"type": "array", "items": {"type": "boolean"}}
    if scale.type in ("flag", "text"):
        return {"type": "boolean" if scale.type == "flag" else "string"}
    listed = points(scale)
    if listed:
        return {"type": "number", "enum": [int(point) if point == int(point) else point for point in listed]}
    return {"type": "number", "minimum": scale.low, "maximum": scale.high}
