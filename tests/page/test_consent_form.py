import pytest

from page.packets import protocol_named
from ringtrue.page import LANGUAGES, consent_form, standard_consent


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
