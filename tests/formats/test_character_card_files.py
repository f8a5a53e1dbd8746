"""Cards in pictures: every kind of text chunk is read, and nothing that was cut or altered is believed."""

import base64
import io
import json
import zipfile
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.formats import character_card_files as module
from ringtrue.formats.character_card_files import SIGNATURE, archived, blocks, embedded, embedding, plain_picture
from ringtrue.terms.problem import BadInput

CARD = json.dumps({"name": "Oda", "description": "ção"}).encode()
CODED = base64.b64encode(CARD)


def block(kind: bytes, data: bytes) -> bytes:
    return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")


def picture(*inside: bytes) -> bytes:
    return SIGNATURE + block(b"IHDR", b"\0\0\0\1\0\0\0\1\x08\0\0\0\0") + b"".join(inside) + block(b"IEND", b"")


@pytest.mark.parametrize(
    "inside",
    [
        block(b"tEXt", b"chara\0" + CODED),
        block(b"tEXt", b"Chara\0" + CODED),
        block(b"tEXt", b"chara\0" + CODED.rstrip(b"=")),
        block(b"tEXt", b"chara\0" + b"\n".join(CODED[at : at + 20] for at in range(0, len(CODED), 20))),
        block(b"tEXt", b"chara\0" + CARD),
        block(b"zTXt", b"chara\0\0" + zlib.compress(CODED)),
        block(b"iTXt", b"ccv3\0\0\0en\0title\0" + CODED),
        block(b"iTXt", b"ccv3\0\1\0\0\0" + zlib.compress(CODED)),
    ],
)
def test_every_kind_of_text_chunk_is_read(inside: bytes) -> None:
    assert json.loads(embedded(picture(inside), "card.png")) == json.loads(CARD)


def test_the_newer_card_wins_wherever_it_stands() -> None:
    newer = block(b"tEXt", b"ccv3\0" + base64.b64encode(b'{"name": "New"}'))
    older = block(b"tEXt", b"chara\0" + CODED)
    for inside in ((newer, older), (older, newer)):
        assert embedded(picture(*inside), "card.png") == b'{"name": "New"}'


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"", "not a PNG"),
        (SIGNATURE, "cut off"),
        (picture()[:-1], "cut off"),
        (picture(block(b"tEXt", b"chara\0" + CODED))[:60], "cut off"),
        (SIGNATURE + b"\xff\xff\xff\xff" + b"tEXt" + b"x" * 40, "cut off"),
        (SIGNATURE + b"\x7f\xff\xff\xff" + b"tEXt" + b"x" * 40, "cut off"),
        (picture(block(b"tEXt", b"chara\0" + CODED)).replace(b"chara\0e", b"chara\0f"), "checksum is wrong"),
        (picture(), "holds no character card"),
        (picture(block(b"tEXt", b"Comment\0" + CODED)), "holds no character card"),
        (picture(block(b"tEXt", b"chara\0!!!not base64!!!")), "not base64"),
        (picture(block(b"zTXt", b"chara\0\0garbage")), "cannot be unpacked"),
        (picture(block(b"zTXt", b"chara\0\0" + zlib.compress(CODED)[:-4])), "cut off or too large"),
        (picture(block(b"tEXt", b"")), "holds no character card"),
    ],
)
def test_hostile_pictures_are_refused(data: bytes, what: str) -> None:
    with pytest.raises(BadInput, match=what):
        embedded(data, "card.png")


def test_a_chunk_of_a_name_alone_is_an_empty_card() -> None:
    assert embedded(picture(block(b"iTXt", b"chara")), "card.png") == b""  # and refused where it is read as JSON


def test_a_bomb_in_a_packed_chunk_is_not_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST_TEXT", 1000)
    bomb = zlib.compress(b"A" * 10_000_000)
    with pytest.raises(BadInput, match="too large"):
        embedded(picture(block(b"zTXt", b"chara\0\0" + bomb)), "card.png")


@given(st.text(st.characters(codec="utf-8"), max_size=200))
def test_a_card_put_in_is_the_card_taken_out(card: str) -> None:
    assert embedded(embedding(picture(), card, "a.png"), "a.png") == card.encode()


@given(st.data())
def test_any_altered_byte_is_refused_or_harmless(data: st.DataObject) -> None:
    whole = bytearray(picture(block(b"tEXt", b"chara\0" + CODED)))
    at = data.draw(st.integers(0, len(whole) - 1))
    whole[at] ^= data.draw(st.integers(1, 255))
    with pytest.raises(BadInput):
        embedded(bytes(whole), "card.png")


def test_the_plain_picture_is_a_whole_png_of_its_size() -> None:
    kinds = {one.kind: one.data for one in blocks(plain_picture("Oda"), "x.png")}
    assert list(kinds) == [b"IHDR", b"IDAT", b"IEND"]
    width, height = (int.from_bytes(kinds[b"IHDR"][at : at + 4], "big") for at in (0, 4))
    assert len(zlib.decompress(kinds[b"IDAT"])) == height * (1 + 3 * width)
    assert plain_picture("Oda") == plain_picture("Oda") != plain_picture("Ida")


# A charx gives its card.json alone; damage, tricks and bombs are refused.


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
