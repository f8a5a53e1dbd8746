"""Resamples of a study: what is drawn anew or left out, and what it is called."""

import numpy as np
import pytest

from ringtrue.score import resamples as module
from ringtrue.score.resamples import (
    can_leave_out,
    draws,
    is_dust,
    resampling,
    without_both,
    without_items,
    without_raters,
    without_sessions,
)
from ringtrue.score.study_table import StudyTable, compiled
from ringtrue.terms.answer import Rating
from ringtrue.terms.item import Item
from ringtrue.terms.protocol import Kind, Protocol, Question
from small_studies import cards, marks, protocol

CROSSED, SESSIONS = protocol(), protocol(unit="sessions")


def study_of(
    items: int, raters: int, rules: Protocol = CROSSED, sessions: list[str | None] | None = None
) -> StudyTable:
    ratings = marks("mark", [[50.0] * raters] * items)
    return compiled(rules, cards(items, session=sessions or [None] * items), ratings)


def test_items_and_raters_are_drawn_as_often_as_there_are() -> None:
    (draw,) = draws(study_of(6, 3), 50, 1)
    assert draw.raters is not None
    assert draw.raters.shape == (50, 3)
    assert draw.items.shape == (50, 6)
    assert (draw.raters.sum(axis=1) == 3).all()
    assert (draw.items.sum(axis=1) == 6).all()
    assert draw.items.var() > 0


def test_items_are_drawn_within_their_kind() -> None:
    asked = (Question("mark", "anchored", "?"),)
    rules = protocol(kinds={name: Kind(name, ("clone",), asked) for name in ("quote", "style")})
    items = [Item(f"i{place}", "quote" if place % 3 else "style", "?") for place in range(9)]
    ratings = [Rating(rater, item.id, "mark", 1.0) for rater in "AB" for item in items]
    (draw,) = draws(compiled(rules, items, ratings), 60, 1)
    style = np.array([place % 3 == 0 for place in range(9)])
    assert (draw.items[:, style].sum(axis=1) == 3).all()
    assert (draw.items[:, ~style].sum(axis=1) == 6).all()
    assert draw.items[:, style].var() > 0


@pytest.mark.parametrize(("raters", "kinds"), [("A", ("quote",)), ("A", ("quote", "style")), ("AB", ("quote",))])
def test_the_same_seed_draws_the_same_wherever_blocks_of_one_table_end(
    monkeypatch: pytest.MonkeyPatch, raters: str, kinds: tuple[str, ...]
) -> None:
    asked = (Question("mark", "anchored", "?"),)
    rules = protocol(kinds={name: Kind(name, ("clone",), asked) for name in kinds})
    items = [Item(f"i{place}", kinds[place % len(kinds)], "?") for place in range(9)]
    study = compiled(rules, items, [Rating(rater, item.id, "mark", 1.0) for rater in raters for item in items])
    whole = [draw.items for draw in draws(study, 60, 1)]
    monkeypatch.setattr(module, "_CELLS_ALONE", 90)  # ten replicates
    assert np.array_equal(np.concatenate(whole), np.concatenate([draw.items for draw in draws(study, 60, 1)]))


def test_one_rater_stays_as_is() -> None:
    (draw,) = draws(study_of(6, 1), 10, 1)
    assert draw.raters is None
    assert "holds for this rater only" in resampling(CROSSED, study_of(6, 1), 10).method


@pytest.mark.parametrize(
    ("rules", "study", "reason"),
    [
        (CROSSED, study_of(1, 3), "one item"),
        (SESSIONS, study_of(4, 2, SESSIONS, ["x"] * 4), "one session"),
        (SESSIONS, study_of(4, 2, SESSIONS), "one session"),
    ],
)
def test_from_one_of_a_kind_nothing_can_be_drawn(rules: Protocol, study: StudyTable, reason: str) -> None:
    assert str(resampling(rules, study, 10).reason).startswith(reason)


def test_a_crossed_study_has_no_reason_and_names_its_method() -> None:
    how = resampling(CROSSED, study_of(4, 2), 99)
    assert how.reason is None
    assert how.method == "pigeonhole bootstrap over items and raters, 99 replicates"


def test_blocks_bound_the_cells_held_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_CELLS", 24)
    blocks = list(draws(study_of(6, 3), 10, 1))
    assert [block.items.shape[0] for block in blocks] == [4, 4, 2]
    assert [block.raters.shape[0] for block in blocks if block.raters is not None] == [4, 4, 2]


def test_a_seed_is_a_study_of_its_own() -> None:
    first, again, other = (next(draws(study_of(8, 3), 20, seed)).items for seed in (1, 1, 2))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


def test_dust_is_measured_by_the_size_of_the_numbers() -> None:
    assert is_dust(0.1 + 0.2, 0.3 + 1e-16)
    assert is_dust(92.9, 92.9 + 2e-13)
    assert is_dust(-1e-17, 1e-17)
    assert not is_dust(0.0, 1e-6)
    assert not is_dust(92.9, 92.9001)


def test_each_item_and_each_rater_is_left_out_once() -> None:
    study = study_of(4, 3)
    (items,) = without_items(study)
    assert items.raters is None
    assert np.array_equal(items.items, 1 - np.eye(4))
    (raters,) = without_raters(study, 1.0)
    assert raters.raters is not None
    assert np.array_equal(raters.raters, 1 - np.eye(3))
    assert (raters.items == 1).all()
    assert raters.tie == 1.0
    (both,) = without_both(study, 1.0)
    assert both.raters is not None
    gone = [(int(i), int(r)) for i, r in zip(both.items.argmin(axis=1), both.raters.argmin(axis=1), strict=True)]
    assert gone == [(item, rater) for item in range(4) for rater in range(3)]


def test_what_is_left_out_is_held_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_CELLS", 24)
    study = study_of(6, 3)
    assert [draw.items.shape for draw in without_items(study)] == [(4, 6), (2, 6)]
    assert sum(draw.items.shape[0] for draw in without_both(study, 1.0)) == 18


def test_a_session_is_left_out_whole() -> None:
    (draw,) = without_sessions(study_of(5, 2, SESSIONS, ["x", "y", "x", "z", "y"]))
    assert draw.raters is None
    assert np.array_equal(draw.items, [[0, 1, 0, 1, 1], [1, 0, 1, 1, 0], [1, 1, 1, 0, 1]])


def test_nobody_is_left_out_where_nothing_would_be_left_or_there_are_too_many() -> None:
    assert can_leave_out(CROSSED, study_of(2, 2))
    assert not can_leave_out(CROSSED, study_of(2, 1))
    assert not can_leave_out(CROSSED, study_of(1, 2))
    assert not can_leave_out(CROSSED, study_of(3000, 2))
    assert not can_leave_out(SESSIONS, study_of(4, 2, SESSIONS))
    assert can_leave_out(SESSIONS, study_of(4, 2, SESSIONS, ["x", "y"] * 2))
