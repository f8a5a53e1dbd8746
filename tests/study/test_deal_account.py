"""The account of a study's deals, and its place in the report."""

import json
from pathlib import Path

from dealt_studies import answer_all, nearer_to, pair_item, pair_study
from ringtrue.blind import Waiver
from ringtrue.study.deal_account import deal_account


def test_nothing_dealt_is_nothing_to_tell(tmp_path: Path) -> None:
    assert deal_account(pair_study(tmp_path / "s")) is None


def test_deals_waivers_packets_and_the_opening(tmp_path: Path) -> None:
    items = [pair_item(n) for n in range(5)]
    items[1]["responses"]["full"] += " and a good deal more than that"
    study = pair_study(tmp_path / "s", items)
    first = study.deal(["Ada Quill"], waivers=[Waiver("length", "both ramble")])
    second = study.deal(2, controls=2)
    told = deal_account(study)
    assert told is not None
    assert [deal["seal"] for deal in told["deals"]] == [first.seal, second.seal]
    assert [(deal["raters"], deal["controls"]) for deal in told["deals"]] == [(1, 0), (2, 2)]
    assert [waiver["reason"] for waiver in told["waivers"]] == ["both ramble"]
    assert (told["raters"], told["cards"], told["largest"], told["opened"]) == (3, 6 + 8 + 8, 8, None)
    assert "Ada" not in json.dumps(told)
    answer_all(study, nearer_to("alpha"))
    study.unblind(why="all are back")
    opened = deal_account(study)
    assert opened is not None
    assert opened["opened"]["why"] == "all are back"
    study.score(replicates=20)
    reports = "\n".join(path.read_text(encoding="utf-8") for path in study.report() if path.suffix == ".md")
    assert "How it was dealt" in reports
    assert first.seal[:16] in reports
