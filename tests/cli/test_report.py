"""`ringtrue report`: the newest result in the form asked for, and a refusal where there is none."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from recorded_run import GAP, GOOD, finished, names
from ringtrue.study.study import Study
from study_templates import fresh


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Study:
    return finished(tmp_path_factory.mktemp("report"), dict(zip(names(3), (GOOD, GAP, GOOD), strict=True)))[0]


@pytest.mark.parametrize(
    ("form", "written"),
    [
        ("md", ["result-1.md"]),
        ("html", ["result-1.html"]),
        ("json", ["result-1.json"]),
        ("yaml", ["result-1.yaml"]),
        ("junit", ["result-1.xml"]),
        ("csv", ["result-1-estimates.csv", "result-1-items.csv", "result-1-ratings.csv"]),
    ],
)
def test_every_form_names_the_files_it_wrote(
    here: Callable[..., Result], study: Study, form: str, written: list[str]
) -> None:
    done = here("report", study.folder, "--format", form)
    assert done.exit_code == 0, done.stderr
    assert done.stdout.splitlines() == [f"Written: {study.folder / 'reports' / name}" for name in written]
    assert all((study.folder / "reports" / name).stat().st_size for name in written)


def test_markdown_and_html_are_written_unless_told_otherwise(here: Callable[..., Result], study: Study) -> None:
    document = json.loads(here("report", study.folder, "--json").stdout)
    assert document == {"written": [str(study.folder / "reports" / f"result-1.{end}") for end in ("md", "html")]}


def test_another_form_is_refused_with_those_there_are(here: Callable[..., Result], study: Study) -> None:
    done = here("report", study.folder, "--format", "pdf", "--json")
    (problem,) = json.loads(done.stdout)["problems"]
    assert done.exit_code == 2
    assert (problem["value"], problem["remedy"]) == ("pdf", "one of html, md, json, yaml, csv, parquet, junit")


def test_without_a_result_the_way_to_one_is_told(here: Callable[..., Result], tmp_path: Path) -> None:
    done = here("report", fresh(tmp_path / "s", "scenarios").folder)
    assert done.exit_code == 2
    assert "There is no result yet." in done.stderr
    assert "ringtrue score" in done.stderr
