"""Backup and restore: what comes out is what went in, and a damaged or foreign archive is refused."""

import io
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealt_studies import answer_all, nearer_to, pair_study
from ringtrue.study.backup import named_files, pack, unpack
from ringtrue.study.study import Study
from ringtrue.terms.problem import BadInput

RECORDS = "records.jsonl.gz"


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Study:
    made = pair_study(tmp_path_factory.mktemp("archive") / "study", 2)
    made.deal(["ann"], attention=(), force=True, why="a small study")
    answer_all(made, nearer_to("beta"))
    return made


@pytest.fixture(scope="module")
def archive(study: Study) -> Path:
    return study.backup(study.folder.parent / "study.ringtrue")


def entries(archive: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(archive) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def written(path: Path, content: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in content.items():
            made.writestr(name, data)
    return path


def refused(archive: Path, folder: Path) -> str:
    with pytest.raises(BadInput) as refusal:
        unpack(archive, folder, who="tester")
    problem = refusal.value.problems[0]
    assert problem.remedy
    return f"{problem.file}: {problem.place}: {problem.what}"


def test_a_restored_study_has_the_same_files_and_records(study: Study, archive: Path, tmp_path: Path) -> None:
    unpack(archive, tmp_path / "again", who="ana")
    again = Study.open(tmp_path / "again")
    for name in ("study.yaml", "items.json"):
        assert (again.folder / name).read_bytes() == (study.folder / name).read_bytes()
    with study.records() as before, again.records() as after:
        assert [one.given for one in after.answers()] == [one.given for one in before.answers()]
        assert [entry.act for entry in after.audit_entries()][-2:] == ["packet returned", "restored"]
        assert [*after.audit_entries()][-1].who == "ana"
    assert again.doctor() == []
    assert {path.name for path in again.folder.iterdir()} == {"study.yaml", "protocol.yaml", "items.json", "study.db"}


def test_a_file_of_that_name_is_not_overwritten(study: Study, tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("mine", encoding="utf-8")
    with pytest.raises(BadInput, match="There is a file of this name"):
        pack(study.folder, ["study.yaml"], tmp_path / "mine", who="tester")
    assert (tmp_path / "mine").read_text(encoding="utf-8") == "mine"


def test_what_cannot_be_packed_leaves_no_half_archive(study: Study, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be written"):
        pack(study.folder, ["study.yaml", "lost.txt"], tmp_path / "b", who="tester")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("content", [b"", b"not an archive", b"PK\x03\x04 and no more"])
def test_what_is_no_archive_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "b").write_bytes(content)
    assert "not a backup made by ringtrue" in refused(tmp_path / "b", tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_an_archive_that_is_not_there_or_is_a_folder_is_refused(tmp_path: Path) -> None:
    assert "There is no such file." in refused(tmp_path / "none", tmp_path / "new")
    assert "There is no such file." in refused(tmp_path, tmp_path / "new")


def test_a_folder_with_something_in_it_is_left_alone(archive: Path, tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine", encoding="utf-8")
    assert "It is not empty." in refused(archive, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_file_in_the_place_of_the_folder_is_left_alone(archive: Path, tmp_path: Path) -> None:
    (tmp_path / "new").write_text("mine", encoding="utf-8")
    assert "new" in refused(archive, tmp_path / "new")
    assert (tmp_path / "new").read_text(encoding="utf-8") == "mine"


def test_an_empty_folder_will_do(archive: Path, tmp_path: Path) -> None:
    (tmp_path / "new").mkdir()
    unpack(archive, tmp_path / "new", who="tester")
    assert Study.open(tmp_path / "new").doctor() == []


@pytest.mark.parametrize("name", ["../escaped.txt", "/tmp/escaped.txt", "a/b.txt", "folder/", "./x", "..", "."])  # noqa: S108
def test_names_that_lead_elsewhere_are_refused(archive: Path, tmp_path: Path, name: str) -> None:
    bad = written(tmp_path / "b", entries(archive) | {name: b"x"})
    assert "not a backup made by ringtrue" in refused(bad, tmp_path / "new")
    assert {path.name for path in tmp_path.iterdir()} == {"b"}


def test_an_archive_without_records_is_refused(archive: Path, tmp_path: Path) -> None:
    rest = {name: data for name, data in entries(archive).items() if name != RECORDS}
    assert "not a backup made by ringtrue" in refused(written(tmp_path / "b", rest), tmp_path / "new")


def test_records_that_are_none_are_refused_and_the_folder_can_be_used_again(archive: Path, tmp_path: Path) -> None:
    bad = written(tmp_path / "b", entries(archive) | {RECORDS: b"nothing of the kind"})
    refused(bad, tmp_path / "new")
    unpack(archive, tmp_path / "new", who="tester")
    assert Study.open(tmp_path / "new").doctor() == []


def test_a_database_in_the_archive_does_not_take_the_place_of_the_records(archive: Path, tmp_path: Path) -> None:
    bad = written(tmp_path / "b", entries(archive) | {"study.db": b"SQLite format 3"})
    assert "not a backup made by ringtrue" in refused(bad, tmp_path / "new")


def test_a_locked_archive_is_refused(archive: Path, tmp_path: Path) -> None:
    data = bytearray(written(tmp_path / "b", entries(archive)).read_bytes())
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):  # bit 0 of the flags: the entry is encrypted
        data[data.index(mark) + place] |= 1
    (tmp_path / "b").write_bytes(data)
    assert "not a backup made by ringtrue" in refused(tmp_path / "b", tmp_path / "new")


def test_an_entry_packed_in_a_way_nobody_knows_is_refused(archive: Path, tmp_path: Path) -> None:
    data = bytearray(written(tmp_path / "b", entries(archive)).read_bytes())
    for mark, place in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):  # the method of compression
        data[data.index(mark) + place] = 99
    (tmp_path / "b").write_bytes(data)
    assert "not a backup made by ringtrue" in refused(tmp_path / "b", tmp_path / "new")


@pytest.fixture(scope="module")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("damaged")


@settings(max_examples=30)
@given(data=st.data())
def test_one_changed_byte_is_noticed_or_changes_nothing(
    study: Study, archive: Path, scratch: Path, data: st.DataObject
) -> None:
    whole = bytearray(archive.read_bytes())
    place = data.draw(st.integers(0, len(whole) - 1))
    whole[place] ^= data.draw(st.integers(1, 255))
    run = len(list(scratch.iterdir()))
    (scratch / f"{run}.b").write_bytes(whole)
    try:
        unpack(scratch / f"{run}.b", scratch / f"{run}", who="tester")
    except BadInput:
        return
    # Dates and attributes of entries are not protected by a sum, nor are the names of files beside the records.
    known = {path.read_bytes() for path in study.folder.iterdir()}
    kept = [path for path in (scratch / f"{run}").iterdir() if path.name != "study.db"]
    assert all(path.read_bytes() in known for path in kept)


@settings(max_examples=30)
@given(data=st.data())
def test_an_archive_cut_short_is_refused(archive: Path, scratch: Path, data: st.DataObject) -> None:
    whole = archive.read_bytes()
    (scratch / "cut.b").write_bytes(whole[: data.draw(st.integers(0, len(whole) - 1))])
    refused(scratch / "cut.b", scratch / "cut")


def test_an_archive_that_would_fill_the_disk_is_refused_before_it_is_read(archive: Path, tmp_path: Path) -> None:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in entries(archive).items():
            made.writestr(name, content)
    whole = bytearray(data.getvalue())
    place = whole.index(b"PK\x01\x02") + 24  # the size the first entry says it has when unpacked
    whole[place : place + 4] = (0xFFFFFFFE).to_bytes(4, "little")
    second = whole.index(b"PK\x01\x02", place) + 24
    whole[second : second + 4] = (0xFFFFFFFE).to_bytes(4, "little")  # 2 x 4 GiB: more than any study
    (tmp_path / "b").write_bytes(whole)
    assert "not a backup made by ringtrue" in refused(tmp_path / "b", tmp_path / "new")


@pytest.mark.parametrize(
    ("told", "names"),
    [
        ({}, []),
        ({"gold": "gold.txt"}, ["gold.txt"]),
        ({"gold": "../gold.txt"}, []),
        ({"gold": "/etc/passwd"}, []),
        ({"gold": 7, "rating": ["a.md"]}, []),
        ({"gold": "g.md", "rating": {"attention": "a.yaml", "briefing": "sub/b.md", "minutes": 9}}, ["g.md", "a.yaml"]),
    ],
)
def test_only_files_that_lie_beside_study_yaml_are_named(told: dict[str, object], names: list[str]) -> None:
    assert named_files(told) == names
