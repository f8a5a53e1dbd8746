"""The organiser's acts: raters invited, revoked and withdrawn, the rating paused and closed, files kept."""

import csv
import json
import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hosted_studies import Visitor, answers_to, links_on, lite_study, make_ready, serving
from result_files import agreed_to
from ringtrue.terms.answer import Given
from ringtrue.terms.problem import BadInput
from ringtrue.web.invitations import hours_of, names_in
from ringtrue.web.organiser import (
    as_dealt_before,
    close_rating,
    deal_to_raters,
    invite_again,
    packets_out,
    revoke_access,
    withdraw_rater,
    write_backup,
)
from ringtrue.web.state import Site

HOME = "/organiser"


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A server with a study nobody was dealt to, and its organiser."""
    folder = tmp_path_factory.mktemp("board") / "study"
    study = lite_study(folder, pairs=3)

    class Board:
        pass

    with serving(folder) as server:
        made: Any = Board()
        made.study, made.server, made.organiser = study, server, server.organiser()
        yield made


def act(board: Any, path: str, **fields: str) -> Any:
    return board.organiser.fill(HOME, f"{HOME}/{path}", **fields)


def added(board: Any, names: str, **more: str) -> list[Visitor]:
    links = links_on(act(board, "raters", names=names, **more).text)
    return [board.server.visitor().claim(link).ready() for link in links]


def row(board: Any, rater: str) -> list[str]:
    """The rater's line of the table, cell by cell."""
    page = board.organiser.get(HOME).text
    lines = [re.sub(r"<[^>]+>", " ", line).split("\n") for line in page.split("<tr>") if f'"row">{rater}<' in line]
    return [" ".join(cell.split()) for cell in lines[0] if cell.strip()]


def test_raters_are_dealt_to_and_their_links_are_shown_once(board: Any) -> None:
    assert "There are no raters yet." in board.organiser.get(HOME).text
    reply = act(board, "raters", names="anna\n bert \n\n", days="3")
    links = links_on(reply.text)
    assert len(links) == 2
    assert "for 3 days" in reply.text
    assert len(re.findall(r"[\w-]{43}", links[0])) == 1  # 256 bits
    assert not links_on(board.organiser.get(HOME).text)
    assert row(board, "anna")[:3] == ["anna", "0 of 4", "waiting"]
    with board.study.records() as records:
        assert [one.name for one in records.raters()] == ["anna", "bert"]
        assert links[0].rpartition("/")[2] not in json.dumps([dict(one.detail) for one in records.audit_entries()])


def test_a_number_makes_so_many_raters(board: Any) -> None:
    assert len(added(board, "2")) == 2


def test_progress_is_counted_and_nothing_is_shown_of_what_was_answered(board: Any) -> None:
    [rater] = added(board, "carl")
    document = rater.packet()["document"]
    answers = answers_to(document, slice(0, 2), comment="A remark of Carl's.")
    rater.send("/api/answers", {"name": document["name"], "answers": answers})
    assert row(board, "carl")[:3] == ["carl", "2 of 4", "rating"]
    page = board.organiser.get(HOME).text
    assert "A remark" not in page
    assert not any(card["prompt"] in page or card["texts"][0] in page for card in document["cards"])
    assert not any(name in page for name in ("compressed", "full", "generic"))


def test_a_name_that_is_taken_or_nothing_at_all_is_refused_with_a_reason(board: Any) -> None:
    added(board, "twin")
    for names in ("twin", "a\na", "", "0", "501"):
        reply = act(board, "raters", names=names)
        assert reply.status == 409
        assert '<ul class="problems"' in reply.text


def test_a_name_is_text_wherever_it_is_shown(board: Any) -> None:
    reply = act(board, "raters", names="<b>eve</b>")
    assert "<b>eve" not in reply.text
    assert "<b>eve" not in board.organiser.get(HOME).text
    assert board.organiser.get("/organiser/raters/withdraw?rater=%3Cb%3Eeve").text.count("<b>") == 0


def test_a_new_link_shuts_the_old_ones_and_the_old_browser_out(board: Any) -> None:
    [old] = added(board, "dora")
    assert old.get("/rate").status == 200
    reply = act(board, "raters/invite", rater="dora")
    assert old.get("/rate").status == 401
    new = board.server.visitor().claim(links_on(reply.text)[0])
    assert new.get("/rate").status == 200


