"""The report of the sample's drifted clone answers three questions on its first screen or one click away."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from rating_pages import chromium, offline_context
from ringtrue.report.html import anchor
from ringtrue.study.study import Study

SCREEN = {"width": 1280, "height": 800}
MOST_BYTES = 500_000  # of a study of a hundred items


@pytest.fixture(scope="module")
def file(drifted: Study) -> Path:
    (path,) = drifted.report("html")
    return path


@pytest.fixture(scope="module")
def page(file: Path) -> Iterator[Page]:
    if shutil.which("chromium") is None:
        pytest.skip("Chromium is not installed: nothing is tested in a browser (apt-get install chromium)")
    with chromium() as browser:
        opened = offline_context(browser, viewport=SCREEN).new_page()
        said: list[str] = []
        opened.on("console", lambda message: said.append(message.text))
        opened.goto(file.as_uri())
        opened.wait_for_selector("html[data-ready]")
        yield opened
        assert said == []


def test_a_hundred_items_are_a_small_file(file: Path) -> None:
    assert file.stat().st_size <= MOST_BYTES


def test_three_items_to_fix_first_are_on_the_first_screen(page: Page) -> None:
    links = page.locator("#s-next .links a")
    assert links.count() == 3
    box = page.locator("#s-next").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= SCREEN["height"]
    kinds = {link.split("-")[0] for link in links.locator("b").all_inner_texts()}
    assert kinds == {"DS", "EC"}  # the categories that failed


def test_what_cannot_be_concluded_is_in_a_box_of_its_own_on_the_first_screen(page: Page) -> None:
    box = page.locator("section.caution").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= SCREEN["height"]
    assert "told apart: inconclusive" in page.locator("section.caution").inner_text()


def test_one_click_shows_what_the_clone_said_and_should_have_said(page: Page, drifted: Study) -> None:
    link = page.locator("#s-next .links a").first
    name = link.locator("b").inner_text()
    link.click()
    opened = page.locator(f"[id='{anchor(name)}'][open] .body")
    item = next(one for one in drifted.items() if one.id == name)
    with drifted.records() as records:
        (said,) = [one.response.text or "" for one in records.responses(item=name, speaker="clone", last=True)]
    words = " ".join(opened.inner_text().split())
    assert " ".join(said.split()) in words
    assert str(item.fields["real_decision"]) in words
    for criterion in item.listed("criteria"):
        assert criterion in words
    assert " of 8" in words
    assert opened.locator(".source .passage").first.inner_text().strip()
    assert opened.is_visible()


def test_axe_finds_nothing_in_the_whole_sample(page: Page) -> None:
    page.evaluate("document.querySelectorAll('details:not(.card)').forEach((node) => { node.open = true; })")
    page.wait_for_selector(".map td")
    assert Axe().run(page).response["violations"] == []


def test_no_path_of_this_machine_is_in_it(file: Path) -> None:
    assert str(file.parent.parent.parent) not in file.read_text(encoding="utf-8")
