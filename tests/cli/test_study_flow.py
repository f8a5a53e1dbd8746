"""The commands of a study, one after the other, as a user types them."""

import json
from pathlib import Path

import pytest

ITEMS = "".join(
    json.dumps({"id": f"STR-{number:03}", "kind": "scenario", "prompt": "p", "context": "c", "expected_decision": "d",
                "expected_reasoning": "r", "tags": {"type": "strategic"}}) + "\n"
    for number in range(1, 4)
)  # fmt: skip
SCORES = {"STR-001": (85, 80, 90, 85, 95), "STR-002": (40, 70, 50, 60, 30), "STR-003": (100, 100, 100, 100, 100)}
QUESTIONS = ("decision_alignment", "voice_accuracy", "reasoning_quality", "persona_accuracy", "value_preservation")


@pytest.fixture
def folder(run, tmp_path: Path) -> Path:
    place = tmp_path / "study"
    assert run("new", place, "--protocol", "scenarios").returncode == 0
    (place / "items.yaml").unlink()
    (place / "items.jsonl").write_text(ITEMS, encoding="utf-8")
    return place


@pytest.fixture
def judged(run, folder: Path, tmp_path: Path) -> Path:
    rows = [
        {"rater": "judge", "item": item, "question": question, "value": value}
        for item, scores in SCORES.items()
        for question, value in zip(QUESTIONS, scores, strict=True)
    ]
    answers = tmp_path / "answers.json"
    answers.write_text(json.dumps(rows), encoding="utf-8")
    done = run("import", folder, answers, "--judge-kind", "model", "--json")
    assert json.loads(done.stdout)["taken_in"] == 15
    return folder


def test_the_whole_way(run, judged: Path) -> None:
    done = run("score", judged, "--json")
    document = json.loads(done.stdout)
    # (86.75 + 49 + 100) / 3
    assert document["estimates"]["aggregate_fidelity"]["value"] == pytest.approx(78.5833, abs=1e-4)
    assert [item["cause"] for item in document["items"]] == [None, "kb_gap", None]
    assert document["verdict"]["label"] == "FAIL"
    assert done.returncode == 1
    assert json.loads((judged / "result.json").read_text(encoding="utf-8")) == document
    for form, count in (("md", 1), ("html", 1), ("json", 1), ("csv", 3)):
        written = json.loads(run("report", judged, "--format", form, "--json").stdout)["written"]
        assert len(written) == count
        assert all(Path(path).stat().st_size > 100 for path in written)
    assert json.loads(run("status", judged, "--json").stdout)["results"] == 1


def test_scores_are_printed_short_and_plain(run, judged: Path) -> None:
    done = run("score", judged)
    assert done.returncode == 1
    assert "aggregate_fidelity" in done.stdout
    assert "kb_gap" in done.stdout
    assert "What cannot be concluded" in done.stdout
    assert "\x1b" not in done.stdout


def test_exit_codes_follow_the_verdict_asked_for(run, judged: Path, folder: Path) -> None:
    # Three scenarios between 49 and 100: by sound numbers the interval reaches from 49 to 100, so it cannot be told.
    assert run("score", judged, "--by", "sound").returncode == 0
    assert run("score", judged, "--by", "sound", "--strict").returncode == 1
    items = (folder / "items.jsonl").read_text(encoding="utf-8")
    (folder / "items.jsonl").write_text(
        items + items.splitlines()[0].replace("STR-001", "STR-009") + "\n", encoding="utf-8"
    )
    assert run("score", judged).returncode == 3  # an item without an answer: incomplete wins over FAIL


def test_bad_answers_are_refused_whole(run, folder: Path, tmp_path: Path) -> None:
    answers = tmp_path / "answers.csv"
    answers.write_text(
        "rater,item,question,value\nj,STR-001,voice_accuracy,180\nj,STR-099,voice_accuracy,80\nj,STR-001,smell,80\n"
    )
    done = run("import", folder, answers)
    assert done.returncode == 2
    assert "3 problems" in done.stderr
    for line in ("line 2", "line 3", "line 4"):
        assert line in done.stderr
    assert json.loads(run("status", folder, "--json").stdout)["judgments"] == 0


def test_doctor_backup_and_restore(run, judged: Path, tmp_path: Path) -> None:
    assert run("doctor", judged).returncode == 0
    backup, again = tmp_path / "b.ringtrue", tmp_path / "again"
    assert run("backup", judged, backup).returncode == 0
    assert run("restore", backup, again).returncode == 0
    assert json.loads(run("status", again, "--json").stdout)["judgments"] == 15
    backup.write_bytes(b"not a backup")
    refused = run("restore", backup, tmp_path / "third")
    assert refused.returncode == 2
    assert "Traceback" not in refused.stderr


def test_the_doctor_lists_the_installation(run) -> None:
    assert json.loads(run("doctor", "--json").stdout)["ringtrue"].startswith("0.")


def test_many_problems_are_cut_on_the_screen_and_whole_in_json(run, folder: Path, tmp_path: Path) -> None:
    answers = tmp_path / "answers.csv"
    answers.write_text("rater,item,question,value\n" + "".join(f"j,X{n},voice_accuracy,1\n" for n in range(40)))
    done = run("import", folder, answers, "--json")
    assert len(json.loads(done.stdout)["problems"]) == 40
    assert "and 15 more" in done.stderr
