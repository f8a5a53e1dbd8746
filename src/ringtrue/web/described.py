"""How pages stand in the OpenAPI document: what they answer with."""

from typing import Any

_HTML = {"text/html": {"schema": {"type": "string"}}}
_STATES = {
    401: "Not signed in",
    403: "Not from our own page, or a wrong password",
    404: "No such thing",
    409: "It cannot be done as things stand",
    410: "The link holds no longer",
    413: "Too large",
    415: "Not a form",
    422: "Every fault of what was sent",
    429: "Too much at once",
    503: "Paused",
}


def _described(*statuses: int) -> dict[int | str, dict[str, Any]]:
    return {status: {"description": _STATES[status], "content": _HTML} for status in statuses}


PAGE: dict[int | str, dict[str, Any]] = {
    200: {"description": "The page", "content": _HTML},
    **_described(401, 404, 410, 429),
}
TURN: dict[int | str, dict[str, Any]] = {
    200: {"description": "A page shown once", "content": _HTML},
    303: {"description": "Done; go there"},
    **_described(*_STATES),
}
FILE: dict[int | str, dict[str, Any]] = {200: {"description": "The file"}, **_described(401, 404, 429)}


def form_of(*fields: str) -> dict[str, Any]:
    """The body of a form for the OpenAPI document: the named fields, and the token that our own page puts in."""
    properties = {name: {"type": "string"} for name in ("form_token", *fields)}
    schema = {"type": "object", "properties": properties, "required": ["form_token"]}
    return {"requestBody": {"required": True, "content": {"application/x-www-form-urlencoded": {"schema": schema}}}}
