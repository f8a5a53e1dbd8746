"""What accessibility checks find: nothing, on every screen, light and dark, at a desk and on a phone."""

from pathlib import Path
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, ViewportSize

from rating_pages import (
    answer_pair,
    bare_document,
    offline_context,
    open_page,
    question,
    sample_document,
    steps,
    wait_for_heading,
)

pytestmark = pytest.mark.usefixtures("alone")

DESK: ViewportSize = {"width": 1280, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
LOOKS: list[tuple[ViewportSize, Literal["light", "dark"]]] = [
    (DESK, "light"),
    (DESK, "dark"),
    (PHONE, "light"),
    (PHONE, "dark"),
]
RUN = """() => axe.run({
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"], resultTypes: ["violations"],
  }).then(({ violations }) => violations.map(({ id, nodes }) => `${id} ${nodes[0].html.slice(0, 160)}`))"""


class Look:
    """Looks at each screen four times, at both sizes in both colours, and remembers what axe found where."""

    def __init__(self, browser: Browser, folder: Path, document: dict[str, Any]) -> None:
        # Without motion, colours are where they belong at once.
        self.page = open_page(offline_context(browser, viewport=DESK, reduced_motion="reduce"), folder, document)
        self.page.evaluate(Axe().axe_script)
        self.found: list[str] = []
        self.screens: list[str] = []

    def at(self, screen: str, heading: str | None = None) -> None:
        if heading is not None:
            wait_for_heading(self.page, heading)
        self.screens.append(screen)
        for size, colours in LOOKS:
            self.page.set_viewport_size(size)
            self.page.emulate_media(color_scheme=colours)
            self.found += [f"{screen}, {size['width']} {colours}: {one}" for one in self.page.evaluate(RUN)]
            assert self.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), screen

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)


def before_the_cards(look: Look) -> None:
    look.at("welcome", "Welcome")
    look.press("Enter")
    look.at("welcome, statements missing")
    look.press("1", "2", "3", "Enter")
    look.at("about you", "About you")
    look.press("Enter")
    look.at("about you, answer missing")
    look.page.keyboard.type("many")
    look.at("about you, wrong number")
    look.page.locator("input[type=text]").fill("40")
    look.press("Tab", "3")
    look.page.keyboard.type("The sting.")
    look.press("Control+Enter")
    look.at("sample", "The sample")
    look.press("Enter")
    look.at("check", "A short check")
    look.press("1", "1", "Enter")
    look.at("sample again", "The sample")
    look.press("Enter")
    wait_for_heading(look.page, "A short check")


def cards_and_end(look: Look) -> None:
    look.press("2", "1", "Enter")
    look.at("practice", "Practice card")
    look.press("1", "3", "3", "3", "Enter")
    look.at("practice with feedback")
    look.press("Enter")
    look.at("card", "Card 1 of 3")
    look.press("2", "Enter")
    look.at("card, answer missing")
    look.press("g")
    look.at("sample over the card")
    look.press("Escape", "?")
    look.at("keys over the card")
    look.press("Escape")
    look.page.get_by_role("button", name="Stop here").click()
    look.at("question before a partial file")
    look.page.get_by_role("button", name="Create the file").click()
    look.at("partial file", "Your answers so far")
    look.page.get_by_role("button", name="Continue rating").click()
    for card in (1, 2):
        wait_for_heading(look.page, f"Card {card} of 3")
        answer_pair(look.page)
    look.at("break", "Time for a break")
    look.press("Enter")
    wait_for_heading(look.page, "Card 3 of 3")
    answer_pair(look.page)
    look.at("thanks", "Thank you")
    look.page.locator("summary").click()
    look.at("thanks, text to copy")


def test_axe_finds_nothing_on_any_screen(browser: Browser, tmp_path: Path) -> None:
    look = Look(browser, tmp_path, sample_document())
    before_the_cards(look)
    cards_and_end(look)
    assert look.found == []
    assert len(look.screens) == 19


