"""The methods text: every number from the study, two languages with the same facts, silence where nothing is known."""

import re
from dataclasses import replace

import pytest

from ringtrue.protocols.loader import load
from ringtrue.protocols.output_keys import LANGUAGES
from ringtrue.report.methods import Methods, _sentences, languages, methods_text

FACTS = Methods(
    subject="Ada_Example",
    protocol=load("pairs"),
    pairs=5,
    domains=("TECH", "NARR"),
    ratings=34,
    raters=7,
    dealt=8,
    partial=1,
    withdrawn=1,
    items_withdrawn=2,
    design="equivalence",
    grade="preferred",
    control="control",
    control_ratings=12,
    gold_words=77,
    seed=4242,
    replicates=2000,
    seals=("abc123", "def456"),
    sealed_at="2026-01-02T10:00:00",
    opened_at="2026-01-09T10:00:00",
    minutes=8.75,
    model_definitions=("the plain cosine of embeddings",),
    anchored=True,
    index="pfi_001",
    order=("NARR", "TECH"),
    program="0.1.0",
)


def numbers(text: str) -> list[str]:
    return sorted(re.findall(r"\d+(?:\.\d+)*", text))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fact_is_told_in_each_language(language: str) -> None:
    text = methods_text(FACTS, language)
    told = ("7 ", "34 ", "8 ", "12 ", "77 ", "4242", "2000", "`abc123`", "`def456`", "2026-01-02", "2026-01-09", "8.8")
    assert [fact for fact in told if fact not in text] == []
    assert "NARR < TECH" in text or "NARR &lt; TECH" in text or "NARR \\< TECH" in text
    for name in ("pfi_001", "pfi_004", "pfi_equivalence"):
        assert f"`{name}` =" in text
    assert "{" not in text
    assert "ringtrue 0.1.0" in text


def test_both_languages_tell_the_same_numbers() -> None:
    assert numbers(methods_text(FACTS, "en")) == numbers(methods_text(FACTS, "pt"))


def test_the_formulas_are_those_of_the_protocol() -> None:
    protocol = FACTS.protocol
    text = methods_text(FACTS)
    assert languages(protocol) == LANGUAGES
    assert f"`pfi_001_each` = {protocol.measures['pfi_001_each'].formula}" in text
    assert f"`pair_equivalence` = {protocol.measures['pair_equivalence'].formula}" in text


def test_both_languages_have_the_same_sentences_with_the_same_gaps() -> None:
    own = FACTS.protocol.methods.words
    english, portuguese = _sentences("en") | own["en"], _sentences("pt") | own["pt"]
    assert list(english) == list(portuguese)
    for name in english:
        assert set(re.findall(r"{\w+}", english[name])) == set(re.findall(r"{\w+}", portuguese[name])), name
    same = [name for name in english if english[name] == portuguese[name]]
    assert same == ["material"]  # the one heading that is spelled alike


def test_what_is_not_known_is_said_or_left_out() -> None:
    bare = Methods("Ada", load("lite"), 3, (), 0, 0)
    text = methods_text(bare)
    assert "without dealt cards" in text
    assert "no sample of the true voice" in text
    assert "no model index" in text
    assert "median time" not in text
    assert "Page" not in text
    assert "None" not in text


def test_an_early_opening_and_a_sealed_key_are_told() -> None:
    assert "for this reason: a rater moved away." in methods_text(replace(FACTS, early="a rater moved away"))
    assert "The key has not been opened." in methods_text(replace(FACTS, opened_at=""))


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"grade": "both"}, "Both texts were graded"),
        ({"design": "discrimination", "speakers": ("control", "compressed")}, "a control that has the name alone"),
        ({"design": "discrimination"}, "raters should find the candidate nearer"),
        ({"anchored": False}, "no controls to anchor it"),
        ({"index": "pfi_004"}, "The criteria test `pfi_004`"),
    ],
)
def test_the_form_of_the_study_is_told(changed: dict[str, object], words: str) -> None:
    assert words in methods_text(replace(FACTS, **changed))


def test_the_subjects_name_does_nothing() -> None:
    text = methods_text(replace(FACTS, subject="<b>Ada</b> [x](y)"))
    assert "<b>" not in text
    assert "[x](y)" not in text
