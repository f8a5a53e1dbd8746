"""Which packet a rater is at, what is left for him, and that nobody reaches another's."""

import asyncio

import pytest

from ringtrue.page import packet_name
from ringtrue.terms import Given
from ringtrue.web import Site
from ringtrue.web.packets import current_packet, cut_short, is_handed_in, left_for, named_packet
from ringtrue.web.refusal import Refused


@pytest.fixture
def dealt(site: Site) -> Site:
    """Two raters with two packets each."""
    site.study.deal(["anna", "bert"], session=2, controls=0)
    return site


def tokens(site: Site, rater: str) -> list[str]:
    return [one.token for one in site.desk.packets() if one.rater == rater]


def hand_in(site: Site, token: str, *, partial: bool = True) -> None:
    card = site.desk.document(token)["cards"][0]["id"]
    site.desk.save(token, [Given(card, "voice", 1.0)])
    site.records.return_packet(token, who="raters", partial=partial)


def test_a_rater_is_at_his_packets_one_after_another(dealt: Site) -> None:
    first, second = tokens(dealt, "anna")
    seen = []
    for token in (first, second):
        found = asyncio.run(current_packet(dealt, "anna"))
        assert found is not None
        assert found == dealt.at["anna"]
        seen.append(found[0])
        assert found[1]["name"] == packet_name(token)
        hand_in(dealt, token)
        dealt.forget("anna")
    assert seen == [first, second]
    assert asyncio.run(current_packet(dealt, "anna")) is None
    assert dealt.at["anna"] is None
    assert left_for(dealt, "anna") == 0
    assert left_for(dealt, "bert") == 2


def test_the_packet_one_is_at_is_found_by_its_name(dealt: Site) -> None:
    first = tokens(dealt, "anna")[0]
    for _ in range(2):  # looked up, then remembered
        token, document = asyncio.run(named_packet(dealt, "anna", packet_name(first)))
        assert (token, document["name"]) == (first, packet_name(first))


def test_a_later_packet_another_raters_and_one_that_does_not_exist_cannot_be_named(dealt: Site) -> None:
    later, others = tokens(dealt, "anna")[1], tokens(dealt, "bert")[0]
    for name in (packet_name(later), packet_name(others), "", "nothing", others):
        with pytest.raises(Refused) as refused:
            asyncio.run(named_packet(dealt, "anna", name))
        assert (refused.value.status, refused.value.remedy) == (409, "Reload the page.")
    with pytest.raises(Refused):
        asyncio.run(named_packet(dealt, "nobody", packet_name(others)))


def test_after_handing_in_the_next_packet_can_be_named_and_the_last_no_more(dealt: Site) -> None:
    first, second = tokens(dealt, "anna")
    asyncio.run(named_packet(dealt, "anna", packet_name(first)))
    hand_in(dealt, first, partial=False)
    dealt.forget("anna")
    assert asyncio.run(named_packet(dealt, "anna", packet_name(second)))[0] == second
    with pytest.raises(Refused):
        asyncio.run(named_packet(dealt, "anna", packet_name(first)))
    assert is_handed_in(dealt, "anna", packet_name(first))
    assert not is_handed_in(dealt, "anna", packet_name(second))
    assert not is_handed_in(dealt, "bert", packet_name(first))


def test_who_had_something_left_when_it_closed_was_cut_short(dealt: Site) -> None:
    assert not cut_short(dealt, "anna")
    for token in tokens(dealt, "bert"):
        hand_in(dealt, token, partial=False)
    dealt.gate.set("paused", who="Ines")
    assert not cut_short(dealt, "anna")  # it may go on
    dealt.gate.set("closed", who="Ines")
    assert cut_short(dealt, "anna")
    assert not cut_short(dealt, "bert")
    assert not cut_short(dealt, "nobody")


def test_who_had_something_left_when_the_key_was_opened_too(dealt: Site) -> None:
    dealt.study.unblind(early=True, why="a rehearsal")
    assert dealt.gate.state == "open"
    assert cut_short(dealt, "anna")