def test_a_revoked_rater_is_out_and_the_answers_stay(board: Any) -> None:
    [rater] = added(board, "fred")
    document = rater.packet()["document"]
    rater.send("/api/answers", {"name": document["name"], "answers": answers_to(document, slice(0, 1))})
    assert act(board, "raters/revoke", rater="fred").status == 303
    assert rater.send("/api/answers", {"name": document["name"], "answers": []}).status == 401
    assert row(board, "fred")[1] == "1 of 4"
    assert act(board, "raters/revoke", rater="nobody").status == 409


def test_a_failed_check_is_shown_and_can_be_overruled_with_a_reason(board: Any) -> None:
    reply = act(board, "raters", names="fails")
    rater = board.server.visitor().claim(links_on(reply.text)[0])
    document = rater.packet()["document"]
    for kind, body in (("consent", agreed_to(document)), ("comprehension", {"attempts": 2, "passed": False})):
        rater.send("/api/sitting", {"name": document["name"], "kind": kind, "body": body})
    assert "check failed" in " ".join(row(board, "fails"))
    answers = {"name": document["name"], "answers": answers_to(document, slice(0, 1))}
    assert rater.send("/api/answers", answers).status == 422
    page = f"{HOME}/raters/admit?rater=fails"
    assert board.organiser.fill(page, f"{HOME}/raters/admit", rater="fails", why=" ").status == 409
    assert board.organiser.fill(page, f"{HOME}/raters/admit", rater="fails", why="misprint").status == 303
    assert "check failed" not in " ".join(row(board, "fails"))
    assert rater.send("/api/answers", answers).status == 200
    board.study.withdraw_rater("fails", why="the test is over")


def test_an_open_dashboard_gets_figures_and_table_alone(board: Any) -> None:
    live = board.organiser.get(f"{HOME}/live").text
    assert "<dt>Cards answered</dt>" in live
    assert "<html" not in live
    assert board.server.visitor().get(f"{HOME}/live").status == 401


def test_a_withdrawal_needs_a_reason_and_can_erase_the_name(board: Any) -> None:
    [rater] = added(board, "gina")
    page = "/organiser/raters/withdraw?rater=gina"
    refused = board.organiser.fill(page, "/organiser/raters/withdraw", rater="gina", why=" ")
    assert refused.status == 409
    assert rater.get("/rate").status == 200
    fields = {"rater": "gina", "why": "asked to be left out", "anonymise": "yes"}
    assert board.organiser.fill(page, "/organiser/raters/withdraw", **fields).status == 303
    assert rater.get("/rate").status == 401
    assert "gina" not in board.organiser.get(HOME).text
    with board.study.records() as records:
        entries = [(one.act, one.who) for one in records.audit_entries()]
    assert ("rater withdrawn", "Ines Vogel") in entries


def test_while_paused_nothing_is_taken_and_afterwards_it_goes_on(board: Any) -> None:
    [rater] = added(board, "hugo")
    document = rater.packet()["document"]
    body = {"name": document["name"], "answers": answers_to(document, slice(0, 1))}
    assert act(board, "pause").status == 303
    for reply in (rater.send("/api/answers", body), rater.get("/api/packet")):
        assert reply.status == 503
        assert reply.header("retry-after") == "30"
        assert "paused" in reply.document["error"]
    assert "Paused" in board.organiser.get(HOME).text
    act(board, "open")
    assert rater.send("/api/answers", body).status == 200
    with board.study.records() as records:
        noted = [one.act for one in records.audit_entries() if "rating" in one.act]
    assert noted == ["noted: rating paused", "noted: rating opened"]


def test_the_files_to_keep(board: Any) -> None:
    rater, _ = added(board, "lena\nmax")
    document = rater.packet()["document"]
    rater.send("/api/answers", {"name": document["name"], "answers": answers_to(document, slice(0, 2))})
    table = board.organiser.get("/organiser/progress.csv")
    assert table.header("content-disposition") == 'attachment; filename="progress.csv"'
    rows = list(csv.DictReader(table.text.lstrip("\ufeff").splitlines()))
    assert {one["rater"] for one in rows} >= {"lena", "max"}
    assert next(one for one in rows if one["rater"] == "lena")["cards_done"] == "2"
    entries = [json.loads(line) for line in board.organiser.get("/organiser/audit.jsonl").text.splitlines()]
    assert [one["seq"] for one in entries] == list(range(1, len(entries) + 1))
    said = act(board, "backup").text
    written = re.search(r"backups/[\w.-]+\.ringtrue", said)
    assert written is not None
    assert (Path(board.study.folder) / written.group()).stat().st_size > 1000


