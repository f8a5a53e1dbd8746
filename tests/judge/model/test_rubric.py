"""Rubrics: the same keys and gaps in every language, and a translation for everything the built-in protocols ask."""

import string
from dataclasses import replace

import pytest

from judge.model.samples import protocol_named
from ringtrue.judge.model import LANGUAGES, rubric, untranslated
from ringtrue.protocols import BUILT_IN
from ringtrue.terms import BadInput, ScaleType

TABLES = ("parts", "scales", "headings", "fields")
OTHERS = [language for language in LANGUAGES if language != "en"]


def gaps(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_there_are_english_and_portuguese() -> None:
    assert {"en", "pt"} <= set(LANGUAGES)


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("table", TABLES)
def test_every_language_says_the_same_things_with_the_same_gaps(language: str, table: str) -> None:
    english, other = getattr(rubric("en"), table), getattr(rubric(language), table)
    assert list(english) == list(other)
    for key, text in english.items():
        assert gaps(other[key]) == gaps(text), key
        assert key in ("mixed", "language") or other[key] != text, f"{key} is still in English"


def test_every_type_of_scale_is_asked_somehow() -> None:
    assert set(ScaleType.__args__) <= set(rubric("en").scales)  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", BUILT_IN)
@pytest.mark.parametrize("language", LANGUAGES)
def test_all_that_the_built_in_protocols_ask_is_translated(name: str, language: str) -> None:
    assert untranslated(protocol_named(name), language) == ()


def test_what_a_protocol_words_anew_is_told_as_untranslated_and_shown_as_it_is() -> None:
    protocol = protocol_named("scenarios")
    kind = protocol.kinds["scenario"]
    question = replace(kind.questions[0], text="Would the person nod?")
    changed = replace(protocol, kinds={"scenario": replace(kind, questions=(question, *kind.questions[1:]))})
    assert untranslated(changed, "pt") == ("Would the person nod?",)
    assert untranslated(changed, "en") == ()
    assert rubric("pt").said("Would the person nod?") == "Would the person nod?"


def test_an_unknown_language_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadInput) as refusal:
        rubric("pt-BR")
    assert "pt" in refusal.value.problems[0].remedy


def test_each_rubric_has_a_hash_of_its_own() -> None:
    assert len({rubric(language).hash for language in LANGUAGES}) == len(LANGUAGES)
