"""A statistic judge in a study: recorded as its own, shown apart, and without any effect on people's numbers."""

import csv
import json
from dataclasses import asdict
from pathlib import Path

import pytest

from ringtrue import Study
from ringtrue.judge.statistic import RATER
from ringtrue.store import Store
from ringtrue.terms import BadInput, Response, Result
from writers import Writer

PAIRS = 10
OTHERS = ("bob", "cy", "dee", "eve")


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the person's own texts and one with other people's."""
    root = tmp_path_factory.mktemp("texts")
    for name in ("ada", *OTHERS):
        place = root / "ada" if name == "ada" else root / "others" / name
        place.mkdir(parents=True)
        for number, text in enumerate(Writer(name).texts(12 if name == "ada" else 6, 250)):
            (place / f"{number:02}.txt").write_text(text, encoding="utf-8")
    return root


@pytest.fixture
def judged(tmp_path: Path, texts: Path) -> Study:
    """Ten pairs with their texts, rated by three people."""
    study = Study.create(tmp_path / "study", protocol="pairs", subject=texts / "ada", who="tester")
    speakers = {"full": Writer("ada again"), "compressed": Writer("ada"), "control": Writer("gus")}
    items = [
        {"id": f"P{n}", "kind": "pair", "domain": "TECH", "prompt": "p", "pfi_model": 0.8 + n / 100,
         "responses": {name: writer.text(110) for name, writer in speakers.items()}}
        for n in range(PAIRS)
    ]  # fmt: skip
    study.items_file.unlink()
    (study.folder / "items.json").write_text(json.dumps(items), encoding="utf-8")
    answers = tmp_path / "answers.csv"
    with answers.open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(["rater", "item", "question", "value"])
        for n in range(PAIRS):
            for rater in range(3):
                for question, value in (("voice", (n + rater) % 3 - 1), ("vibe", 1 + n % 3), ("logic", 3)):
                    rows.writerow([f"r{rater}", f"P{n}", question, value])
    study.take_in([answers])
    return study


def peoples(result: Result) -> dict[str, object]:
    """All a result says, without what the statistic judge said."""
    said = asdict(result)
    said["estimates"] = {name: value for name, value in said["estimates"].items() if not name.startswith("voice_c")}
    del said["estimates"]["voice_full"]
    said["notes"] = tuple(note for note in said["notes"] if "voice instrument" not in note)
    return said


def test_people_s_numbers_are_the_same_to_the_last_bit(judged: Study, texts: Path) -> None:
    before = judged.score(replicates=200)
    judged.judge("voice", others=texts / "others")
    after = judged.score(replicates=200)
    assert set(after.estimates) - set(before.estimates) == {"voice_full", "voice_compressed", "voice_control"}
    assert repr(peoples(after)) == repr({**asdict(before), "notes": before.notes})
    assert after.counts == before.counts


def test_the_result_shows_it_apart_and_the_report_labels_it(judged: Study, texts: Path) -> None:
    opinion = judged.judge("voice", others=texts / "others")
    assert set(opinion.estimates) == {"voice_full", "voice_compressed", "voice_control"}
    result = judged.score(replicates=200)
    document = json.loads((judged.folder / "result.json").read_text(encoding="utf-8"))
    for name, estimate in opinion.estimates.items():
        assert result.estimates[name].value == estimate.value
        assert document["estimates"][name]["kind"] == "statistic"
        assert document["estimates"][name]["raw"] == estimate.raw
    assert any("enters no other number" in note for note in result.notes)
    report, *_ = judged.report("md")
    (line,) = [row for row in report.read_text(encoding="utf-8").splitlines() if row.startswith("| `voice_compressed`")]
    assert "| statistic |" in line


def test_rows_are_the_judge_s_own_and_judging_again_corrects_them(judged: Study, texts: Path) -> None:
    judged.judge("voice", others=texts / "others")
    rows = [rating for rating in judged.ratings() if rating.rater == RATER]
    assert len(rows) == 3 * PAIRS
    assert {row.judge_kind for row in rows} == {"statistic"}
    judged.judge("voice", others=texts / "others")  # the same texts say the same: nothing is added
    assert sum(rating.rater == RATER for rating in judged.ratings()) == 3 * PAIRS
    assert judged.doctor() == []


def test_a_reply_that_changes_later_is_noticed(judged: Study, texts: Path) -> None:
    judged.judge("voice", others=texts / "others")
    with Store.open(judged.folder / "study.db") as store:
        records = store.study(store.studies()[0].id)
        records.record_responses([Response("P0", "compressed", Writer("new").text(110))], who="tester")
    assert any("have changed" in note for note in judged.score(replicates=200).notes)
    again = judged.judge("voice", others=texts / "others")
    assert again.estimates["voice_compressed"].n == PAIRS
    assert not any("have changed" in note for note in judged.score(replicates=200).notes)


def test_without_people_the_statistic_stands_alone_and_decides_nothing(judged: Study, texts: Path) -> None:
    lone = Study.create(judged.folder.parent / "lone", protocol="pairs", subject=texts / "ada")
    lone.items_file.unlink()
    (lone.folder / "items.json").write_bytes((judged.folder / "items.json").read_bytes())
    with pytest.raises(BadInput, match="no judgments"):
        lone.score(replicates=200)
    lone.judge("voice", others=texts / "others")
    result = lone.score(replicates=200)
    assert result.counts["ratings"] == 0
    assert result.verdict.label == "cannot be told"
    assert result.estimates["voice_compressed"].value is not None


def test_a_withdrawn_judge_says_nothing(judged: Study, texts: Path) -> None:
    judged.judge("voice", others=texts / "others")
    with Store.open(judged.folder / "study.db") as store:
        store.study(store.studies()[0].id).withdraw_rater(RATER, who="tester", why="not wanted")
    assert "voice_compressed" not in judged.score(replicates=200).estimates


def test_what_is_missing_is_told(judged: Study, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no vioce among the judges"):
        judged.judge("vioce")
    with pytest.raises(BadInput, match="no such folder"):
        judged.judge("voice", own=tmp_path / "nowhere")
    bare = Study.create(tmp_path / "bare", protocol="pairs")
    with pytest.raises(BadInput, match="no reply to judge"):
        bare.judge("voice")
    (bare.folder / "items.yaml").write_text(
        "- {id: A, kind: pair, domain: T, responses: {full: some words}}\n", encoding="utf-8"
    )
    with pytest.raises(BadInput, match=r"does not say where the person's own texts are"):
        bare.judge("voice")
