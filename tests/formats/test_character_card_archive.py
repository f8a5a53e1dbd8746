"""A charx gives its card.json alone; damage, tricks and bombs are refused."""

import io
import zipfile

import pytest

from ringtrue.formats import character_card_archive as module
from ringtrue.formats.character_card_archive import archived
from ringtrue.terms import BadInput


def archive(*files: tuple[str, bytes], how: int = zipfile.ZIP_STORED) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", how) as made:
        for name, data in files:
            made.writestr(name, data)
    return stream.getvalue()


GOOD = archive(("card.json", b'{"name": "Oda"}'), ("assets/a.png", b"x"))


def test_the_card_is_read() -> None:
    assert archived(GOOD, "a.charx") == b'{"name": "Oda"}'


def test_something_before_the_archive_does_not_matter() -> None:
    assert archived(b"\xff\xd8\xff a picture " + GOOD, "a.charx") == b'{"name": "Oda"}'


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"", "damaged"),
        (b"PK\3\4 nothing", "damaged"),
        (GOOD[: len(GOOD) // 2], "damaged"),
        (GOOD.replace(b"Oda", b"Ida"), "damaged"),
        (archive(("deeper/card.json", b"{}")), "no card.json"),
        (archive(("card.json", b"{}"), ("../../evil.txt", b"x")), "outside"),
        (archive(("card.json", b"{}"), ("/etc/cron", b"x")), "outside"),
        (archive(("card.json", b"{}"), ("..\\evil.txt", b"x")), "outside"),
        (archive(("card.json", b"{}"), ("C:/evil.txt", b"x")), "outside"),
    ],
)
def test_damage_and_tricks_are_refused(data: bytes, what: str) -> None:
    with pytest.raises(BadInput, match=what):
        archived(data, "a.charx")


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_two_cards_are_one_too_many() -> None:
    with pytest.raises(BadInput, match=r"holds 2 card\.json files"):
        archived(archive(("card.json", b"{}"), ("card.json", b"{}")), "a.charx")


def test_a_bomb_is_refused_by_what_it_says_and_by_what_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    bomb = archive(("card.json", b"0" * 100_000), how=zipfile.ZIP_DEFLATED)
    monkeypatch.setattr(module, "MOST_BYTES", 1000)
    with pytest.raises(BadInput, match="larger than"):
        archived(bomb, "a.charx")
    size = (100_000).to_bytes(4, "little")
    lying = bomb.replace(size, (500).to_bytes(4, "little"))  # in the local header and the directory
    assert lying != bomb
    with pytest.raises(BadInput, match=r"larger than|damaged"):
        archived(lying, "a.charx")


def test_an_encrypted_card_is_refused() -> None:
    data = bytearray(GOOD)
    for header, place in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        data[data.index(header) + place] |= 1
    with pytest.raises(BadInput, match="encrypted"):
        archived(bytes(data), "a.charx")


def test_too_many_files_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST_ENTRIES", 1)
    with pytest.raises(BadInput, match="more than 1 files"):
        archived(GOOD, "a.charx")
