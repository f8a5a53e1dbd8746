"""A study from its first folder to its report, and what it refuses."""

import json
from pathlib import Path

import pytest

from ringtrue.study.study import Study
from ringtrue.terms.problem import BadInput


def test_a_new_folder_says_what_comes_next(study: Study) -> None:
    assert {path.name for path in study.folder.iterdir()} == {"study.yaml", "protocol.yaml", "items.yaml", "study.db"}
    status = study.status()
    assert status["items"] == {"pair": 3}
    assert status["next"].startswith("ringtrue import")
    assert not status["protocol_changed"]
    assert study.settings.protocol.hash in (study.folder / "study.yaml").read_text(encoding="utf-8")


def test_a_study_cannot_be_made_twice(study: Study) -> None:
    with pytest.raises(BadInput, match="already"):
        Study.create(study.folder, protocol="blind")


def test_an_unknown_protocol_makes_no_folder(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no such protocol"):
        Study.create(tmp_path / "s", protocol="blond")
    assert not (tmp_path / "s").exists()


def test_missing_subject_and_gold_are_named_together(tmp_path: Path) -> None:
    with pytest.raises(BadInput) as refusal:
        Study.create(tmp_path / "s", protocol="pairs", subject=tmp_path / "nobody", gold=tmp_path / "no.txt")
    assert [problem.place for problem in refusal.value.problems] == ["--subject", "--gold"]


def test_answers_become_a_result_and_a_report(study: Study, answers: Path) -> None:
    assert study.take_in([answers]) == 27
    result = study.score(replicates=200)
    # pfi_001 of a rating: ((voice+2)/4 + 1/2 + 1)/3; mean voice (2+1+2+1+0+1+0-1+1)/9 = 7/9,
    # so ((7/9+2)/4 + 1.5)/3 = (25/36 + 54/36)/3 = 79/108.
    assert result.estimates["pfi_001"].value == pytest.approx(79 / 108)
    document = json.loads((study.folder / "result.json").read_text(encoding="utf-8"))
    assert document["estimates"]["pfi_001"]["value"] == pytest.approx(79 / 108)
    assert document["protocol"]["hash"] == study.settings.protocol.hash
    report, *beside = study.report("md")
    assert "pfi_001" in report.read_text(encoding="utf-8")
    assert {path.parent for path in beside} == {report.with_suffix("")}  # the outputs of a pair study
    assert [path.name for path in study.report("csv")][:2] == ["result-1-estimates.csv", "result-1-items.csv"]
    assert json.loads(study.report("json")[0].read_text(encoding="utf-8"))["verdict"]["label"] == "FAIL"


def test_a_second_scoring_stands_beside_the_first(study: Study, answers: Path) -> None:
    study.take_in([answers])
    study.score(replicates=100)
    first = study.report("md")[0].read_bytes()
    study.score(replicates=300)
    assert study.status()["results"] == 2
    second = study.report("md")[0]
    assert second.name == "result-2.md"
    assert "- Replicates: 300" in second.read_text(encoding="utf-8")  # those it was scored with, not a usual number
    assert (study.folder / "reports" / "result-1.md").read_bytes() == first


def test_the_same_file_and_the_same_answer_are_taken_in_once(study: Study, answers: Path, tmp_path: Path) -> None:
    study.take_in([answers])
    with pytest.raises(BadInput, match="imported already"):
        study.take_in([answers])
    one = tmp_path / "one.jsonl"
    one.write_text('{"rater": "r0", "item": "P1", "question": "voice", "value": -2}\n', encoding="utf-8")
    with pytest.raises(BadInput, match="has this answer already"):
        study.take_in([one])
    assert study.status()["judgments"] == 27


def test_of_several_files_all_are_taken_in_or_none(study: Study, answers: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text('{"rater": "r9", "item": "P1", "question": "voice", "value": 9}\n', encoding="utf-8")
    with pytest.raises(BadInput):
        study.take_in([answers, bad])
    again = tmp_path / "again.csv"
    again.write_text(answers.read_text(encoding="utf-8").replace("r2,", "r3,"), encoding="utf-8")
    with pytest.raises(BadInput, match=r"answers.csv has this answer on line"):
        study.take_in([answers, again])
    assert study.status()["judgments"] == 0


def test_scoring_and_reporting_need_something_to_work_on(study: Study) -> None:
    with pytest.raises(BadInput, match="no judgments"):
        study.score()
    with pytest.raises(BadInput, match="no result"):
        study.report()


def test_an_unknown_report_format_lists_the_known(study: Study, answers: Path) -> None:
    study.take_in([answers])
    study.score(replicates=100)
    with pytest.raises(BadInput) as refusal:
        study.report("docx")
    assert refusal.value.problems[0].remedy == "one of html, md, json, yaml, csv, parquet, junit"


def test_the_doctor_finds_an_edited_record_a_changed_protocol_and_bad_items(study: Study, answers: Path) -> None:
    import sqlite3

    study.take_in([answers])
    assert study.doctor() == []
    with sqlite3.connect(study.folder / "study.db") as connection:
        assert connection.execute("UPDATE judgments SET value = '2.0' WHERE value LIKE '-1%'").rowcount == 1
    connection.close()
    (study.folder / "study.yaml").write_text('protocol: lite\nsubject: {name: "x"}\n', encoding="utf-8")
    (study.folder / "items.yaml").write_text("- {id: A, kind: pear}\n", encoding="utf-8")
    found = Study.open(study.folder).doctor()
    assert len(found) == 3
    assert any("no such kind" in problem.what for problem in found)
    assert any("made with pairs" in problem.what for problem in found)


def test_backup_and_restore_give_the_same_study(study: Study, answers: Path, tmp_path: Path) -> None:
    study.take_in([answers])
    before = study.score(replicates=100).as_dict()
    restored = Study.restore(study.backup(tmp_path / "b.ringtrue"), tmp_path / "again")
    assert restored.doctor() == []
    assert restored.score(replicates=100).as_dict() == before
    assert restored.status()["judgments"] == 27


def test_damaged_foreign_and_clashing_backups_are_refused(study: Study, answers: Path, tmp_path: Path) -> None:
    study.take_in([answers])
    backup = study.backup(tmp_path / "b.ringtrue")
    with pytest.raises(BadInput, match="file of this name"):
        study.backup(backup)
    with pytest.raises(BadInput, match="not empty"):
        Study.restore(backup, study.folder)
    bytes_ = bytearray(backup.read_bytes())
    bytes_[200] ^= 0xFF
    (tmp_path / "damaged").write_bytes(bytes(bytes_))
    for name in ("damaged", "nowhere", "study/study.yaml"):
        with pytest.raises(BadInput):
            Study.restore(tmp_path / name, tmp_path / f"r-{name.replace('/', '-')}")


def test_two_lists_of_items_are_refused(study: Study) -> None:
    (study.folder / "items.jsonl").write_text("", encoding="utf-8")
    with pytest.raises(BadInput, match="two lists"):
        study.items()


def test_a_folder_without_a_study_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(BadInput) as refusal:
        Study.open(tmp_path)
    assert "ringtrue new" in refusal.value.problems[0].remedy
