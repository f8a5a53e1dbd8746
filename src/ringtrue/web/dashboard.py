"""The dashboard of organisers: raters' progress and attention, and nothing that unblinds."""

import csv
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from io import StringIO
from typing import TYPE_CHECKING

from ringtrue.store.access import Invite
from ringtrue.study.hosted_rating import RaterProgress
from ringtrue.terms.result import Estimate
from ringtrue.web.state import Site

if TYPE_CHECKING:
    from ringtrue.study.sealed_monitoring import Watched

_FEW, _STEP = 10, 5  # up to so many cards are counted one by one, more of them in steps
_COLUMNS = (
    "rater", "state", "link", "cards_done", "cards", "last_seen", "seconds_a_card", "breaks",
    "attention_right", "attention_asked", "controls_answered",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class RaterRow:
    """One rater's row."""

    progress: RaterProgress
    link: str
    watched: "Watched"
    failed: bool = False  # the check on the sample, on the last attempt

    @property
    def controls(self) -> int | None:
        """Control cards answered, once all are: a number that grows card by card would tell which card is one."""
        return self.watched.controls if self.progress.state in ("done", "withdrawn") else None

    @property
    def last_seen(self) -> str:
        """When something was last saved, to the minute."""
        seen = self.progress.last_seen
        return f"{datetime.fromisoformat(seen):%d %b %H:%M}" if seen else ""

    @property
    def pace(self) -> str:
        """The median time on a card, for reading."""
        return "" if self.progress.pace is None else f"{self.progress.pace:.0f} s"


def coarse(progress: RaterProgress) -> RaterProgress:
    """The progress in steps of a few cards, so that nobody can tell what a single card did to the figures."""
    step = 1 if progress.cards <= _FEW else _STEP
    done = progress.done if progress.done >= progress.cards else progress.done // step * step
    return replace(progress, done=done)


@dataclass(frozen=True, slots=True)
class Verdicts:
    """What the newest result says: the document's verdict, the sound one, and when it was scored."""

    verdict: str
    sound: str
    at: str


@dataclass(frozen=True, slots=True)
class Dashboard:
    """What the dashboard shows."""

    rows: tuple[RaterRow, ...]
    agreement: Estimate
    opened: bool
    state: str
    result: "Verdicts | None" = None

    @property
    def cards(self) -> tuple[int, int]:
        """Cards answered and dealt, over all raters that are not withdrawn."""
        counted = [row.progress for row in self.rows if row.progress.state != "withdrawn"]
        return sum(one.done for one in counted), sum(one.cards for one in counted)

    @property
    def finished(self) -> int:
        """How many raters have finished."""
        return sum(row.progress.state == "done" for row in self.rows)

    @property
    def taking_part(self) -> int:
        """How many raters there are, without those withdrawn."""
        return sum(row.progress.state != "withdrawn" for row in self.rows)

    @property
    def attention_failures(self) -> int:
        """Attention cards not answered as expected."""
        return sum(row.watched.attention_asked - row.watched.attention_right for row in self.rows)

    @property
    def agreement_words(self) -> str:
        """Krippendorff's alpha, or why there is none."""
        found = self.agreement
        return f"not yet: {found.reason}" if found.value is None else _shown(found.value)

    @property
    def interval_words(self) -> str:
        """Its interval, where there is one."""
        low, high = self.agreement.low, self.agreement.high
        if low is None or high is None:
            return ""
        return f"alpha; {100 * self.agreement.level:.0f} % interval {_shown(low)} to {_shown(high)}"


def read_dashboard(site: Site) -> Dashboard:
    """The state of the study right now."""
    from ringtrue.study.sealed_monitoring import Watched, monitoring  # SciPy takes a second to load

    found = monitoring(site.records, site.study.settings.protocol)
    watched = {one.rater: one for one in found.raters}
    links = newest_links(site.rating.access.invites())
    failed = site.rating.failed_check()
    rows = [
        RaterRow(
            coarse(one),
            links.get(one.rater, "none"),
            watched.get(one.rater, Watched(one.rater, 0, 0, 0)),
            one.rater in failed,
        )
        for one in site.rating.progress()
    ]
    return Dashboard(tuple(rows), found.agreement, site.rating.opened, site.intake.state, newest_verdicts(site))


def newest_verdicts(site: Site) -> Verdicts | None:
    """The verdicts of the newest result, None where nothing was scored."""
    record = site.records.latest_result()
    if record is None:
        return None
    verdict, sound = record.result.verdict, record.result.sound_verdict
    at = f"{datetime.fromisoformat(record.provenance.at):%d %b %H:%M}" if record.provenance.at else ""
    return Verdicts(verdict.label if verdict else "none", sound.label if sound else "none", at)


def newest_links(invites: Iterable[Invite]) -> dict[str, str]:
    """The state of each rater's link, in words; an open or used one counts before an old one."""
    order = ("expired", "revoked", "claimed", "open")
    best: dict[str, Invite] = {}
    for invite in invites:
        known = best.get(invite.rater)
        if known is None or order.index(invite.state) >= order.index(known.state):
            best[invite.rater] = invite
    words = {"claimed": "used", "revoked": "revoked", "expired": "expired"}
    return {rater: words.get(one.state) or f"open until {_day(one.expires)}" for rater, one in best.items()}


def progress_csv(rows: Sequence[RaterRow]) -> str:
    """The table as CSV; a name that a spreadsheet would take for a formula is quoted."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(_COLUMNS)
    for row in rows:
        one, watched = row.progress, row.watched
        name = spreadsheet_safe(one.rater)
        pace = "" if one.pace is None else f"{one.pace:.1f}"
        writer.writerow(
            (name, one.state, row.link, one.done, one.cards, one.last_seen or "", pace, one.breaks,
             watched.attention_right, watched.attention_asked, "" if row.controls is None else row.controls)
        )  # fmt: skip
    return out.getvalue()


def spreadsheet_safe(text: str) -> str:
    """The text quoted where a spreadsheet would take it for a formula."""
    return f"'{text}" if text[:1] in "=+-@\t\r" else text


def _day(seconds: float) -> str:
    return f"{datetime.fromtimestamp(seconds, UTC):%d %b}"


def _shown(number: float) -> str:
    return f"{number:.2f}".replace("-", "−")