def test_closing_keeps_what_was_begun_as_partial_and_takes_no_more(board: Any) -> None:
    begun, untouched = added(board, "ida\njon")
    document = begun.packet()["document"]
    body = {"name": document["name"], "answers": answers_to(document, slice(0, 1))}
    begun.send("/api/answers", body)
    page = board.organiser.get("/organiser/close").text
    assert "packets without an answer" in page
    assert board.organiser.fill("/organiser/close", "/organiser/close", untouched="withdraw").status == 303
    assert begun.send("/api/answers", body).status == 409
    for cut_short in (begun, untouched):
        assert cut_short.get("/api/packet").status == 409
    with board.study.records() as records:
        states = {one.packet.rater: one.state for one in records.packets()}
        judged = sum(one.rater == "ida" for one in records.judgments())
    assert states["ida"] == "partial"
    assert states["jon"] == "withdrawn"
    assert judged == len(body["answers"])
    assert "out" not in states.values()
    assert "Closed" in board.organiser.get(HOME).text


def test_the_state_is_kept_across_a_restart(tmp_path: Path) -> None:
    study = lite_study(tmp_path / "study")
    with serving(study.folder) as server:
        server.organiser().fill("/organiser/close", "/organiser/close", untouched="leave")
    with serving(study.folder) as again:
        organiser = again.organiser()
        assert "Closed" in organiser.get(HOME).text
        organiser.fill(HOME, f"{HOME}/open")
        assert "Closed" not in organiser.get(HOME).text


@pytest.mark.parametrize("path", ["raters", "raters/invite", "raters/revoke", "pause", "open", "close", "backup"])
def test_nobody_acts_without_a_session(hosted: Any, path: str) -> None:
    assert hosted.server.visitor().submit(f"/organiser/{path}").status == 401
    assert hosted.rater("anna").submit(f"/organiser/{path}").status == 401


# What the routes do, on a study without a server.


def answer(site: Site, rater: str, value: Any = 1.0) -> str:
    """Save one answer of a rater; returns the token of the packet."""
    token = next(one.token for one in site.rating.packets() if one.rater == rater and one.state == "out")
    card = site.rating.document(token)["cards"][0]["id"]
    make_ready(site.rating, token)
    site.rating.save(token, [Given(card, "voice", value)])
    return token


def states(site: Site) -> dict[str, str]:
    return {one.rater: one.state for one in site.rating.packets()}


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
    assert names_in(text) == names


@given(st.text(max_size=30))
def test_no_text_is_too_odd_to_be_names_or_a_number(text: str) -> None:
    found = names_in(text)
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
    assert hours_of(days) == hours


def test_new_raters_get_packets_and_a_link_each_under_the_organisers_name(site: Site) -> None:
    links = deal_to_raters(site, "Ines Vogel", ["anna", "bert"], 24.0)
    assert [rater for rater, _ in links] == ["anna", "bert"]
    assert all(link.startswith(f"{site.hosting.url}/r/") for _, link in links)
    assert states(site) == {"anna": "out", "bert": "out"}
    assert len(acts_of(site, "Ines Vogel")) >= 3  # the deal and two invitations
    for rater, link in links:
        found = site.rating.access.look_at(link.rpartition("/")[2])
        assert found is not None
        assert (found.rater, found.state) == (rater, "open")


@pytest.mark.parametrize("names", [0, 501, [], [f"rater {n}" for n in range(501)]])
def test_nobody_and_far_too_many_are_refused_before_anything_is_dealt(site: Site, names: list[str] | int) -> None:
    before = site.records.audit_head()
    with pytest.raises(BadInput) as refused:
        deal_to_raters(site, "Ines", names, 24.0)
    (problem,) = refused.value.problems
    assert (problem.what, problem.remedy) == ("Give 1 to 500 raters.", "One name per line, or a number.")
    assert site.records.audit_head() == before


