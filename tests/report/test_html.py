"""The HTML report in a real browser with the network cut: nothing is asked for or refused, all can be reached."""

import base64
import gzip
import hashlib
import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from rating_pages import chromium, offline_context
from ringtrue.report.figures import drawn
from ringtrue.report.html import anchor, as_html, page_data
from ringtrue.report.section import (
    Cards,
    Column,
    Figure,
    Grid,
    ItemCard,
    Link,
    Links,
    Opinion,
    Passage,
    Points,
    Report,
    Section,
    Side,
    Table,
    Text,
    Tick,
    Verdicts,
)

HOSTILE = "</script><img src=http://127.0.0.1:9/x onerror=alert(1)>{{ 7 * 7 }}"
SIZES = {"desktop": (1280, 800), "phone": (390, 844)}


def card(number: int, **more: Any) -> ItemCard:
    """A card of an item that failed or, with an even number, passed."""
    passed = number % 2 == 0
    given: dict[str, Any] = {
        "id": f"D {number}",
        "kind": "decisions",
        "outcome": "good" if passed else "bad",
        "score": str(number),
        "why": f"reason number {number}",
        "asked": (Passage("Question", f"What do you do in case {number}?"),),
        "answers": (
            Passage("What the clone said", f"I wait.  And then\nI leave {number}.", ("I wait. And then I leave",)),
        ),
        "expected": (Passage("What the person decided", "They stay."),),
        "sources": (Passage("letters.txt:L9", "They stayed all night."),),
        "ticks": (Tick("stays", 1, 8, False, "Which hold?"), Tick("says why", 4, 8, None, "Which hold?")),
        "opinions": (Opinion("judge", "decision", "20", "It leaves.", "nowhere to be found", False),),
        "tags": {"domain": "work" if number < 3 else "home"},
    }
    return ItemCard(**given | more)


VERDICTS = Verdicts((Side("by rules", "FAIL", "bad", tuple("abcde")), Side("sound", "FAIL", "bad", ())), "Alike.")
CARDS = Cards((*(card(number) for number in range(1, 6)), card(7, title=HOSTILE)))


def report(**more: Any) -> Report:
    """A document with one of everything."""
    picture = Figure("p-1", "A picture", drawn("A picture", 2.0, lambda axes: axes.plot([0, 1], [0, 1])[0]), "words")
    table = Table((Column("item", "item"), Column("value", "number")), (("D 2", "1"), ("D 3", HOSTILE)))
    said = Table((Column("answer"),), (("first line\n\n  second line",), ("one line",)))
    shades = (("D 1", (0.0, None)), ("D 2", (1.0, 0.5)))
    given: dict[str, Any] = {
        "title": f"Nora {HOSTILE}",
        "headline": "The verdict on Nora is FAIL; the sound numbers agree.",
        "label": "FAIL",
        "outcome": "bad",
        "notes": (Text("The answers were simulated.", "note", "Note."),),
        "facts": (("Study", "spring"),),
        "sections": (
            Section("purpose", "What it found", (Points(("The composite is 45.",), "strong"),), "first"),
            Section("verdicts", "The two verdicts", (VERDICTS,), "first"),
            Section("next", "What to fix first", (Links((Link("D 1", "A case", "reason number 1"),)),), "next"),
            Section("open", "What cannot be concluded", (Points(tuple(f"Doubt {n}." for n in range(7))),), "caution"),
            Section("cards", "Item by item", (CARDS,), "items"),
            Section("tables", "Tables", (table, picture, said)),
            Section("map", "Raters", (Grid("Every rater", ("ann", "bob"), shades),)),
            Section("rules", "The rules", (Points(("a < 3 (a 2)",)),), "appendix"),
        ),
    }  # fmt: skip
    return Report(**given | more)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if shutil.which("chromium") is None:
        pytest.skip("Chromium is not installed: nothing is tested in a browser (apt-get install chromium)")
    with chromium() as started:
        yield started


class Seen:
    """A report opened in a fresh profile, with everything it said and asked for."""

    def __init__(self, browser: Browser, file: Path, made: Report, **options: Any) -> None:
        file.write_text(as_html(made), encoding="utf-8")
        self.context = offline_context(browser, **options)
        self.page: Page = self.context.new_page()
        self.said: list[str] = []
        self.asked: list[str] = []
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("dialog", lambda shown: self.said.append(shown.message))
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.goto(file.as_uri())
        self.page.wait_for_selector("html[data-ready]")

    def close(self) -> None:
        """Nothing was refused by the policy, and nothing but the file itself was asked for."""
        assert self.said == []
        assert len(self.asked) == 1
        self.context.close()


def test_line_breaks_in_a_cell_stay(browser: Browser, tmp_path: Path) -> None:
    seen = Seen(browser, tmp_path / "r.html", report())
    cell = seen.page.get_by_role("cell", name="first line")
    assert cell.inner_text() == "first line\n\n  second line"
    assert cell.bounding_box()["height"] > 2 * seen.page.get_by_role("cell", name="one line").bounding_box()["height"]  # type: ignore[index]
    seen.close()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_and_nothing_is_asked_for(browser: Browser, tmp_path: Path, size: str, scheme: str) -> None:
    width, height = SIZES[size]
    view = {"viewport": {"width": width, "height": height}, "color_scheme": scheme}
    seen = Seen(browser, tmp_path / "r.html", report(), **view)
    axe = Axe()
    assert axe.run(seen.page).response["violations"] == []
    seen.page.evaluate("document.querySelectorAll('details').forEach((node) => { node.open = true; })")
    seen.page.wait_for_selector(".map td")
    seen.page.wait_for_selector(".card .body")
    assert axe.run(seen.page).response["violations"] == []
    assert seen.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    seen.close()


