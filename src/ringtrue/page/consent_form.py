"""The consent form on paper: the same text a rater agrees to on the page, with lines to sign."""

from ringtrue.page.briefing import Consent
from ringtrue.page.standard import standard

_LINE = "_" * 40


def consent_form(consent: Consent, language: str, title: str) -> str:
    """The form as plain Markdown."""
    words = standard(language)["consent"]["form"]
    version = words["version"].replace("{version}", consent.version).replace("{hash}", consent.hash[:12])
    parts = [
        f"# {words['heading']}",
        f"**{title}**",
        *consent.paragraphs,
        words["agree"],
        "\n".join(f"- [ ] {text}" for text in consent.statements.values()),
        *(f"{name}: {_LINE}" for name in words["lines"]),
        version,
    ]
    return "\n\n".join(parts) + "\n"
