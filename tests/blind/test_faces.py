"""What can be dealt: faces of the suite and of controls."""

from blind.tables import ALL, BLIND, quotes, said, suite
from ringtrue.blind.faces import faces_of
from ringtrue.blind.texts import Texts
from ringtrue.terms import Item


def test_a_face_is_turned_by_its_sign() -> None:
    (face,) = faces_of(quotes(1), Texts(said(quotes(1))), BLIND).suite
    turned = face.turned(-1)
    assert face.turned(1) is face
    assert turned.placed.speakers == ("clone", "real")
    assert turned.texts == ("clone on Q000", "real on Q000")
    assert turned.turned(1) == face


def test_a_face_with_one_text_cannot_be_turned() -> None:
    items = suite(0, decision=1)
    (face,) = faces_of(items, Texts(said(items)), BLIND).suite
    assert face.turned(-1) is face


def test_controls_are_on_kinds_that_compare() -> None:
    items = suite(2, 3, 3, 3)
    faces = faces_of(items, Texts(said(items, ALL)), BLIND)
    assert {name: len(found) for name, found in faces.controls.items()} == {"generic": 2, "self": 2}
    assert faces.controls["self"][0].placed.speakers == ("real", "self")


def test_an_item_kept_for_one_control_serves_no_other() -> None:
    items = [Item("C", "quote", "?", tags={"control": "self"}, status="accepted")]
    faces = faces_of(items, Texts(said(items, ALL)), BLIND)
    assert (len(faces.suite), len(faces.controls["self"]), len(faces.controls["generic"])) == (0, 1, 0)
