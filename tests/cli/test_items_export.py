"""`ringtrue items export`, as a user types it."""

import json
from pathlib import Path

from dealt_studies import pair_item, pair_study
from ringtrue.items import read_items


def test_some_or_all_items_into_a_file(here, tmp_path: Path) -> None:
    study = pair_study(tmp_path / "s", [pair_item(0), pair_item(1, status="rejected")])
    done = here("items", "export", study.folder, tmp_path / "all.jsonl")
    assert "2 items written into" in done.stdout
    assert read_items(tmp_path / "all.jsonl", study.settings.protocol) == study.items()
    told = json.loads(
        here("items", "export", study.folder, tmp_path / "some.yaml", "--status", "accepted", "--json").stdout
    )
    assert told["exported"] == ["P0"]
    assert here("items", "export", study.folder, tmp_path / "some.yaml").exit_code == 2
    assert here("items", "export", study.folder, tmp_path / "some.txt").exit_code == 2
