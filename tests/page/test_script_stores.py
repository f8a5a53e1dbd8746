"""Where answers are kept on the device: the best store, two fallbacks with their warnings, two windows at once."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from rating_pages import (
    PAIR_QUESTIONS,
    answer_pair,
    bare_document,
    heading,
    offline_context,
    open_page,
    pair_cards,
    result_file,
    saved,
    shown,
    wait_for_heading,
    wait_for_state,
)

pytestmark = pytest.mark.usefixtures("alone")

KINDS = {"pair": {"gold": False, "sides": 2, "questions": PAIR_QUESTIONS}}
NO_DATABASE = "Object.defineProperty(window, 'indexedDB', { get() { throw new Error('switched off'); } });"
NO_STORAGE = (
    NO_DATABASE + "Object.defineProperty(window, 'localStorage', { get() { throw new Error('switched off'); } });"
)

# The page hears nothing of what other windows write: it has to look for itself.
DEAF = "addEventListener('storage', (event) => event.stopImmediatePropagation());"
HOLDER = "() => Object.entries({ ...localStorage }).find(([key]) => key.endsWith('/holder'))?.[1] ?? null"
ELSEWHERE = "open in another window"

FULL_DISK = """() => {
  window.put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = function () { this.transaction.abort(); };
}"""


def at_the_first_card(context: BrowserContext, folder: Path, cards: int = 3, before: str = "") -> Page:
    page = open_page(context, folder, bare_document(pair_cards(cards), KINDS), before)
    if heading(page) == "Welcome":
        page.keyboard.press("Enter")
    wait_for_heading(page, "Card 1")
    return page


def test_without_indexeddb_answers_survive_in_local_storage_and_a_warning_is_seen(
    browser: Browser, tmp_path: Path
) -> None:
    page = at_the_first_card(offline_context(browser), tmp_path, before=NO_DATABASE)
    assert "may lose the last one" in page.locator(".warning").inner_text()
    answer_pair(page)
    wait_for_heading(page, "Card 2 of 3")
    page.keyboard.press("5")
    saved(page)
    page.reload()
    wait_for_heading(page, "Card 2 of 3")
    assert page.locator("input:checked").count() == 1


def test_without_any_storage_a_packet_can_be_done_in_one_go(browser: Browser, tmp_path: Path) -> None:
    page = at_the_first_card(offline_context(browser), tmp_path, cards=1, before=NO_STORAGE)
    assert "finish without closing" in page.locator(".warning").inner_text()
    answer_pair(page)
    wait_for_heading(page, "Thank you")
    _, result = result_file(page, tmp_path)
    assert len(result["answers"]) == 4


def test_with_indexeddb_there_is_no_warning_and_nothing_in_local_storage(browser: Browser, tmp_path: Path) -> None:
    page = at_the_first_card(offline_context(browser), tmp_path)
    page.keyboard.press("4")
    saved(page)
    assert page.locator(".warning").is_hidden()
    assert page.evaluate("Object.keys(localStorage)") == []


def see_the_same(first: Page, second: Page) -> None:
    """Waits until what the second window wrote into localStorage has come to the first: browsers take a moment."""
    first.wait_for_function(f"(held) => ({HOLDER})() === held", arg=second.evaluate(HOLDER))


@pytest.mark.parametrize("before", ["", NO_DATABASE + DEAF], ids=["indexed", "local"])
def test_a_second_window_takes_over_and_the_first_writes_nothing_more(
    browser: Browser, tmp_path: Path, before: str
) -> None:
    context = offline_context(browser)
    first = at_the_first_card(context, tmp_path, before=before)
    first.keyboard.press("4")
    saved(first)
    second = at_the_first_card(context, tmp_path, before=before)
    assert second.locator("input:checked").count() == 1
    second.keyboard.press("b")
    second.keyboard.press("1")
    saved(second)
    see_the_same(first, second)
    first.keyboard.press("2")
    wait_for_heading(first, ELSEWHERE)
    second.reload()
    wait_for_heading(second, "Card 1")
    assert second.locator("input:checked + .face").all_inner_texts()[0].startswith("Definitely A")
    assert second.locator("input:checked").count() == 1
    first.get_by_role("button", name="Continue here").click()  # and back again, by hand
    wait_for_heading(first, "Card 1")


def test_without_indexeddb_a_window_says_at_once_that_another_took_over(browser: Browser, tmp_path: Path) -> None:
    context = offline_context(browser)
    first = at_the_first_card(context, tmp_path, before=NO_DATABASE)
    second = at_the_first_card(context, tmp_path, before=NO_DATABASE)
    assert "may lose the last one" in second.locator(".warning").inner_text(), shown(second)  # both in one drawer
    wait_for_heading(first, ELSEWHERE)  # nothing was pressed there
    second.keyboard.press("4")
    saved(second)
    second.reload()
    wait_for_heading(second, "Card 1")
    assert second.locator("input:checked").count() == 1
    first.get_by_role("button", name="Continue here").click()
    wait_for_heading(first, "Card 1")
    wait_for_heading(second, ELSEWHERE)


def test_a_database_that_never_answers_is_given_up(browser: Browser, tmp_path: Path) -> None:
    context = offline_context(browser)
    context.clock.install()
    page = open_page(context, tmp_path, bare_document(pair_cards(), KINDS), "IDBFactory.prototype.open = () => ({});")
    page.clock.fast_forward(16_000)
    wait_for_heading(page, "Welcome")
    assert page.locator(".warning").is_visible()


def test_two_packets_in_one_browser_do_not_meet(browser: Browser, tmp_path: Path) -> None:
    context = offline_context(browser)
    page = at_the_first_card(context, tmp_path)
    page.keyboard.press("4")
    saved(page)
    other = open_page(context, tmp_path, bare_document(pair_cards(), KINDS, name="ffeeddccbbaa0099", packet="another"))
    wait_for_heading(other, "Welcome")
    page.keyboard.press("2")
    saved(page)
    assert heading(page) == "Card 1 of 3"


def test_a_write_that_fails_is_never_called_saved_and_holds_the_card(browser: Browser, tmp_path: Path) -> None:
    page = at_the_first_card(offline_context(browser), tmp_path)
    saved(page)
    page.evaluate(FULL_DISK)
    answer_pair(page)
    wait_for_state(page, "unsaved")
    assert heading(page) == "Card 1 of 3"
    assert "Not saved" in page.locator(".state").inner_text()
    page.evaluate("() => { IDBObjectStore.prototype.put = window.put; }")  # there is room again
    page.keyboard.press("Enter")
    wait_for_heading(page, "Card 2 of 3")  # and what could not be written went along
    page.reload()
    wait_for_heading(page, "Card 2 of 3")
    page.get_by_role("button", name="Stop here").click()
    page.get_by_role("button", name="Create the file").click()
    _, result = result_file(page, tmp_path)
    assert [given["value"] for given in result["answers"]] == [1, 2, 3, 0]


def test_a_finished_packet_opens_at_its_end_and_gives_the_same_file_again(browser: Browser, tmp_path: Path) -> None:
    page = at_the_first_card(offline_context(browser), tmp_path, cards=1)
    answer_pair(page)
    wait_for_heading(page, "Thank you")
    _, first = result_file(page, tmp_path)
    for _ in range(2):
        page.reload()
        wait_for_heading(page, "Thank you")
    _, again = result_file(page, tmp_path)
    assert again == first


def test_a_damaged_document_says_so(browser: Browser, tmp_path: Path) -> None:
    page = open_page(offline_context(browser), tmp_path, bare_document(pair_cards(), KINDS) | {"cards": None})
    wait_for_heading(page, "This page cannot be shown")


def test_time_goes_on_after_a_reload_and_hidden_time_is_not_visible_time(browser: Browser, tmp_path: Path) -> None:
    context = offline_context(browser)
    context.add_init_script(
        """window.shift = 0; window.away = false; const now = performance.now.bind(performance);
        performance.now = () => now() + window.shift;
        Object.defineProperty(document, 'visibilityState', { get: () => (window.away ? 'hidden' : 'visible') });
        window.look = (away) => { window.away = away; document.dispatchEvent(new Event('visibilitychange')); };"""
    )
    page = at_the_first_card(context, tmp_path, cards=1)
    page.evaluate("window.shift += 5000")
    page.evaluate("look(true); window.shift += 60000; look(false); window.shift += 2000")
    page.evaluate("look(true)")  # what a closing lid does: the time so far is written down
    saved(page)
    page.reload()
    wait_for_heading(page, "Card 1")
    page.evaluate("window.shift += 10000")
    answer_pair(page)
    wait_for_heading(page, "Thank you")
    _, result = result_file(page, tmp_path)
    times = result["answers"][0]
    # On the card: 5 + 60 + 2 + 10 seconds, 60 of them out of sight; the rest is the test's own haste.
    assert 77 <= times["seconds"] < 97
    assert 59.9 <= times["seconds"] - times["visible_seconds"] < 80
    assert result["sitting"]["reloads"] == 1
