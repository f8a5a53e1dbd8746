"""Results of offline pages taken into a study: what fits is recorded whole, everything else refused with its reason."""

import json
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hosted_studies import lite_study
from result_files import answers_to, result_of, summed, written
from ringtrue.files.problems import Problems
from ringtrue.judge.result_file import read_result
from ringtrue.judge.rows import ImportedAnswer
from ringtrue.protocols.loader import load
from ringtrue.store.judgment_records import JudgmentRecord
from ringtrue.store.keys import seal_keys
from ringtrue.store.provenance import Source
from ringtrue.store.study_store import StudyStore
from ringtrue.study.intake import (
    FileReader,
    ResultChecker,
    record_result,
    refuse_answered,
    shown_hash,
    take_in,
    taken_before,
)
from ringtrue.study.offline_packets import documents_of
from ringtrue.study.study import Study
from ringtrue.terms.answer import Rating
from ringtrue.terms.item import Card, Item, Packet
from ringtrue.terms.problem import BadInput, Problem
from study_templates import fresh

HOSTILE = "<script>alert(1)</script> \u202e \x00 \U0001f600 '; DROP TABLE answers; --"
Change = Callable[[dict[str, Any]], None]


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study dealt once; each test gets a copy."""
    study = lite_study(tmp_path_factory.mktemp("template") / "study")
    study.deal(["jo", "kim"], controls=0, force=True, why="a small study")
    return study.folder


@pytest.fixture
def dealt(template: Path, tmp_path: Path) -> Study:
    copytree(template.parent, tmp_path, dirs_exist_ok=True)
    return Study.open(tmp_path / "study", who="Ines")


def documents(study: Study) -> dict[str, dict[str, Any]]:
    """Rater -> the document his offline page holds."""
    with study.records() as records:
        tokens = {record.packet.rater: record.packet.token for record in records.packets()}
    return {rater: study.packet_document(token, hosted=False) for rater, token in tokens.items()}


def refused(study: Study, *files: Path, **options: Any) -> list[Problem]:
    """What is said; and nothing was recorded."""
    with study.records() as records:
        before = records.audit_head()
    with pytest.raises(BadInput) as caught:
        take_in(study, files, **options)
    with study.records() as records:
        assert records.audit_head() == before
    assert all(problem.remedy for problem in caught.value.problems)
    return list(caught.value.problems)


def test_a_whole_result_becomes_blind_judgments_and_notes(dealt: Study, tmp_path: Path) -> None:
    document = documents(dealt)["jo"]
    given = answers_to(document, comment="hm", recognised=True)
    (taken,) = take_in(dealt, [written(tmp_path / "jo.json", result_of(document, given))])
    assert (taken.raters, taken.answers, taken.state) == (("jo",), len(given), "complete")
    with dealt.records() as records:
        rows = list(records.judgments())
        assert {(row.card, row.question) for row in rows} == {(one["card"], one["question"]) for one in given}
        assert all(row.item is None and row.rater == "jo" and row.comment == "hm" for row in rows)
        assert all(one.given.recognised for one in records.answers())
        states = {record.packet.rater: record.state for record in records.packets()}
        assert states == {"jo": "returned", "kim": "out"}
        notes = dict(records.notes_about("jo"))
        assert notes["consent"]["hash"] == document["consent"]["hash"]
        assert notes["qualification"] == {"years": 3}
        assert notes["comprehension"] == {"attempts": 1, "passed": True}
        assert notes["sitting"]["started"] == "2026-11-16T08:00:00.000Z"
        assert notes["sitting"]["offline"] is True
        assert records.verify_audit() == []


def test_several_files_are_one_act(dealt: Study, tmp_path: Path) -> None:
    held = documents(dealt)
    files = [
        written(tmp_path / "jo.json", result_of(held["jo"], answers_to(held["jo"]))),
        written(tmp_path / "kim.txt", result_of(held["kim"], answers_to(held["kim"], cards=1))),
    ]
    told = {one.file: (one.raters, one.state, one.done) for one in take_in(dealt, files)}
    cards = len(held["jo"]["cards"])
    assert told == {
        str(files[0]): (("jo",), "complete", cards),
        str(files[1]): (("kim",), "partial", 1),
    }


def test_text_is_kept_as_text(dealt: Study, tmp_path: Path) -> None:
    document = documents(dealt)["jo"]
    given = answers_to(document, comment=HOSTILE)
    take_in(dealt, [written(tmp_path / "jo.json", result_of(document, given))])
    with dealt.records() as records:
        assert {row.comment for row in records.judgments()} == {HOSTILE}
        assert records.verify_audit() == []


def change_first(**parts: Any) -> Change:
    def change(result: dict[str, Any]) -> None:
        result["answers"][0] |= parts

    return change


def twice(result: dict[str, Any]) -> None:
    result["answers"].append(dict(result["answers"][0]))


def changed(part: str, **values: Any) -> Change:
    def change(result: dict[str, Any]) -> None:
        result[part] = result[part] | values

    return change


def without_check(result: dict[str, Any]) -> None:
    result["comprehension"] = None


def without_consent(result: dict[str, Any]) -> None:
    result["consent"] = None


@pytest.mark.parametrize(
    ("change", "place", "what"),
    [
        (change_first(value=7), "answer 1, voice", "outside the scale"),
        (change_first(value=0.5), "answer 1, voice", "step"),
        (change_first(value="1"), "answer 1, voice", "number"),
        (change_first(value=True), "answer 1, voice", "number"),
        (change_first(value=[True]), "answer 1, voice", "number"),
        (change_first(card="zzzz"), "answer 1, card", "no such card"),
        (change_first(question="mood"), "answer 1, question", "no such question"),
        (change_first(shown=["0" * 12, "1" * 12]), "answer 1, shown", "not those of the card"),
        (change_first(shown=[]), "answer 1, shown", "not those of the card"),
        (change_first(shown=["zz", "zz"]), "answer 1, shown", "cannot be read"),
        (change_first(seconds=-1), "answer 1, seconds", "cannot be read"),
        (change_first(position=2), "answer 1, position", "number 1"),
        (change_first(comment=5), "answer 1, comment", "cannot be read"),
        (change_first(comment="x" * 20_001), "answer 1, comment", "cannot be read"),
        (change_first(side="A"), "answer 1, side", "no such part"),
        (twice, "answer ", "answered twice"),
        (without_consent, "consent", "consent is missing"),
        (changed("consent", hash="ab" * 32), "consent", "given to another text"),
        (changed("consent", statements={}), "consent", "refused"),
        (changed("comprehension", attempts=2, passed=False), "comprehension", "not passed"),
        (without_check, "comprehension", "not passed"),
    ],
)
def test_what_does_not_fit_the_packet_is_refused(
    dealt: Study, tmp_path: Path, change: Change, place: str, what: str
) -> None:
    document = documents(dealt)["jo"]
    result = result_of(document, answers_to(document))
    change(result)
    (problem,) = refused(dealt, written(tmp_path / "jo.json", summed(result)))
    assert problem.place.startswith(place)
    assert what in problem.what
    assert problem.file == str(tmp_path / "jo.json")


def test_all_problems_of_all_files_are_told_together(dealt: Study, tmp_path: Path) -> None:
    held = documents(dealt)
    result = result_of(held["jo"], answers_to(held["jo"]))
    result["answers"][0]["value"] = 9
    result["answers"][1]["value"] = "x"
    whole = json.dumps(result_of(held["kim"], answers_to(held["kim"])))
    (tmp_path / "cut.json").write_text(whole[:-40], encoding="utf-8")
    (tmp_path / "rows.csv").write_text("rater,item,question,value\nlou,pair-9,vibe,2\n", encoding="utf-8")
    foreign = written(tmp_path / "foreign.txt", summed(result | {"packet": "zz" * 16}))
    files = [written(tmp_path / "jo.json", summed(result)), tmp_path / "cut.json", tmp_path / "rows.csv", foreign]
    found = refused(dealt, *files, tmp_path / "gone.json")
    assert {Path(problem.file).name for problem in found} == {
        "jo.json",
        "cut.json",
        "rows.csv",
        "foreign.txt",
        "gone.json",
    }
    assert len([problem for problem in found if problem.file.endswith("jo.json")]) == 2


def test_a_result_of_another_study_is_foreign(dealt: Study, tmp_path: Path) -> None:
    other = lite_study(tmp_path / "other")
    other.deal(["jo"], controls=0, force=True, why="a small study")
    document = documents(other)["jo"]
    (problem,) = refused(dealt, written(tmp_path / "jo.json", result_of(document, answers_to(document))))
    assert "another study" in problem.what
    assert document["packet"] not in str(problem)  # whoever has the token can answer


def test_the_same_file_is_taken_once(dealt: Study, tmp_path: Path) -> None:
    document = documents(dealt)["jo"]
    path = written(tmp_path / "jo.json", result_of(document, answers_to(document)))
    copy = written(tmp_path / "copy.json", result_of(document, answers_to(document)))
    assert [problem.what for problem in refused(dealt, path, copy)] == [
        "It was imported already, as jo.json in this same call."
    ]
    take_in(dealt, [path])
    (problem,) = refused(dealt, copy)
    assert problem.what.startswith("It was imported already, as jo.json on ")
    other = written(tmp_path / "later.json", result_of(document, answers_to(document), finished="2027"))
    (problem,) = refused(dealt, other)
    assert problem.what == "This packet was returned already, complete."


def test_two_results_of_one_packet_in_one_call_are_refused(dealt: Study, tmp_path: Path) -> None:
    document = documents(dealt)["jo"]
    files = [
        written(tmp_path / f"{cards}.json", result_of(document, answers_to(document, cards=cards))) for cards in (1, 2)
    ]
    (problem,) = refused(dealt, *files)
    assert problem.what == "1.json is a result of the same packet."


def test_a_fuller_result_completes_a_partial_one_and_both_are_kept(dealt: Study, tmp_path: Path) -> None:
    document = documents(dealt)["jo"]
    cards = len(document["cards"])
    first = answers_to(document, cards=1)
    (taken,) = take_in(dealt, [written(tmp_path / "1.json", result_of(document, first))])
    assert (taken.state, taken.done, taken.cards) == ("partial", 1, cards)
    fuller = answers_to(document)
    fuller[0]["value"] = -2  # the rater thought better of it
    (taken,) = take_in(dealt, [written(tmp_path / "2.json", result_of(document, fuller))])
    assert taken.state == "complete"
    with dealt.records() as records:
        voices = [
            row.value
            for row in records.judgments(superseded=True)
            if (row.card, row.question) == (fuller[0]["card"], "voice")
        ]
        assert voices == [1.0, -2.0]
        assert len(list(records.judgments())) == len(fuller)
        assert len(list(records.answers(all=True))) == len(first) + len(fuller)
        assert records.verify_audit() == []


def test_a_card_that_was_finished_in_the_earlier_result_cannot_be_changed(dealt: Study, tmp_path: Path) -> None:
    document = documents(dealt)["jo"]
    take_in(dealt, [written(tmp_path / "2.json", result_of(document, answers_to(document, cards=2)))])
    fuller = answers_to(document)
    fuller[0]["value"] = -2
    (problem,) = refused(dealt, written(tmp_path / "3.json", result_of(document, fuller)))
    assert (problem.place, problem.what) == ("card 1, voice", "The card is finished: a later one was answered since.")


def test_sessions_come_in_their_order_or_together(dealt: Study, tmp_path: Path) -> None:
    dealt.deal(["lou"], session=2, controls=0, force=True, why="a small study")
    with dealt.records() as records:
        tokens = [one.packet.token for one in records.packets() if one.packet.rater == "lou"]
    first, second = (dealt.packet_document(token, hosted=False) for token in tokens)
    begun = written(tmp_path / "1.json", result_of(first, answers_to(first, cards=1)))
    later = written(tmp_path / "2.json", result_of(second, answers_to(second)))
    (problem,) = refused(dealt, later)
    assert problem.what == "An earlier session of this rater is still out: 1."
    assert [one.state for one in take_in(dealt, [later, begun])] == ["complete", "partial"]


def test_a_result_that_another_program_wrote_need_not_know_of_the_check(dealt: Study, tmp_path: Path) -> None:
    document = documents(dealt)["jo"]
    result = result_of(document, answers_to(document))
    del result["comprehension"]
    (taken,) = take_in(dealt, [written(tmp_path / "jo.json", summed(result))])
    assert taken.state == "complete"


def test_what_completes_nothing_is_refused(dealt: Study, tmp_path: Path) -> None:
    document = documents(dealt)["jo"]
    take_in(dealt, [written(tmp_path / "2.json", result_of(document, answers_to(document, cards=2)))])
    less = written(tmp_path / "1.json", result_of(document, answers_to(document, cards=1), finished="2027"))
    same = written(tmp_path / "again.json", result_of(document, answers_to(document, cards=2), finished="2027"))
    assert "some of them are not here" in refused(dealt, less)[0].what
    assert "nothing new" in refused(dealt, same)[0].what


def test_closed_packets_take_nothing(dealt: Study, tmp_path: Path) -> None:
    held = documents(dealt)
    jo = written(tmp_path / "jo.json", result_of(held["jo"], answers_to(held["jo"])))
    kim = written(tmp_path / "kim.json", result_of(held["kim"], answers_to(held["kim"])))
    with dealt.records() as records:
        records.change_packet(held["kim"]["packet"], "withdrawn", who="lab")
    assert "withdrawn" in refused(dealt, kim)[0].what
    dealt.unblind(early=True, why="a test")
    assert "no longer accepted" in refused(dealt, jo)[0].what


def test_a_required_text_left_empty_is_no_answer(dealt: Study, tmp_path: Path) -> None:
    document = documents(dealt)["jo"]
    given = [one for one in answers_to(document) if one["question"] != "logic"]
    (taken,) = take_in(dealt, [written(tmp_path / "jo.json", result_of(document, given, partial=False))])
    assert (taken.state, taken.done) == ("partial", 0)  # whatever the file says of itself


def test_a_kill_between_two_files_would_leave_nothing(dealt: Study, tmp_path: Path, monkeypatch: Any) -> None:
    """The second packet cannot be recorded: the first one is not either."""
    from ringtrue.study import intake as taking_in

    held = documents(dealt)
    files = [written(tmp_path / f"{name}.json", result_of(held[name], answers_to(held[name]))) for name in held]
    recorded: list[str] = []
    record = taking_in.record_result

    def fails_at_the_second(records: Any, packet: Any, *, who: str) -> None:
        recorded.append(packet.rater)
        if len(recorded) == 2:
            raise KeyboardInterrupt
        record(records, packet, who=who)

    monkeypatch.setattr(taking_in, "record_result", fails_at_the_second)
    with pytest.raises(KeyboardInterrupt):
        take_in(dealt, files)
    with dealt.records() as records:
        assert list(records.answers(all=True)) == []
        assert {record.state for record in records.packets()} == {"out"}


def test_survey_and_older_files_come_in_by_their_tables(tmp_path: Path) -> None:
    study = lite_study(tmp_path / "study")
    (tmp_path / "map.yaml").write_text("rater: who\nitem: pair\nquestions: {vibe: V}\n", encoding="utf-8")
    (tmp_path / "survey.csv").write_text("who,pair,V\nlou,pair-1,3\n", encoding="utf-8")
    (tmp_path / "slots.yaml").write_text("slots: {pair-2: [full, compressed]}\n", encoding="utf-8")
    response = {"scenario_id": "pair-2", "voice_score": 1, "randomOrder": [1, 0]}
    (tmp_path / "old.json").write_text(json.dumps({"test_version": "1", "responses": [response]}), encoding="utf-8")
    files = [tmp_path / "survey.csv", tmp_path / "old.json"]
    assert study.take_in(files, columns=tmp_path / "map.yaml", slots=tmp_path / "slots.yaml") == 2
    assert sorted((one.rater, one.item, one.value) for one in study.ratings()) == [
        ("lou", "pair-1", 3.0),
        ("old", "pair-2", -1.0),
    ]


def test_a_faulty_mapping_is_told_beside_the_other_faults(dealt: Study, tmp_path: Path) -> None:
    (tmp_path / "map.yaml").write_text("item: pair\n", encoding="utf-8")
    (tmp_path / "survey.csv").write_text("who,pair,V\nlou,pair-1,3\n", encoding="utf-8")
    (tmp_path / "r.txt").write_text("nothing", encoding="utf-8")
    found = refused(dealt, tmp_path / "survey.csv", tmp_path / "r.txt", columns=tmp_path / "map.yaml")
    assert {Path(problem.file).name for problem in found} == {"map.yaml", "r.txt"}
    (problem,) = refused(dealt, tmp_path / "survey.csv")
    assert "none of the columns" in problem.what
    assert "--columns" in problem.remedy


# Files told apart by what is in them.


PAIRS = load("pairs")
ITEMS = [Item("P1", "pair", "one", fields={"domain": "TECH"})]


@pytest.fixture
def problems() -> Problems:
    return Problems()


def reader(problems: Problems, columns: Path | None = None, slots: Path | None = None) -> FileReader:
    return FileReader(PAIRS, ITEMS, "person", columns, slots, problems)


def test_judgments_and_results_go_to_their_lists_with_their_digests(tmp_path: Path, problems: Problems) -> None:
    rows = tmp_path / "rows.json"
    rows.write_text(json.dumps([{"rater": "r", "item": "P1", "question": "vibe", "value": 2}]), encoding="utf-8")
    result = written(tmp_path / "r.json", summed({"ringtrue": 1, "packet": "t", "answers": [1]}))
    files = reader(problems)
    for path in (rows, result):
        files.read(path)
    assert not problems
    assert [len(answers) for _, _, answers in files.judgments] == [1]
    assert [one.packet for _, _, one in files.results] == ["t"]
    assert [path for path, _ in files.sources] == [rows, result]
    assert len({source.sha256 for _, source in files.sources}) == 2


def test_a_table_is_read_by_the_mapping_where_there_is_one(tmp_path: Path, problems: Problems) -> None:
    (tmp_path / "map.yaml").write_text("rater: who\ncolumns: {V: {item: P1, question: vibe}}\n", encoding="utf-8")
    (tmp_path / "rows.csv").write_text("who,V\nr,3\n", encoding="utf-8")
    files = reader(problems, columns=tmp_path / "map.yaml")
    files.read(tmp_path / "rows.csv")
    assert not problems
    assert [answers[0].rating.value for _, _, answers in files.judgments] == [3.0]


@pytest.mark.parametrize("name", ["answers.xlsx", "answers"])
def test_other_kinds_of_files_are_refused(tmp_path: Path, problems: Problems, name: str) -> None:
    (tmp_path / name).write_text("x", encoding="utf-8")
    reader(problems).read(tmp_path / name)
    assert [problem.what for problem in problems] == ["Judgments are read from .json, .jsonl and .csv files."]


def test_a_page_sent_back_is_no_result(tmp_path: Path, problems: Problems) -> None:
    (tmp_path / "r1-1.html").write_text("<!doctype html>", encoding="utf-8")
    reader(problems).read(tmp_path / "r1-1.html")
    (problem,) = problems
    assert "Their answers are not in it" in problem.what
    assert "Ask the rater for the result file" in problem.remedy


def test_reading_goes_on_after_a_fault(tmp_path: Path, problems: Problems) -> None:
    files = reader(problems, slots=tmp_path / "gone.yaml")
    for name in ("a.json", "b.txt", "c.csv"):
        files.read(tmp_path / name)
    assert [Path(problem.file).name for problem in problems] == ["gone.yaml", "a.json", "b.txt", "c.csv"]


def test_an_empty_and_a_binary_file_are_refused_in_words(tmp_path: Path, problems: Problems) -> None:
    (tmp_path / "empty.csv").write_bytes(b"")
    (tmp_path / "photo.json").write_bytes(b"\x89PNG\r\n\x00\xff" * 50)
    files = reader(problems)
    for name in ("empty.csv", "photo.json"):
        files.read(tmp_path / name)
    assert [problem.what.split(":")[0] for problem in problems] == [
        "The file is empty.",
        "There is a NUL byte (byte 6)",
    ]


# Answers that stand already: files and single answers are told apart from new ones, in the study and in one call.


@pytest.fixture
def study(tmp_path: Path) -> Study:
    """ann has said that the text of P1 sounds like the person; the file was a.csv."""
    made = fresh(tmp_path / "study", "pairs")
    with made.records() as records:
        row = JudgmentRecord("ann", "P1", "voice", 1.0, "compressed")
        records.record_judgments([row], who="tester", source=source("a.csv", "aa"))
    return made


def source(name: str, digest: str) -> Source:
    return Source(name, digest * 32)


def answer(
    line: int, rater: str = "ann", item: str = "P1", question: str = "voice", speaker: str | None = None
) -> ImportedAnswer:
    return ImportedAnswer(Rating(rater, item, question, 1.0, speaker), None, "", "", line)


def told(study: Study, *files: tuple[str, list[ImportedAnswer]]) -> list[tuple[str, str, str, str]]:
    """The refusal as rows: file, place, what, value."""
    with study.records() as records:
        try:
            refuse_answered(
                [(Path(name), source(name, "00"), answers) for name, answers in files], records, "compressed"
            )
        except BadInput as refusal:
            return [(one.file, one.place, one.what, one.value) for one in refusal.problems]
    return []


def test_a_file_taken_in_before_is_named_with_its_day(study: Study) -> None:
    with study.records() as records:
        (entry,) = [entry for entry in records.audit_entries() if entry.detail.get("source")]
        (problem,) = taken_before([(Path("copy.csv"), source("copy.csv", "aa"))], records)
    assert (problem.file, problem.place) == ("copy.csv", "whole file")
    assert problem.what == f"It was imported already, as a.csv on {entry.at[:10]}."
    assert problem.remedy


def test_the_same_content_twice_in_one_call_is_told_once_for_each_repeat(study: Study) -> None:
    files = [(Path(name), source(name, "bb")) for name in ("one.csv", "two.csv", "three.csv")]
    with study.records() as records:
        problems = taken_before(files, records)
    assert [problem.file for problem in problems] == ["two.csv", "three.csv"]
    assert "as one.csv in this same call" in problems[0].what


def test_new_files_are_no_problem(study: Study) -> None:
    with study.records() as records:
        assert taken_before([], records) == []
        assert taken_before([(Path("a.csv"), source("a.csv", "cc"))], records) == []  # a name alone is no repeat


def test_new_answers_pass(study: Study) -> None:
    others = [answer(2, rater="bob"), answer(3, item="P2"), answer(4, question="vibe"), answer(5, speaker="control")]
    assert told(study, ("b.csv", others)) == []
    assert told(study) == []


@pytest.mark.parametrize("speaker", [None, "compressed"])
def test_an_answer_that_stands_is_refused_whether_it_names_the_candidate_or_not(
    study: Study, speaker: str | None
) -> None:
    expected = ("b.csv", "line 7", "the study has this answer already", "ann, P1, voice")
    assert told(study, ("b.csv", [answer(7, speaker=speaker)])) == [expected]


def test_an_answer_that_stands_without_a_speaker_is_one_about_the_candidate(study: Study) -> None:
    with study.records() as records:
        records.record_judgments([JudgmentRecord("cy", "P1", "voice", 1.0)], who="tester")
    assert len(told(study, ("b.csv", [answer(7, rater="cy", speaker="compressed")]))) == 1


def test_an_answer_given_in_two_files_of_one_call_is_refused(study: Study) -> None:
    rows = told(study, ("b.csv", [answer(2, rater="bob")]), ("c.csv", [answer(9, rater="bob", speaker="compressed")]))
    assert rows == [("c.csv", "line 9", "b.csv has this answer on line 2 already", "bob, P1, voice")]


def test_all_repeats_are_told_together(study: Study) -> None:
    assert len(told(study, ("b.csv", [answer(2), answer(3)]), ("c.csv", [answer(2), answer(3, rater="bob")]))) == 3


def test_an_answer_taken_back_may_be_given_again(study: Study) -> None:
    study.withdraw_rater("ann", why="asked for it")
    assert told(study, ("b.csv", [answer(2)])) == []


# Results held against their packet, on every type of scale: the blind protocol asks picks, ticks and flags.


CARDS = (
    Card("q1", "quote", "On work", ("Begin early.", "Begin — late.")),
    Card("d1", "decision", "Buy?", ("No.",), {"criteria": ("fast", "cheap", "kind")}),
    Card("e1", "edge", "And if?", ("Then no.",), {"criteria": ("holds",), "positions": ("never", "it depends")}),
)


@pytest.fixture(scope="module")
def template_packet_results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    study = Study.create(tmp_path_factory.mktemp("blind") / "study", protocol="blind", who="lab")
    with study.records() as records:
        seal_keys(records, {"token": {card.id: "x" for card in CARDS}}, who="lab")
        records.issue_packets([Packet("token", "Jo", CARDS)], who="lab")
    return study.folder


@pytest.fixture
def study_packet_results(template_packet_results: Path, tmp_path: Path) -> Study:
    copytree(template_packet_results, tmp_path / "study")
    return Study.open(tmp_path / "study", who="lab")


@pytest.fixture
def records(study_packet_results: Study) -> Iterator[StudyStore]:
    with study_packet_results.records() as opened:
        yield opened


@pytest.fixture
def document(study_packet_results: Study) -> dict[str, Any]:
    return study_packet_results.packet_document("token", hosted=False)


def checked(study: Study, records: StudyStore, result: dict[str, Any], folder: Path) -> Any:
    path = written(folder / "r.json", result)
    desk = ResultChecker(records, documents_of(study, records.packets()))
    return desk.check(path, Source.of("r.json", path.read_bytes()), read_result(path))


def test_every_type_of_scale_is_taken_as_the_card_asks_it(
    study_packet_results: Study, records: StudyStore, document: dict[str, Any], tmp_path: Path
) -> None:
    packet = checked(study_packet_results, records, result_of(document, answers_to(document)), tmp_path)
    values = {(one.card, one.question): one.value for one in packet.givens}
    assert values["q1", "found"] == "B"
    assert values["d1", "criteria"] == (True, False, True)
    assert (packet.rater, packet.cards, packet.done, packet.partial) == ("Jo", 3, 3, False)
    record_result(records, packet, who="lab")
    assert {row.value for row in records.judgments() if row.card == "d1"} == {(True, False, True)}
    assert records.verify_audit() == []


@pytest.mark.parametrize(
    ("card", "question", "value"),
    [
        ("q1", "found", "C"),
        ("q1", "found", "real"),
        ("q1", "found", 1),
        ("d1", "criteria", [True, False]),
        ("d1", "criteria", [True, False, True, True]),
        ("d1", "criteria", [True, False, 1]),
        ("d1", "criteria", True),
        ("e1", "stance", 1),
        ("e1", "stance", "3"),
        ("e1", "stance", "trap"),
        ("e1", "stance", True),
    ],
)
def test_a_wrong_value_is_refused_by_name(
    study_packet_results: Study,
    records: StudyStore,
    document: dict[str, Any],
    tmp_path: Path,
    card: str,
    question: str,
    value: Any,
) -> None:
    given_answers = answers_to(document)
    place = next(n for n, one in enumerate(given_answers) if (one["card"], one["question"]) == (card, question))
    given_answers[place]["value"] = value
    with pytest.raises(BadInput) as refused:
        checked(study_packet_results, records, result_of(document, given_answers), tmp_path)
    (problem,) = refused.value.problems
    assert problem.place == f"answer {place + 1}, {question}"
    assert problem.remedy


def test_swapped_texts_are_noticed(
    study_packet_results: Study, records: StudyStore, document: dict[str, Any], tmp_path: Path
) -> None:
    """Whoever saw the second text first would have answered about the other side."""
    answers = answers_to(document)
    answers[0]["shown"] = answers[0]["shown"][::-1]
    with pytest.raises(BadInput, match="in their order"):
        checked(study_packet_results, records, result_of(document, answers), tmp_path)


def test_texts_are_named_by_the_beginning_of_their_hash() -> None:
    assert shown_hash("Begin — late.") == sha256("Begin — late.".encode()).hexdigest()[:12]


def test_a_pick_taken_back_leaves_its_card_open(
    study_packet_results: Study, records: StudyStore, document: dict[str, Any], tmp_path: Path
) -> None:
    answers = answers_to(document)
    answers[0]["value"] = None
    packet = checked(study_packet_results, records, result_of(document, answers), tmp_path)
    assert (packet.done, packet.partial) == (2, True)


@settings(max_examples=15)
@given(data=st.data())
def test_whatever_part_is_answered_done_and_partial_say_so(
    template_packet_results: Path, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    """The oracle: a card is done when each of its required questions was drawn."""
    study = Study.open(template_packet_results, who="lab")
    document = study.packet_document("token", hosted=False)
    every = answers_to(document)
    drawn = data.draw(
        st.lists(st.sampled_from(every), min_size=1, unique_by=lambda one: (one["card"], one["question"]))
    )
    with study.records() as records:
        packet = checked(study, records, result_of(document, drawn), tmp_path_factory.getbasetemp())
    there = {(one["card"], one["question"]) for one in drawn}
    kinds = {card["id"]: document["kinds"][card["kind"]]["questions"] for card in document["cards"]}
    asked = {(one["card"], one["question"]) for one in every}
    needed = {
        card: {(card, one["name"]) for one in questions if one["required"] and (card, one["name"]) in asked}
        for card, questions in kinds.items()
    }
    assert packet.done == sum(of_card <= there for of_card in needed.values())
    assert packet.partial == (packet.done < 3)


# Ties: refused where a choice is forced; taken, unblinded and counted where the study takes them.


def quotes(folder: Path, more: str = "") -> Study:
    """Four quotes dealt to two raters, without attention cards."""
    study = fresh(folder, "blind")
    words = {"real": "I would look at door {0} first.", "clone": "I would think of gate {0} first."}
    items = [
        {"id": f"q{number}", "kind": "quote", "prompt": f"And number {number}?", "status": "accepted", "topic": "doors"}
        | {"real": words["real"].format(number)}
        | {"responses": {speaker: text.format(number) for speaker, text in words.items()}}
        for number in range(4)
    ]
    (folder / "items.json").write_text(json.dumps(items), encoding="utf-8")
    said = (folder / "study.yaml").read_text(encoding="utf-8")
    (folder / "study.yaml").write_text(f"{said}rating: {{attention: none}}\n{more}", encoding="utf-8")
    study = Study.open(folder, who="Ines")
    study.deal(["jo", "kim"], controls=0, force=True, why="a small study")
    return study


def test_a_tie_in_a_result_file_is_refused_where_a_choice_is_forced(tmp_path: Path) -> None:
    study = quotes(tmp_path / "study")
    document = documents(study)["jo"]
    problems = refused(study, written(tmp_path / "jo.json", result_of(document, answers_to(document, value="tie"))))
    assert len(problems) == 4
    assert "a choice is forced here" in problems[0].what


def test_ties_are_taken_counted_and_still_unblinded_when_a_choice_is_forced_later(tmp_path: Path) -> None:
    study = quotes(tmp_path / "study", "ties: true\n")
    for rater, value in (("jo", "tie"), ("kim", "A")):
        document = documents(study)[rater]
        take_in(study, [written(tmp_path / f"{rater}.json", result_of(document, answers_to(document, value=value)))])
    settings_file = study.folder / "study.yaml"
    settings_file.write_text(settings_file.read_text(encoding="utf-8").replace("ties: true", "ties: false"))
    again = Study.open(study.folder, who="Ines")
    again.record_change(why="raters were to choose")
    again.unblind()
    assert sorted({rating.value for rating in again.ratings() if rating.rater == "jo"}) == [0.5]
    result = again.score(replicates=100)
    assert (result.counts["picks"], result.counts["ties"]) == (8, 4)
