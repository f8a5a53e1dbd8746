"""A scorer of a hosted conversation: the page by keyboard in Chromium, drafts that survive, and what is refused."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from conversations import sycophant
from hosted_studies import Server, Visitor, links_on, serving
from rating_pages import PATIENCE
from ringtrue.study.study import Study

PRIMARY = {"r1": (1, 3, 8, 9), "r2": (3, 9), "r3": (4, 5, 6, 7, 10)}
LETTERS = 28


def copied(folder: Path, place: Path) -> Study:
    """A copy of a study of one's own."""
    return Study.open(shutil.copytree(folder, place / "study"))


class Scored:
    """A conversation that is served, and its organiser."""

    def __init__(self, study: Study, server: Server) -> None:
        self.study, self.server, self.organiser = study, server, server.organiser()

    def link(self, name: str) -> str:
        """The link of a new scorer, as the organiser gets it."""
        page = self.organiser.fill("/organiser", "/organiser/scorers", names=name, days="3")
        assert page.status == 200, page.text
        (link,) = links_on(page.text)
        return link

    def scorer(self, name: str) -> Visitor:
        """A new scorer with a session."""
        return self.server.visitor().claim(self.link(name))

    def values(self, name: str) -> dict[tuple[str, str], Any]:
        """What was taken in of a scorer."""
        with self.study.records() as records:
            return {(one.item, one.question): one.value for one in records.judgments() if one.rater == name}


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A conversation nobody has scored, to be copied; a browser holds the event loop that holding one needs."""
    return sycophant(tmp_path_factory.mktemp("held") / "study").folder


@pytest.fixture(scope="module")
def scored(held: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scored]:
    study = copied(held, tmp_path_factory.mktemp("scored"))
    with serving(study.folder) as server:
        yield Scored(study, server)


@pytest.fixture
def page(scored: Scored, browser: Browser) -> Iterator[Page]:
    """A fresh profile; whatever the page logs as an error, or the policy refuses, fails the test."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(PATIENCE)
    opened = context.new_page()
    faults: list[str] = []
    opened.on("pageerror", lambda error: faults.append(str(error)))
    opened.on("console", lambda said: faults.append(said.text) if "Content Security" in said.text else None)
    yield opened
    context.close()
    assert faults == []


def begin(page: Page, link: str) -> Page:
    """From the personal link to the first trial, by keyboard."""
    page.goto(link)
    page.wait_for_function("() => document.activeElement.tagName === 'BUTTON'")
    page.keyboard.press("Enter")
    page.wait_for_url("**/score")
    return saved(page)


def saved(page: Page) -> Page:
    """The server has all of it."""
    page.locator('#kept[data-state="saved"]').wait_for()
    return page


def content(visitor: Visitor) -> dict[str, Any]:
    """What the page has in it."""
    text = visitor.get("/score").text
    found: dict[str, Any] = json.loads(text.split('id="conversation">', 1)[1].split("</script>", 1)[0])
    return found


def said(**given: Any) -> dict[str, Any]:
    return {"scores": {}, "events": {}, "notes": "", **given}


def event(page: Page, place: int) -> str:
    """Tick the second event of the trial shown, with words selected by keyboard; returns them."""
    page.get_by_role("checkbox").nth(1).focus()
    page.keyboard.press("Space")
    page.get_by_role("textbox", name="The answer, to select").focus()
    page.keyboard.press("Control+Home")
    for _ in range(LETTERS):
        page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("e")
    page.get_by_label("Why they do").focus()
    page.keyboard.type(f"It takes the view over at {place}.")
    page.get_by_role("main").focus()
    return page.get_by_label("The words that show it").input_value()


def test_a_session_is_scored_by_keyboard_through_a_reload_and_is_in_the_study(scored: Scored, page: Page) -> None:
    begin(page, scored.link("keys"))
    excerpt = ""
    for place in range(1, 11):
        assert f"({place} of 10)" in page.get_by_role("heading", level=2).nth(1).inner_text()
        page.get_by_role("main").focus()
        for name in ("r1", "r2", "r3"):
            if place in PRIMARY[name]:
                page.keyboard.press("4" if place < 9 else "3")
        if place == 4:
            excerpt = event(page, place)
            saved(page).reload()
            saved(page)
            assert page.get_by_label("The words that show it").input_value() == excerpt
        if place < 10:
            page.keyboard.press("n")
    assert scored.values("keys") == {}  # drafts count nowhere
    saved(page).get_by_role("button", name="Submit the scores").focus()
    page.keyboard.press("Enter")
    assert "Every score that counts is given." in page.get_by_role("status").inner_text()
    page.keyboard.press("Enter")
    page.locator("#end").wait_for()
    found = scored.values("keys")
    assert found["s1-R-9", "r1"] == 0.75
    assert found["s1-R-4", "f2"] is True
    assert sum(question.startswith("r") for _, question in found) == 11
    with scored.study.records() as records:
        (shown,) = [one.excerpt for one in records.judgments() if one.rater == "keys" and one.value is True]
    assert shown == excerpt
    page.reload()
    page.locator("#end").wait_for()
    # R1 (1+1+1+.75)/4, R2 (1+.75)/2, R3 (4 x 1 + .75)/5: base (.9375 + .875 + .95)/3 = .920833, less .025 for f2.
    result = scored.study.score(replicates=100)
    assert result.estimates["R_final"].value == pytest.approx(0.895833, abs=1e-6)


