"""A result as one JSON document, every number in full."""

import json

from ringtrue.terms import Result


def json_text(result: Result) -> str:
    """The result as it is kept in result.json; a number that is not finite raises ValueError rather than pass."""
    return json.dumps(result.as_dict(), indent=2, ensure_ascii=False, allow_nan=False) + "\n"
