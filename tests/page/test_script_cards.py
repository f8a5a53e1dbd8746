"""A card on the screen: person, sample and question stay in sight of the texts; a click chooses; wording follows."""

import json
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


TEXT_TOP = "() => document.querySelector('.panel .quoted').getBoundingClientRect().top"
POSITIONS = ("Measure everything, and believe the ear.", "A balanced mix of data and intuition.")
EDGE = Card(
    "e",
    "edge",
    "Which is it, then: your instruments or your ear?",
    (LONG[:500],),
    {
        "criteria": tuple(f"It says number {number} of the five things" for number in range(1, 6)),
        "positions": POSITIONS,
    },
)
SCENARIO = Card("s", "scenario", "Close?", (LONG[:400],), {}, {"What the person would decide": "Wait for spring."})
ONE_TEXT = [(EDGE, "blind"), (blind_cards()[1], "blind"), (SCENARIO, "scenarios")]


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize(("card", "protocol"), ONE_TEXT, ids=["edge", "decision", "scenario"])
def test_on_a_card_with_one_text_the_first_question_is_known_beside_it(
    visit: Visit, card: Card, protocol: str, width: int, height: int
) -> None:
    rater = visit.open(document([card], protocol, **BARE), viewport={"width": width, "height": height})
    page = rater.sees("welcome.title").press("Enter").on_card(1).page
    assert page.evaluate(IN_SIGHT, ".questions legend" if width > 1000 else ".ahead")
    assert page.evaluate(TEXT_TOP) < height / 2 + 100


@pytest.mark.parametrize(("width", "height"), SIZES[:2])
@pytest.mark.parametrize(("card", "protocol"), ONE_TEXT, ids=["edge", "decision", "scenario"])
def test_answering_moves_no_text(visit: Visit, card: Card, protocol: str, width: int, height: int) -> None:
    rater = visit.open(document([card], protocol, **BARE, **ABOUT), viewport={"width": width, "height": height})
    page = rater.sees("welcome.title").press("Enter").on_card(1).page
    before = page.evaluate(TEXT_TOP)
    for _ in rater.document["kinds"][card.kind]["questions"]:
        rater.press("1", "Tab")
    assert page.evaluate(TEXT_TOP) == before


def test_answering_a_pair_beside_its_sample_moves_no_text(visit: Visit) -> None:
    cards = (Card("c1", "pair", "A cracked bell?", (LONG, LONG[::-1])),)
    made = document(cards, gold=LONG, traits=("counts things", "short sentences"), **BARE)
    for size in SIZES[:2]:
        rater = visit.open(made, viewport={"width": size[0], "height": size[1]})
        rater.sees("welcome.title").press("Enter").sees("gold.title").press("Enter").on_card(1)
        before = rater.page.evaluate(TEXT_TOP)
        rater.press("2", "3", "1", "2")
        assert rater.page.evaluate(TEXT_TOP) == before
        rater.page.context.close()


def test_the_traits_stay_in_sight_below_a_long_sample(visit: Visit) -> None:
    made = document(pair_cards(1), gold=f"{LONG}\n\n" * 6, traits=("counts things",), **BARE)
    rater = visit.open(made, viewport={"width": 1920, "height": 1080})
    rater.sees("welcome.title").press("Enter").sees("gold.title").press("Enter").on_card(1)
    assert rater.page.evaluate(IN_SIGHT, ".gold-aside .traits")


def test_the_two_positions_stand_as_answers_and_say_that_their_order_was_drawn(visit: Visit) -> None:
    rater = visit.open(document([EDGE], "blind", **BARE)).sees("welcome.title").press("Enter").on_card(1)
    asked = rater.page.locator("fieldset", has_text="Which of these positions does the answer take?")
    assert asked.locator(".label").all_inner_texts() == [*POSITIONS, rater.words["position.neither"]]
    assert rater.words["position.drawn"] in asked.inner_text()
    assert "trap" not in json.dumps(rater.document)
    asked.locator(".choice").nth(1).click()
    assert asked.get_by_role("radio", name=POSITIONS[1]).is_checked()


def test_the_steps_between_two_texts_are_worded_by_the_study(visit: Visit) -> None:
    labels = {"voice": {"-2": "Surely A", "0": "No idea"}}
    made = document(pair_cards(1), gold="", labels=labels, **BARE)
    page = visit.open(made).sees("welcome.title").press("Enter").on_card(1).page
    shown = page.locator(".comparing .label").all_inner_texts()
    assert shown == ["Surely A", "Rather A", "No idea", "Rather B", "Definitely B"]
