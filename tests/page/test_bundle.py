import re
from importlib.resources import files

import pytest

from ringtrue.page import LANGUAGES, catalogue, script, style

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
