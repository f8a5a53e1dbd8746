"""Backup and restore between both kinds of database."""

import gzip
import json
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import text

from ringtrue.store.backup import BackupSection, checked_header, read_sections, restore, write_backup
from ringtrue.store.keys import open_keys, seal_keys
from ringtrue.store.schema import HEAD
from ringtrue.store.store import Store
from ringtrue.store.study_store import StudyStore
from ringtrue.terms.answer import Given, Rating
from ringtrue.terms.item import Card, Item, Packet, Response
from ringtrue.terms.problem import BadInput
from servers import PostgreSQL


@pytest.fixture
def full(study: StudyStore) -> StudyStore:
    study.record_items([Item("i", "quote", "p", fields={"real": "é \0 \ud800"})], who="lab")
    study.record_responses([Response("i", "clone", "said \0")], who="lab")
    seal_keys(study, {"t": {"c": ["clone", "real"]}}, who="lab")
    study.issue_packets([Packet("t", "Jo", (Card("c", "quote", "p", ("x", "y")),))], who="lab")
    study.save_answers("t", [Given("c", "voice", 1.0), Given("c", "voice", -1.0, comment="no \0")], who="raters")
    study.note_about_rater("Jo", "consent", {"signed": True}, who="lab")
    study.record_judgments([Rating("Jo", "i", str(n), n / 3) for n in range(7000)], who="lab")
    study.correct_judgments([Rating("Jo", "i", "1", 1.5)], who="lab", why="misread")
    return study


def content(study: StudyStore) -> list[object]:
    return [
        study.record(),
        study.items(),
        list(study.responses()),
        study.raters(),
        study.packets(),
        list(study.judgments(superseded=True)),
        list(study.results()),
        list(study.answers(all=True)),
    ]


