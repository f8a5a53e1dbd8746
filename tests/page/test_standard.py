from collections.abc import Mapping
from typing import Any

import pytest

from page.packets import protocol_named
from ringtrue.page import LANGUAGES, standard, standard_consent, standard_practice, standard_qualification
from ringtrue.page.standard import audience, said
from ringtrue.protocols import BUILT_IN, MECHANISMS

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
    assert set(standard_practice("en", protocol_named("blind")).feedback["found"]) == {"A", "B", "tie"}
    assert standard_practice("en", protocol_named("scenarios")).feedback == {}
