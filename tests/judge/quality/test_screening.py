"""The rule of post-screening: who would be left out, from how many cards on, and with which reason."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.proportion import proportion_confint

from ringtrue.judge.quality.rater import CardRole, RaterAnswer, RaterQuality, rater_quality, share_right
from ringtrue.judge.quality.screening import RULE, panel_quality, screened


def rater(name: str, *, generic: list[float] | None = None, attention: list[float] | None = None) -> RaterQuality:
    given_ones: list[tuple[CardRole, list[float]]] = [("generic", generic or []), ("attention", attention or [])]
    answers = [
        RaterAnswer(name, f"{role}{n}", "found", "pick", "A", role, right)
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


# A panel looked at: remarks, sensitivity, and the raters the rule would leave out.


def cards(rater: str, role: str, rights: list[float], start: int = 0, given: str = "A") -> Iterator[RaterAnswer]:
    for n, right in enumerate(rights, start):
        side = given if n % 2 else {"A": "B", "B": "A"}[given]
        yield RaterAnswer(rater, f"{role}{n}", "found", "pick", side, role, right)  # type: ignore[arg-type]


def test_share_right_has_the_exact_interval() -> None:
    found = share_right(cards("ann", "generic", [1, 1, 1, 1, 1, 0]), "generic")
    low, high = proportion_confint(5, 6, method="beta")
    assert found.value == pytest.approx(5 / 6)
    assert (found.low, found.high) == pytest.approx((low, high))


def test_ties_count_half_and_say_so() -> None:
    found = share_right(cards("ann", "self", [1, 0.5, 0, 0]), "self")
    assert found.value == pytest.approx(1.5 / 4)
    assert "half" in (found.reason or "")


def test_no_cards_have_a_reason() -> None:
    found = share_right([], "generic")
    assert found.value is None
    assert found.reason


def test_the_rule_leaves_out_who_cannot_tell_a_bot() -> None:
    answers = [*cards("ann", "generic", [1] * 6), *cards("bob", "generic", [1, 1, 1, 0, 0, 0])]
    answers += cards("cid", "generic", [0] * 5)  # too few to say
    answers += cards("dee", "attention", [0, 1, 0])
    panel = panel_quality(answers)
    assert set(panel.screened) == {"bob", "dee"}
    assert panel.screened["bob"] == "right on 3 of 6 generic cards"


def test_the_rule_is_plain_data() -> None:
    import json

    assert json.loads(json.dumps(dict(RULE))) == RULE


def test_remarks_in_sentences() -> None:
    answers = [RaterAnswer("ann", f"c{n}", "found", "pick", "A", words=100, seconds=2.0, right=1.0) for n in range(30)]
    answers += [
        RaterAnswer("bob", f"c{n}", "found", "pick", "AB"[n % 2], seconds=30.0, recognised=n == 3) for n in range(30)
    ]
    panel = panel_quality(answers, {"ann": 40, "bob": 30, "eve": 40}, minutes=(8, 12))
    said = "\n".join(panel.remarks)
    assert "ann answered 30 of 40 cards." in said
    assert "ann took 1.0 minutes, less than the 8 to 12 planned." in said
    assert "bob took 15.0 minutes, more than the 8 to 12 planned." in said
    assert panel.alarms[0] == "ann answered 30 of 30 cards faster than they can be read."
    assert "ann gave the same answer to found 30 times running, of 30;" in said
    assert "bob recognised the text of a card." in said
    assert "eve answered 0 of 40 cards." in said
    assert "bob answered" not in said


def test_fatigue_is_remarked_with_its_chance() -> None:
    panel = panel_quality(cards("ann", "item", [1.0] * 27 + [0.0] * 3))
    # All three misses last: 1 way of comb(30, 3) = 4060.
    assert any("fatigue" in remark and "0.00" in remark for remark in panel.remarks)


def test_a_rater_much_quicker_than_the_panel_is_remarked() -> None:
    pace = {"ann": 30.0, "bob": 33.0, "cid": 9.9, "dee": 10.1}
    answers = [
        RaterAnswer(name, f"c{n}", "vibe", "steps", float(1 + n % 3), seconds=seconds)
        for name, seconds in pace.items()
        for n in range(6)
    ]
    # The usual pace is the median of 9.9, 10.1, 30, 33: 20.05 seconds; a third of that is 6.7. Nobody is below.
    assert panel_quality(answers).remarks == ()
    quick = [*answers, *(RaterAnswer("eve", f"c{n}", "vibe", "steps", float(1 + n % 3), seconds=3.0) for n in range(6))]
    # With eve the median is 10.1; she is below a third of it.
    assert panel_quality(quick).remarks == ("eve took 3 seconds a card, the panel 10.",)


def test_nobody_answered() -> None:
    panel = panel_quality([])
    assert panel.raters == ()
    assert panel.as_dict() == {"raters": [], "alarms": [], "remarks": [], "screened": {}}


def pair_answers(rater: str, value: Callable[[int, str], float], seconds: float = 60.0) -> list[RaterAnswer]:
    """Four questions on each of five pairs of 100 words."""
    return [
        RaterAnswer(rater, f"c{n}", name, "steps", value(n, name), seconds=seconds, words=100)
        for n in range(5)
        for name in ("voice", "vibe", "logic", "continuity")
    ]


def always(value: float) -> Callable[[int, str], float]:
    """The same answer to everything."""
    return lambda _n, _name: value


def varied(n: int, name: str) -> float:
    """Answers that change from card to card."""
    return float(1 + (n + len(name)) % 3)


def test_the_same_grade_for_everything_is_found_at_five_pairs() -> None:
    panel = [one for name in "abcdef" for one in pair_answers(name, varied)]
    found = panel_quality([*panel, *pair_answers("straight", always(2.0))])
    (alarm,) = found.alarms
    assert alarm.startswith("straight gave the same answers from card to card: 16 of 16 answers repeat the one before")


def test_where_everybody_answers_the_same_nobody_is_blamed_for_it() -> None:
    assert panel_quality([one for name in "abcdefg" for one in pair_answers(name, always(3.0))]).alarms == ()


def test_one_who_reads_no_card_is_an_alarm_and_one_fast_card_a_remark() -> None:
    # 100 words at ten words a second take 10 seconds
    reading = [one for name in "abc" for one in pair_answers(name, varied)]
    assert panel_quality([*reading, *pair_answers("quick", varied, 9.0)]).alarms == (
        "quick answered 5 of 5 cards faster than they can be read.",
    )
    once = [replace(one, seconds=9.0) if one.rater == "a" and one.card == "c0" else one for one in reading]
    assert panel_quality(once).alarms == ()
    assert "a answered 1 of 5 cards faster than they can be read." in panel_quality(once).remarks


def test_the_rule_leaves_out_who_did_not_read_or_always_said_the_same() -> None:
    panel = [one for name in "abcdef" for one in pair_answers(name, varied)]
    slow = pair_answers("straight", always(2.0))
    found = panel_quality([*panel, *slow, *pair_answers("quick", varied, 3.0)])
    assert set(found.screened) == {"straight", "quick"}
    assert "repeat the one before" in found.screened["straight"]
    assert "faster than they can be read" in found.screened["quick"]
    older = {name: limits for name, limits in RULE.items() if name not in ("unread", "straight")}
    assert panel_quality([*panel, *slow], rule=older).screened == {}


def test_time_is_held_to_the_plan_from_start_to_finish_where_that_is_known() -> None:
    answers = cards("ann", "item", [1.0] * 4)
    known = {"ann": {"whole_minutes": 25.0}}
    assert panel_quality(answers, minutes=(8, 12), known=known).remarks == (
        "ann took 25.0 minutes from start to finish, more than the 8 to 12 planned.",
    )
    assert panel_quality(answers, minutes=(8, 12), known={"ann": {"whole_minutes": 9.0}}).remarks == ()


def test_answers_recorded_all_at_once_have_no_time_from_start_to_finish() -> None:
    answers = pair_answers("ann", varied, 120.0)  # ten minutes on five cards
    (ann,) = panel_quality(answers, known={"ann": {"whole_minutes": 0.2, "hours": 12.0}}).raters
    assert (ann.whole_minutes, ann.hours) == (None, 12.0)
    (ann,) = panel_quality(answers, known={"ann": {"whole_minutes": 9.8}}).raters
    assert ann.whole_minutes == 9.8
