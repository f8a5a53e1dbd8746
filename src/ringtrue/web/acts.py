"""What an organiser can do from the dashboard: each is an act of the study, under the organiser's name."""

from datetime import UTC, datetime

from ringtrue.store import PacketStanding, StudyStore
from ringtrue.terms import BadInput, Problem
from ringtrue.web.site import Site

DAYS = 14
_MOST_DAYS = 365
_MOST_RATERS = 500
_BACKUPS = "backups"

Links = list[tuple[str, str]]  # rater, link


def names_in(text: str) -> list[str] | int:
    """Raters as typed: a number of new ones, or their names, one a line."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if len(lines) == 1 and lines[0].isdecimal() and len(lines[0]) <= 4:
        return int(lines[0])
    return lines


def hours_of(days: str) -> float:
    """How long a link holds: the days typed, or the usual ones."""
    number = int(days) if days.isdecimal() and len(days) <= 3 else DAYS
    return 24.0 * min(max(number, 1), _MOST_DAYS)


def add_raters(site: Site, organiser: str, names: list[str] | int, hours: float) -> Links:
    """Deal to new raters and give each a link; those who are there already keep their packets and get a link."""
    count = names if isinstance(names, int) else len(names)
    if not 1 <= count <= _MOST_RATERS:
        what = f"Name 1 to {_MOST_RATERS} raters."
        raise BadInput([Problem("raters", "names", what, remedy="One name a line, or a number.")])
    dealt = site.study_as(organiser).deal(names, **as_dealt_before(site.records))
    return [(rater, _link(site, organiser, rater, hours)) for rater in dealt.raters]


def as_dealt_before(records: StudyStore) -> dict[str, int]:
    """How many cards a sitting and how many controls the raters so far got: those who come later get the same."""
    from ringtrue.study.dealt import SEALED  # brings half the house with it, and a server must start quickly

    before: dict[str, int] = {}
    for entry in records.audit_entries():
        deal = entry.detail.get("plan", {}).get("deal", {}) if entry.act == SEALED else {}
        before |= {name: deal[name] for name in ("session", "controls") if name in deal}
    return before


def invite_again(site: Site, organiser: str, rater: str, hours: float) -> Links:
    """A new link in place of all earlier ones."""
    revoke(site, organiser, rater)
    return [(rater, _link(site, organiser, rater, hours))]


def revoke(site: Site, organiser: str, rater: str) -> None:
    """Links and sessions of a rater hold no longer."""
    site.desk.access.revoke(rater, who=organiser)
    site.recent.forget()


def withdraw(site: Site, organiser: str, rater: str, why: str, anonymise: bool) -> None:
    """Shut the rater out, then withdraw him."""
    if not why.strip():
        raise BadInput([Problem("rater", "why", "A withdrawal needs a reason.", remedy="Say why in a few words.")])
    revoke(site, organiser, rater)
    site.study_as(organiser).withdraw_rater(rater, why=why.strip(), anonymise=anonymise)
    site.forget(rater)


def left_out(site: Site) -> tuple[list[PacketStanding], list[PacketStanding]]:
    """Packets that are out: those in which an answer stands, and those without; what was taken back is none."""
    out = [packet for packet in site.desk.packets() if packet.state == "out"]
    newest = {(mark.token, mark.card, mark.question): mark.is_there for mark in site.records.answer_marks(0)}
    begun = {token for (token, _, _), is_there in newest.items() if is_there}
    return [one for one in out if one.token in begun], [one for one in out if one.token not in begun]


def close(site: Site, organiser: str, withdraw_untouched: bool) -> None:
    """Shut the gate first, then take in as partial what was begun; what nobody touched is withdrawn if so wished."""
    site.gate.set("closed", who=organiser)
    begun, untouched = left_out(site)
    for packet in begun:
        site.desk.finish(packet.token, partial=True)
    for packet in untouched if withdraw_untouched else ():
        site.records.change_packet(packet.token, "withdrawn", who=organiser, why="rating closed")
    site.at.clear()
    site.lately.forget()


def back_up(site: Site, organiser: str) -> str:
    """Write a backup into the study's folder; returns its place in it."""
    folder = site.study.folder / _BACKUPS
    folder.mkdir(exist_ok=True)
    name = f"{datetime.now(UTC):%Y-%m-%d-%H%M%S-%f}.ringtrue"
    site.study_as(organiser).backup(folder / name)
    return f"{_BACKUPS}/{name}"


def _link(site: Site, organiser: str, rater: str, hours: float) -> str:
    return f"{site.hosting.url}/r/{site.desk.access.invite(rater, hours, who=organiser)}"