def test_axe_finds_nothing_on_any_type_of_question(browser: Browser, tmp_path: Path) -> None:
    questions = [
        question("pick", "found", "Which are the person's own words?"),
        question("bipolar", "voice", "Which sounds nearer?", low=-2, high=2, step=1),
        steps("vibe", "Does it carry the spirit?", "no", "a little", "fully"),
        question("checklist", "holds", "Which of these hold?", list="criteria"),
        question("anchored", "choice", "How near is it?", low=0, high=100, labels={"100": "the same", "0": "contrary"}),
        question("flag", "trap", "Did it fall for the easy view?", required=False),
        question("text", "why", "Why?", required=False),
        question("number", "hours", "How many hours?", low=0, high=100),
    ]
    kinds = {"all": {"gold": False, "sides": 2, "questions": questions}}
    card = {
        "id": "c1",
        "kind": "all",
        "prompt": "Asked.",
        "texts": ["word " * 3000, "Short."],
        "lists": {"criteria": ["one", "two"]},
    }
    look = Look(browser, tmp_path, bare_document([card], kinds))
    wait_for_heading(look.page, "Welcome")
    look.press("Enter")
    look.at("all questions", "Card 1")
    look.press("1", "1", "1", "1", "2", "Enter")
    look.at("all questions, some answered")
    look.page.get_by_role("button", name="Text size").click()
    look.page.get_by_role("button", name="Text size").click()
    look.at("largest type")
    look.page.get_by_role("button", name="Light / dark").click()
    look.at("the other colours")
    assert look.found == []


def test_axe_finds_nothing_where_the_check_was_not_passed(browser: Browser, tmp_path: Path) -> None:
    look = Look(browser, tmp_path, sample_document(consent=None, qualification=[]))
    wait_for_heading(look.page, "Welcome")
    look.press("Enter")
    for _ in range(2):
        wait_for_heading(look.page, "The sample")
        look.press("Enter")
        wait_for_heading(look.page, "A short check")
        look.press("3", "3", "Enter")
    look.at("check not passed", "Thank you for your time")
    assert look.found == []


def test_axe_finds_nothing_where_the_page_cannot_go_on(browser: Browser, tmp_path: Path) -> None:
    look = Look(browser, tmp_path, sample_document() | {"cards": None})
    look.at("damaged", "This page cannot be shown")
    assert look.found == []


def test_axe_would_find_something(browser: Browser, tmp_path: Path) -> None:
    look = Look(browser, tmp_path, sample_document())
    wait_for_heading(look.page, "Welcome")
    look.page.evaluate("document.querySelector('main').append(document.createElement('input'))")
    look.at("a field without a name")
    assert len(look.found) == 4


def test_landmarks_headings_and_names(browser: Browser, tmp_path: Path) -> None:
    page = open_page(offline_context(browser), tmp_path, sample_document())
    wait_for_heading(page, "Welcome")
    for role in ("banner", "main", "contentinfo"):
        assert page.get_by_role(role).count() == 1
    assert page.get_by_role("heading", level=1).all_inner_texts() == ["Welcome"]
    assert page.locator("html").get_attribute("lang") == "en"
    assert page.locator("[role=status]").count() == 2
    assert page.locator("[role=alert]").count() == 1


def test_a_theme_and_a_size_of_ones_own_last(browser: Browser, tmp_path: Path) -> None:
    page = open_page(offline_context(browser, color_scheme="light"), tmp_path, sample_document())
    wait_for_heading(page, "Welcome")
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.get_by_role("button", name="Light / dark").click()
    page.get_by_role("button", name="Text size").click()
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert dark != light
    page.reload()
    wait_for_heading(page, "Welcome")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == dark
    assert page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") == 22  # 137.5 % of 16


@pytest.mark.parametrize(("width", "columns"), [(390, 1), (800, 1), (1280, 2)])
def test_texts_stand_side_by_side_where_there_is_room(
    browser: Browser, tmp_path: Path, width: int, columns: int
) -> None:
    document = sample_document(consent=None, qualification=[], gold=None, practice=None)
    page = open_page(offline_context(browser, viewport={"width": width, "height": 844}), tmp_path, document)
    wait_for_heading(page, "Welcome")
    page.keyboard.press("Enter")
    wait_for_heading(page, "Card 1")
    tops = page.locator(".panel").evaluate_all("(all) => all.map((node) => node.getBoundingClientRect().top)")
    assert len(set(tops)) == 3 - columns
    assert page.locator(".panel h2").all_inner_texts() == ["Text A", "Text B"]
    letters = page.locator(".panel .quoted").first.evaluate(
        "(node) => node.getBoundingClientRect().width / (parseFloat(getComputedStyle(node).fontSize) * .45)"
    )
    assert letters < 85  # about seventy characters a line at most, with letters a little under half an em wide
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
