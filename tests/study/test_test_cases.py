"""Test cases through a study: in, changed, out again with their comments."""

from pathlib import Path

import pytest

from ringtrue.study.study import Study
from ringtrue.study.test_cases import KEPT, export_test_cases
from ringtrue.terms.problem import BadInput

FILE = """---
# Everything about Ada.
direct_quote_tests:
- test_id: DQ-001
  topic: bells  # heavy ones
  difficulty: hard
  real_quote: I cast it.
  clone_prompt: What do you do?
  source_reference: ^[RAIZ:/a.txt:L1]
"""


@pytest.fixture
def study(tmp_path: Path) -> Study:
    (tmp_path / "cases.yaml").write_text(FILE, encoding="utf-8")
    return Study.create(tmp_path / "study", protocol="blind")


def test_out_as_it_came_in(study: Study, tmp_path: Path) -> None:
    assert study.import_items([tmp_path / "cases.yaml"]).ids == ("DQ-001",)
    assert [item.status for item in study.items()] == ["pending"]
    assert export_test_cases(study, tmp_path / "out.yaml", study.items()) == 1
    assert (tmp_path / "out.yaml").read_text(encoding="utf-8") == FILE
    with pytest.raises(BadInput, match="already exists"):
        export_test_cases(study, tmp_path / "out.yaml", study.items())


def test_an_id_twice_refuses_the_whole_file(study: Study, tmp_path: Path) -> None:
    study.import_items([tmp_path / "cases.yaml"])
    with pytest.raises(BadInput, match="id already"):
        study.import_items([tmp_path / "cases.yaml"])
    assert len(study.items()) == 1


def test_a_study_of_pairs_has_no_such_tests(tmp_path: Path, study: Study) -> None:
    pairs = Study.create(tmp_path / "pairs", protocol="pairs")
    with pytest.raises(BadInput, match="no items of kind quote"):
        pairs.import_items([tmp_path / "cases.yaml"])
    assert not (pairs.folder / KEPT).exists()
