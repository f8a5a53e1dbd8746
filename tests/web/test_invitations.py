"""Links for all dealt raters at once: who gets one, where they begin, and the mail they are sent with."""

import csv
from io import StringIO
from urllib.parse import parse_qs, urlsplit

import pytest

from hosted_studies import links_on, lite_study, make_ready, serving
from ringtrue.terms.answer import Given
from ringtrue.terms.problem import BadInput
from ringtrue.web.addresses import Hosting, PublicAddress
from ringtrue.web.invitations import Mail, invitable, invite_all, links_csv, mail_of, set_address
from ringtrue.web.state import Site

RATERS = ["anna", "bert", "carla"]


@pytest.fixture
def dealt(site: Site) -> Site:
    site.study.deal(RATERS, force=True, why="a small study")
    return site


def test_everybody_dealt_to_gets_a_link_and_those_who_have_one_only_if_wished(dealt: Site) -> None:
    assert invitable(dealt) == (RATERS, [])
    links = invite_all(dealt, "Ines", 24.0, everybody=False)
    assert [rater for rater, _ in links] == RATERS
    assert invitable(dealt) == ([], RATERS)
    with pytest.raises(BadInput, match="Nobody is left"):
        invite_all(dealt, "Ines", 24.0, everybody=False)
    token = links[0][1].rpartition("/")[2]
    session = dealt.rating.access.claim(token)
    again = invite_all(dealt, "Ines", 24.0, everybody=True)
    assert sorted(rater for rater, _ in again) == RATERS
    assert dealt.rating.access.session(session or "") is None  # what began with the earlier link ends
    assert dealt.rating.access.look_at(links[1][1].rpartition("/")[2]).state == "revoked"  # type: ignore[union-attr]


def test_who_is_done_or_withdrawn_is_not_invited(dealt: Site) -> None:
    token = next(one.token for one in dealt.rating.packets() if one.rater == "anna")
    make_ready(dealt.rating, token)
    document = dealt.rating.document(token)
    card = document["cards"][0]["id"]
    dealt.rating.save(token, [Given(card, "voice", 1.0)])
    dealt.rating.finish(token, partial=True)
    dealt.study.withdraw_rater("bert", why="asked to")
    assert invitable(dealt) == (["carla"], [])


def test_nobody_to_invite_is_said(site: Site) -> None:
    with pytest.raises(BadInput, match="Nobody is left"):
        invite_all(site, "Ines", 24.0, everybody=True)


def test_links_begin_with_the_address_the_organiser_gives_and_it_is_kept(dealt: Site) -> None:
    assert dealt.public.is_local
    set_address(dealt, "Ines", " https://rate.example.org/ ")
    ((_, link), *_) = invite_all(dealt, "Ines", 24.0, everybody=False)
    assert link.startswith("https://rate.example.org/r/")
    assert not dealt.public.is_local
    again = Site(
        dealt.study, dealt.records, dealt.rating, Hosting(), dealt.saver, dealt.intake, dealt.first_start
    )  # as after a restart
    assert again.public.url == "https://rate.example.org"
    with_option = Hosting(behind_proxy=True, public_url="https://other.example.org")
    assert PublicAddress(with_option, again.public.url).url == "https://other.example.org"


@pytest.mark.parametrize(
    "url", ["", "rate.example.org", "http://rate.example.org", "https://a.example/path", "ftp://a.b"]
)
def test_an_address_that_is_none_or_not_safe_is_refused_and_the_old_one_stays(dealt: Site, url: str) -> None:
    before = dealt.public.url
    with pytest.raises(BadInput):
        set_address(dealt, "Ines", url)
    assert dealt.public.url == before


def test_the_mail_names_host_minutes_link_and_contact_in_the_words_of_the_study(dealt: Site) -> None:
    mail = mail_of(dealt, "anna", 24.0)
    assert mail.subject == "Your invitation: Reading study"
    assert mail.text.count("{link}") == 1
    link = "https://rate.example.org/r/abc"
    assert link in mail.to(link)
    asked = parse_qs(urlsplit(mail.address(link)).query)
    assert asked["subject"] == [mail.subject]
    assert asked["body"][0].strip() == mail.to(link).strip()


def test_the_table_for_a_mail_merge_is_safe_in_a_spreadsheet() -> None:
    mail = Mail("=SUM(A1)", 'Hello,\n\n"{link}"\n')
    table = links_csv([("=cmd", "https://a.example/r/1"), ("bert", "https://a.example/r/2")], mail)
    first, second = csv.DictReader(StringIO(table))
    assert (first["rater"], first["subject"]) == ("'=cmd", "'=SUM(A1)")
    assert second == {
        "rater": "bert",
        "link": "https://a.example/r/2",
        "subject": "'=SUM(A1)",
        "text": 'Hello,\n\n"https://a.example/r/2"\n',
    }


def test_a_server_answers_under_the_address_that_was_set_and_under_no_other(tmp_path) -> None:
    study = lite_study(tmp_path / "study")
    study.deal(RATERS, force=True, why="a small study")
    with serving(study.folder) as server:
        organiser = server.organiser()
        page = organiser.get("/organiser").text
        assert "works on this machine only" in page
        assert organiser.get("/organiser", Host="rate.example.org").status == 421
        reply = organiser.fill("/organiser", "/organiser/address", url="https://rate.example.org")
        assert reply.status == 303
        assert "works on this machine only" not in organiser.get("/organiser").text
        links = links_on(organiser.fill("/organiser", "/organiser/invitations", who="new", days="3").text)
        assert len(links) == 3
        assert organiser.get(urlsplit(links[0]).path, Host="rate.example.org").status == 200
        assert organiser.get("/organiser", Host="other.example.org").status == 421
        assert organiser.fill("/organiser", "/organiser/address", url="http://rate.example.org").status == 409
