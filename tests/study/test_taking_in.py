"""Results of offline pages taken into a study: what fits is recorded whole, everything else refused with its reason."""

import json
from collections.abc import Callable
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from hosted_studies import lite_study
from result_files import answers_to, result_of, summed, written
from ringtrue.study import Study
from ringtrue.study.taking_in import take_in
from ringtrue.terms import BadInput, Problem

HOSTILE = "<script>alert(1)</script> \u202e \x00 \U0001f600 '; DROP TABLE answers; --"
Change = Callable[[dict[str, Any]], None]


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study dealt once; each test gets a copy."""
    study = lite_study(tmp_path_factory.mktemp("template") / "study")
    study.deal(["jo", "kim"], controls=0)
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


def test_several_files_of_several_kinds_are_one_act(dealt: Study, tmp_path: Path) -> None:
    held = documents(dealt)
    files = [
        written(tmp_path / "jo.json", result_of(held["jo"], answers_to(held["jo"]))),
        written(tmp_path / "kim.txt", result_of(held["kim"], answers_to(held["kim"], cards=1))),
        tmp_path / "old.csv",
    ]
    files[2].write_text("rater,item,question,value\nlou,pair-1,vibe,2\n", encoding="utf-8")
    told = {one.file: (one.raters, one.state, one.done) for one in take_in(dealt, files)}
    cards = len(held["jo"]["cards"])
    assert told == {
        str(files[0]): (("jo",), "complete", cards),
        str(files[1]): (("kim",), "partial", 1),
        str(files[2]): (("lou",), "", None),
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


def without_consent(result: dict[str, Any]) -> None:
    result["consent"] = None


@pytest.mark.parametrize(
    ("change", "place", "what"),
    [
        (change_first(value=7), "answer 1, voice", "not between"),
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
        (change_first(position=2), "answer 1, position", "place 1"),
        (change_first(comment=5), "answer 1, comment", "cannot be read"),
        (change_first(comment="x" * 20_001), "answer 1, comment", "cannot be read"),
        (change_first(side="A"), "answer 1, side", "no such part"),
        (twice, "answer ", "answered twice"),
        (without_consent, "consent", "consent is missing"),
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
    other.deal(["jo"], controls=0)
    document = documents(other)["jo"]
    (problem,) = refused(dealt, written(tmp_path / "jo.json", result_of(document, answers_to(document))))
    assert "another study" in problem.what
    assert document["packet"] not in str(problem)  # whoever has the token can answer


def test_the_same_file_is_taken_once(dealt: Study, tmp_path: Path) -> None:
    document = documents(dealt)["jo"]
    path = written(tmp_path / "jo.json", result_of(document, answers_to(document)))
    copy = written(tmp_path / "copy.json", result_of(document, answers_to(document)))
    assert [problem.what for problem in refused(dealt, path, copy)] == [
        "It was taken in already, as jo.json in this same call."
    ]
    take_in(dealt, [path])
    (problem,) = refused(dealt, copy)
    assert problem.what.startswith("It was taken in already, as jo.json on ")
    other = written(tmp_path / "later.json", result_of(document, answers_to(document), finished="2027"))
    (problem,) = refused(dealt, other)
    assert problem.what == "This packet came back already, complete."


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
    assert "too late" in refused(dealt, jo)[0].what


def test_a_required_text_left_empty_is_no_answer(dealt: Study, tmp_path: Path) -> None:
    document = documents(dealt)["jo"]
    given = [one for one in answers_to(document) if one["question"] != "logic"]
    (taken,) = take_in(dealt, [written(tmp_path / "jo.json", result_of(document, given, partial=False))])
    assert (taken.state, taken.done) == ("partial", 0)  # whatever the file says of itself


def test_a_kill_between_two_files_would_leave_nothing(dealt: Study, tmp_path: Path, monkeypatch: Any) -> None:
    """The second packet cannot be recorded: the first one is not either."""
    from ringtrue.study import taking_in

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


def test_survey_and_older_files_come_in_by_their_tables(dealt: Study, tmp_path: Path) -> None:
    (tmp_path / "map.yaml").write_text("rater: who\nitem: pair\nquestions: {vibe: V}\n", encoding="utf-8")
    (tmp_path / "survey.csv").write_text("who,pair,V\nlou,pair-1,3\n", encoding="utf-8")
    (tmp_path / "slots.yaml").write_text("slots: {pair-2: [full, compressed]}\n", encoding="utf-8")
    response = {"scenario_id": "pair-2", "voice_score": 1, "randomOrder": [1, 0]}
    (tmp_path / "old.json").write_text(json.dumps({"test_version": "1", "responses": [response]}), encoding="utf-8")
    files = [tmp_path / "survey.csv", tmp_path / "old.json"]
    assert dealt.take_in(files, columns=tmp_path / "map.yaml", slots=tmp_path / "slots.yaml") == 2
    assert sorted((one.rater, one.item, one.value) for one in dealt.ratings()) == [
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
