"""A card on the screen: person, sample and question stay in sight of the texts; a click chooses; wording follows."""

from typing import Any

import pytest

from page.packets import blind_cards, document, pair_cards
from page.rater import Visit
from ringtrue.terms.item import Card

BARE: dict[str, Any] = {"practice": None, "qualification": (), "consent": None, "check": ()}
ABOUT: dict[str, Any] = {"person": ("Oda Brennick", "bell founder"), "guide": "Go by the sample.", "host": "Mara Lind"}
LONG = "The bell was cast on a Tuesday, in the rain, by people who had no time for either. " * 8
SIZES = [(1280, 800), (1920, 1080), (390, 844)]
IN_SIGHT = """(selector) => { const box = document.querySelector(selector).getBoundingClientRect();
                            return box.top >= 0 && box.bottom <= innerHeight; }"""


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_question_is_in_sight_with_the_texts(visit: Visit, width: int, height: int) -> None:
    cards = (Card("c1", "pair", "A cracked bell?", (LONG, LONG[::-1])),)
    rater = visit.open(document(cards, gold="Words.", **BARE), viewport={"width": width, "height": height})
    rater.sees("welcome.title").press("Enter").sees("gold.title").press("Enter").on_card(1)
    assert rater.page.evaluate(IN_SIGHT, ".comparing .choices")
    assert rater.page.evaluate(
        "() => document.querySelector('.panel .quoted').getBoundingClientRect().top < innerHeight"
    )
    assert rater.page.locator(".gold-aside").is_visible() == (width == 1920)


def test_person_and_guide_stand_on_the_welcome_and_on_every_card(visit: Visit) -> None:
    rater = visit.open(document(pair_cards(1), gold="", **BARE, **ABOUT)).sees("welcome.title")
    assert "The person: Oda Brennick, bell founder." in rater.page.inner_text("main")
    assert "Mara Lind invites you" in rater.page.inner_text("main")
    rater.press("Enter").on_card(1)
    assert rater.page.inner_text(".guide") == "The person: Oda Brennick, bell founder. Go by the sample."


def test_a_click_on_a_text_chooses_it_and_the_next_changes_it(visit: Visit) -> None:
    page = visit.open(document(blind_cards()[:1], "blind", **BARE)).sees("welcome.title").press("Enter").on_card(1).page
    page.locator(".panel").nth(1).click()
    assert page.get_by_role("radio", name="Text B").is_checked()
    assert page.locator(".panel.chosen h2").inner_text() == "Text B"
    page.keyboard.press("1")
    assert page.locator(".panel.chosen h2").inner_text() == "Text A"


def test_selecting_words_chooses_nothing(visit: Visit) -> None:
    page = visit.open(document(blind_cards()[:1], "blind", **BARE)).sees("welcome.title").press("Enter").on_card(1).page
    page.locator(".panel .quoted").nth(1).dblclick()  # its first click chooses, what it selects does not change that
    assert page.evaluate("() => String(getSelection()).length") > 0
    page.locator(".panel .quoted").nth(1).evaluate("(node) => node.click()")
    assert page.locator(".panel.chosen").count() == 1


def test_the_sample_is_shown_as_its_author_formatted_it(visit: Visit) -> None:
    link = "[see](http://x.example)"
    parts = ("# Notes", f"Mud is *honest*, and **stays** so: {link}.", "- one\n- two", "> Nearly.", "---", "2 * 3 * 4")
    gold = "\n\n".join(parts)
    page = (
        visit.open(document(pair_cards(1), gold=gold, **BARE))
        .sees("welcome.title")
        .press("Enter")
        .sees("gold.title")
        .page
    )
    sample = page.locator(".sample")
    assert [sample.locator(tag).count() for tag in ("em", "strong", "li", "blockquote", "hr", "a")] == [
        1,
        1,
        2,
        1,
        1,
        0,
    ]
    assert sample.locator("p").nth(1).inner_text() == "Mud is honest, and stays so: see."
    assert sample.locator("p").last.inner_text() == "2 * 3 * 4"


def test_a_sample_cannot_become_markup(visit: Visit) -> None:
    gold = "<img src=x onerror=alert(1)> **<script>alert(2)</script>**"
    page = (
        visit.open(document(pair_cards(1), gold=gold, **BARE))
        .sees("welcome.title")
        .press("Enter")
        .sees("gold.title")
        .page
    )
    assert page.locator(".sample img, .sample script").count() == 0
    assert page.locator(".sample").inner_text() == "<img src=x onerror=alert(1)> <script>alert(2)</script>"


def test_after_hard_to_tell_nothing_is_asked_about_a_preferred_text(visit: Visit) -> None:
    page = visit.open(document(pair_cards(1), gold="", **BARE)).sees("welcome.title").press("Enter").on_card(1).page
    wordings = page.locator(".wording")
    assert wordings.nth(1).inner_text() == "Does the text you prefer carry the spirit of the sample?"
    page.get_by_label("Hard to tell").check(force=True)
    assert wordings.nth(1).inner_text() == "Do the two texts carry the spirit of the sample?"
    page.get_by_label("Rather B").check(force=True)
    assert wordings.nth(1).inner_text() == "Does the text you prefer carry the spirit of the sample?"


def test_people_who_judge_scenarios_see_what_the_person_would_decide(visit: Visit) -> None:
    cards = [Card("s", "scenario", "Close?", ("Not yet.",), {}, {"What the person would decide": "Wait for spring."})]
    page = visit.open(document(cards, "scenarios", **BARE)).sees("welcome.title").press("Enter").on_card(1).page
    assert page.locator(".reference").inner_text().split("\n")[-1] == "Wait for spring."


def test_the_comment_is_folded_away_and_c_opens_it(visit: Visit) -> None:
    page = visit.open(document(blind_cards()[:1], "blind", **BARE)).sees("welcome.title").press("Enter").on_card(1).page
    field = page.locator(".comment textarea")
    assert not field.is_visible()
    page.keyboard.press("c")
    assert field.is_visible()
    assert page.evaluate("() => document.activeElement.tagName") == "TEXTAREA"


def test_no_hints_about_keys_on_a_phone(visit: Visit) -> None:
    size = {"width": 390, "height": 844}
    rater = visit.open(document(pair_cards(1), gold="", **BARE), viewport=size, has_touch=True, is_mobile=True)
    rater.sees("welcome.title").press("Enter").on_card(1)
    assert [mark for mark in rater.page.locator("kbd").all() if mark.is_visible()] == []
    assert not rater.page.get_by_role("button", name="Keys").is_visible()