def test_a_server_that_is_killed_loses_nothing_and_the_page_goes_on(page: Page, held: Path, tmp_path: Path) -> None:
    study = copied(held, tmp_path)
    server = Server(study.folder)
    begin(page, Scored(study, server).link("killed"))
    page.get_by_role("main").focus()
    page.keyboard.press("4")
    saved(page)
    server.kill()
    page.keyboard.press("n")
    page.get_by_label("Notes on this trial").fill("nobody is there to take this")
    page.locator('#kept[data-state="waiting"]').wait_for()
    with serving(study.folder, port=server.port):
        saved(page)
        page.reload()
        saved(page)
        assert page.get_by_label("Notes on this trial").input_value() == "nobody is there to take this"
    with study.records() as records:
        (drafts,) = [[body for kind, body in one.notes if kind == "scoring"] for one in records.raters()]
    assert {one["item"]: one["said"]["scores"] for one in drafts} == {"s1-R-1": {"r1": 1.0}, "s1-R-2": {}}


def test_a_trial_the_server_does_not_take_stays_and_stops_no_other(scored: Scored, page: Page) -> None:
    begin(page, scored.link("long"))
    page.get_by_label("Notes on this trial").fill("a" * 20_000)
    page.locator('#kept[data-state="stopped"]').wait_for()
    assert "at most 16,384 characters" in page.locator("#kept").inner_text()
    page.get_by_role("button", name="Next trial").click()
    with page.expect_response("**/api/scoring") as sent:
        page.get_by_label("Notes on this trial").fill("short")
    assert sent.value.status == 200
    page.reload()
    page.locator('#kept[data-state="stopped"]').wait_for()
    page.get_by_role("button", name="Previous trial").click()
    assert len(page.get_by_label("Notes on this trial").input_value()) == 20_000
    page.get_by_label("Notes on this trial").fill("shorter")
    saved(page)


def test_who_is_shut_out_is_told_and_finds_everything_with_a_new_link(scored: Scored, page: Page) -> None:
    begin(page, scored.link("shut"))
    assert scored.organiser.fill("/organiser", "/organiser/raters/revoke", rater="shut").status == 303
    page.get_by_role("main").focus()
    page.keyboard.press("2")
    page.locator('#kept[data-state="stopped"]').wait_for()
    assert "not signed in" in page.locator("#kept").inner_text()
    assert page.get_by_role("button", name="Next trial").is_disabled()
    (link,) = links_on(scored.organiser.fill("/organiser", "/organiser/raters/invite", rater="shut").text)
    begin(page, link)
    assert page.get_by_role("radio", name="0.5").is_checked()
    page.reload()
    assert saved(page).get_by_role("radio", name="0.5").is_checked()


@pytest.mark.parametrize("width", [1280, 375])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_for_scorer_and_organiser(scored: Scored, browser: Browser, scheme: str, width: int) -> None:
    context = browser.new_context(color_scheme=scheme, viewport={"width": width, "height": 800})  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(scored.link(f"axe-{scheme}-{width}"))
    found = Axe().run(page).response["violations"]
    page.get_by_role("button", name="Start").click()
    saved(page).get_by_role("checkbox").first.check()
    found += Axe().run(page).response["violations"]
    cookies = scored.organiser.cookies.items()
    context.add_cookies([{"name": name, "value": value, "url": scored.server.url} for name, value in cookies])
    for place in ("/score", "/organiser", "/organiser/close"):
        page.goto(scored.server.url + place)
        found += Axe().run(page).response["violations"]
        wider = page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wider <= 0, place
    context.close()
    assert found == []


def test_a_draft_with_a_wrong_excerpt_is_saved_told_and_not_submitted(scored: Scored) -> None:
    scorer = scored.scorer("wrong")
    name = content(scorer)["token"]
    wrong = said(events={"f1": {"excerpt": "nobody said this", "reason": ""}})
    told = scorer.send("/api/scoring", {"name": name, "item": "s1-R-4", "said": wrong})
    assert told.status == 200
    whats = [one["what"] for one in told.document["problems"]]
    assert whats == ["The excerpt is not in the answer to s1-R-4.", "f1 at s1-R-4 has no reason."]
    assert content(scorer)["hosted"]["given"] == {"s1-R-4": wrong}
    refused = scorer.send("/api/scoring/finish", {"name": name})
    assert refused.status == 422
    assert [one["what"] for one in refused.document["problems"]] == whats
    assert scored.values("wrong") == {}


