"""The files of P13: names, columns and places exactly as asked, for pairs and lite, and nothing for others."""

import csv
import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from pair_studies import answered, pair_study
from ringtrue import Study
from ringtrue.study.pair_outputs import _file_names

ANSWERS = [[(2, 3, 3, 2), (1, 3, 2, 1)], [(-1, 1, 2, 0), (0, 2, 2, 2)], [(1, 2, 3, 1), (1, 1, 2, 1)]]


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Study:
    made = answered(pair_study(tmp_path_factory.mktemp("out") / "s", "lite", count=3), ANSWERS)
    made.score(replicates=50)
    return made


def rows_of(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


def test_csv_writes_the_tables_and_a_file_for_each_rater(study: Study) -> None:
    written = study.report("csv")
    folder = study.folder / "reports" / "result-1"
    assert {folder / "RESULTS_AGG.csv", folder / "PAIRS.csv"} < set(written)
    head, *rows = rows_of(folder / "RESULTS_AGG.csv")
    assert ",".join(head) == (
        "pair_id,domain,n,pfi_001,low,high,pfi_004,pfi_equivalence,pfi_model,pfi_model_anchored,pfi_combined"
    )
    assert [row[:3] for row in rows] == [["P1", "TECH", "2"], ["P2", "ANAL", "2"], ["P3", "PHIL", "2"]]
    head, *rows = rows_of(folder / "PAIRS.csv")
    assert ",".join(head) == "pair_id,persona,domain,run,pfi_model,stratum,words_full,words_compressed"
    assert rows[0] == ["P1", "Ada", "TECH", "1", "0.92", "high", "14", "14"]
    raw = sorted((folder / "RESULTS_RAW").iterdir())
    assert [path.name for path in raw] == ["r1.json", "r2.json"]
    document = json.loads(raw[0].read_text(encoding="utf-8"))
    assert {"rater", "packet", "started", "finished", "answers"} <= set(document)
    asked = {"pair_id", "domain", "shown", "sides", "voice", "vibe", "logic", "continuity", "comment", "seconds"}
    assert all(set(answer) == asked for answer in document["answers"])


def test_markdown_writes_methods_in_two_languages_consent_and_pictures(study: Study) -> None:
    written = {path.name: path for path in study.report("md")}
    assert {"methods.md", "methods.pt.md", "consent.md", "pairs.svg", "model.svg", "domains.svg"} < set(written)
    report = written["result-1.md"].read_text(encoding="utf-8")
    for title in ("Criteria and conclusion", "Pair by pair", "Human against model", "Domains"):
        assert f"## {title}\n" in report
    for name in ("pairs", "model", "domains"):
        assert f"](result-1/{name}.svg)" in report
        assert (written["result-1.md"].parent / f"result-1/{name}.svg").is_file()
        ET.parse(written[f"{name}.svg"])  # noqa: S314 - our own file
    assert "nan" not in report.replace("finance", "")
    assert written["consent.md"].read_text(encoding="utf-8") == study.consent_form()


def test_other_forms_and_other_protocols_get_nothing_more(study: Study, tmp_path: Path) -> None:
    assert [path.name for path in study.report("json")] == ["result-1.json"]
    other = Study.create(tmp_path / "blind", protocol="blind")
    from ringtrue.study.pair_outputs import pair_sections

    record = study.latest()
    assert record is not None
    assert pair_sections(other, record.result) == []


def test_names_of_raters_make_safe_and_different_files() -> None:
    assert _file_names(["ann", "../../etc/passwd", "Ann", "", "é ü", "ann"]) == [
        "ann.json",
        "etc_passwd.json",
        "Ann-2.json",
        "rater.json",
        "é_ü.json",
        "ann-3.json",
    ]
