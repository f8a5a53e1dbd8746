"""A comparison as a page: the answer first, flipped items side by side with reasons, nothing hidden or invented."""

import json
import re
import shutil
from base64 import b64decode
from collections.abc import Iterator
from gzip import decompress
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from rating_pages import chromium, offline_context
from recorded_run import GAP, GOOD, finished, names
from ringtrue.study.comparison.comparison import compare
from ringtrue.study.comparison.page import report_of, write_page
from ringtrue.terms.problem import BadInput


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    place = tmp_path_factory.mktemp("pages")
    scores = {
        "one": dict.fromkeys(names(10), GOOD),
        "two": dict.fromkeys(names(10), GOOD) | dict.fromkeys(names(6), GAP),
        "three": dict.fromkeys(names(10), GOOD) | dict.fromkeys(names(2), GAP),
    }
    for name in scores:
        (place / name).mkdir()
    return [finished(place / name, given, name=name)[0].folder for name, given in scores.items()]


def cards(page: str) -> list[dict[str, Any]]:
    """The item cards that a page holds."""
    packed = re.search(r'<script type="text/plain" id="data">(.*?)</script>', page, re.DOTALL)
    assert packed
    found: list[dict[str, Any]] = json.loads(decompress(b64decode(packed.group(1))))["cards"]
    return found


def test_the_first_screen_has_the_answer_what_to_look_at_and_what_to_know(folders: list[Path]) -> None:
    report = report_of(compare(folders[:2]))
    assert report.title == "two against one"
    assert (report.label, report.outcome) == ("worse", "bad")
    roles = [section.role for section in report.sections]
    assert {"first", "next", "caution", "items", "main", "appendix"} <= set(roles)
    assert "Answers were recorded earlier." in [note.words for note in report.notes]  # type: ignore[union-attr]


def test_flipped_items_have_both_answers_and_the_judges_reasons(folders: list[Path]) -> None:
    report = report_of(compare(folders[:2]))
    found = list(report.cards())
    assert {card.id for card in found} == set(names(6))
    card = found[0]
    assert [answer.title for answer in card.answers] == ["one", "two"]
    assert card.compare  # the recorded answers are the same words
    assert {one.rater for one in card.opinions} == {"judge on one", "judge on two"}
    assert card.why.startswith("passed before, fails now")
    assert card.score == "95 to 49"


def test_of_many_versions_each_step_has_its_own_part_and_items_are_told_apart(folders: list[Path]) -> None:
    report = report_of(compare(folders))
    names_ = [section.name for section in report.sections]
    assert {"versions", "step-1", "step-2"} <= set(names_)
    ids = [card.id for card in report.cards()]
    assert len(ids) == len(set(ids)) == 6 + 4
    assert {card.tags["version"] for card in report.cards()} == {"two", "three"}


def test_it_is_one_file_without_a_request(folders: list[Path], tmp_path: Path) -> None:
    page = write_page(compare(folders[:2]), tmp_path / "deep" / "page.html").read_text(encoding="utf-8")
    assert len(cards(page)) == 6
    assert "Content-Security-Policy" in page
    assert not re.search(r'(src|href)="(?!#)', page)


def test_markdown_says_the_same(folders: list[Path], tmp_path: Path) -> None:
    text = write_page(compare(folders), tmp_path / "page.md").read_text(encoding="utf-8")
    for words in ("# Versions compared", "## All versions", "Trend.", "STR-001", "Ladder."):
        assert words in text


def test_a_prompt_that_changed_is_shown_line_by_line(folders: list[Path], tmp_path: Path) -> None:
    (folders[1] / "prompt.md").write_text("# Nora Quill\n\nSail whatever happens.\n", encoding="utf-8")
    text = write_page(compare(folders[:2]), tmp_path / "page.md").read_text(encoding="utf-8")
    assert "Sail whatever happens." in text
    assert "The prompt changed" in text


def test_another_form_is_refused(folders: list[Path], tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no such form"):
        write_page(compare(folders[:2]), tmp_path / "page.pdf")


# In a browser without a network.


@pytest.fixture(scope="module")
def browser(folders: list[Path]) -> Iterator[Browser]:
    if shutil.which("chromium") is None:
        pytest.skip("Chromium is not installed: nothing is tested in a browser (apt-get install chromium)")
    with chromium() as started:
        yield started


@pytest.mark.parametrize("width", [390, 1280])
def test_what_to_look_at_first_is_one_click_away_and_axe_finds_nothing(
    browser: Browser, folders: list[Path], tmp_path: Path, width: int
) -> None:
    file = write_page(compare(folders), tmp_path / "page.html")
    context = offline_context(browser, viewport={"width": width, "height": 844}, color_scheme="dark")
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(file.as_uri())
    page.wait_for_selector("html[data-ready]")
    page.locator("#s-items select").last.select_option("two")  # the filter by version
    shown_ = page.locator("details.card:not([hidden])")
    assert shown_.count() == 6
    shown_.first.locator("summary").click()
    body = shown_.first.locator(".body")
    body.wait_for()  # a card is filled once the browser says that it is open
    assert body.get_by_role("heading", name="one", exact=True).count() == 1
    assert "judge on two" in body.inner_text()
    assert Axe().run(page).response["violations"] == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert said == []
    context.close()
