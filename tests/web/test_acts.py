"""What an organiser does from the dashboard, done on a real study: packets, links, audit log, and what is refused."""

from datetime import datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.terms import BadInput, Given
from ringtrue.web import Site, acts


def answer(site: Site, rater: str, value: Any = 1.0) -> str:
    """Save one answer of a rater; returns the token of the packet."""
    token = next(one.token for one in site.desk.packets() if one.rater == rater and one.state == "out")
    card = site.desk.document(token)["cards"][0]["id"]
    site.desk.save(token, [Given(card, "voice", value)])
    return token


def states(site: Site) -> dict[str, str]:
    return {one.rater: one.state for one in site.desk.packets()}


def acts_of(site: Site, who: str) -> list[str]:
    return [one.act for one in site.records.audit_entries() if one.who == who]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("3", 3),
        (" 12 \n", 12),
        ("0", 0),
        ("٣", 3),
        ("anna\n\n  bert  \r\n", ["anna", "bert"]),
        ("3\n4", ["3", "4"]),
        ("12345", ["12345"]),
        ("-3", ["-3"]),
        ("²", ["²"]),
        ("Zoë Ångström", ["Zoë Ångström"]),
        ("", []),
        (" \n ", []),
    ],
)
def test_one_number_means_so_many_and_anything_else_is_names(text: str, names: list[str] | int) -> None:
    assert acts.names_in(text) == names


@given(st.text(max_size=30))
def test_no_text_is_too_odd_to_be_names_or_a_number(text: str) -> None:
    found = acts.names_in(text)
    if isinstance(found, int):
        assert 0 <= found <= 9999
    else:
        assert all(name and name == name.strip() for name in found)


@pytest.mark.parametrize(
    ("days", "hours"),
    [
        ("1", 24),
        ("30", 720),
        ("0", 24),
        ("999", 24 * 365),
        ("", 336),
        ("soon", 336),
        ("-1", 336),
        ("1000", 336),
        ("1.5", 336),
    ],
)
def test_a_link_holds_from_a_day_to_a_year_and_usually_two_weeks(days: str, hours: float) -> None:
    assert acts.hours_of(days) == hours


def test_new_raters_get_packets_and_a_link_each_under_the_organisers_name(site: Site) -> None:
    links = acts.add_raters(site, "Ines Vogel", ["anna", "bert"], 24.0)
    assert [rater for rater, _ in links] == ["anna", "bert"]
    assert all(link.startswith(f"{site.hosting.url}/r/") for _, link in links)
    assert states(site) == {"anna": "out", "bert": "out"}
    assert len(acts_of(site, "Ines Vogel")) >= 3  # the deal and two invitations
    for rater, link in links:
        found = site.desk.access.look_at(link.rpartition("/")[2])
        assert found is not None
        assert (found.rater, found.state) == (rater, "open")


@pytest.mark.parametrize("names", [0, 501, [], [f"rater {n}" for n in range(501)]])
def test_nobody_and_far_too_many_are_refused_before_anything_is_dealt(site: Site, names: list[str] | int) -> None:
    before = site.records.audit_head()
    with pytest.raises(BadInput) as refused:
        acts.add_raters(site, "Ines", names, 24.0)
    (problem,) = refused.value.problems
    assert (problem.what, problem.remedy) == ("Name 1 to 500 raters.", "One name a line, or a number.")
    assert site.records.audit_head() == before


def test_those_who_come_later_get_as_many_controls_as_the_first(site: Site) -> None:
    assert acts.as_dealt_before(site.records) == {}
    site.study.deal(["anna"], session=2, controls=0)
    before = acts.as_dealt_before(site.records)
    assert before["session"] == 2
    acts.add_raters(site, "Ines", ["bert"], 24.0)
    sizes: dict[str, list[int]] = {"anna": [], "bert": []}
    for one in site.desk.packets():
        sizes[one.rater].append(len(site.desk.document(one.token)["cards"]))
    assert sizes["anna"] == sizes["bert"]
    assert max(sizes["bert"]) <= 2


