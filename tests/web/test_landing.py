"""The words around the rating page."""

from typing import Any

import pytest

from ringtrue.web.landing import words_of


def document(**changes: Any) -> dict[str, Any]:
    return {"language": "en", "study": {"title": "Letters", "contact": "ines@example.org"}, "minutes": 9, **changes}


def test_what_the_study_says_of_itself() -> None:
    words = words_of(document())
    assert (words["title"], words["language"]) == ("Letters", "en")
    assert "about 9 minutes" in words["minutes"]
    assert words["contact"] == "Questions: ines@example.org"


def test_portuguese_has_every_word() -> None:
    assert set(words_of(document(language="pt"))) == set(words_of(document()))
    assert "9 minutos" in words_of(document(language="pt"))["minutes"]


@pytest.mark.parametrize("given", [None, document(language="xx", minutes=None, study={"title": "", "contact": ""})])
def test_what_is_not_known_is_not_said(given: dict[str, Any] | None) -> None:
    words = words_of(given)
    assert (words["language"], words["title"], words["minutes"], words["contact"]) == ("en", "ringtrue", "", "")


def test_a_contact_with_braces_is_only_text() -> None:
    assert (
        words_of(document(study={"title": "{x}", "contact": "{0} {minutes}"}))["contact"] == "Questions: {0} {minutes}"
    )