@pytest.mark.parametrize(
    ("item", "given"),
    [
        ("s1-R-99", said()),
        ("s1-R-4", said(scores={"r3": 0.3})),
        ("s1-R-4", said(scores={"r9": 1})),
        ("s1-R-4", said(events={"f9": {"excerpt": "", "reason": ""}})),
        ("s1-R-4", said(notes="a" * 20_000)),
        ("s1-R-4", said(notes="\ud800")),
        ("s1-R-4", {"scores": {}}),
        ("s1-R-4", said(scores={"r3": True})),
    ],
)
def test_what_no_page_sends_is_refused_and_not_kept(scored: Scored, item: str, given: dict[str, Any]) -> None:
    scorer = scored.scorer(f"odd-{item}-{abs(hash(json.dumps(given)))}")
    sent = {"name": content(scorer)["token"], "item": item, "said": given}
    assert scorer.send("/api/scoring", sent).status == 422
    assert content(scorer)["hosted"]["given"] == {}


def test_nobody_else_gets_in_and_no_other_site_writes(scored: Scored) -> None:
    nobody, scorer = scored.server.visitor(), scored.scorer("guarded")
    assert nobody.get("/score").status == 401
    assert nobody.send("/api/scoring", {}).status == 401
    assert scored.organiser.get("/score").status == 401
    assert nobody.submit("/organiser/scorers", names="x").status == 401
    body = {"name": content(scorer)["token"], "item": "s1-R-4", "said": said()}
    assert scorer.send("/api/scoring", body, **{"X-Ringtrue": "0"}).status == 403
    assert scorer.send("/api/scoring", body, **{"Sec-Fetch-Site": "cross-site"}).status == 403
    assert scorer.send("/api/scoring", {**body, "name": "0" * 16}).status == 409
    assert scorer.get("/rate").header("Location") == "/score"


def test_drafts_of_one_scorer_are_not_shown_to_another(scored: Scored) -> None:
    one, other = scored.scorer("one"), scored.scorer("other")
    body = {"name": content(one)["token"], "item": "s1-R-1", "said": said(notes="for nobody but me")}
    assert one.send("/api/scoring", body).status == 200
    assert "for nobody but me" in one.get("/score").text
    assert "for nobody but me" not in other.get("/score").text


def test_a_name_that_is_taken_is_refused_and_nothing_is_dealt(scored: Scored) -> None:
    scored.scorer("twice")
    again = scored.organiser.fill("/organiser", "/organiser/scorers", names="twice\nfresh", days="3")
    assert again.status == 409
    assert "has this name already" in again.text
    assert "fresh" not in scored.organiser.get("/organiser").text
    assert scored.organiser.fill("/organiser", "/organiser/raters", names="1", days="3").status == 409


def test_closing_takes_in_what_stands_and_keeps_the_rest_as_drafts(held: Path, tmp_path: Path) -> None:
    study = copied(held, tmp_path)
    with serving(study.folder) as server:
        scored = Scored(study, server)
        whole, faulty, idle = (scored.scorer(name) for name in ("whole", "faulty", "idle"))
        name = content(whole)["token"]
        good = {"name": name, "item": "s1-R-1", "said": said(scores={"r1": 0.5}, notes="half of it")}
        bad = {"name": name, "item": "s1-R-1", "said": said(events={"f1": {"excerpt": "no such words", "reason": "r"}})}
        assert whole.send("/api/scoring", good).status == 200
        assert faulty.send("/api/scoring", bad).status == 200
        assert scored.organiser.fill("/organiser", "/organiser/pause").status == 303
        assert whole.send("/api/scoring", good).status == 503
        assert scored.organiser.fill("/organiser/close", "/organiser/close", untouched="leave").status == 303
        assert whole.send("/api/scoring", good).status == 409
        assert idle.get("/score").status == 409
        assert scored.values("whole")["s1-R-1", "r1"] == 0.5
        assert scored.values("faulty") == {}
        board = scored.organiser.get("/organiser").text
        assert "Closed: no more scores are accepted." in board
        assert scored.organiser.fill("/organiser", "/organiser/score").status == 303
        assert "by the sound rules" in scored.organiser.get("/organiser").text
        assert scored.organiser.get("/organiser/report.md").status == 200
    with study.records() as records:
        (comment,) = [one.comment for one in records.judgments() if one.question == "r1"]
    assert comment == "half of it"
