"""A failed check on the sample, overruled by the organiser: hosted, offline, and what is recorded of it."""

from pathlib import Path

import pytest

from hosted_studies import conditions_met, lite_study
from result_files import answers_to, result_of, written
from ringtrue.judge.result_file import read_answers
from ringtrue.study.hosted_rating import HostedRating
from ringtrue.study.rating_conditions import NotReady
from ringtrue.study.study import Study
from ringtrue.terms.problem import BadInput

FAILED = {"attempts": 2, "passed": False}
WHY = "the second question was misprinted"


@pytest.fixture
def study(tmp_path: Path) -> Study:
    made = lite_study(tmp_path / "study")
    made.deal(["jo", "kim"], controls=0, force=True, why="a small study")
    return made


def token_of(study: Study, rater: str) -> str:
    with study.records() as records:
        return next(one.packet.token for one in records.packets() if one.packet.rater == rater)


def refused(study: Study, name: str, why: str = WHY) -> str:
    with pytest.raises(BadInput) as refusal:
        study.admit_rater(name, why=why)
    return refusal.value.problems[0].what


def test_hosted_an_admitted_rater_goes_on_at_once(study: Study) -> None:
    token = token_of(study, "jo")
    with study.hosted_rating() as desk:
        agree_and_fail(desk, token)
        answers = read_answers(desk.document(token), answers_to(desk.document(token), cards=1))
        with pytest.raises(NotReady):
            desk.save(token, answers)
        Study.open(study.folder, who="Ines").admit_rater("jo", why=WHY)
        assert desk.sitting(token)["comprehension"] == {"attempts": 2, "passed": True, "overruled": WHY}
        desk.save(token, answers)


def agree_and_fail(desk: HostedRating, token: str) -> None:
    desk.note(token, "consent", conditions_met(desk.document(token))["consent"])
    desk.note(token, "comprehension", FAILED)


def test_the_reason_is_in_the_audit_log_under_the_organisers_name_and_nobodys_name_is(study: Study) -> None:
    Study.open(study.folder, who="Ines").admit_rater("kim", why=f" {WHY} ")
    with study.records() as records:
        (entry,) = records.audit_entries("noted: check overruled")
        assert records.verify_audit() == []
    assert (entry.who, entry.detail["note"]) == ("Ines", {"rater": 2, "why": WHY})


def test_offline_a_new_page_asks_no_check_and_its_result_is_imported(study: Study, tmp_path: Path) -> None:
    token = token_of(study, "jo")
    before = study.packet_document(token, hosted=False)
    result = result_of(before, answers_to(before), comprehension=FAILED)
    with pytest.raises(BadInput, match="not passed"):
        study.take_in([written(tmp_path / "failed.json", result)])
    study.admit_rater("jo", why=WHY)
    document = study.packet_document(token, hosted=False)
    assert document["gold"]["check"] == []
    assert document["gold"]["text"] == before["gold"]["text"]
    assert study.packet_document(token_of(study, "kim"), hosted=False)["gold"]["check"]
    passed = {"attempts": 2, "passed": True}  # what the page says that knew of the failed attempts
    study.take_in([written(tmp_path / "r.json", result_of(document, answers_to(document), comprehension=passed))])
    study.take_in([written(tmp_path / "k.json", complete(study, "kim"))])
    assert "the failed check on the sample was overruled for 1 rater" in study.unblind().changes


def complete(study: Study, rater: str) -> dict[str, object]:
    document = study.packet_document(token_of(study, rater), hosted=False)
    return result_of(document, answers_to(document))


def test_what_cannot_be_overruled_is_refused_and_nothing_is_recorded(study: Study, tmp_path: Path) -> None:
    assert refused(study, "nobody") == "There is no such rater in this study."
    assert refused(study, "jo", " ") == "A check is overruled with a reason."
    study.take_in([written(tmp_path / "k.json", complete(study, "kim"))])
    assert refused(study, "kim") == "No packet of this rater is out."
    study.admit_rater("jo", why=WHY)
    assert "overruled before" in refused(study, "jo")
    study.withdraw_rater("jo", why="asked to")
    assert refused(study, "jo") == "The rater was withdrawn."
    with study.records() as records:
        assert sum(1 for _ in records.audit_entries("noted: check overruled")) == 1
