"""Test-case YAML: read permissively, written strictly, comments and order kept."""

from pathlib import Path

import pytest

from ringtrue.files.yaml_file import read_yaml, write_yaml
from ringtrue.formats.test_cases import LISTS, as_test_cases, is_test_cases, read_test_cases
from ringtrue.items.items_file import read_items
from ringtrue.protocols.loader import load
from ringtrue.terms.item import Item
from ringtrue.terms.problem import BadInput

FILE = """---
# Everything about Ada.
metadata:
  template_version: 1.0.0  # ours
direct_quote_tests:
- test_id: DQ-001
  topic: bells
  difficulty: hard
  pair:
    real: I cast it.
    clone: I made it.
  clone_prompt: What do you do?
  source_reference: ^[RAIZ:/a [x] $.txt:L3-4]
  presentation_order:
# the second kind
decision_scenario_tests:
- test_id: DS-001
  domain: pricing
  cross_domain: true
  scenario: They ask for less.  # as heard
  constraints: today
  real_decision: No.
  real_reasoning: Wages.
  real_decision_source: ^[MEMORY.md:linhas46-98]
  scoring_criteria:
  - criterion: says no
    met:
  - criterion: names wages
    met:
style_tests:
- test_id: ST-001
  dimension: tonal
  prompt: Tell me.
  reference_sources:
  - path: a.txt:L1
    excerpt: I cast it.
  checklist:
  - item: dry
    present:
  - item: short words
    present:
    dimension: vocabulary
edge_case_tests:
- test_id: EC-001
  subtype: evolution
  setup: And now?
  expected_position: Yes.
  trap_position: Perhaps.
  source_reference: ^[RAIZ:/a.txt:L1]
  evolution_timestamp: 2011-03 to 2015-04-23
  fidelity_criteria: [{criterion: a, met: null}]
results:
  composite_fidelity:
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "cases.yaml"
    path.write_text(FILE, encoding="utf-8")
    return path


def test_tests_become_items_in_both_spellings(file: Path) -> None:
    quote, decision, style, edge = read_test_cases(file).entries
    assert (quote["real"], quote["responses"], quote["prompt"]) == (
        "I cast it.",
        {"clone": "I made it."},
        "What do you do?",
    )
    assert quote["citation"] == ["^[RAIZ:/a [x] $.txt:L3-4]"]
    assert (decision["criteria"], decision["citation"]) == (["says no", "names wages"], ["^[MEMORY.md:linhas46-98]"])
    assert (style["dimension"], style["checklist"]) == ("tone", {"tone": ["dry"], "vocabulary": ["short words"]})
    assert style["citation"] == ["^[RAIZ:a.txt:L1]"]
    assert (edge["timestamps"], edge["tags"]["subtype"]) == (["2011-03", "2015-04-23"], "evolution")


def items(file: Path, tmp_path: Path) -> list[Item]:
    write_yaml(tmp_path / "items.yaml", list(read_test_cases(file).entries))
    return read_items(tmp_path / "items.yaml", load("blind"))


def test_what_was_not_changed_is_written_as_it_was(file: Path, tmp_path: Path) -> None:
    data = as_test_cases(items(file, tmp_path), {}, read_yaml(file))
    write_yaml(tmp_path / "again.yaml", data)
    assert (tmp_path / "again.yaml").read_text(encoding="utf-8") == FILE.removeprefix("---\n")


def test_a_change_changes_its_line_alone_and_rejected_tests_go(file: Path, tmp_path: Path) -> None:
    quote, decision, style, _ = items(file, tmp_path)
    changed = Item(
        decision.id, "decision", "They ask for half.", tags=decision.tags, fields={**decision.fields}, status="accepted"
    )
    write_yaml(tmp_path / "again.yaml", as_test_cases([quote, changed, style], {}, read_yaml(file)))
    again = (tmp_path / "again.yaml").read_text(encoding="utf-8")
    assert "scenario: They ask for half.  # as heard" in again
    assert "# the second kind" in again
    assert "EC-001" not in again
    assert again.index("DQ-001") < again.index("DS-001") < again.index("ST-001")


def test_a_new_file_has_every_key_in_its_order(file: Path, tmp_path: Path) -> None:
    data = as_test_cases(items(file, tmp_path), {"clone_id": "ada", "seed": 7})
    assert list(data) == [
        "metadata",
        "clone_info",
        "source_materials",
        "distribution",
        *LISTS.values(),
        "evaluation",
        "results",
    ]
    assert data["distribution"]["direct_quote"] == {
        "target_count": 1,
        "difficulty_split": {"easy": 0, "medium": 0, "hard": 1},
    }
    assert list(data["direct_quote_tests"][0])[:4] == ["test_id", "topic", "difficulty", "real_quote"]
    assert data["edge_case_tests"][0]["fidelity_criteria"] == [{"criterion": "a", "met": None}]
    write_yaml(tmp_path / "new.yaml", data)
    assert [one["id"] for one in read_test_cases(tmp_path / "new.yaml").entries] == [
        "DQ-001",
        "DS-001",
        "ST-001",
        "EC-001",
    ]


def test_every_fault_is_named(tmp_path: Path) -> None:
    path = tmp_path / "bad.yaml"
    path.write_text("direct_quote_tests: {}\nstyle_tests: [{prompt: x}, y]\n", encoding="utf-8")
    with pytest.raises(BadInput) as refused:
        read_test_cases(path)
    assert len(refused.value.problems) == 3


def test_other_files_are_no_test_cases(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("pairs: []\n", encoding="utf-8")
    assert not is_test_cases(tmp_path / "a.yaml")
    assert not is_test_cases(tmp_path / "a.csv")
