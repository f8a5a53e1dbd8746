"""Texts that try to be more than texts: markup, script, direction marks, length. They are shown, and nothing else."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from rating_pages import bare_document, offline_context, open_page, question, saved, wait_for_heading

pytestmark = pytest.mark.usefixtures("alone")

HOSTILE = [
    "<script>window.caught = 1</script><img src=x onerror='window.caught = 2'>",
    "</script><script>window.caught = 3</script><!-- <script>",
    "{{constructor.constructor('window.caught = 4')()}} ${window.caught = 5} `; window.caught = 6; `",
    "javascript:window.caught=7 data:text/html,<b>x</b> &lt;b&gt; &amp; &#x3c;",
    "\u202eright to left override \u2066 isolate \u200f mark \u202c end",
    "line\u2028separator\u2029paragraph \x0b \x0c \ufeff zero\u200bwidth \x7f",
    "שלום עולם and مرحبا with English and 123",
    "  leading spaces,\n\n\n three breaks,\ttabs\tand trailing  ",
    "👩‍👩‍👧‍👦 🏳️‍🌈 e\u0301 \U000e0041 Z̷̡̛a̸l̷g̶o̵",
]


def card_page(browser: Browser, folder: Path, texts: list[str], prompt: str = "", **more: Any) -> Page:
    kinds = {"pair": {"gold": False, "sides": 2, "questions": [question("pick", "found", prompt or "Which?")]}}
    card = {"id": "c1", "kind": "pair", "prompt": prompt, "texts": texts, "lists": {}}
    context = offline_context(browser, **({"viewport": {"width": 1280, "height": 900}} | more))
    page = open_page(context, folder, bare_document([card], kinds))
    wait_for_heading(page, "Welcome")
    page.keyboard.press("Enter")
    wait_for_heading(page, "Card 1")
    return page


def test_every_hostile_text_is_shown_character_by_character_and_does_nothing(browser: Browser, tmp_path: Path) -> None:
    pairs = list(zip(HOSTILE, reversed(HOSTILE), strict=True))
    cards = [
        {"id": f"c{i}", "kind": f"k{i}", "prompt": first, "texts": [first, second], "lists": {}}
        for i, (first, second) in enumerate(pairs)
    ]
    kinds = {
        f"k{i}": {"gold": False, "sides": 2, "questions": [question("pick", "found", first)]}
        for i, (first, _) in enumerate(pairs)
    }
    page = open_page(offline_context(browser), tmp_path, bare_document(cards, kinds))
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    wait_for_heading(page, "Welcome")
    page.keyboard.press("Enter")
    for place, (first, second) in enumerate(pairs, start=1):
        wait_for_heading(page, f"Card {place} of {len(pairs)}")
        shown = page.locator(".panel .quoted").evaluate_all("(all) => all.map((node) => node.textContent)")
        assert shown == [first, second]
        assert page.locator(".prompt .quoted").evaluate("(node) => node.textContent") == first
        assert page.locator("legend .wording").evaluate("(node) => node.textContent") == first
        assert page.locator(".quoted").evaluate_all("(all) => all.every((node) => node.children.length === 0)")
        page.keyboard.press("1")
        page.keyboard.press("Enter")
    wait_for_heading(page, "Thank you")
    assert page.evaluate("window.caught") is None
    assert errors == []


def test_line_breaks_are_kept_and_direction_is_shut_in(browser: Browser, tmp_path: Path) -> None:
    page = card_page(browser, tmp_path, ["one\n\ntwo\n  three", "\u202ebackwards"])
    styles = page.locator(".panel .quoted").evaluate_all(
        "(all) => all.map((node) => [getComputedStyle(node).whiteSpace, getComputedStyle(node).unicodeBidi, node.dir])"
    )
    assert styles == [["pre-wrap", "isolate", "auto"]] * 2
    boxes = page.locator(".panel .quoted").evaluate_all(
        "(all) => all.map((node) => node.getBoundingClientRect().height)"
    )
    line = page.locator(".panel .quoted").first.evaluate("(node) => parseFloat(getComputedStyle(node).lineHeight)")
    assert round(boxes[0] / line) == 4


def test_a_text_of_200_kilobytes_scrolls_in_its_own_area(browser: Browser, tmp_path: Path) -> None:
    long = "word " * 40_000
    page = card_page(browser, tmp_path, [long, "short"])
    areas = page.locator(".panel .quoted").evaluate_all(
        """(all) => all.map((node) =>
          [node.clientHeight <= innerHeight, node.scrollHeight > node.clientHeight, node.tabIndex, node.className])"""
    )
    assert areas == [[True, True, 0, "quoted long"], [True, False, 0, "quoted long"]]  # both sides look alike
    assert page.evaluate("document.documentElement.scrollHeight") < 4000
    page.locator(".panel .quoted").first.focus()
    page.keyboard.press("End")
    page.locator(".panel .quoted").first.evaluate(
        "(area) => new Promise((done) => (function look() { area.scrollTop > 999 ? done() : setTimeout(look, 9); })())"
    )


def test_one_endless_word_does_not_widen_a_phone(browser: Browser, tmp_path: Path) -> None:
    page = card_page(browser, tmp_path, ["x" * 5000, "<b>" * 900], viewport={"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_swapping_the_texts_swaps_nothing_but_the_texts(browser: Browser, tmp_path: Path) -> None:
    one, two = "The first text, rather long, with two\nlines.", "Another."

    def markup(texts: list[str]) -> str:
        page = card_page(browser, tmp_path, texts)
        saved(page)  # the footer tells of the save, whenever it ends
        html: str = page.evaluate("document.getElementById('ringtrue').outerHTML")
        return html.replace(one, "@1").replace(two, "@2")

    assert markup([one, two]) == markup([two, one]).replace("@1", "@3").replace("@2", "@1").replace("@3", "@2")


def test_the_page_has_no_inline_style_or_handler_and_breaks_no_policy(browser: Browser, tmp_path: Path) -> None:
    page = card_page(browser, tmp_path, ["a", "b"])
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    for key in ("?", "Escape", "1"):
        page.keyboard.press(key)
    page.get_by_role("button", name="Light / dark").click()
    page.get_by_role("button", name="Text size").click()
    assert page.evaluate("[...document.querySelectorAll('*')].filter((n) => n.hasAttribute('style')).length") == 0
    handlers = (
        "[...document.querySelectorAll('*')].flatMap((n) => n.getAttributeNames()).filter((a) => a.startsWith('on'))"
    )
    assert page.evaluate(handlers) == []
    assert said == []


def test_the_only_trace_of_a_card_in_the_markup_is_its_text(browser: Browser, tmp_path: Path) -> None:
    page = card_page(browser, tmp_path, ["a", "b"])
    attributes = page.evaluate(
        "[...new Set([...document.querySelectorAll('#ringtrue *')].flatMap((n) => n.getAttributeNames()))]"
    )
    assert not [name for name in attributes if name.startswith("data-") and name != "data-state"]
    assert "c1" not in page.evaluate("document.getElementById('ringtrue').outerHTML")
