"""Ratings and results as CSV, YAML and Parquet, and ratings as rows and as a frame."""

import csv
from pathlib import Path

import pytest

from recorded_run import GAP, GOOD, finished, names
from ringtrue.files.yaml_file import read_yaml
from ringtrue.study import exports
from ringtrue.study.exports import RATING_COLUMNS, rating_rows
from ringtrue.study.study import Study
from ringtrue.terms.problem import BadInput


@pytest.fixture
def study(tmp_path: Path) -> Study:
    made, _ = finished(tmp_path, dict(zip(names(2), (GOOD, GAP), strict=True)))
    return made


def test_every_answer_is_a_row_with_its_number(study: Study) -> None:
    rows = list(rating_rows(study))
    assert len(rows) == 2 * 5
    assert set(rows[0]) == set(RATING_COLUMNS)
    assert [row["value"] for row in rows[:5]] == sorted((95.0,) * 5)
    assert {row["judge_kind"] for row in rows} == {"model"}


def test_ratings_stand_in_csv_and_yaml_as_they_were_given(study: Study) -> None:
    paths = {path.name: path for path in study.report("csv")}
    with paths["result-1-ratings.csv"].open(newline="", encoding="utf-8-sig") as stream:
        rows = list(csv.DictReader(stream))
    (document,) = study.report("yaml")
    ratings = read_yaml(document).data["ratings"]
    assert [row["answer"] for row in rows] == [row["answer"] for row in ratings]
    assert len(rows) == 10


def test_parquet_reads_back_the_same_numbers(study: Study) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed: Parquet is not tested")
    paths = {path.stem.rpartition("-")[2]: path for path in study.report("parquet")}
    table = parquet.read_table(paths["ratings"]).to_pydict()
    assert table["value"] == [row["value"] for row in rating_rows(study)]


def test_without_pyarrow_parquet_is_refused_and_says_what_to_do(study: Study, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(exports, "import_module", missing)
    with pytest.raises(BadInput) as refusal:
        study.report("parquet")
    assert "ringtrue[parquet]" in refusal.value.problems[0].remedy


def test_ratings_become_a_frame(study: Study) -> None:
    pytest.importorskip("pandas")
    table = study.ratings_frame()
    assert list(table.columns) == list(RATING_COLUMNS)
    assert len(table) == 10
    assert "study" in study._repr_html_()
