"""From closed rating to a report: the key opened once and on purpose, then scored, then downloaded."""

import json
from pathlib import Path
from typing import Any

import pytest

from hosted_studies import answers_to, invited, lite_study, make_ready, serving
from ringtrue.judge.result_file import read_answers
from ringtrue.terms.problem import BadInput
from ringtrue.web.outcome import newest_file, open_key, score_now
from ringtrue.web.state import Site

HOME = "/organiser"


@pytest.fixture
def rated(site: Site) -> Site:
    """Two raters who are done, and one who never began."""
    site.study.deal(["anna", "bert", "late"], force=True, why="a small study")
    for packet in site.rating.packets():
        if packet.rater != "late":
            make_ready(site.rating, packet.token)
            document = site.rating.document(packet.token)
            site.rating.save(packet.token, read_answers(document, answers_to(document)))
            site.rating.finish(packet.token)
    return site


def test_the_key_stays_shut_without_a_tick_and_without_a_reason_while_packets_are_out(rated: Site) -> None:
    for sure, why in ((False, "holidays"), (True, ""), (True, "  ")):
        with pytest.raises(BadInput):
            open_key(rated, "Ines", sure=sure, why=why)
    assert not rated.rating.opened
    with pytest.raises(BadInput, match="sealed"):
        score_now(rated, "Ines")
    open_key(rated, "Ines", sure=True, why="holidays")
    assert rated.rating.opened
    (entry,) = rated.records.audit_entries("key opened")
    assert (entry.who, entry.detail["why"]) == ("Ines", "holidays")


def test_the_whole_way_on_the_dashboard(tmp_path: Path) -> None:
    study = lite_study(tmp_path / "study")
    study.deal(["anna"], force=True, why="a small study")
    with serving(study.folder) as server:
        rater = server.visitor().claim(invited(study, ["anna"], server.url)["anna"]).ready()
        document: dict[str, Any] = rater.packet()["document"]
        rater.send("/api/answers", {"name": document["name"], "answers": answers_to(document)})
        assert rater.send("/api/finish", {"name": document["name"]}).status == 200
        organiser = server.organiser()
        assert "/organiser/unblind" not in organiser.get(HOME).text  # not before it is closed
        assert organiser.get(f"{HOME}/report.md").status == 404
        organiser.fill(f"{HOME}/close", f"{HOME}/close")
        assert "Open the key …" in organiser.get(HOME).text
        asked = organiser.get(f"{HOME}/unblind").text
        assert "cannot be undone" in asked
        assert 'name="why"' not in asked  # nothing is out
        assert organiser.fill(f"{HOME}/unblind", f"{HOME}/unblind").status == 409
        assert organiser.fill(f"{HOME}/unblind", f"{HOME}/unblind", sure="yes").status == 303
        assert organiser.fill(HOME, f"{HOME}/score").status == 303
        shown = organiser.get(HOME).text
        result = json.loads(organiser.get(f"{HOME}/result.json").text)
        assert f"{result['verdict']['label']} by the document" in shown
        report = organiser.get(f"{HOME}/report.md")
        assert report.header("Content-Disposition").startswith('attachment; filename="')
        assert report.text.startswith("# ")


def test_there_is_no_file_before_a_score(rated: Site) -> None:
    with pytest.raises(BadInput, match="no result yet"):
        newest_file(rated, "md")


@pytest.mark.parametrize("path", ["unblind", "report.md", "result.json"])
def test_nobody_sees_it_without_a_session(hosted: Any, path: str) -> None:
    assert hosted.server.visitor().get(f"{HOME}/{path}").status == 401
