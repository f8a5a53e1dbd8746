"""The catalogues: the same keys and places in every language, no empty text, and every key that the script asks for."""

import re
from pathlib import Path

import pytest

from ringtrue import page as page_room
from ringtrue.page.briefing import LANGUAGES
from ringtrue.page.offline import catalogue, script

WORDS = Path(page_room.__file__).parent / "assets" / "words"
PLACE = re.compile(r"\{(\w+)\}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_same_keys_as_english_and_no_empty_text(language: str) -> None:
    words = catalogue(language)
    assert list(words) == list(catalogue("en"))
    assert [key for key, text in words.items() if not text.strip() or text != text.strip()] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_same_places_are_filled_in_every_language(language: str) -> None:
    english = catalogue("en")
    wrong = [
        key
        for key, text in catalogue(language).items()
        if sorted(PLACE.findall(text)) != sorted(PLACE.findall(english[key]))
    ]
    assert wrong == []


def test_every_catalogue_is_one_file_and_every_file_a_language() -> None:
    assert sorted(file.stem for file in WORDS.glob("*.json")) == sorted(LANGUAGES)


def test_every_key_the_script_names_is_there_and_none_is_left_over() -> None:
    words = set(catalogue("en"))
    named = set(re.findall(r'"([a-z]+(?:[._][a-z_]+)*)"', script()))
    counted = {f"{key}.{form}" for key in named for form in ("one", "many")}
    # Keys that the script puts together from a state's name.
    made = {key for key in words if key.split(".")[0] in ("state", "problem", "store", "size", "theme", "stop")}
    made |= {f"question.{fault}{end}" for fault in ("missing", "wrong_number") for end in ("", "_named")}
    assert {key for key in re.findall(r'say\("([^"]+)"', script()) if key not in words} == set()
    assert words - named - counted - made == {"noscript"}


@pytest.mark.parametrize("key", ["state", "problem"])
def test_every_state_the_page_can_stop_in_has_its_words(key: str) -> None:
    stops = re.search(r"const STOPS = \[([^\]]+)\]", script())
    assert stops is not None
    names = set(re.findall(r'"(\w+)"', stops.group(1)))
    ends = {"state": names - {"unreachable", "damaged"}, "problem": names}[key]  # the last two come before any saving
    suffixes = [""] if key == "state" else [".title", ".text"]
    assert {f"{key}.{name}{suffix}" for name in ends for suffix in suffixes} <= set(catalogue("en"))


def test_portuguese_is_no_copy_of_english() -> None:
    english, portuguese = catalogue("en"), catalogue("pt")
    assert {key for key in english if english[key] == portuguese[key]} == {"anchored.level"}
    assert sum(character in "ãõçáéíóúâêôà" for text in portuguese.values() for character in text) > 150
