""""""

import json
import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from importlib.resources import files
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from page.packets import document, pair_cards
from ringtrue.page.briefing import LANGUAGES
from ringtrue.page.offline import catalogue, hosted_page, offline_page, safe_json, script, style
from ringtrue.terms.item import Card

HOSTILE = (
    "</script><script>alert(1)</script>",
    "<!--<script>",
    "<img src=x onerror=alert(1)>",
    "]]>&lt;&amp;\u2028\u2029\x00\ud800",
    "\u202egnp.exe\u202c",
    '"}]}</SCRIPT >',
)


class Elements(HTMLParser):
    """The elements of a page, with the text inside scripts and styles."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open = ""
        self.inside: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self.open = tag
        self.inside.append("")

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002 - the parser's own signature
        self.open = ""

    def handle_data(self, data: str) -> None:
        if self.open:
            self.inside[-1] += data

    def texts(self, tag: str) -> list[str]:
        return [text for (name, _), text in zip(self.tags, self.inside, strict=True) if name == tag]

    def block(self, id_: str) -> Any:
        """The data in a block."""
        found = [text for (_, attrs), text in zip(self.tags, self.inside, strict=True) if attrs.get("id") == id_]
        return json.loads(found[0])


def test_the_page_holds_the_document_and_the_words() -> None:
    made = document()
    page = Elements(offline_page(made))
    assert page.block("ringtrue-document") == made
    assert page.block("ringtrue-words") == catalogue("en")


def test_the_policy_allows_this_script_and_this_style_and_nothing_else() -> None:
    page = Elements(offline_page(document()))
    (policy,) = [attrs["content"] for tag, attrs in page.tags if attrs.get("http-equiv") == "Content-Security-Policy"]
    assert policy is not None
    hashes = re.findall(r"'sha256-([^']+)'", policy)
    texts = [page.texts("script")[-1], page.texts("style")[0]]
    assert hashes == [b64encode(sha256(text.encode()).digest()).decode() for text in texts]
    assert texts == [script(), style()]
    assert policy.startswith("default-src 'none';")
    assert "unsafe" not in policy


def test_the_policy_stands_before_anything_it_governs() -> None:
    tags = [tag for tag, _ in Elements(offline_page(document())).tags]
    first_meta = [attrs for tag, attrs in Elements(offline_page(document())).tags if tag == "meta"][:2]
    assert first_meta[0] == {"charset": "utf-8"}
    assert first_meta[1]["http-equiv"] == "Content-Security-Policy"
    assert tags.index("style") > tags.index("meta") + 1


def test_nothing_outside_the_file_is_named() -> None:
    page = Elements(offline_page(document()))
    for _, attrs in page.tags:
        assert not {"src", "href", "action", "srcset", "style", "onclick", "onload"} & set(attrs)


def test_language_title_and_a_word_for_readers_without_scripts() -> None:
    page = offline_page(document(language="pt"))
    assert '<html lang="pt">' in page
    assert "<title>Voices</title>" in page
    assert catalogue("pt")["noscript"] in page


def test_a_hostile_title_stays_a_title() -> None:
    made = document()
    made["study"]["title"] = "</title><script>alert(1)</script>"
    page = Elements(offline_page(made))
    assert page.texts("title") == ["</title><script>alert(1)</script>"]
    assert len(page.texts("script")) == 3


def test_hostile_texts_stay_texts() -> None:
    cards = [Card(f"c{place}", "pair", text, (text, text)) for place, text in enumerate(HOSTILE)]
    made = document(cards)
    page = Elements(offline_page(made))
    assert len(page.texts("script")) == 3
    assert page.block("ringtrue-document") == made


@given(st.dictionaries(st.text(), st.text() | st.floats(allow_nan=False, allow_infinity=False) | st.none()))
def test_json_in_a_page_reads_back_the_same_and_means_nothing_to_html(data: dict[str, Any]) -> None:
    text = safe_json(data)
    assert json.loads(text) == data
    assert not re.search("[<>&\u2028\u2029\ud800-\udfff]", text)
    text.encode("utf-8")


def test_the_hosted_page_has_no_document_and_nothing_inline() -> None:
    page = Elements(hosted_page("en", "Voices & <b>", script_url="/static/page.js?v=1&x", style_url="/static/page.css"))
    scripts = [attrs for tag, attrs in page.tags if tag == "script"]
    assert scripts == [{"type": "application/json", "id": "ringtrue-words"}, {"src": "/static/page.js?v=1&x"}]
    assert ("link", {"rel": "stylesheet", "href": "/static/page.css"}) in page.tags
    assert page.texts("style") == []
    assert page.texts("title") == ["Voices & <b>"]


def test_a_page_of_two_hundred_kilobytes_of_text_is_made() -> None:
    text = "<b>" + "x" * 200_000
    page = offline_page(document([Card("c", "pair", "?", (text, "short"))]))
    assert Elements(page).block("ringtrue-document")["cards"][0]["texts"][0] == text


def test_a_page_is_small() -> None:
    assert len(offline_page(document(pair_cards(5)))) < 200_000


ASSETS = files("ringtrue.page") / "assets"


def test_every_script_is_in_the_order_once() -> None:
    named = [line for line in (ASSETS / "order.txt").read_text(encoding="utf-8").split() if line]
    there = sorted(entry.name for entry in ASSETS.iterdir() if entry.name.endswith(".js"))
    assert sorted(named) == there


def test_the_script_is_strict_and_in_a_scope_of_its_own() -> None:
    assert script().startswith('(() => {\n"use strict";\n')
    assert script().endswith("})();\n")


def test_nothing_in_script_or_style_ends_its_element() -> None:
    assert not re.search(r"</(script|style)|<!--", script() + style(), flags=re.IGNORECASE)


def test_line_ends_are_plain_because_browsers_hash_them_so() -> None:
    assert "\r" not in script() + style()


def test_script_and_style_name_no_host_and_load_nothing() -> None:
    assert not re.search(r"https?://(?!www\.w3\.org/)", script() + style())
    assert not re.search(r"@import|url\((?!['\"]?data:)", style())
    assert not re.search(r"\beval\(|new Function|innerHTML|outerHTML|insertAdjacentHTML|document\.write", script())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_of_briefings_has_a_catalogue(language: str) -> None:
    words = catalogue(language)
    assert words["noscript"]
    assert set(words) == set(catalogue("en"))
