"""The organiser's acts: raters invited, revoked and withdrawn, the rating paused and closed, files kept."""

import csv
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hosted_studies import Visitor, answers_to, links_on, lite_study, serving

HOME = "/organiser"


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A server with a study nobody was dealt to, and its organiser."""
    folder = tmp_path_factory.mktemp("board") / "study"
    study = lite_study(folder, pairs=2)

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
    return [board.server.visitor().claim(link) for link in links]


def row(board: Any, rater: str) -> list[str]:
    """The rater's line of the table, cell by cell."""
    page = board.organiser.get(HOME).text
    lines = [re.sub(r"<[^>]+>", " ", line).split("\n") for line in page.split("<tr>") if f'"row">{rater}<' in line]
    return [" ".join(cell.split()) for cell in lines[0] if cell.strip()]


def test_raters_are_dealt_to_and_their_links_are_shown_once(board: Any) -> None:
    assert "Nobody has been dealt to yet." in board.organiser.get(HOME).text
    reply = act(board, "raters", names="anna\n bert \n\n", days="3")
    links = links_on(reply.text)
    assert len(links) == 2
    assert "for 3 days" in reply.text
    assert len(re.findall(r"[\w-]{43}", links[0])) == 1  # 256 bits
    assert not links_on(board.organiser.get(HOME).text)
    assert row(board, "anna")[:3] == ["anna", "0 of 3", "waiting"]
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
    assert row(board, "carl")[:3] == ["carl", "2 of 3", "rating"]
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
    assert row(board, "fred")[1] == "1 of 3"
    assert act(board, "raters/revoke", rater="nobody").status == 409


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
