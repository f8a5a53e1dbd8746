"""Reports as files: three forms, named by the number of the result, and a refusal of any other form."""

import csv
import json
from pathlib import Path

import pytest

from ringtrue.report import About
from ringtrue.store import Provenance, ResultRecord
from ringtrue.study.reports import FORMATS, write_report
from ringtrue.terms import BadInput, Estimate, Result, Verdict

RESULT = Result(
    {"name": "pairs", "version": "1.0", "hash": "ab"},
    {"found": Estimate(0.625, 0.5, 0.75, 8), "gap": Estimate.absent("nobody rated")},
    Verdict("PASS", ("found < 0.65",)),
    Verdict("cannot be told", ()),
    items=({"id": "P1", "kind": "pair", "score": 0.5}, {"id": "P2", "kind": "pair", "score": None}),
)


def record(number: int) -> ResultRecord:
    return ResultRecord(number, RESULT, RESULT.as_dict(), Provenance(1, "2026-01-02T03:04:05", "tester", "ab", "0.1"))


def written(folder: Path, form: str, number: int = 3) -> list[Path]:
    return write_report(folder, form, record(number), About("Nora Quill"), [("Own words", ["A line."])])


def rows(path: Path) -> list[list[str]]:
    with path.open(newline="", encoding="utf-8-sig") as stream:
        return list(csv.reader(stream))


def test_markdown_holds_the_verdicts_and_the_protocol_s_own_sections(tmp_path: Path) -> None:
    (path,) = written(tmp_path / "reports", "md")
    assert path == tmp_path / "reports" / "result-3.md"
    text = path.read_text(encoding="utf-8")
    for words in ("Nora Quill", "PASS", "cannot be told", "## Own words", "A line.", "0.625"):
        assert words in text


def test_json_is_the_recorded_document(tmp_path: Path) -> None:
    (path,) = written(tmp_path / "reports", "json")
    assert json.loads(path.read_text(encoding="utf-8")) == json.loads(json.dumps(RESULT.as_dict()))
    assert Result.from_dict(json.loads(path.read_text(encoding="utf-8"))) == RESULT


def test_csv_is_a_sheet_of_estimates_and_one_of_items(tmp_path: Path) -> None:
    estimates, items = written(tmp_path / "reports", "csv")
    assert [path.name for path in (estimates, items)] == ["result-3-estimates.csv", "result-3-items.csv"]
    assert [row[0] for row in rows(estimates)[1:]] == ["found", "gap"]
    assert [row[0] for row in rows(items)[1:]] == ["P1", "P2"]


def test_a_later_result_stands_beside_the_earlier_one(tmp_path: Path) -> None:
    for number in (1, 2):
        for form in FORMATS:
            written(tmp_path / "reports", form, number)
    names = {path.name for path in (tmp_path / "reports").iterdir()}
    ends = (".md", ".json", "-estimates.csv", "-items.csv")
    assert names == {f"result-{number}{end}" for number in (1, 2) for end in ends}


@pytest.mark.parametrize("form", ["pdf", "", "MD", "md ", "../md"])
def test_another_form_is_refused_and_nothing_is_made(tmp_path: Path, form: str) -> None:
    with pytest.raises(BadInput) as refusal:
        written(tmp_path / "reports", form)
    (problem,) = refusal.value.problems
    assert (problem.place, problem.value, problem.remedy) == ("--format", form, "one of md, json, csv")
    assert list(tmp_path.iterdir()) == []
