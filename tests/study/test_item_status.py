"""The status of items changed in their own file, which otherwise stays as it was."""

import json
from pathlib import Path

import pytest

from ringtrue import Study
from ringtrue.protocols import load
from ringtrue.study.item_status import set_statuses
from ringtrue.terms import BadInput

PAIRS = load("pairs")
YAML = """\
# my pairs
- id: P1   # the first
  kind: pair
  domain: TECH
  prompt: 'one'
- {id: P2, kind: pair, domain: PHIL, prompt: two, status: pending}
- {id: 3, kind: pair, domain: NARR, prompt: three, status: accepted}
"""


def test_comments_order_and_layout_stay(tmp_path: Path) -> None:
    path = tmp_path / "items.yaml"
    path.write_text(YAML, encoding="utf-8")
    assert set_statuses(path, PAIRS, {"P2": "accepted", "3": "accepted"}) == ["P2"]
    assert path.read_text(encoding="utf-8") == YAML.replace("two, status: pending", "two, status: accepted")
    assert set_statuses(path, PAIRS, {"P1": "rejected"}) == ["P1"]
    text = path.read_text(encoding="utf-8")
    assert "# my pairs" in text
    assert "# the first" in text
    assert "status: rejected" in text


@pytest.mark.parametrize("wrapped", [False, True])
def test_json_and_a_table_of_items(tmp_path: Path, wrapped: bool) -> None:
    items = [{"id": f"P{n}", "kind": "pair", "domain": "TECH", "prompt": "q"} for n in range(2)]
    path = tmp_path / "items.json"
    path.write_text(json.dumps({"items": items} if wrapped else items), encoding="utf-8")
    set_statuses(path, PAIRS, {"P1": "accepted"})
    data = json.loads(path.read_text(encoding="utf-8"))
    assert [one.get("status") for one in (data["items"] if wrapped else data)] == [None, "accepted"]


def test_lines_that_do_not_change_stay_byte_for_byte(tmp_path: Path) -> None:
    lines = [
        '{"id": "P1",  "kind": "pair", "domain": "TECH", "prompt": "é"}\n',
        "\n",
        '{"id": "P2", "kind": "pair", "domain": "TECH", "prompt": "ü", "status": "pending"}',
    ]
    path = tmp_path / "items.jsonl"
    path.write_text("".join(lines), encoding="utf-8")
    assert set_statuses(path, PAIRS, {"P2": "accepted"}) == ["P2"]
    after = path.read_text(encoding="utf-8").splitlines(keepends=True)
    assert after[:2] == lines[:2]
    assert json.loads(after[2])["status"] == "accepted"
    assert "ü" in after[2]


def test_an_unknown_item_refuses_all(tmp_path: Path) -> None:
    path = tmp_path / "items.yaml"
    path.write_text(YAML, encoding="utf-8")
    with pytest.raises(BadInput) as refusal:
        set_statuses(path, PAIRS, {"P2": "accepted", "P9": "accepted", "Q": "accepted"})
    assert [problem.value for problem in refusal.value.problems] == ["P9", "Q"]
    assert refusal.value.problems[0].remedy == "look it up in items.yaml"
    assert path.read_text(encoding="utf-8") == YAML


def test_a_change_is_recorded_once(study: Study) -> None:
    assert study.set_status({"P1": "accepted", "P2": "rejected"}) == ["P1", "P2"]
    with study.records() as records:
        assert [item.status for item in records.items()] == ["accepted", "rejected", "pending"]
        acts = [entry.act for entry in records.audit_entries()]
    assert acts == ["study created", "items recorded"]
    assert study.set_status({"P1": "accepted"}) == []
    with study.records() as records:
        assert len(list(records.audit_entries())) == 2
