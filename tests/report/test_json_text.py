"""The JSON of a result is the result."""

import json

import pytest

from ringtrue.report import json_text
from ringtrue.terms import Result, Verdict


def test_the_document_has_the_shape_others_rely_on(result: Result) -> None:
    document = json.loads(json_text(result))
    assert document == json.loads(json.dumps(result.as_dict()))
    assert document["protocol"] == {"name": "blind", "version": "1.0.0", "hash": "c0ffee"}
    assert document["estimates"]["composite"]["value"] == 93.999
    assert document["verdict"]["label"] == "PASS"
    assert document["checks"][2]["met"] is None
    assert document["items"][1]["cause"] == "kb_gap"
    assert document["coverage"] == 0.8


def test_a_number_that_is_none_is_not_written() -> None:
    broken = Result({}, {}, Verdict("", ()), Verdict("", ()), items=({"id": "Q1", "x": float("nan")},))
    with pytest.raises(ValueError, match="not JSON compliant"):
        json_text(broken)