def test_those_who_come_later_get_as_many_controls_as_the_first(site: Site) -> None:
    assert as_dealt_before(site.records) == {}
    site.study.deal(["anna"], session=2, controls=0, force=True, why="a small study")
    before = as_dealt_before(site.records)
    assert before["session"] == 2
    deal_to_raters(site, "Ines", ["bert"], 24.0)
    sizes: dict[str, list[int]] = {"anna": [], "bert": []}
    for one in site.rating.packets():
        sizes[one.rater].append(len(site.rating.document(one.token)["cards"]))
    assert sizes["anna"] == sizes["bert"]
    assert max(sizes["bert"]) <= 2


def test_a_new_link_takes_the_place_of_all_earlier_ones(site: Site) -> None:
    ((_, first),) = deal_to_raters(site, "Ines", ["anna"], 24.0)
    session = site.rating.access.claim(first.rpartition("/")[2])
    assert session is not None
    ((rater, second),) = invite_again(site, "Ines", "anna", 24.0)
    assert rater == "anna"
    assert second != first
    assert site.rating.access.session(session) is None
    assert site.rating.access.claim(second.rpartition("/")[2]) is not None


def test_a_rater_nobody_knows_is_refused(site: Site) -> None:
    for act in (revoke_access, lambda *given_ones: invite_again(*given_ones, 24.0)):
        with pytest.raises(BadInput):
            act(site, "Ines", "nobody")


@pytest.mark.parametrize("why", ["", "  \n"])
def test_a_withdrawal_without_a_reason_changes_nothing(site: Site, why: str) -> None:
    site.study.deal(["anna"], force=True, why="a small study")
    before = site.records.audit_head()
    with pytest.raises(BadInput, match="A withdrawal needs a reason"):
        withdraw_rater(site, "Ines", "anna", why, anonymise=False)
    assert site.records.audit_head() == before


@pytest.mark.parametrize("anonymise", [False, True])
def test_who_is_withdrawn_is_shut_out_and_forgotten_if_so_wished(site: Site, anonymise: bool) -> None:
    ((_, link),) = deal_to_raters(site, "Ines", ["anna"], 24.0)
    session = site.rating.access.claim(link.rpartition("/")[2])
    site.current["anna"] = None
    withdraw_rater(site, "Ines", "anna", " asked to be left out ", anonymise=anonymise)
    assert session is not None
    assert site.rating.access.session(session) is None
    assert "anna" not in site.current
    assert set(states(site).values()) == {"withdrawn"}
    assert ("anna" in states(site)) is not anonymise


def test_what_is_out_is_told_apart_by_whether_an_answer_stands(site: Site) -> None:
    site.study.deal(["anna", "bert", "carla", "dora"], force=True, why="a small study")
    answer(site, "anna")
    answer(site, "bert")
    answer(site, "bert", None)  # taken back: nothing stands any more
    withdraw_rater(site, "Ines", "dora", "asked", anonymise=False)
    begun, untouched = packets_out(site)
    assert [one.rater for one in begun] == ["anna"]
    assert [one.rater for one in untouched] == ["bert", "carla"]


@pytest.mark.parametrize(("withdraw", "left"), [(True, "withdrawn"), (False, "out")])
def test_closing_takes_in_what_was_begun_and_withdraws_the_rest_if_so_wished(
    site: Site, withdraw: bool, left: str
) -> None:
    site.study.deal(["anna", "bert", "carla"], force=True, why="a small study")
    answer(site, "bert")
    answer(site, "bert", None)
    answer(site, "carla")
    site.current["anna"] = None
    close_rating(site, "Ines Vogel", withdraw)
    assert states(site) == {"anna": left, "bert": left, "carla": "partial"}
    assert site.intake.state == "closed"
    assert site.current == {}
    assert "noted: rating closed" in acts_of(site, "Ines Vogel")
    close_rating(site, "Ines Vogel", withdraw)  # once more changes nothing
    assert states(site) == {"anna": left, "bert": left, "carla": "partial"}
    assert site.records.verify_audit() == []


def test_backups_are_written_into_the_folder_each_under_its_moment(site: Site) -> None:
    places = [write_backup(site, "Ines") for _ in range(2)]
    assert len(set(places)) == 2
    for place in places:
        folder, _, name = place.partition("/")
        assert folder == "backups"
        assert datetime.strptime(name, "%Y-%m-%d-%H%M%S-%f.ringtrue").year >= 2026
        assert (site.study.folder / place).stat().st_size > 0
