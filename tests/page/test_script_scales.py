"""Every type of question on one card: how it is answered by keys and mouse, and the value it records."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page

from rating_pages import bare_document, heading, offline_context, open_page, question, saved, steps, wait_for_heading

pytestmark = pytest.mark.usefixtures("alone")

LISTS = {
    "criteria": ["names the risk", "asks what can be undone", "sets a date"],
    "positions": ["One has to go first.", "Nobody has to go first."],
}
LEVELS = {"100": "the same choice", "50": "a kindred choice", "0": "the contrary choice"}
QUESTIONS = [
    question("pick", "found", "Which are the person's own words?"),
    question("bipolar", "voice", "Which sounds nearer?", low=-2, high=2, step=1),
    steps("vibe", "Does it carry the spirit?", "no", "a little", "fully"),
    question("checklist", "holds", "Which of these hold?", list="criteria"),
    question("anchored", "choice", "How near is the choice?", low=0, high=100, labels=LEVELS),
    question("flag", "trap", "Did it fall for the easy view?", required=False),
    question("text", "why", "Why?", required=False),
    question("number", "hours", "How many hours?", low=0, high=100, required=False),
    question("position", "view", "Which view does it take?", list="positions"),
    question("checklist", "missing", "A list this card does not have?", list="checklist.tone"),
]
CARD = {"id": "c1", "kind": "all", "prompt": "", "texts": ["One text.", "Another text."], "lists": LISTS}


def page_with(browser: Browser, folder: Path, questions: list[dict[str, Any]], card: dict[str, Any] = CARD) -> Page:
    kinds = {"all": {"gold": False, "sides": 2, "questions": questions}}
    page = open_page(offline_context(browser), folder, bare_document([card], kinds))
    wait_for_heading(page, "Welcome")
    page.keyboard.press("Enter")
    wait_for_heading(page, "Card 1 of 1")
    return page


def asked(page: Page, text: str) -> Locator:
    return page.locator("fieldset", has=page.locator("legend", has_text=text))


def given(page: Page) -> dict[str, Any]:
    """What stands on the device, from the very database the page writes."""
    saved(page)
    kept = page.evaluate(
        """async () => {
          const open = indexedDB.open("ringtrue-00112233445566ff");
          const database = await new Promise((done) => { open.onsuccess = () => done(open.result); });
          const all = database.transaction("kept").objectStore("kept").getAll(IDBKeyRange.bound("answer/", "answer/~"));
          return new Promise((done) => { all.onsuccess = () => { database.close(); done(all.result); }; });
        }"""
    )
    return {entry["question"]: entry["value"] for entry in kept}


def test_all_types_by_keys_alone(browser: Browser, tmp_path: Path) -> None:
    page = page_with(browser, tmp_path, QUESTIONS)
    for key in ("2", "4", "3", "1", "3"):  # pick B, rather B, fully, then two ticks: a checklist does not move on
        page.keyboard.press(key)
    for _ in range(2):  # over "None of these" to the levels
        page.keyboard.press("Tab")
    page.keyboard.press("1")
    page.keyboard.press("2")
    page.keyboard.type("Because of the last line.")
    page.keyboard.press("Tab")
    page.keyboard.type("12,5")  # a comma may stand for the point
    page.keyboard.press("Tab")
    page.keyboard.press("2")
    assert given(page) == {
        "found": "B", "voice": 1, "vibe": 3, "holds": [True, False, True], "choice": 100, "trap": False,
        "why": "Because of the last line.", "hours": 12.5, "view": "2",
    }  # fmt: skip
    page.keyboard.press("Control+Enter")  # the focus is on the folded comment by now
    wait_for_heading(page, "Thank you")


def test_a_question_about_a_list_the_card_does_not_have_is_left_out(browser: Browser, tmp_path: Path) -> None:
    page = page_with(browser, tmp_path, QUESTIONS)
    assert asked(page, "A list this card does not have?").count() == 0


def test_none_of_these_sets_an_answer_of_no_ticks_apart_from_no_answer(browser: Browser, tmp_path: Path) -> None:
    page = page_with(browser, tmp_path, [QUESTIONS[3]])
    page.keyboard.press("4")
    assert given(page) == {"holds": [False, False, False]}
    page.keyboard.press("1")
    assert given(page) == {"holds": [True, False, False]}
    assert not page.get_by_label("None of these").is_checked()
    page.keyboard.press("1")  # nothing ticked any more: the answer is taken back, and it was required
    assert given(page) == {"holds": None}
    page.keyboard.press("Enter")
    assert heading(page) == "Card 1 of 1"


def test_a_level_or_a_number_of_ones_own(browser: Browser, tmp_path: Path) -> None:
    page = page_with(browser, tmp_path, [QUESTIONS[4]])
    page.keyboard.press("2")
    assert given(page) == {"choice": 50}
    field = asked(page, "How near is the choice?").get_by_role("textbox")
    assert field.input_value() == "50"
    field.fill("72")
    field.blur()
    assert given(page) == {"choice": 72}
    assert page.locator("input:checked").count() == 0
    page.reload()
    wait_for_heading(page, "Card 1 of 1")
    assert field.input_value() == "72"


def test_an_optional_answer_can_be_taken_back_and_is_not_in_the_result(browser: Browser, tmp_path: Path) -> None:
    page = page_with(browser, tmp_path, [QUESTIONS[5]])
    assert page.get_by_role("button", name="Clear my answer").count() == 0  # nothing there to take back yet
    page.keyboard.press("1")
    assert given(page) == {"trap": True}
    page.get_by_role("button", name="Clear my answer").click()
    assert given(page) == {"trap": None}
    page.get_by_role("button", name="Finish").click()
    wait_for_heading(page, "Thank you")
    assert '"answers": []' in page.locator("textarea.code").input_value()


def test_a_number_that_does_not_fit_stops_even_an_optional_question(browser: Browser, tmp_path: Path) -> None:
    page = page_with(browser, tmp_path, [QUESTIONS[7]])
    field = page.get_by_role("textbox", name="How many hours?")
    for wrong in ("101", "-1", "many", "1e3", "0x10", "1 2", "NaN"):
        field.fill(wrong)
        assert field.get_attribute("aria-invalid") == "true"
        field.press("Enter")
        assert heading(page) == "Card 1 of 1"
        assert "not valid" in page.locator(".missing").inner_text()
    field.fill("")
    field.press("Enter")
    wait_for_heading(page, "Thank you")


def test_a_required_text_of_blanks_is_no_answer(browser: Browser, tmp_path: Path) -> None:
    page = page_with(browser, tmp_path, [question("text", "why", "Why?")])
    page.get_by_role("textbox", name="Why?").fill("  \n ")
    page.keyboard.press("Control+Enter")
    assert heading(page) == "Card 1 of 1"


def test_a_study_that_asks_for_a_comment_itself_gets_no_second_field(browser: Browser, tmp_path: Path) -> None:
    page = page_with(
        browser, tmp_path, [QUESTIONS[0], question("text", "comment", "Anything you noticed", required=False)]
    )
    assert page.locator("textarea").count() == 1
    page.keyboard.press("c")
    page.keyboard.type("A word.")
    page.keyboard.press("Tab")
    assert given(page) == {"comment": "A word."}


def test_a_pick_has_a_tie_only_where_the_study_takes_ties(browser: Browser, tmp_path: Path) -> None:
    page = page_with(browser, tmp_path, [QUESTIONS[0]])
    assert page.locator(".choice").count() == 2
    assert page.get_by_text("Please choose one, even if you are not sure.").count() == 1
    page.keyboard.press("3")
    page.keyboard.press("2")
    assert given(page) == {"found": "B"}
    page = page_with(browser, tmp_path, [QUESTIONS[0] | {"ties": True}])
    assert page.locator(".choice").count() == 3
    page.keyboard.press("3")
    assert given(page) == {"found": "tie"}


@pytest.mark.parametrize(
    ("low", "high", "labels"),
    [
        (-1, 1, ["Definitely A", "Hard to tell", "Definitely B"]),
        (-3, 3, ["Definitely A", "A by 2", "A by 1", "Hard to tell", "B by 1", "B by 2", "Definitely B"]),
    ],
)
def test_bipolar_scales_of_other_lengths_are_worded_too(
    browser: Browser, tmp_path: Path, low: int, high: int, labels: list[str]
) -> None:
    page = page_with(browser, tmp_path, [question("bipolar", "voice", "Nearer?", low=low, high=high, step=1)])
    assert page.locator(".choice .label").all_inner_texts() == labels


def test_a_scale_of_many_steps_becomes_a_number_field(browser: Browser, tmp_path: Path) -> None:
    page = page_with(browser, tmp_path, [question("steps", "grade", "Grade?", low=0, high=100, step=5)])
    field = page.get_by_role("textbox", name="Grade?")
    field.fill("52")
    assert field.get_attribute("aria-invalid") == "true"  # between two steps
    field.fill("55")
    field.blur()
    assert given(page) == {"grade": 55}


def test_eleven_steps_are_eleven_choices_and_the_tenth_has_the_key_0(browser: Browser, tmp_path: Path) -> None:
    page = page_with(browser, tmp_path, [question("steps", "grade", "Grade?", low=0, high=1, step=0.1)])
    assert page.locator(".choice .label").all_inner_texts() == [f"{i / 10:g}" for i in range(11)]
    page.keyboard.press("0")
    assert given(page) == {"grade": 0.9}
