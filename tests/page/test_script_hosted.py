"""The hosted page: every answer is posted, kept while the connection is gone, and sent once it is back."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from page.rating_server import RatingServer, rating_server
from rating_pages import (
    PAIR_QUESTIONS,
    answer_pair,
    bare_document,
    heading,
    offline_context,
    pair_cards,
    sample_document,
    saved,
    to_the_cards,
    wait_for_heading,
    wait_for_state,
)

KINDS = {"pair": {"gold": False, "sides": 2, "questions": PAIR_QUESTIONS}}


@pytest.fixture
def server() -> Iterator[RatingServer]:
    with rating_server(bare_document(pair_cards(), KINDS, hosted=True, packet=None)) as started:
        yield started


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    with offline_context(browser, offline=False) as opened:
        yield opened


def enter(context: BrowserContext, server: RatingServer) -> Page:
    """At the first card that is open."""
    page = context.new_page()
    page.goto(server.address)
    if heading(page) == "Welcome":
        page.keyboard.press("Enter")
    wait_for_heading(page, "Card ")
    return page


def values(server: RatingServer) -> list[tuple[str, str, Any]]:
    return [(given["card"], given["question"], given["value"]) for given in server.answers()]


def once(given: list[tuple[str, str, Any]]) -> list[tuple[str, str, Any]]:
    """Without repetitions: a page that dies between a post and its receipt sends it again, and the newest stands."""
    return list(dict.fromkeys(given))


FIRST = [("c1", "voice", 1), ("c1", "vibe", 2), ("c1", "logic", 3), ("c1", "continuity", 0)]


def test_a_whole_packet_arrives_in_order(context: BrowserContext) -> None:
    with rating_server(sample_document(hosted=True, packet=None)) as server:
        page = context.new_page()
        page.goto(server.address)
        to_the_cards(page)
        for card in (1, 2, 3):
            wait_for_heading(page, f"Card {card} of 3")
            answer_pair(page)
            if card == 2:
                wait_for_heading(page, "Time for a break")
                page.keyboard.press("Enter")
        wait_for_heading(page, "Thank you")
    paths = [(path, body.get("kind")) for path, body in server.posts if path != "/api/answers"]
    kinds = ["consent", "qualification", "comprehension", "practice", "sitting"]
    assert paths == [*(("/api/sitting", kind) for kind in kinds), ("/api/finish", None)]
    assert {body["name"] for _, body in server.posts} == {"00112233445566ff"}
    assert len(server.answers()) == 12
    assert set(server.answers()[0]) == {
        "card", "question", "value", "shown", "seconds", "visible_seconds", "comment", "recognised", "position",
    }  # fmt: skip
    assert all(headers["X-Ringtrue"] == "1" for headers in server.headers_seen)
    assert "You can close this page" in page.locator("main").inner_text()


def test_nothing_stays_on_the_raters_machine_after_the_end(context: BrowserContext, server: RatingServer) -> None:
    page = enter(context, server)
    for card in (1, 2, 3):
        wait_for_heading(page, f"Card {card} of 3")
        answer_pair(page)
    wait_for_heading(page, "Thank you")
    kept = page.evaluate(
        """async () => {
          const open = indexedDB.open("ringtrue-00112233445566ff");
          const database = await new Promise((done) => { open.onsuccess = () => done(open.result); });
          const all = database.transaction("kept").objectStore("kept").getAllKeys();
          return new Promise((done) => { all.onsuccess = () => done(all.result); });
        }"""
    )
    assert kept == ["holder"]


def test_answers_wait_for_the_connection_and_are_sent_when_it_is_back(
    context: BrowserContext, server: RatingServer
) -> None:
    page = enter(context, server)
    saved(page)
    context.set_offline(True)
    answer_pair(page)
    wait_for_heading(page, "Card 2 of 3")  # rating goes on without the server
    wait_for_state(page, "waiting")
    assert server.answers() == []
    context.set_offline(False)  # the browser says "online", and the page tries at once
    saved(page)
    assert values(server) == FIRST


def test_answers_kept_through_a_lost_connection_and_a_closed_page(
    context: BrowserContext, server: RatingServer
) -> None:
    page = enter(context, server)
    saved(page)
    context.set_offline(True)
    page.keyboard.press("4")
    page.keyboard.press("2")
    wait_for_state(page, "waiting")
    page.close()
    context.set_offline(False)
    again = enter(context, server)
    saved(again)
    assert heading(again) == "Card 1 of 3"
    assert again.locator("input:checked").count() == 2
    assert once(values(server)) == FIRST[:2]


@pytest.mark.parametrize("trouble", [(500, {}), (502, {}), (429, {"Retry-After": "1"})])
def test_a_server_in_trouble_is_asked_again(
    context: BrowserContext, server: RatingServer, trouble: tuple[int, dict[str, str]]
) -> None:
    page = enter(context, server)
    saved(page)
    server.troubles = [trouble]
    page.keyboard.press("4")
    wait_for_state(page, "waiting")
    saved(page)
    assert values(server) == FIRST[:1]
    assert server.refused == 1


def test_a_paused_study_says_so_and_takes_the_answers_later(context: BrowserContext, server: RatingServer) -> None:
    page = enter(context, server)
    saved(page)
    server.troubles = [(503, {})]
    page.keyboard.press("4")
    wait_for_state(page, "paused")
    saved(page)
    assert values(server) == FIRST[:1]


@pytest.mark.parametrize(
    ("status", "title"),
    [(401, "You are signed out"), (409, "This part is closed"), (422, "An answer was not accepted")],
)
def test_a_refusal_stops_the_page_with_what_the_server_said(
    context: BrowserContext, server: RatingServer, status: int, title: str
) -> None:
    page = enter(context, server)
    saved(page)
    server.troubles = [(status, {})]
    page.keyboard.press("4")
    wait_for_heading(page, title)
    assert "What the server says. What to do." in page.locator("main").inner_text()
    assert page.locator(".state").inner_text() != "Saved"


def test_after_signing_in_again_the_kept_answer_is_sent(context: BrowserContext, server: RatingServer) -> None:
    page = enter(context, server)
    saved(page)
    server.troubles = [(401, {})]
    page.keyboard.press("4")
    wait_for_heading(page, "You are signed out")
    page.reload()
    wait_for_heading(page, "Card 1")
    saved(page)
    assert values(server) == FIRST[:1]


def test_on_another_device_rating_goes_on_after_the_last_whole_card(
    context: BrowserContext, server: RatingServer
) -> None:
    empty = {"shown": [], "seconds": 1.0, "visible_seconds": 1.0, "comment": "", "recognised": False, "position": 1}
    server.before = [{"card": c, "question": q, "value": v, **empty} for c, q, v in FIRST]
    server.before.append({"card": "c2", "question": "voice", "value": -2, **empty})
    server.sitting = {"consent": True}
    page = enter(context, server)
    assert heading(page) == "Card 2 of 3"
    assert page.locator("input:checked + .face").inner_text().startswith("Definitely A")
    page.reload()
    wait_for_heading(page, "Card 2 of 3")


def test_a_comment_given_on_another_device_stays_with_the_card(context: BrowserContext, server: RatingServer) -> None:
    told = {
        "shown": [],
        "seconds": 1.0,
        "visible_seconds": 1.0,
        "comment": "Déjà vu.",
        "recognised": True,
        "position": 1,
    }
    server.before = [{"card": "c1", "question": "voice", "value": 1, **told}]
    page = enter(context, server)
    assert page.get_by_label("Comment (optional)").input_value() == "Déjà vu."
    assert page.get_by_label("I recognise one of these texts").is_checked()
    page.keyboard.press("2")
    saved(page)
    (given,) = server.answers()
    assert (given["question"], given["comment"], given["recognised"]) == ("vibe", "Déjà vu.", True)


def test_a_comment_is_sent_once_it_is_written_and_large_ones_travel_apart(
    context: BrowserContext, server: RatingServer
) -> None:
    page = enter(context, server)
    saved(page)
    context.set_offline(True)
    long = "é" * 19_990
    for card in (1, 2):
        wait_for_heading(page, f"Card {card} of 3")
        for key in "4231":
            page.keyboard.press(key)
        page.keyboard.press("c")
        page.keyboard.insert_text(f"{long}{card}")
        page.keyboard.press("Control+Enter")
    wait_for_heading(page, "Card 3 of 3")
    context.set_offline(False)
    saved(page)
    # Four answers a card as they were given, and again with the comment: not once for every pause in writing.
    assert [len(given["comment"]) for given in server.answers()] == [0] * 4 + [19_991] * 4 + [0] * 4 + [19_991] * 4
    sizes = [len(json.dumps(body)) for path, body in server.posts if path == "/api/answers"]
    assert max(sizes) < 1 << 20


def test_a_device_that_cannot_keep_anything_still_sends(context: BrowserContext, server: RatingServer) -> None:
    page = enter(context, server)
    saved(page)
    page.evaluate("() => { IDBObjectStore.prototype.put = function () { this.transaction.abort(); }; }")
    answer_pair(page)
    wait_for_heading(page, "Card 2 of 3")
    saved(page)
    assert values(server) == FIRST


def test_the_end_waits_until_everything_has_arrived(context: BrowserContext, server: RatingServer) -> None:
    server.document = bare_document(pair_cards(1), KINDS, hosted=True, packet=None)
    server.more = True
    page = enter(context, server)
    saved(page)
    context.set_offline(True)
    answer_pair(page)
    wait_for_heading(page, "Sending your last answers")
    wait_for_state(page, "waiting")
    page.close()
    context.set_offline(False)
    again = context.new_page()
    again.goto(server.address)
    wait_for_heading(again, "Thank you")
    assert [path for path, _ in server.posts][-1] == "/api/finish"
    assert once(values(server)) == FIRST
    assert again.get_by_role("button", name="Continue with the next part").is_visible()


def test_no_packet_left_and_no_server_at_all(context: BrowserContext, server: RatingServer) -> None:
    server.document = None
    page = context.new_page()
    page.goto(server.address)
    wait_for_heading(page, "Thank you")
    server.document = {}
    server.troubles = [(500, {})]
    page.reload()
    wait_for_heading(page, "No connection")
    assert page.get_by_role("button", name="Try again").is_visible()


def test_many_answers_travel_in_few_posts_in_the_order_given(context: BrowserContext, server: RatingServer) -> None:
    server.document = bare_document(pair_cards(16), KINDS, hosted=True, packet=None)
    page = enter(context, server)
    saved(page)
    context.set_offline(True)
    for card in range(15):
        wait_for_heading(page, f"Card {card + 1} of 16")
        answer_pair(page)
    wait_for_heading(page, "Card 16 of 16")
    context.set_offline(False)
    saved(page)
    cards = [given["position"] for given in server.answers()]
    assert cards == sorted(cards)
    assert len(cards) == 60
    batches = [len(body["answers"]) for path, body in server.posts if path == "/api/answers"]
    assert max(batches) <= 50
    assert json.dumps(server.answers()).count('"order"') == 0  # the device's own bookkeeping stays on the device


def test_saved_is_never_said_before_the_server_has_it(context: BrowserContext, server: RatingServer) -> None:
    page = enter(context, server)
    saved(page)
    page.evaluate(
        """() => {
          window.said = [];
          const state = document.querySelector(".state");
          new MutationObserver(() => window.said.push(state.dataset.state)).observe(state, { childList: true });
          const fetch = window.fetch;
          window.fetch = async (...what) => { const got = await fetch(...what); window.said.push("200"); return got; };
        }"""
    )
    with page.expect_response("**/api/answers"):
        page.keyboard.press("4")
    saved(page)
    said = page.evaluate("window.said")
    assert said[0] == "saving"
    assert said.index("200") < said.index("saved")
    assert values(server) == FIRST[:1]


def test_a_card_finished_on_another_device_keeps_its_answers_and_the_rest_is_sent(
    context: BrowserContext, server: RatingServer
) -> None:
    page = enter(context, server)
    saved(page)
    page.keyboard.press("4")
    saved(page)
    # Meanwhile the rater went on elsewhere: card 1 has other answers, and card 2 was begun.
    rest = {"shown": [], "seconds": 1.0, "visible_seconds": 1.0, "comment": "", "recognised": False, "position": 1}
    server.before = [{"card": "c1", "question": q, "value": 1, **rest} for _, q, _ in FIRST]
    server.before.append({"card": "c2", "question": "voice", "value": -2, **rest})
    server.troubles, server.finished = [(422, {})], [{"card": "c1", "question": "vibe"}]
    page.keyboard.press("2")
    wait_for_heading(page, "This card is finished")
    assert "What the server says. What to do." in page.locator("main").inner_text()
    page.get_by_role("button", name="Continue here").click()
    wait_for_heading(page, "Card 2 of 3")  # not back at card 1, which was begun here and not done
    saved(page)
    assert values(server) == FIRST[:1]  # the late answer was not sent again


def test_answers_keep_their_order_when_the_clock_is_set_back(context: BrowserContext, server: RatingServer) -> None:
    page = enter(context, server)
    saved(page)
    context.route("**/api/answers", lambda route: route.abort())
    page.keyboard.press("4")
    page.keyboard.press("2")
    wait_for_state(page, "waiting")
    page.close()
    context.add_init_script("const now = Date.now; Date.now = () => now() - 3600000;")
    again = enter(context, server)
    again.keyboard.press("3")
    wait_for_state(again, "waiting")
    context.unroute("**/api/answers")
    again.evaluate("dispatchEvent(new Event('online'))")
    saved(again)
    assert once(values(server)) == FIRST[:3]


def test_a_consent_to_a_text_that_has_changed_is_asked_for_again_before_anything_is_sent(
    context: BrowserContext,
) -> None:
    document = sample_document(hosted=True, packet=None, qualification=[], gold=None, practice=None)
    with rating_server(document) as server:
        page = context.new_page()
        page.goto(server.address)
        wait_for_heading(page, "Welcome")
        for key in ("1", "2", "3", "Enter"):
            page.keyboard.press(key)
        wait_for_heading(page, "Card 1 of")
        saved(page)
        server.troubles = [(422, {})]
        page.keyboard.press("4")
        wait_for_heading(page, "An answer was not accepted")
        server.document = document | {"consent": document["consent"] | {"hash": "00" * 32}}
        page.reload()
        wait_for_heading(page, "Welcome")
        assert server.answers() == []
        for key in ("1", "2", "3", "Enter"):
            page.keyboard.press(key)
        wait_for_heading(page, "Card 1 of")
        saved(page)
        sent = [(path, body.get("body", {}).get("hash")) for path, body in server.posts]
        assert sent[-2:] == [("/api/sitting", "00" * 32), ("/api/answers", None)]


def test_after_a_failed_check_the_organiser_may_let_a_rater_go_on(context: BrowserContext) -> None:
    document = sample_document(hosted=True, packet=None, consent=None, qualification=[], practice=None)
    with rating_server(document) as server:
        page = context.new_page()
        page.goto(server.address)
        wait_for_heading(page, "Welcome")
        page.keyboard.press("Enter")
        for _ in range(2):
            wait_for_heading(page, "The sample")
            page.keyboard.press("Enter")
            wait_for_heading(page, "A short check")
            for key in ("3", "3", "Enter"):
                page.keyboard.press(key)
        wait_for_heading(page, "Thank you for your time")
        saved(page)
        bodies = [body["body"] for _, body in server.posts if body.get("kind") == "comprehension"]
        assert bodies == [{"attempts": 1, "passed": False}, {"attempts": 2, "passed": False}]
        page.reload()
        wait_for_heading(page, "Thank you for your time")
        server.sitting = {"comprehension": {"attempts": 2, "passed": True}}
        page.reload()
        wait_for_heading(page, "Card 1 of 3")
