"""Which way round a whole deal faces."""

from blind.tables import BLIND, quotes, said
from ringtrue.blind.draw import Draw
from ringtrue.blind.faces import faces_of
from ringtrue.blind.facing import facing
from ringtrue.blind.texts import Texts
from ringtrue.terms import Response


def test_the_deal_faces_the_other_way_when_the_labels_are_exchanged() -> None:
    items = quotes(3)
    texts = [Response("Q000", "real", "same"), Response("Q000", "clone", "same"), *said(items[1:])]
    other = {"real": "clone", "clone": "real"}
    exchanged = [Response(one.item, other[one.speaker], one.text) for one in texts]
    ways = [facing(faces_of(items, Texts(given), BLIND).suite, Draw(3)) for given in (texts, exchanged)]
    assert sorted(ways) == [-1, 1]  # the first pair's texts are equal, so the second decides
    assert facing((), Draw(3)) == 1
