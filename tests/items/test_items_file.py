"""Items files: forms, faults with their lines, what is kept."""

from pathlib import Path

import pytest

from ringtrue.items.items_file import read_items
from ringtrue.protocols.loader import load
from ringtrue.terms.problem import BadInput

BLIND = load("blind")
GOOD = """\
- id: DQ-001
  kind: quote
  prompt: Say something about rest.
  topic: rest
  real: I stop before I am tired.
  tags: {difficulty: easy, layers: [L1, L3]}
  status: accepted
- {id: 7, kind: decision, prompt: Which?, criteria: [one, two]}
"""


def write(tmp_path: Path, text: str, name: str = "items.yaml") -> Path:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def test_items_keep_their_order_tags_and_fields(tmp_path: Path) -> None:
    first, second = read_items(write(tmp_path, GOOD), BLIND)
    assert (first.id, first.kind, first.status) == ("DQ-001", "quote", "accepted")
    assert first.tags == {"difficulty": "easy", "layers": ("L1", "L3")}
    assert first.fields == {"topic": "rest", "real": "I stop before I am tired."}
    assert (second.id, second.status, second.fields["criteria"]) == ("7", "pending", ("one", "two"))


def test_yaml_json_and_jsonl_say_the_same(tmp_path: Path) -> None:
    line = '{"id": "D", "kind": "decision", "prompt": "p", "criteria": ["a"]}'
    forms = {"i.jsonl": line, "i.json": f"[{line}]", "j.json": f'{{"items": [{line}]}}', "i.yaml": f"- {line}"}
    read = [read_items(write(tmp_path, text, name), BLIND) for name, text in forms.items()]
    assert all(items == read[0] for items in read)


def test_every_fault_is_found_with_its_line(tmp_path: Path) -> None:
    text = """\
- {id: A, kind: quotes, prompt: x}
- {id: B, kind: quote, prompt: x, topic: t}
- {kind: decision, criteria: [a], status: maybe}
- {id: B, kind: decision, criteria: [a], tags: none}
- just a text
"""
    with pytest.raises(BadInput) as refusal:
        read_items(write(tmp_path, text), BLIND)
    found = [(problem.place, problem.what) for problem in refusal.value.problems]
    assert found == [
        ("line 1, [0].kind", "no such kind of item"),
        ("line 2, [1].real", "an item of kind quote needs real"),
        ("line 3, [2].id", "an item needs an id"),
        ("line 3, [2].status", "no such status"),
        ("line 4, [3].tags", "tags are a table"),
        ("line 4, [3].id", "item 2 has this id already"),
        ("line 5, [4]", "an item is a table of keys and values"),
    ]
    assert "did you mean quote?" in refusal.value.problems[0].remedy


def test_a_needed_field_may_stand_among_the_tags_and_numbers_must_be_numbers(tmp_path: Path) -> None:
    pairs = load("pairs")
    assert read_items(write(tmp_path, "- {id: P, kind: pair, tags: {domain: TECH}, pfi_model: 1}"), pairs)
    with pytest.raises(BadInput, match="pfi_model is a number"):
        read_items(write(tmp_path, "- {id: P, kind: pair, domain: TECH, pfi_model: high}"), pairs)


@pytest.mark.parametrize("words", ["55", "[200, 500]", "[7, 7]"])
def test_an_item_may_say_how_long_an_answer_is(tmp_path: Path, words: str) -> None:
    assert read_items(write(tmp_path, f"- {{id: S, kind: style, checklist: {{tone: [dry]}}, words: {words}}}"), BLIND)


@pytest.mark.parametrize("words", ["many", "0", "true", "[200]", "[500, 200]", "[1, 2, 3]", "1.5"])
def test_a_length_that_is_none_is_refused(tmp_path: Path, words: str) -> None:
    with pytest.raises(BadInput, match="words says how long an answer is"):
        read_items(write(tmp_path, f"- {{id: S, kind: style, checklist: {{tone: [dry]}}, words: {words}}}"), BLIND)


def test_an_empty_list_is_no_items_and_a_table_is_refused(tmp_path: Path) -> None:
    assert read_items(write(tmp_path, "# nothing yet\n[]\n"), BLIND) == []
    with pytest.raises(BadInput, match="items are a list"):
        read_items(write(tmp_path, "id: A\nkind: quote\n"), BLIND)


@pytest.mark.parametrize("ids", ['0 "0"', "0 0", "false false", '"A" "A"'])
def test_an_id_given_twice_is_refused_whatever_it_is(tmp_path: Path, ids: str) -> None:
    lines = [f'{{"id": {one}, "kind": "decision", "prompt": "p", "criteria": ["a"]}}' for one in ids.split()]
    with pytest.raises(BadInput, match="item 1 has this id already"):
        read_items(write(tmp_path, "\n".join(lines), "i.jsonl"), BLIND)