def test_the_first_screen_says_verdict_reasons_fixes_and_doubts(browser: Browser, tmp_path: Path) -> None:
    seen = Seen(browser, tmp_path / "r.html", report(), viewport={"width": 1280, "height": 800})
    for text in ("The verdict on Nora is", "The composite is 45.", "Alike.", "D 1", "Doubt 0."):
        box = seen.page.get_by_text(text, exact=False).first.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 800, text
    seen.close()


def test_a_link_opens_the_card_and_marks_what_the_judge_quoted(browser: Browser, tmp_path: Path) -> None:
    quoted = card(
        1, answers=(Passage("What the clone said", "I wait.  And then\nI leave.", ("I wait. And then I leave",)),)
    )
    made = report(sections=(Section("next", "Fix", (Links((Link("D 1", "", "x"),)),), "next"),
                            Section("cards", "Items", (Cards((quoted, card(2))),), "items")))  # fmt: skip
    seen = Seen(browser, tmp_path / "r.html", made)
    seen.page.get_by_role("link", name="D 1").click()
    body = seen.page.locator(".card[open] .body")
    assert body.locator("mark").inner_text().split() == ["I", "wait.", "And", "then", "I", "leave"]
    words = body.inner_text()
    for text in ("What do you do in case 1?", "They stay.", "They stayed all night.", "1 of 8", "stays", "It leaves."):
        assert text in words
    assert "this does not stand in the answer" in words
    seen.close()


def test_search_filters_and_keyboard(browser: Browser, tmp_path: Path) -> None:
    seen = Seen(browser, tmp_path / "r.html", report())
    status, shown = seen.page.get_by_role("status"), seen.page.locator(".card:not([hidden])")
    assert status.inner_text() == "4 of 6 items"  # those that did not pass
    seen.page.keyboard.press("/")
    seen.page.keyboard.type("case 3")
    assert (status.inner_text(), shown.count()) == ("1 of 6 items", 1)
    seen.page.keyboard.press("Control+a")
    seen.page.keyboard.press("Delete")
    seen.page.get_by_label("Show").select_option("")
    seen.page.get_by_label("domain").select_option("work")
    assert status.inner_text() == "2 of 6 items"
    shown.first.locator("summary").focus()
    seen.page.keyboard.press("Enter")
    shown.first.locator(".body").wait_for()  # a card is filled once the browser says that it is open
    seen.page.get_by_role("link", name="D 3").first.click()  # a link shows an item that the filters hide
    assert seen.page.locator(".card[open] .name").all_inner_texts() == ["D 1", "D 3"]
    seen.close()


def test_what_differs_between_two_answers_is_pointed_out(browser: Browser, tmp_path: Path) -> None:
    both = (Passage("before", "I stay all night."), Passage("after", "I leave at night."))
    made = report(sections=(Section("cards", "Items", (Cards((card(1, answers=both, compare=True),)),), "items"),))
    seen = Seen(browser, tmp_path / "r.html", made)
    seen.page.locator(".card summary").click()
    gone = seen.page.locator(".card del").all_inner_texts()
    new = seen.page.locator(".card ins").all_inner_texts()
    assert ([one for one in gone if one.strip()], [one for one in new if one.strip()]) == (
        ["stay", "all"],
        ["leave", "at"],
    )
    seen.close()


def test_printed_every_listed_card_is_open(browser: Browser, tmp_path: Path) -> None:
    seen = Seen(browser, tmp_path / "r.html", report())
    seen.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert seen.page.locator(".card:not([hidden]) .body").count() == 4
    assert seen.page.locator(".appendix details[open]").count() == 1
    seen.close()


def test_texts_of_others_are_no_markup() -> None:
    text = as_html(report())
    assert "<img" not in text
    assert "{{ 7 * 7 }}" in text  # no template either
    assert text.count("</script>") == 2


def test_the_policy_allows_the_page_s_own_script_and_style_alone() -> None:
    text = as_html(report())
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)
    assert policy is not None
    assert policy.group(1).startswith("default-src &#39;none&#39;;")
    for tag in ("style", "script"):
        inner = re.findall(rf"<{tag}>(.*?)</{tag}>", text, flags=re.DOTALL)
        assert len(inner) == 1
        digest = base64.b64encode(hashlib.sha256(inner[0].encode()).digest()).decode()
        assert f"sha256-{digest}" in policy.group(1)
    assert "style=" not in text.split("<body>")[1].split('id="data"')[0]
    assert re.findall(r"""(?:src|href)=["'](?!#)""", text) == []


def test_the_data_are_json_gzipped_in_base64_and_always_the_same() -> None:
    made = report()
    text = as_html(made)
    assert text == as_html(made)
    packed = re.search(r'id="data">([^<]*)<', text)
    assert packed is not None
    assert json.loads(gzip.decompress(base64.b64decode(packed.group(1)))) == json.loads(json.dumps(page_data(made)))


def test_anchors_of_odd_ids_are_names() -> None:
    assert (anchor("DS-001"), anchor("a b/ä")) == ("item-DS-001", "item-a_20_b_2f_ä")


def test_an_appendix_without_anything_in_it_is_left_out() -> None:
    bare = report(facts=(("Study", ""),), sections=(Section("main", "Main", (Text("All there is."),)),))
    assert 'id="appendix"' not in as_html(bare)
    assert "#appendix" not in as_html(bare)
    assert 'href="#appendix"' in as_html(report())
    assert 'id="appendix"' in as_html(report())