def test_a_new_link_takes_the_place_of_all_earlier_ones(site: Site) -> None:
    ((_, first),) = acts.add_raters(site, "Ines", ["anna"], 24.0)
    session = site.desk.access.claim(first.rpartition("/")[2])
    assert session is not None
    ((rater, second),) = acts.invite_again(site, "Ines", "anna", 24.0)
    assert rater == "anna"
    assert second != first
    assert site.desk.access.session(session) is None
    assert site.desk.access.claim(second.rpartition("/")[2]) is not None


def test_a_rater_nobody_knows_is_refused(site: Site) -> None:
    for act in (acts.revoke, lambda *given_ones: acts.invite_again(*given_ones, 24.0)):
        with pytest.raises(BadInput):
            act(site, "Ines", "nobody")


@pytest.mark.parametrize("why", ["", "  \n"])
def test_a_withdrawal_without_a_reason_changes_nothing(site: Site, why: str) -> None:
    site.study.deal(["anna"])
    before = site.records.audit_head()
    with pytest.raises(BadInput, match="A withdrawal needs a reason"):
        acts.withdraw(site, "Ines", "anna", why, anonymise=False)
    assert site.records.audit_head() == before


@pytest.mark.parametrize("anonymise", [False, True])
def test_who_is_withdrawn_is_shut_out_and_forgotten_if_so_wished(site: Site, anonymise: bool) -> None:
    ((_, link),) = acts.add_raters(site, "Ines", ["anna"], 24.0)
    session = site.desk.access.claim(link.rpartition("/")[2])
    site.at["anna"] = None
    acts.withdraw(site, "Ines", "anna", " asked to be left out ", anonymise=anonymise)
    assert session is not None
    assert site.desk.access.session(session) is None
    assert "anna" not in site.at
    assert set(states(site).values()) == {"withdrawn"}
    assert ("anna" in states(site)) is not anonymise


def test_what_is_out_is_told_apart_by_whether_an_answer_stands(site: Site) -> None:
    site.study.deal(["anna", "bert", "carla", "dora"])
    answer(site, "anna")
    answer(site, "bert")
    answer(site, "bert", None)  # taken back: nothing stands any more
    acts.withdraw(site, "Ines", "dora", "asked", anonymise=False)
    begun, untouched = acts.left_out(site)
    assert [one.rater for one in begun] == ["anna"]
    assert [one.rater for one in untouched] == ["bert", "carla"]


@pytest.mark.parametrize(("withdraw", "left"), [(True, "withdrawn"), (False, "out")])
def test_closing_takes_in_what_was_begun_and_withdraws_the_rest_if_so_wished(
    site: Site, withdraw: bool, left: str
) -> None:
    site.study.deal(["anna", "bert", "carla"])
    answer(site, "bert")
    answer(site, "bert", None)
    answer(site, "carla")
    site.at["anna"] = None
    acts.close(site, "Ines Vogel", withdraw)
    assert states(site) == {"anna": left, "bert": left, "carla": "partial"}
    assert site.gate.state == "closed"
    assert site.at == {}
    assert "noted: rating closed" in acts_of(site, "Ines Vogel")
    acts.close(site, "Ines Vogel", withdraw)  # once more changes nothing
    assert states(site) == {"anna": left, "bert": left, "carla": "partial"}
    assert site.records.verify_audit() == []


def test_backups_are_written_into_the_folder_each_under_its_moment(site: Site) -> None:
    places = [acts.back_up(site, "Ines") for _ in range(2)]
    assert len(set(places)) == 2
    for place in places:
        folder, _, name = place.partition("/")
        assert folder == "backups"
        assert datetime.strptime(name, "%Y-%m-%d-%H%M%S-%f.ringtrue").year >= 2026
        assert (site.study.folder / place).stat().st_size > 0
