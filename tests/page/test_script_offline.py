"""A rater does a whole packet by keyboard from a file with the network cut, and the result file says what was done."""

import re
from hashlib import sha256
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from rating_pages import (
    GOLD,
    PAIR_QUESTIONS,
    TEXTS,
    answer_pair,
    bare_document,
    checksum_of,
    heading,
    offline_context,
    open_page,
    pair_cards,
    result_file,
    sample_document,
    saved,
    to_the_cards,
    wait_for_heading,
)
from ringtrue.judge.result_file import read_answers

pytestmark = pytest.mark.usefixtures("alone")


@pytest.fixture
def page(browser: Browser, tmp_path: Path) -> Page:
    return open_page(offline_context(browser), tmp_path, sample_document())


@pytest.fixture
def cards(browser: Browser, tmp_path: Path) -> Page:
    """A packet at its first card, with a sample that has no check."""
    gold = {"text": GOLD, "check": [], "attempts": 2}
    kinds = {"pair": {"gold": True, "sides": 2, "questions": PAIR_QUESTIONS}}
    opened = open_page(offline_context(browser), tmp_path, bare_document(pair_cards(), kinds, gold=gold))
    wait_for_heading(opened, "Welcome")
    opened.keyboard.press("Enter")
    wait_for_heading(opened, "The sample")
    opened.keyboard.press("Enter")
    return opened


def finish(page: Page) -> None:
    """The three cards of the sample document and the break after the second."""
    to_the_cards(page)
    answer_pair(page, "1231")
    wait_for_heading(page, "Card 2 of 3")
    answer_pair(page, "4323")
    wait_for_heading(page, "Time for a break")
    page.keyboard.press("Enter")
    wait_for_heading(page, "Card 3 of 3")
    answer_pair(page, "3132")
    wait_for_heading(page, "Thank you")


def test_the_result_of_a_packet_done_by_keyboard_alone(page: Page, tmp_path: Path) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    finish(page)
    name, result = result_file(page, tmp_path)
    assert name == "ringtrue-00112233445566ff.json"
    assert result["checksum"] == checksum_of(result)
    assert (result["ringtrue"], result["packet"], result["partial"]) == (1, "token-of-this-packet", False)
    assert result["comprehension"] == {"attempts": 1, "passed": True}
    assert result["qualification"] == {
        "hours": 40,
        "familiarity": 3,
        "distinctive": "Short sentences, and a sting at the end.",
    }
    assert result["practice"] == {"voice": -2, "vibe": 3, "logic": 3, "continuity": 2}
    assert set(result["consent"]["statements"]) == {"adult", "free", "alone"}
    assert result["consent"]["hash"] == sample_document()["consent"]["hash"]
    # Keys 1..5 are -2..2 on voice, 1..3 are 1..3 on vibe and logic and 0..2 on continuity.
    values = [(given["card"], given["question"], given["value"]) for given in result["answers"]]
    names = ("voice", "vibe", "logic", "continuity")
    expected = {"c1": (-2, 2, 3, 0), "c2": (1, 3, 2, 2), "c3": (0, 1, 3, 1)}
    assert values == [(card, *pair) for card, row in expected.items() for pair in zip(names, row, strict=True)]
    assert [entry["after"] for entry in result["sitting"]["breaks"]] == [2]
    assert [url for url in asked if not url.startswith("blob:")] == []


def test_the_answers_are_read_as_the_server_and_take_in_read_them(page: Page, tmp_path: Path) -> None:
    finish(page)
    _, result = result_file(page, tmp_path)
    givens = read_answers(sample_document(), result["answers"])
    assert [given.position for given in givens] == [1] * 4 + [2] * 4 + [3] * 4
    fingerprints = [sha256(text.encode()).hexdigest()[:12] for text in TEXTS[0]]
    assert all(list(given.shown) == fingerprints for given in givens[:4])
    for given in givens:
        assert given.seconds is not None
        assert given.visible_seconds is not None
        assert 0 <= given.visible_seconds <= given.seconds < 60


def test_no_way_past_an_unanswered_question(cards: Page) -> None:
    wait_for_heading(cards, "Card 1 of 3")
    cards.keyboard.press("2")
    cards.keyboard.press("3")
    cards.keyboard.press("Enter")
    assert heading(cards) == "Card 1 of 3"
    assert cards.locator(".missing:visible").count() == 1
    focused = cards.evaluate("document.activeElement.closest('fieldset').querySelector('legend').textContent")
    assert focused == "Does the text you prefer reason the way the sample does?"
    cards.locator("[role=alert]", has_text="An answer is missing: Does the text you prefer reason").wait_for(
        state="attached"
    )
    cards.get_by_role("button", name="Next card").click()  # the mouse finds no other way
    assert heading(cards) == "Card 1 of 3"


def test_consent_needs_every_statement(page: Page) -> None:
    wait_for_heading(page, "Welcome")
    for key in ("1", "3", "Enter"):
        page.keyboard.press(key)
    assert heading(page) == "Welcome"
    assert page.evaluate("document.activeElement.closest('label').textContent").startswith(
        "I take part of my own free will."
    )


def test_what_was_said_about_oneself_survives_a_reload(page: Page) -> None:
    wait_for_heading(page, "Welcome")
    for key in ("1", "2", "3", "Enter"):
        page.keyboard.press(key)
    wait_for_heading(page, "About you")
    page.get_by_label("About how many hours").fill("12.5")
    page.get_by_label("What is distinctive").fill("The pauses.")
    page.get_by_label("What is distinctive").blur()
    saved(page)
    page.reload()
    wait_for_heading(page, "About you")
    assert page.get_by_label("About how many hours").input_value() == "12.5"
    assert page.get_by_label("What is distinctive").input_value() == "The pauses."


