"""Scoring as an act: recorded, written, items noted once, and nothing without an answer."""

import csv
import json
from dataclasses import asdict
from pathlib import Path

import pytest

from ringtrue.judge.statistic.voice import RATER
from ringtrue.store.store import Store
from ringtrue.study.folder import StudyFolder
from ringtrue.study.score import about_copies, answers_by_speaker, copied_controls, digest, read_material, score_study
from ringtrue.study.study import Study
from ringtrue.terms.item import Response
from ringtrue.terms.problem import BadInput
from ringtrue.terms.result import Result
from writers import Writer


def acts(study: StudyFolder) -> list[str]:
    with study.records() as records:
        return [entry.act for entry in records.audit_entries()]


def test_a_result_is_recorded_and_written(study: Study, answers: Path) -> None:
    study.take_in([answers])
    told: list[int] = []
    result = score_study(StudyFolder.open(study.folder), replicates=300, watch=told.append)
    assert result.resampling == {"seed": study.settings.seed, "replicates": 300}
    assert sum(told) == 300
    latest = study.latest()
    assert latest is not None
    assert latest.result.estimates == result.estimates
    assert json.loads((study.folder / "result.json").read_text(encoding="utf-8"))["counts"] == result.counts
    assert acts(study)[-1] == "result recorded"


def test_items_are_recorded_again_only_where_they_changed(study: Study, answers: Path) -> None:
    study.take_in([answers])
    recorded = acts(study).count("items recorded")
    score_study(study, replicates=100)
    assert acts(study).count("items recorded") == recorded
    listed = study.items_file.read_text(encoding="utf-8")
    study.items_file.write_text(listed.replace("prompt: one", "prompt: another"), encoding="utf-8")
    score_study(study, replicates=100)
    assert acts(study)[-2:] == ["items recorded", "result recorded"]


def test_without_an_answer_there_is_no_result(study: Study) -> None:
    with pytest.raises(BadInput, match="no judgments"):
        score_study(study)
    assert study.latest() is None
    assert not (study.folder / "result.json").exists()


def test_a_control_that_says_the_candidate_s_own_words_is_none(tmp_path: Path) -> None:
    study = Study.create(tmp_path / "s", protocol="scenarios")
    said = [Response("S1", "clone", "I stay."), Response("S1", "self", " I  stay. "), Response("S1", "generic", "Go.")]
    with study.records() as records:
        records.record_responses([*said, Response("S2", "self", "I stay.")], who="tester")
        copies = copied_controls(records, study.settings.protocol)
    assert copies == {("S1", "self")}
    assert about_copies(copies) == [
        "1 answers of self are the candidate's own, word for word: they are no control and were left out."
    ]


# A statistic judge in a study: recorded as its own, shown apart, and without any effect on people's numbers.


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


# Pairs have a measure voice_control of their own, on control cards: the statistic's says what it is.
STATISTIC = {"voice_full", "voice_compressed", "voice_control_statistic"}


def peoples(result: Result) -> dict[str, object]:
    """All a result says, without what the statistic judge said."""
    said = asdict(result)
    said["estimates"] = {name: value for name, value in said["estimates"].items() if name not in STATISTIC}
    said["notes"] = tuple(note for note in said["notes"] if "voice instrument" not in note)
    return said


def test_people_s_numbers_are_the_same_to_the_last_bit(judged: Study, texts: Path) -> None:
    before = judged.score(replicates=200)
    judged.judge("voice", others=texts / "others")
    after = judged.score(replicates=200)
    assert set(after.estimates) - set(before.estimates) == STATISTIC
    assert repr(peoples(after)) == repr({**asdict(before), "notes": before.notes})
    assert after.counts == before.counts


