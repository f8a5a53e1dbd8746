"""The audit log: every writing act is in it, and it holds no secret."""

from ringtrue.store import Store, StudyStore, keys
from ringtrue.terms import Card, Estimate, Item, Packet, Rating, Response, Result, Verdict

VERDICT = Verdict("PASS", ())


def everything(study: StudyStore) -> None:
    """One act of every kind."""
    study.record_items([Item("i", "quote", "p")], who="lab")
    study.record_responses([Response("i", "clone", "said")], who="lab")
    keys.seal_keys(study, {"token-a": {"c1": ["clone", "real"]}}, who="lab")
    study.issue_packets([Packet("token-a", "Jo", (Card("c1", "quote", "p", ("x", "y")),))], who="lab")
    study.note_about_rater("Jo", "consent", {"signed": True}, who="lab")
    study.record_judgments([Rating("Jo", "i", "q", 1.0), Rating("Kim", "i", "q", 2.0)], who="lab", packet="token-a")
    study.correct_judgments([Rating("Jo", "i", "q", 2.0)], who="lab", why="misread")
    keys.open_keys(study, who="lab")
    study.record_result(Result({"hash": "h"}, {"style": Estimate(1.0)}, VERDICT, VERDICT), who="lab")
    study.withdraw_rater("Jo", who="lab", why="asked to")
    study.anonymise_rater("Jo", who="lab")
    study.note("consent of the person", {"signed": "2026-01-02"}, who="lab")


def test_every_act_is_told_in_order(study: StudyStore) -> None:
    everything(study)
    assert [entry.act for entry in study.audit_entries()] == [
        "study created",
        "items recorded",
        "responses recorded",
        "key sealed",
        "packets issued",
        "rater noted",
        "judgments recorded",
        "judgments corrected",
        "key opened",
        "result recorded",
        "rater withdrawn",
        "rater anonymised",
        "noted: consent of the person",
    ]
    assert study.verify_audit() == []


def test_the_log_holds_neither_the_key_nor_a_raters_name(study: StudyStore) -> None:
    everything(study)
    log = str(list(study.audit_entries()))
    for secret in ("Jo", "Kim", "token-a", "clone"):
        assert secret not in log


def test_a_hash_noted_earlier_is_found_again_and_a_foreign_one_is_not(study: StudyStore) -> None:
    _, noted = study.audit_head()
    everything(study)
    assert study.verify_audit(expected_head=noted) == []
    (problem,) = study.verify_audit(expected_head="f" * 64)
    assert "cut off or rewritten" in problem.what


def test_a_note_cannot_pass_for_an_act(study: StudyStore) -> None:
    study.note("key opened", {}, who="lab")
    study.record_judgments([Rating("Jo", "i", "q", 1.0)], who="lab")
    assert study.verify_audit() == []


def test_chains_of_two_studies_are_independent(store: Store, study: StudyStore) -> None:
    other = store.create_study("other", protocol=study.record().protocol, who="lab")
    everything(study)
    everything(other)
    assert study.verify_audit() == other.verify_audit() == []
    assert study.audit_head()[1] != other.audit_head()[1]
