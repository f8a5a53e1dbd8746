"""The rating page: what a rater gets, hosted or in one file, and nothing that tells whose text is whose."""

from ringtrue.page.briefing import Ask, AskType, Briefing, Checked, Consent, Practice
from ringtrue.page.bundle import catalogue, script, style
from ringtrue.page.comprehension import standard_check
from ringtrue.page.consent_form import consent_form
from ringtrue.page.document import packet_document, packet_name
from ringtrue.page.offline import hosted_page, offline_page
from ringtrue.page.standard import LANGUAGES, standard, standard_consent, standard_practice, standard_qualification

__all__ = [
    "LANGUAGES",
    "Ask",
    "AskType",
    "Briefing",
    "Checked",
    "Consent",
    "Practice",
    "catalogue",
    "consent_form",
    "hosted_page",
    "offline_page",
    "packet_document",
    "packet_name",
    "script",
    "standard",
    "standard_check",
    "standard_consent",
    "standard_practice",
    "standard_qualification",
    "style",
]