@pytest.fixture(params=["to sqlite", "to postgresql"])
def target(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "to sqlite":
        return str(tmp_path / "restored.db")
    return str(request.getfixturevalue("server").database())


def test_a_restored_study_is_the_same_in_either_database(
    store: Store, full: StudyStore, target: str, tmp_path: Path
) -> None:
    before = content(full)
    head = full.audit_head()
    store.backup(tmp_path / "one.backup", who="lab")
    assert restore(tmp_path / "one.backup", target, who="lab") == [full.id]
    with Store.open(target) as other:
        restored = other.study(full.id)
        assert content(restored) == before
        assert restored.verify_audit(expected_head=head[1]) == []
        assert [entry.act for entry in restored.audit_entries()][-1] == "restored"
        assert open_keys(restored, who="lab") == {"t": {"c": ["clone", "real"]}}
        assert restored.record_judgments([Rating("Kim", "i", "q", 1.0)], who="lab") == 1
    assert [entry.act for entry in full.audit_entries()][-1] == "backed up"
    assert full.verify_audit() == []


def test_a_study_that_is_there_already_is_refused(store: Store, full: StudyStore, place: str, tmp_path: Path) -> None:
    store.backup(tmp_path / "one.backup", who="lab")
    with pytest.raises(BadInput, match="already"):
        restore(tmp_path / "one.backup", place, who="lab")
    assert full.verify_audit() == []


def test_one_study_of_many_can_be_backed_up_and_joined_to_others(
    store: Store, full: StudyStore, tmp_path: Path
) -> None:
    other = store.create_study("other", protocol=full.record().protocol, who="lab")
    store.backup(tmp_path / "full.backup", who="lab", study=full.id)
    store.backup(tmp_path / "other.backup", who="lab", study=other.id)
    target = tmp_path / "both.db"
    restore(tmp_path / "full.backup", target, who="lab")
    restore(tmp_path / "other.backup", target, who="lab")
    with Store.open(target) as both:
        assert {record.id for record in both.studies()} == {full.id, other.id}


def test_a_broken_chain_is_neither_backed_up_nor_restored(
    store: Store, full: StudyStore, target: str, tmp_path: Path
) -> None:
    good = tmp_path / "good.backup"
    store.backup(good, who="lab")
    forged = tmp_path / "forged.backup"
    lines = gzip.decompress(good.read_bytes()).splitlines()[:-1]
    lines = [line.replace(b"misread", b"forgery") for line in lines]
    digest = sha256(b"".join(line + b"\n" for line in lines)).hexdigest()
    end = json.dumps({"rows": sum(line.startswith(b"[") for line in lines), "sha256": digest}).encode()
    forged.write_bytes(gzip.compress(b"".join(line + b"\n" for line in [*lines, end])))
    with pytest.raises(BadInput, match="edited"):
        restore(forged, target, who="lab")
    if "://" in target:
        with Store.open(target) as other:
            assert other.studies() == []
    else:
        assert not Path(target).exists()

    with full.database.writing() as connection:
        connection.execute(text("UPDATE responses SET text = 'unsaid'"))
    with pytest.raises(BadInput, match="changed"):
        store.backup(tmp_path / "second.backup", who="lab")
    assert not (tmp_path / "second.backup").exists()


def test_a_damaged_file_touches_no_database(store: Store, full: StudyStore, tmp_path: Path) -> None:
    path = tmp_path / "one.backup"
    store.backup(path, who="lab")
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(BadInput, match="damaged"):
        restore(path, tmp_path / "restored.db", who="lab")
    assert not (tmp_path / "restored.db").exists()


@pytest.mark.parametrize(
    "change", [(f'"{HEAD}"'.encode(), b'"0000"', "version 0000"), (b'"responses"', b'"secrets"', "does not know")]
)
def test_tables_of_another_version_are_refused(
    store: Store, full: StudyStore, tmp_path: Path, change: tuple[bytes, bytes, str]
) -> None:
    path = tmp_path / "one.backup"
    store.backup(path, who="lab")
    old, new, told = change
    lines = gzip.decompress(path.read_bytes()).splitlines()[:-1]
    lines = [line.replace(old, new) if line.startswith(b"{") else line for line in lines]
    digest = sha256(b"".join(line + b"\n" for line in lines)).hexdigest()
    end = json.dumps({"rows": sum(line.startswith(b"[") for line in lines), "sha256": digest}).encode()
    path.write_bytes(gzip.compress(b"".join(line + b"\n" for line in [*lines, end])))
    with pytest.raises(BadInput, match=told):
        restore(path, tmp_path / "restored.db", who="lab")


def test_moving_to_a_server_is_a_backup_and_a_restore(server: PostgreSQL, tmp_path: Path) -> None:
    with Store.open(tmp_path / "study.db", create=True) as store:
        moved = store.create_study("Ada", protocol={"name": "lite", "version": "1", "hash": "h"}, who="lab")
        moved.record_judgments([Rating("Jo", "i", "q", 1.0)], who="lab")
        store.backup(tmp_path / "one.backup", who="lab")
    address = server.database()
    restore(tmp_path / "one.backup", address, who="lab")
    with Store.open(address) as store:
        assert [row.value for row in store.study(moved.id).judgments()] == [1.0]


# The backup's file: read back whole, refused when damaged anywhere.


SECTIONS = [
    BackupSection("a", ["x", "y"], [[1, "é\0"], [2, None]]),
    BackupSection("b", ["z"], []),
    BackupSection("c", ["z"], [[0.1]]),
]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("backup") / "study.backup"
    write_backup(path, {"tables": "0001"}, SECTIONS)
    return path


def test_sections_come_back(file: Path) -> None:
    assert checked_header(file) == {"ringtrue_backup": 1, "tables": "0001"}
    assert [(name, columns, list(rows)) for name, columns, rows in read_sections(file)] == [
        (section.table, section.columns, section.rows) for section in SECTIONS
    ]


def test_nothing_else_is_left_in_the_folder(file: Path) -> None:
    assert list(file.parent.iterdir()) == [file]


@given(st.data())
def test_any_changed_byte_is_refused(file: Path, data: st.DataObject) -> None:
    whole = file.read_bytes()
    place = data.draw(
        st.integers(0, len(whole) - 1).filter(lambda n: not 3 <= n <= 9), label="place"
    )  # no flags, dates
    damaged = file.parent.parent / "damaged"
    damaged.write_bytes(whole[:place] + bytes([whole[place] ^ data.draw(st.integers(1, 255))]) + whole[place + 1 :])
    with pytest.raises(BadInput):
        checked_header(damaged)


@given(st.data())
def test_any_shortened_file_is_refused(file: Path, data: st.DataObject) -> None:
    whole = file.read_bytes()
    damaged = file.parent.parent / "damaged"
    damaged.write_bytes(whole[: data.draw(st.integers(0, len(whole) - 1))])
    with pytest.raises(BadInput):
        checked_header(damaged)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda lines: lines[:-1], "Its end is missing."),
        (lambda lines: [*lines[:2], b'[9,"x"]', *lines[3:]], "digest"),
        (lambda lines: [*lines[:2], *lines[3:]], "digest"),
        (lambda lines: [b'{"other":1}', *lines[1:]], "not a backup"),
        (lambda lines: [b"[]", *lines[1:]], "not a backup"),
        (lambda lines: [lines[0].replace(b":1,", b":2,"), *lines[1:]], "form 2"),
        (lambda lines: lines[:0], "not a backup"),
    ],
)
def test_a_repacked_forgery_is_refused(file: Path, tmp_path: Path, change: object, told: str) -> None:
    lines = gzip.decompress(file.read_bytes()).splitlines()
    path = tmp_path / "forged"
    path.write_bytes(gzip.compress(b"".join(line + b"\n" for line in change(lines))))
    with pytest.raises(BadInput, match=told):
        checked_header(path)


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be written"):
        write_backup(tmp_path / "no" / "file", {}, [])
    with pytest.raises(BadInput, match="cannot be read"):
        checked_header(tmp_path / "no")
