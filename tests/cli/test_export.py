import json
from pathlib import Path

from click.testing import CliRunner

from pair_studies import pair_study
from ringtrue.cli import main


def dealt(folder: Path) -> Path:
    study = pair_study(folder / "study", "lite", count=3)
    study.deal(["anna", "ben"], force=True, why="a small study")
    return study.folder


def test_export_writes_pages_and_says_what_comes_next(tmp_path: Path) -> None:
    folder = dealt(tmp_path)
    done = CliRunner().invoke(main, ["export", str(folder), "--out", str(tmp_path / "pages")])
    assert done.exit_code == 0, done.output
    assert "2 pages written to" in done.output
    assert "ringtrue import" in done.output
    assert sorted(path.name for path in (tmp_path / "pages").iterdir()) == ["README.txt", "anna-1.html", "ben-1.html"]


def test_export_as_json(tmp_path: Path) -> None:
    folder = dealt(tmp_path)
    done = CliRunner().invoke(main, ["export", str(folder), "--out", str(tmp_path / "pages"), "--json"])
    document = json.loads(done.stdout)
    assert [Path(page).name for page in document["pages"]] == ["anna-1.html", "ben-1.html"]
    assert Path(document["note"]).is_file()
    assert document["warning"] == ""


def test_nothing_dealt_is_exit_code_2(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "study", "lite", count=3)
    done = CliRunner().invoke(main, ["export", str(study.folder), "--out", str(tmp_path / "pages")])
    assert done.exit_code == 2
    assert "No packet is out." in done.output


def test_questions_about_a_sample_that_is_not_there_are_pointed_out(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "study", "lite", count=3, gold=False)
    study.deal(["anna"], force=True, why="a small study")
    done = CliRunner().invoke(main, ["export", str(study.folder), "--out", str(tmp_path / "pages"), "--json"])
    assert done.exit_code == 0
    assert "add gold: FILE" in done.stderr
    assert "add gold: FILE" in json.loads(done.stdout)["warning"]


def test_where_to_has_to_be_said(tmp_path: Path) -> None:
    assert CliRunner().invoke(main, ["export", str(tmp_path)]).exit_code == 2


def test_the_help_has_an_example() -> None:
    assert "ringtrue export my-study --out pages" in CliRunner().invoke(main, ["export", "--help"]).output


def test_forms_are_written_on_request_with_what_reads_them_back(tmp_path: Path) -> None:
    folder = dealt(tmp_path)
    given = ["export", str(folder), "--as", "form", "--out", str(tmp_path / "forms")]
    done = CliRunner().invoke(main, given)
    assert done.exit_code == 0, done.output
    assert "2 forms written to" in done.output
    assert "--columns" in done.output
    document = json.loads(CliRunner().invoke(main, [*given, "--json"]).stdout)
    assert [Path(name).name for name in document["forms"]] == ["anna-1.md", "anna-1.csv", "ben-1.md", "ben-1.csv"]
    assert Path(document["columns"]).is_file()
