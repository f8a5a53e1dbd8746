import pytest

from ringtrue.page import Ask, Consent


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