def test_the_result_shows_it_apart_and_the_report_labels_it(judged: Study, texts: Path) -> None:
    opinion = judged.judge("voice", others=texts / "others")
    assert set(opinion.estimates) == {"voice_full", "voice_compressed", "voice_control"}
    result = judged.score(replicates=200)
    document = json.loads((judged.folder / "result.json").read_text(encoding="utf-8"))
    for voice, estimate in opinion.estimates.items():
        name = "voice_control_statistic" if voice == "voice_control" else voice
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
    assert result.verdict.label == "inconclusive"
    assert result.estimates["voice_compressed"].n == PAIRS  # ten short replies: a headline, but no place


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


# Which texts a statistic judge gets to see.


ITEMS = """\
- {id: A, kind: pair, domain: T, responses: {full: one, compressed: two, control: " "}}
- {id: B, kind: pair, domain: T, status: withdrawn, responses: {full: gone}}
- {id: C, kind: pair, domain: T}
"""


@pytest.fixture
def judged_study(tmp_path: Path) -> Study:
    made = Study.create(tmp_path / "study", protocol="pairs")
    (made.folder / "items.yaml").write_text(ITEMS, encoding="utf-8")
    return made


def answers(study: Study) -> dict[str, dict[str, str]]:
    with Store.open(study.folder / "study.db") as store:
        records = store.study(store.studies()[0].id)
        found = answers_by_speaker(study.items(), records, study.settings)
    return {speaker: dict(said) for speaker, said in found.items()}


def record(study: Study, *responses: Response) -> None:
    with Store.open(study.folder / "study.db") as store:
        store.study(store.studies()[0].id).record_responses(responses, who="tester")


def test_texts_of_items_and_collected_ones_the_last_of_each(judged_study: Study) -> None:
    assert answers(judged_study) == {"full": {"A": "one"}, "compressed": {"A": "two"}}
    record(
        judged_study, Response("A", "full", "first"), Response("C", "full", "new"), Response("B", "full", "withdrawn")
    )
    record(judged_study, Response("A", "full", "last"), Response("C", "compressed", None, error="time-out"))
    assert answers(judged_study) == {"full": {"A": "last", "C": "new"}, "compressed": {"A": "two"}}


def test_the_person_s_own_documents_are_not_held_against_themselves(tmp_path: Path, judged_study: Study) -> None:
    settings = (judged_study.folder / "study.yaml").read_text(encoding="utf-8")
    (judged_study.folder / "study.yaml").write_text(
        f"{settings}speakers: {{full: {{kind: documented}}}}\n", encoding="utf-8"
    )
    assert set(answers(Study.open(judged_study.folder))) == {"compressed"}


def test_the_folder_is_named_as_seen_from_the_study_wherever_the_command_is_typed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ada").mkdir()
    (tmp_path / "ada" / "a.txt").write_text("Her words.", encoding="utf-8")
    elsewhere = tmp_path / "here"
    (elsewhere / "ada").mkdir(parents=True)
    (elsewhere / "ada" / "a.txt").write_text("Another's words.", encoding="utf-8")
    monkeypatch.chdir(elsewhere)
    written = Study.create(tmp_path / "made", protocol="pairs", subject=Path("..") / "ada")
    assert written.settings.data["subject"] == {"name": "ada", "folder": "../ada"}
    for folder in ("../ada", str(tmp_path / "ada")):
        made = Study.create(tmp_path / f"study{len(folder)}", protocol="pairs")
        yaml = (made.folder / "study.yaml").read_text(encoding="utf-8").splitlines()
        yaml = [f'subject: {{name: Ada, folder: "{folder}"}}' if line.startswith("subject") else line for line in yaml]
        (made.folder / "study.yaml").write_text("\n".join(yaml), encoding="utf-8")
        again = Study.open(made.folder)
        assert read_material(again.folder, again.settings, None, None).own == ("Her words.",)


def test_a_digest_tells_every_change() -> None:
    base = {"full": {"A": "one", "B": "two"}}
    others = ({"full": {"A": "one"}}, {"full": {"A": "oneB", "B": "two"}}, {"fullA": {"A": "one", "B": "two"}})
    assert len({digest(one) for one in (base, *others)}) == 4
    assert digest({"full": {"B": "two", "A": "one"}}) == digest(base)
