""""""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from page.packets import GOLD, TRUE_SENTENCES, protocol_named
from ringtrue.page.briefing import (
    LANGUAGES,
    Ask,
    Consent,
    audience,
    consent_form,
    said,
    sentences_of,
    shuffled,
    standard,
    standard_check,
    standard_consent,
    standard_practice,
    standard_qualification,
    unwrapped,
)
from ringtrue.protocols.loader import BUILT_IN, with_ties
from ringtrue.protocols.scales import MECHANISMS


def test_a_question_always_has_all_its_keys() -> None:
    assert Ask("hours", "How many?", "number").as_document() == {
        "name": "hours",
        "text": "How many?",
        "type": "number",
        "required": True,
        "low": None,
        "high": None,
        "step": None,
        "labels": {},
        "list": None,
        "ties": False,
        "even": "",
    }


CONSENT = Consent("1", ("One.", "Two."), {"adult": "I am 18."})


def test_a_consent_says_its_version_hash_and_text() -> None:
    assert CONSENT.as_document() == {
        "version": "1",
        "hash": CONSENT.hash,
        "paragraphs": ["One.", "Two."],
        "statements": [{"id": "adult", "text": "I am 18."}],
    }


@pytest.mark.parametrize(
    "other",
    [
        Consent("2", ("One.", "Two."), {"adult": "I am 18."}),
        Consent("1", ("One. Two.",), {"adult": "I am 18."}),
        Consent("1", ("One.", "Two"), {"adult": "I am 18."}),
        Consent("1", ("One.", "Two."), {"adult": "I am 21."}),
        Consent("1", ("One.", "Two."), {"grown": "I am 18."}),
        Consent("1", ("One.", "Two."), {}),
    ],
)
def test_whatever_changes_in_the_text_changes_its_hash(other: Consent) -> None:
    assert other.hash != CONSENT.hash


def test_the_same_text_has_the_same_hash() -> None:
    assert Consent("1", ("One.", "Two."), {"adult": "I am 18."}).hash == CONSENT.hash
    assert len(CONSENT.hash) == 64


EVERYWHERE = pytest.mark.parametrize("language", LANGUAGES)
EACH = pytest.mark.parametrize("protocol", BUILT_IN)


def shape(data: Any) -> Any:
    """Keys of tables, lengths of lists, types of the rest; the translations of protocols aside."""
    if isinstance(data, Mapping):
        return {key: shape(value) for key, value in data.items() if key != "words"}
    return [shape(one) for one in data] if isinstance(data, list) else type(data)


def test_english_and_portuguese_are_there() -> None:
    assert LANGUAGES == ("en", "pt")


@EVERYWHERE
def test_every_language_says_the_same_things(language: str) -> None:
    assert shape(standard(language)) == shape(standard("en"))


def test_no_text_is_left_in_english() -> None:
    def texts(data: Any) -> set[str]:
        if isinstance(data, Mapping):
            return {
                text for key, value in data.items() if key not in {"words", "type", "name"} for text in texts(value)
            }
        if isinstance(data, list):
            return {text for one in data for text in texts(one)}
        return {data} if isinstance(data, str) else set()

    assert texts(standard("en")) & texts(standard("pt")) == {"1"}  # the version


@EACH
def test_portuguese_has_every_word_of_the_built_in_protocols(protocol: str) -> None:
    loaded = protocol_named(protocol)
    scales = [scale for scale in loaded.scales.values() if not MECHANISMS[scale.type].compares]
    questions = [question for kind in loaded.kinds.values() for question in kind.questions]
    shown = [text for question in questions for text in (question.text, question.both) if text]
    shown += [label for scale in scales for label in scale.labels.values()]
    assert [text for text in shown if text not in standard("pt")["words"]] == []


def test_a_text_without_translation_stays_as_it_is() -> None:
    assert said("pt", "Is it blue?") == "Is it blue?"
    assert said("pt", "sort of") == "mais ou menos"
    assert said("en", "sort of") == "sort of"


@pytest.mark.parametrize(
    ("protocol", "whom"),
    [("blind", "acquainted"), ("scenarios", "acquainted"), ("pairs", "sample"), ("lite", "sample")],
)
def test_who_can_rate_follows_from_the_gold_text(protocol: str, whom: str) -> None:
    assert audience(protocol_named(protocol)) == whom


@EVERYWHERE
def test_raters_who_know_the_person_attest_to_no_sources_and_no_talk(language: str) -> None:
    consent = standard_consent(language, protocol_named("blind"), "Voices", "")
    assert {"adult", "willing", "recorded", "no-sources", "no-talk", "own-work"} == set(consent.statements)


def test_title_and_contact_are_filled_in_and_a_missing_contact_says_nothing() -> None:
    lite = protocol_named("lite")
    with_contact = standard_consent("en", lite, "My voices", "a@example.org")
    without = standard_consent("en", lite, "My voices", "")
    assert any('"My voices"' in text for text in with_contact.paragraphs)
    assert with_contact.paragraphs[-1] == "Questions and withdrawal: a@example.org"
    assert with_contact.paragraphs[:-1] == without.paragraphs
    assert not any("{" in text for text in with_contact.paragraphs)


def test_other_attestations_replace_the_built_in_ones_only() -> None:
    consent = standard_consent("en", protocol_named("lite"), "T", "", {"a1": "I swear."})
    assert list(consent.statements) == ["adult", "willing", "recorded", "a1"]


def test_qualification_asks_what_a_blind_study_must_record() -> None:
    asked = standard_qualification("en", protocol_named("blind"))
    assert [(ask.name, ask.type, ask.required) for ask in asked] == [
        ("hours", "number", True),
        ("familiarity", "steps", True),
        ("closeness", "steps", True),
        ("distinctive", "text", True),
    ]


