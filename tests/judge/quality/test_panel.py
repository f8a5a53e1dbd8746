"""A panel looked at: remarks, sensitivity, and whom the rule would leave out."""

from collections.abc import Iterator

import pytest
from statsmodels.stats.proportion import proportion_confint

from ringtrue.judge.quality import RULE, Seen, panel_quality
from ringtrue.judge.quality.sensitivity import share_right


def cards(rater: str, role: str, rights: list[float], start: int = 0, given: str = "A") -> Iterator[Seen]:
    for n, right in enumerate(rights, start):
        side = given if n % 2 else {"A": "B", "B": "A"}[given]
        yield Seen(rater, f"{role}{n}", "found", "pick", side, role, right)  # type: ignore[arg-type]


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
    answers = [Seen("ann", f"c{n}", "found", "pick", "A", words=100, seconds=2.0, right=1.0) for n in range(30)]
    answers += [Seen("bob", f"c{n}", "found", "pick", "AB"[n % 2], seconds=30.0, recognised=n == 3) for n in range(30)]
    panel = panel_quality(answers, {"ann": 40, "bob": 30, "eve": 40}, minutes=(8, 12))
    said = "\n".join(panel.remarks)
    assert "ann answered 30 of 40 cards." in said
    assert "ann took 1.0 minutes, less than the 8 to 12 planned." in said
    assert "bob took 15.0 minutes, more than the 8 to 12 planned." in said
    assert "ann answered 30 of 30 cards faster than they can be read." in said
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
        Seen(name, f"c{n}", "vibe", "steps", float(1 + n % 3), seconds=seconds)
        for name, seconds in pace.items()
        for n in range(6)
    ]
    # The usual pace is the median of 9.9, 10.1, 30, 33: 20.05 seconds; a third of that is 6.7. Nobody is below.
    assert panel_quality(answers).remarks == ()
    quick = [*answers, *(Seen("eve", f"c{n}", "vibe", "steps", float(1 + n % 3), seconds=3.0) for n in range(6))]
    # With eve the median is 10.1; she is below a third of it.
    assert panel_quality(quick).remarks == ("eve took 3 seconds a card, the panel 10.",)


def test_nobody_answered() -> None:
    panel = panel_quality([])
    assert panel.raters == ()
    assert panel.as_dict() == {"raters": [], "remarks": [], "screened": {}}
