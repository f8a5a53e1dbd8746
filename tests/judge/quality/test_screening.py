"""The rule of post-screening: who would be left out, from how many cards on, and with which reason."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.judge.quality.rater import RaterQuality, rater_quality
from ringtrue.judge.quality.screening import RULE, screened
from ringtrue.judge.quality.seen import Seen, SeenRole


def rater(name: str, *, generic: list[float] | None = None, attention: list[float] | None = None) -> RaterQuality:
    given_ones: list[tuple[SeenRole, list[float]]] = [("generic", generic or []), ("attention", attention or [])]
    answers = [
        Seen(name, f"{role}{n}", "found", "pick", "A", role, right)
        for role, rights in given_ones
        for n, right in enumerate(rights)
    ]
    return rater_quality(name, answers, {})


# By the rule: from 6 generic cards or 2 attention cards on, a share right of one half or less.
@pytest.mark.parametrize(
    ("generic", "attention", "reason"),
    [
        ([1.0] * 3 + [0.0] * 3, [], "right on 3 of 6 generic cards"),
        ([1.0] * 4 + [0.0] * 2, [], None),
        ([0.0] * 5, [], None),  # too few to say
        ([1.0, 1.0, 0.5, 0.0, 0.0, 0.0], [], "right on 2.5 of 6 generic cards"),
        ([], [0.0], None),
        ([], [0.0, 1.0], "right on 1 of 2 attention cards"),
        ([], [1.0, 1.0, 0.0], None),
        ([0.0] * 6, [0.0] * 2, "right on 0 of 6 generic cards; right on 0 of 2 attention cards"),
        ([], [], None),
    ],
)
def test_who_would_be_left_out_and_why(generic: list[float], attention: list[float], reason: str | None) -> None:
    found = screened([rater("ann", generic=generic, attention=attention)])
    assert found == ({"ann": reason} if reason else {})


def test_another_rule_is_followed_where_one_is_given() -> None:
    rule = {"generic": {"cards_at_least": 1, "right_over": 0.9}, "attention": {"cards_at_least": 99, "right_over": 1}}
    panel = [rater("ann", generic=[1.0] * 8 + [0.0]), rater("bob", generic=[1.0], attention=[0.0] * 5)]
    assert screened(panel, rule) == {"ann": "right on 8 of 9 generic cards"}


def test_nobody_is_nobody() -> None:
    assert screened([]) == {}


def test_the_rule_says_that_nobody_is_left_out_of_the_verdict() -> None:
    assert "nobody is left out of the verdict" in RULE["use"]


RIGHTS = st.lists(st.sampled_from([0.0, 0.5, 1.0]), max_size=10)


@given(st.lists(st.tuples(RIGHTS, RIGHTS), max_size=4))
def test_raters_are_judged_each_alone_in_whatever_order(panel: list[tuple[list[float], list[float]]]) -> None:
    raters = [rater(f"r{n}", generic=generic, attention=seen) for n, (generic, seen) in enumerate(panel)]
    together = screened(raters)
    assert together == screened(reversed(raters))
    assert together == {name: why for one in raters for name, why in screened([one]).items()}
    for one, (generic, attention) in zip(raters, panel, strict=True):
        failed = any(
            len(rights) >= least and sum(rights) / len(rights) <= 0.5
            for rights, least in ((generic, 6), (attention, 2))
        )
        assert (one.name in together) == failed