@EVERYWHERE
@EACH
def test_the_practice_card_fits_its_kind(protocol: str, language: str) -> None:
    loaded = protocol_named(protocol)
    practice = standard_practice(language, loaded)
    kind = loaded.kinds[practice.kind]
    assert len(practice.texts) == len(kind.show)
    assert set(practice.lists) == {question.lists for question in kind.questions if question.lists}
    assert set(practice.feedback) <= {question.name for question in kind.questions}
    assert practice.otherwise


def test_feedback_covers_every_answer_of_the_comparing_question() -> None:
    assert set(standard_practice("en", protocol_named("lite")).feedback["voice"]) == {"-2", "-1", "0", "1", "2"}
    blind = protocol_named("blind")
    assert set(standard_practice("en", blind).feedback["found"]) == {"A", "B"}
    assert set(standard_practice("en", with_ties(blind, allowed=True)).feedback["found"]) == {"A", "B", "tie"}
    assert standard_practice("en", protocol_named("scenarios")).feedback == {}


def test_two_questions_on_the_middle_and_the_end() -> None:
    # The sample has 6 sentences of 30 to 200 letters; the middle one is the third, the last one the sixth.
    fit = [sentence for sentence in sentences_of(GOLD) if 30 <= len(sentence) <= 200]
    assert len(fit) == 6
    assert (fit[2], fit[5]) == TRUE_SENTENCES
    assert tuple(checked.answer for checked in standard_check("en", GOLD)) == TRUE_SENTENCES


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_option_is_of_the_text_and_three_are_not(language: str) -> None:
    folded = " ".join(GOLD.split())
    used: list[str] = []
    for checked in standard_check(language, GOLD):
        assert [option for option in checked.options if option in folded] == [checked.answer]
        others = [option for option in checked.options if option != checked.answer]
        assert len(others) == 3
        used += others
    assert len(set(used)) == 6  # no distractor twice: the second question would be easier
    assert set(used) <= set(standard(language)["gold"]["others"])


def test_a_sentence_of_the_pool_that_the_text_has_is_no_distractor() -> None:
    pool = standard("en")["gold"]["others"]
    text = f"{pool[0]} {pool[1]} And this is the sentence that only the sample has."
    for checked in standard_check("en", text):
        assert len([option for option in checked.options if option in text]) == 1


@pytest.mark.parametrize(
    ("text", "questions"),
    [
        ("", 0),
        ("Too short.", 0),
        ("This one sentence is long enough to be recognised again.", 1),
        ("x" * 5000, 0),
        ("word " * 2000, 0),
    ],
)
def test_a_text_without_fit_sentences_gets_fewer_questions(text: str, questions: int) -> None:
    assert len(standard_check("en", text)) == questions


def test_lines_are_folded_and_paragraphs_end_sentences() -> None:
    assert sentences_of('He said "no.” Then\nhe left!\n\nA title\n\nReally? Yes… perhaps.') == [
        'He said "no.',
        "Then he left!",
        "A title",
        "Really?",
        "Yes…",
        "perhaps.",
    ]


@given(st.text(max_size=400))
def test_any_text_gives_questions_that_can_be_answered(text: str) -> None:
    for checked in standard_check("pt", text):
        assert checked.answer in checked.options
        assert len(set(checked.options)) == 4


@given(st.lists(st.text(), min_size=1, unique=True), st.text())
def test_shuffling_keeps_the_options_and_repeats_itself(options: list[str], salt: str) -> None:
    assert sorted(shuffled(options, salt)) == sorted(options)
    assert shuffled(options, salt) == shuffled(options[::-1], salt)


def test_the_right_option_does_not_stand_at_one_place() -> None:
    places = set()
    for number in range(40):
        text = f"The sentence number {number} is long enough for a check of reading."
        (checked,) = standard_check("en", text)
        places.add(checked.options.index(checked.answer))
    assert places == {0, 1, 2, 3}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_form_says_what_the_page_says(language: str) -> None:
    consent = standard_consent(language, protocol_named("pairs"), "My voices", "a@example.org")
    form = consent_form(consent, language, "My voices")
    for text in (*consent.paragraphs, *consent.statements.values()):
        assert text in form
    assert form.count("- [ ] ") == len(consent.statements)
    assert consent.hash[:12] in form
    assert form.count("____") >= 3
    assert "{" not in form


def test_the_form_begins_with_its_heading_and_ends_with_its_version() -> None:
    consent = standard_consent("en", protocol_named("blind"), "T", "")
    lines = consent_form(consent, "en", "T").splitlines()
    assert lines[0] == "# Consent to take part in a study"
    assert lines[-1] == f"Text version 1, fingerprint {consent.hash[:12]}"


LONG = "This line is as long as the lines of a wrapped file are, about so."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"{LONG}\n{LONG}\nand its end.", f"{LONG} {LONG} and its end."),
        (f"{LONG}\nend.\n\n{LONG}\nend.", f"{LONG} end.\n\n{LONG} end."),
        ("A short line\nof a verse\nstays a line.", "A short line\nof a verse\nstays a line."),
        (f"- one\n- two\n{LONG}", f"- one\n- two\n{LONG}"),
        (f"{LONG}\n    indented end.", f"{LONG} indented end."),
        ("", ""),
        ("one", "one"),
    ],
)
def test_wrapped_paragraphs_are_joined_and_nothing_else(text: str, expected: str) -> None:
    assert unwrapped(text) == expected


@given(st.text())
def test_no_word_is_changed(text: str) -> None:
    assert unwrapped(text).split() == text.split()
