"""Invitations: personal links for raters, with the address they begin with, as a table, CSV and mail text."""

import csv
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from io import StringIO
from typing import Any
from urllib.parse import quote

from ringtrue.page.scoring import catalogue
from ringtrue.study.briefing import read_briefing
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.web.dashboard import newest_links, spreadsheet_safe
from ringtrue.web.state import ADDRESS_SET, Site

DAYS = 14
_MOST_DAYS = 365

# Who can be invited: raters with a packet that is out. An earlier link, and what began with it, ends with a new one.


def invitable(site: Site) -> tuple[list[str], list[str]]:
    """Raters with a packet out: those without a link that can be or was used, and the others."""
    links = newest_links(site.rating.access.invites())
    out = dict.fromkeys(one.rater for one in site.rating.packets() if one.state == "out")
    has = {rater for rater, words in links.items() if words == "used" or words.startswith("open")}
    return [one for one in out if one not in has], [one for one in out if one in has]


def invite_all(site: Site, organiser: str, hours: float, *, everybody: bool) -> list[tuple[str, str]]:
    """A link for each rater who has none, or for everybody who is not done; BadInput where there is nobody."""
    without, others = invitable(site)
    if not without and not (everybody and others):
        remedy = "Add raters first, or choose everybody." if others else "Add raters first."
        raise BadInput([Problem("raters", "invitations", "Nobody is left to be invited.", remedy=remedy)])
    for rater in others if everybody else ():
        site.rating.access.revoke(rater, who=organiser)
    site.sessions.forget()
    chosen = [*without, *others] if everybody else without
    return [(rater, new_link(site, organiser, rater, hours)) for rater in chosen]


def names_in(text: str) -> list[str] | int:
    """Parse raters as typed: a number of new ones, or their names, one per line."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if len(lines) == 1 and lines[0].isdecimal() and len(lines[0]) <= 4:
        return int(lines[0])
    return lines


def hours_of(days: str) -> float:
    """How long a link is valid: the days typed, or the default."""
    number = int(days) if days.isdecimal() and len(days) <= 3 else DAYS
    return 24.0 * min(max(number, 1), _MOST_DAYS)


def new_link(site: Site, organiser: str, rater: str, hours: float) -> str:
    """A new personal link of a rater; it is shown once, only its hash is kept."""
    return f"{site.public.url}/r/{site.rating.access.invite(rater, hours, who=organiser)}"


def set_address(site: Site, organiser: str, url: str) -> None:
    """The address links begin with from now on; BadInput where it is none or would not be safe."""
    if site.public.set(url.strip()):
        site.records.note(ADDRESS_SET, {"url": site.public.url}, who=organiser)


# The mail: its words in the study's language, and the table for a mail merge.


_WORDS = {
    "en": {
        "subject": "Your invitation: {title}",
        "host_scores": "{host} invites you to score a conversation.",
        "scores": "You are invited to score a conversation.",
        "host": "{host} invites you to a reading study.",
        "nobody": "You are invited to a reading study.",
        "minutes": "It takes about {minutes} minutes, and you can stop and continue later.",
        "link": "This is your personal link. It works once, until {until}:",
        "once": "Please open it in the browser you will keep using, and do not pass it on.",
        "contact": "Questions: {contact}",
    },
    "pt": {
        "subject": "Convite: {title}",
        "host_scores": "{host} convida você para pontuar uma conversa.",
        "scores": "Você está convidado para pontuar uma conversa.",
        "host": "{host} convida você para um estudo de leitura.",
        "nobody": "Você está convidado para um estudo de leitura.",
        "minutes": "Leva cerca de {minutes} minutos, e é possível parar e continuar depois.",
        "link": "Este é o seu endereço pessoal. Vale uma vez, até {until}:",
        "once": "Abra-o no navegador que você vai continuar usando e não o passe adiante.",
        "contact": "Perguntas: {contact}",
    },
}
_LINK = "{link}"


@dataclass(frozen=True, slots=True)
class Mail:
    """An invitation by mail: subject, and a text in which {link} stands for the personal link."""

    subject: str
    text: str

    def to(self, link: str) -> str:
        """The text with one rater's link."""
        return self.text.replace(_LINK, link)

    def address(self, link: str) -> str:
        """A mailto address with subject and text filled in."""
        return f"mailto:?subject={quote(self.subject)}&body={quote(self.to(link))}"


def mail_of(site: Site, rater: str, hours: float) -> Mail:
    """The invitation in the words of the study, as a rater's current packet has them."""
    about = _about_scoring(site) if site.scoring else _about_packet(site, rater)
    study, words = about["study"], _WORDS.get(about["language"], _WORDS["en"])
    host, nobody = ("host_scores", "scores") if site.scoring else ("host", "nobody")
    until = f"{datetime.now(UTC) + timedelta(hours=hours):%Y-%m-%d}"
    parts = [
        words[host].format(host=study["host"]) if study.get("host") else words[nobody],
        *([words["minutes"].format(minutes=about["minutes"])] if about["minutes"] else []),
        f"{words['link'].format(until=until)}\n{_LINK}",
        words["once"],
        *([words["contact"].format(contact=study["contact"])] if study.get("contact") else []),
    ]
    return Mail(words["subject"].format(title=study["title"]), "\n\n".join(parts) + "\n")


def _about_packet(site: Site, rater: str) -> Mapping[str, Any]:
    token = next(one.token for one in site.rating.packets() if one.rater == rater and one.state == "out")
    return site.rating.document(token)


def _about_scoring(site: Site) -> Mapping[str, Any]:
    briefing = read_briefing(site.study.folder, site.study.settings)
    study = {"title": catalogue(briefing.language)["title"], "host": briefing.host, "contact": briefing.contact}
    return {"language": briefing.language, "study": study, "minutes": briefing.minutes}


def links_csv(links: Iterable[tuple[str, str]], mail: Mail) -> str:
    """Rater, link, subject and text, a line for each, for a mail merge."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(("rater", "link", "subject", "text"))
    for rater, link in links:
        writer.writerow((spreadsheet_safe(rater), link, spreadsheet_safe(mail.subject), mail.to(link)))
    return out.getvalue()


def links_page(site: Site, links: Sequence[tuple[str, str]], hours: float) -> dict[str, Any]:
    """What the page with the links shows."""
    mail = mail_of(site, links[0][0], hours)
    rows = [(rater, link, mail.address(link)) for rater, link in links]
    return {
        "links": rows,
        "days": round(hours / 24),
        "mail": mail,
        "table": "\ufeff" + links_csv(links, mail),
        "local": site.public.is_local,
        "address": site.public.url,
    }
