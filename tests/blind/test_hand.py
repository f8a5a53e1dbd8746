"""One rater's hand: what makes an id."""

from blind.tables import BLIND, quotes, said
from ringtrue.blind.draw import Draw
from ringtrue.blind.faces import faces_of
from ringtrue.blind.hand import Hand, Options
from ringtrue.blind.tally import Tally
from ringtrue.blind.texts import Texts

OPTIONS = Options(session=40, controls=0, takes=1, facing=1)


def test_an_id_depends_on_the_rater_and_not_on_the_side() -> None:
    faces = faces_of(quotes(4), Texts(said(quotes(4))), BLIND)

    def ids(rater: str, tally: Tally) -> set[str]:
        hand = Hand(rater, faces, tally, Draw(1), OPTIONS)
        return {id_ for _, cards in hand.packets() for id_, _ in cards}

    tally = Tally()
    first = ids("a", tally)
    assert ids("a", tally) == first  # the other sides this time, since the tally goes on
    assert not ids("b", tally) & first
