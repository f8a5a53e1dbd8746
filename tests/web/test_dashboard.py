"""The table of raters and what stands above it, from progress, links and counts."""

import csv
from io import StringIO

import pytest

from ringtrue.store.access import Invite
from ringtrue.study.hosted_rating import RaterProgress
from ringtrue.study.sealed_monitoring import Watched
from ringtrue.terms.result import Estimate
from ringtrue.web.dashboard import Dashboard, RaterRow, coarse, newest_links, progress_csv

DAY = 1_796_000_000.0  # 30 November 2026


def row(rater: str = "anna", state: str = "rating", *, done: int = 2, pace: float | None = 12.4) -> RaterRow:
    seen = "2026-11-16T05:39:50.123456+00:00" if done else None
    progress = RaterProgress(rater, state, 8, done, seen, 25.0, pace, breaks=1)
    return RaterRow(progress, "used", Watched(rater, 1, 2, 3))


def board(*rows: RaterRow, agreement: Estimate | None = None) -> Dashboard:
    return Dashboard(rows, agreement or Estimate.absent("too few"), opened=False, state="open")


def test_the_figures_leave_out_who_was_withdrawn() -> None:
    shown = board(row(done=8, state="done"), row("bert"), row("carla", "withdrawn", done=5))
    assert shown.cards == (10, 16)
    assert (shown.finished, shown.taking_part) == (1, 2)
    assert shown.attention_failures == 3


def test_a_row_as_it_is_read() -> None:
    assert row().last_seen == "16 Nov 05:39"
    assert row().pace == "12 s"
    waiting = row(done=0, pace=None)
    assert (waiting.last_seen, waiting.pace) == ("", "")


def test_agreement_with_its_interval_or_with_its_reason() -> None:
    found = board(agreement=Estimate(-0.123, -0.5, 0.25, 6))
    assert found.agreement_words == "−0.12"
    assert found.interval_words == "alpha; 95 % interval −0.50 to 0.25"
    assert board().agreement_words == "not yet: too few"
    assert board().interval_words == ""


@pytest.mark.parametrize(
    ("states", "shown"),
    [
        (["open"], "open until 30 Nov"),
        (["claimed"], "used"),
        (["claimed", "revoked"], "used"),
        (["revoked", "open"], "open until 30 Nov"),
        (["expired", "revoked"], "revoked"),
        (["expired"], "expired"),
    ],
)
def test_of_several_links_the_one_that_matters(states: list[str], shown: str) -> None:
    links = newest_links([Invite("anna", state, DAY) for state in states])  # type: ignore[arg-type]
    assert links == {"anna": shown}


def test_the_table_as_csv_is_safe_in_a_spreadsheet() -> None:
    text = progress_csv([row('=HYPERLINK("x")'), row("o'neil, jr")])
    first, second = csv.DictReader(StringIO(text))
    assert first["rater"] == '\'=HYPERLINK("x")'
    assert second["rater"] == "o'neil, jr"
    assert (second["cards_done"], second["cards"], second["seconds_a_card"]) == ("2", "8", "12.4")
    assert (second["attention_right"], second["attention_asked"], second["controls_answered"]) == ("1", "2", "")


def test_a_count_of_controls_is_shown_only_once_it_cannot_tell_which_card_was_one() -> None:
    assert row().controls is None
    assert row(done=8, state="done").controls == 3
    (line,) = csv.DictReader(StringIO(progress_csv([row(done=8, state="done")])))
    assert line["controls_answered"] == "3"


@pytest.mark.parametrize(
    ("done", "cards", "shown"), [(3, 8, 3), (10, 10, 10), (4, 11, 0), (14, 44, 10), (43, 44, 40), (44, 44, 44)]
)
def test_cards_of_a_long_packet_are_counted_in_steps(done: int, cards: int, shown: int) -> None:
    assert coarse(RaterProgress("anna", "rating", cards, done, None, 0.0, None)).done == shown