def test_back_goes_to_the_question_before_and_an_answer_can_be_changed(cards: Page, tmp_path: Path) -> None:
    wait_for_heading(cards, "Card 1 of 3")
    cards.keyboard.press("1")
    cards.keyboard.press("b")
    cards.keyboard.press("5")
    for key in ("2", "2", "2", "b", "3"):  # the last two: back from the button's place to continuity, and change it
        cards.keyboard.press(key)
    saved(cards)
    cards.get_by_role("button", name="Stop here").click()
    cards.get_by_role("button", name="Create the file").click()
    _, result = result_file(cards, tmp_path)
    standing = {given["question"]: given["value"] for given in result["answers"]}
    assert standing["voice"] == 2
    assert len(result["answers"]) == 4
    assert result["partial"] is True


def test_arrow_keys_move_within_a_scale_without_leaving_it(cards: Page) -> None:
    wait_for_heading(cards, "Card 1 of 3")
    cards.keyboard.press("3")
    cards.keyboard.press("b")
    cards.keyboard.press("ArrowRight")
    assert cards.locator("fieldset").first.locator("input:checked + .face").inner_text().startswith("Rather B")
    assert cards.evaluate(
        "document.activeElement === document.querySelectorAll('fieldset')[0].querySelectorAll('input')[3]"
    )


def test_the_sample_is_one_key_away_and_the_focus_comes_back(cards: Page) -> None:
    wait_for_heading(cards, "Card 1 of 3")
    cards.keyboard.press("2")
    before = cards.evaluate("document.activeElement.name")
    cards.keyboard.press("g")
    assert "I keep my promises small" in cards.locator("dialog .quoted").inner_text()
    cards.keyboard.press("4")  # digits do nothing under a dialog
    cards.keyboard.press("g")
    assert cards.locator("dialog[open]").count() == 0
    assert cards.evaluate("document.activeElement.name") == before
    assert cards.locator("input:checked").count() == 1


def test_all_keys_are_listed_and_single_ones_can_be_switched_off(cards: Page) -> None:
    wait_for_heading(cards, "Card 1 of 3")
    cards.keyboard.press("?")
    listed = cards.locator("dialog kbd").all_inner_texts()
    assert {"Enter", "B", "G", "C", "R", "Esc", "?"} <= set(listed)
    cards.get_by_role("checkbox", name="Single-key shortcuts").click()
    cards.keyboard.press("Escape")
    cards.keyboard.press("2")
    cards.keyboard.press("g")
    assert cards.locator("input:checked").count() == 0
    assert cards.locator("dialog[open]").count() == 0


def test_comment_and_recognition_travel_with_every_answer_of_the_card(cards: Page, tmp_path: Path) -> None:
    wait_for_heading(cards, "Card 1 of 3")
    cards.keyboard.press("2")
    cards.keyboard.press("c")
    cards.keyboard.type("Sounds like g and 1 to me.")  # letters and digits are text here
    cards.keyboard.press("Escape")
    cards.keyboard.press("r")
    cards.keyboard.press("c")
    cards.keyboard.press("Escape")
    cards.keyboard.press("Shift+Tab")
    for _ in range(3):
        cards.keyboard.press("b")
    saved(cards)
    cards.get_by_role("button", name="Stop here").click()
    cards.get_by_role("button", name="Create the file").click()
    name, result = result_file(cards, tmp_path)
    assert name == "ringtrue-00112233445566ff-partial.json"
    assert [(given["question"], given["comment"], given["recognised"]) for given in result["answers"]] == [
        ("voice", "Sounds like g and 1 to me.", True)
    ]


def test_a_partial_file_is_made_only_after_a_question_and_rating_goes_on(cards: Page) -> None:
    wait_for_heading(cards, "Card 1 of 3")
    cards.keyboard.press("2")
    cards.get_by_role("button", name="Stop here").click()
    cards.get_by_role("button", name="Go back").click()
    assert heading(cards) == "Card 1 of 3"
    cards.get_by_role("button", name="Stop here").click()
    cards.get_by_role("button", name="Create the file").click()
    wait_for_heading(cards, "Your answers so far")
    cards.get_by_role("button", name="Continue rating").click()
    wait_for_heading(cards, "Card 1 of 3")
    assert cards.locator("input:checked").count() == 1


def test_the_text_to_copy_is_the_file(page: Page, tmp_path: Path) -> None:
    finish(page)
    _, result = result_file(page, tmp_path)
    page.locator("summary").click()
    assert (tmp_path / "downloaded.json").read_text(encoding="utf-8") == page.locator("textarea.code").input_value()
    assert result["checksum"] in page.locator("textarea.code").input_value()
    page.get_by_role("button", name="Copy the text").click()
    page.locator("details [role=status]", has_text=re.compile("Copied|selected")).wait_for()


def test_progress_and_time_left(cards: Page) -> None:
    wait_for_heading(cards, "Card 1 of 3")
    assert cards.locator(".place").inner_text() == "0 of 3 cards done · about 9 min left"
    answer_pair(cards)
    wait_for_heading(cards, "Card 2")
    assert cards.locator(".place").inner_text() == "1 of 3 cards done · about 6 min left"  # two thirds of nine
    assert cards.evaluate("document.querySelector('progress').position") == pytest.approx(1 / 3)


def test_each_new_screen_puts_the_focus_on_its_heading(cards: Page) -> None:
    wait_for_heading(cards, "Card 1 of 3")
    assert (
        cards.evaluate("document.activeElement.tagName + ' ' + document.activeElement.textContent") == "H1 Card 1 of 3"
    )
    answer_pair(cards)
    wait_for_heading(cards, "Card 2")
    assert cards.evaluate("document.activeElement.textContent") == "Card 2 of 3"
