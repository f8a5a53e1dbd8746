"""Shares of right answers: exact intervals as statsmodels has them, ties by half, and words where there are none."""

from math import floor
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.proportion import proportion_confint

from ringtrue.judge.quality.seen import Seen, SeenRole
from ringtrue.judge.quality.sensitivity import share_right

ROLES: tuple[SeenRole, ...] = get_args(SeenRole)
RIGHTS = st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=1, max_size=40)


def answers(rights: list[float | None], role: SeenRole) -> list[Seen]:
    return [Seen("ann", f"{role}{n}", "found", "pick", "A", role, right) for n, right in enumerate(rights)]


@given(RIGHTS, st.sampled_from(ROLES))
def test_the_share_is_the_mean_and_the_interval_counts_whole_hits(rights: list[float], role: SeenRole) -> None:
    found = share_right(answers([*rights], role), role)
    low, high = proportion_confint(floor(sum(rights)), len(rights), method="beta")
    assert found.value == pytest.approx(sum(rights) / len(rights))
    assert found.n == len(rights)
    assert (found.low, found.high) == pytest.approx((0.0 if sum(rights) < 1 else low, high))


@given(RIGHTS)
def test_the_order_of_cards_does_not_matter(rights: list[float]) -> None:
    assert share_right(answers([*rights], "item"), "item") == share_right(answers(sorted(rights), "item"), "item")


def test_only_a_half_left_over_is_said() -> None:
    assert share_right(answers([1.0, 0.5], "self"), "self").reason == (
        "ties count half; the interval counts them as misses"
    )
    assert share_right(answers([0.5, 0.5], "self"), "self").value == 0.5  # two halves are a whole hit
    assert share_right(answers([0.5, 0.5], "self"), "self").reason is None


def test_other_roles_and_what_is_neither_right_nor_wrong_do_not_count() -> None:
    mixed = [*answers([1.0, None, 0.0, None], "generic"), *answers([0.0] * 9, "item")]
    found = share_right(iter(mixed), "generic")
    assert (found.value, found.n) == (0.5, 2)


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("rights", [[], [None, None]])
def test_where_nothing_was_right_or_wrong_the_reason_is_said(role: SeenRole, rights: list[float | None]) -> None:
    found = share_right(answers(rights, role), role)
    assert (found.value, found.low, found.high, found.n) == (None, None, None, 0)
    assert {"self": "self control", "item": "picks"}.get(role, role) in (found.reason or "")
