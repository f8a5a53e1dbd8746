"""An act: rows and entry together, or neither."""

from contextlib import suppress

import pytest

from ringtrue.store import StudyStore
from ringtrue.store.act import program_version
from ringtrue.store.schema import responses
from ringtrue.terms import BadInput

ROW = ("i", "clone", 1, "text", None, "{}")


def test_rows_are_counted_and_digested_in_the_entry(study: StudyStore) -> None:
    with study.acting("tried", "lab", {"more": 1}) as act:
        act.add(responses, [ROW])
        act.add(responses, [("j", *ROW[1:])])
    *_, entry = study.audit_entries()
    assert (entry.act, entry.who, entry.detail["more"]) == ("tried", "lab", 1)
    assert entry.detail["wrote"]["responses"]["rows"] == 2
    assert entry.detail["program"] == program_version()
    assert entry.detail["protocol"] == study.record().protocol["hash"]
    assert study.verify_audit() == []


def test_whatever_is_raised_undoes_rows_and_entry(study: StudyStore) -> None:
    with suppress(ZeroDivisionError), study.acting("tried", "lab") as act:
        act.add(responses, [ROW])
        raise ZeroDivisionError
    assert list(study.responses()) == []
    assert study.audit_head()[0] == 1


def test_an_empty_act_leaves_no_entry(study: StudyStore) -> None:
    with study.acting("tried", "lab") as act:
        act.empty = True
    assert study.audit_head()[0] == 1


def test_an_act_has_an_author(study: StudyStore) -> None:
    with pytest.raises(BadInput):
        study.note("x", {}, who="")
