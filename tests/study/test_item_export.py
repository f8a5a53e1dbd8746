"""Items written into a file and read again."""

from pathlib import Path

import pytest

from dealt_studies import pair_item, pair_study
from ringtrue.items import read_items
from ringtrue.study.item_export import export_items
from ringtrue.terms import BadInput


@pytest.mark.parametrize("suffix", [".yaml", ".yml", ".json", ".jsonl"])
def test_items_are_the_same_when_read_again(tmp_path: Path, suffix: str) -> None:
    items = [pair_item(0, tags={"control": True, "layers": ["L1"]}), pair_item(1, status="rejected", note="é: [x]")]
    study = pair_study(tmp_path / "s", items)
    path = tmp_path / f"out{suffix}"
    export_items(path, study.items())
    if suffix != ".yml":  # a study's list has one of the other names
        assert read_items(path, study.settings.protocol) == study.items()


def test_another_form_or_a_file_that_is_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no such form"):
        export_items(tmp_path / "items.doc", [])
    there = tmp_path / "items.json"
    there.write_text("mine", encoding="utf-8")
    with pytest.raises(BadInput, match="there already"):
        export_items(there, [])
    assert there.read_text(encoding="utf-8") == "mine"
