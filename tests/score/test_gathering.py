"""Ratings gathered: whose count, about whom they are, and what is left out or unscored."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from ringtrue.score.gathering import Gathering
from ringtrue.score.given_items import GivenItems
from ringtrue.score.given_ratings import GivenRatings
from ringtrue.terms import Item, Rating
from small_studies import cards, marks, protocol

RULES = protocol(controls={"generic": "bot"})  # its cards name people and models as judges


def taken(items: list[Item], ratings: list[Rating]) -> Gathering:
    given = GivenItems(RULES, items)
    return Gathering(RULES, given, GivenRatings(ratings, given))


def test_rows_keep_ticks_and_their_share_and_turn_yes_into_one() -> None:
    ticks = (True, False, False, False)
    found = taken(cards(3), [*marks("ticks", [[ticks], [(), (True,)]]), *marks("yes", [[None], [], [True, False]])])
    assert found.rows["ticks", "clone"].ticks == [ticks, (True,)]
    assert found.rows["ticks", "clone"].values.tolist() == [0.25, 1.0]
    answers = found.answers(("yes", "clone"))
    assert answers.values.tolist() == [1.0, 0.0]
    assert (answers.items.tolist(), answers.raters.tolist()) == ([2, 2], [0, 1])
    assert (answers.size, answers.panel) == (3, 2)


def test_rejected_and_withdrawn_items_leave_with_their_ratings() -> None:
    gone = [Item("c03", "card", "?", status="withdrawn"), Item("c04", "card", "?", status="rejected")]
    found = taken([*gone, *cards(2)[::-1]], marks("mark", [[10.0], [20.0], [30.0], [40.0]]))
    assert [found.items.code(name) for name in ("c01", "c02", "c03")] == [0, 1, None]
    assert found.rows["mark", "clone"].values.tolist() == [10.0, 20.0]
    assert found.taken == 2


def test_ratings_of_unknown_items_and_questions_are_not_taken() -> None:
    stray = [Rating("X", "nowhere", "mark", 1.0), Rating("X", "c01", "unheard-of", 1.0)]
    found = taken(cards(1), [*marks("mark", [[10.0]]), *stray])
    assert (found.taken, found.left_out, found.raters) == (1, 0, ["A"])


def test_a_rating_is_about_the_candidate_unless_it_names_somebody_else() -> None:
    speakers = [None, "clone", "real", "bot", "somebody"]  # a pick is turned toward the real one, who is on every card
    found = taken(cards(5), [Rating("A", f"c0{n + 1}", "found", 1.0, speaker) for n, speaker in enumerate(speakers)])
    assert {key: rows.items.tolist() for key, rows in found.rows.items()} == {
        ("found", "clone"): [0, 1, 2],
        ("found", "bot"): [3],
        ("found", "somebody"): [4],
    }


def test_people_are_those_who_are_no_models() -> None:
    found = taken(cards(1), [*marks("mark", [[1.0, 2.0]]), Rating("judge", "c01", "mark", 3.0, judge_kind="model")])
    assert found.people == {"A", "B"}
    assert found.raters == ["A", "B", "judge"]


def test_judges_a_kind_does_not_name_are_left_out_beside_those_it_names() -> None:
    by_program = [Rating("gauge", "c01", "mark", 9.0, judge_kind="statistic")]
    beside = taken(cards(1), [*marks("mark", [[1.0]]), *by_program])
    assert (beside.rows["mark", "clone"].values.tolist(), beside.left_out, beside.raters) == ([1.0], 1, ["A"])
    alone = taken(cards(1), by_program)
    assert (alone.rows["mark", "clone"].values.tolist(), alone.left_out, alone.people) == ([9.0], 0, set())


def test_comments_empty_lists_and_unscored_answers_make_nobody_a_rater() -> None:
    ratings = [
        Rating("A", "c01", "words", "fine"),
        Rating("B", "c01", "ticks", ()),
        Rating("C", "c01", "mark", None, reason="the answer broke off"),
        Rating("D", "c01", "mark", None, reason="no answer"),
    ]
    found = taken(cards(1), ratings)
    assert (found.taken, found.raters, found.people) == (4, [], set())
    assert found.unscored == {"c01": "the answer broke off"}
    assert not found.rows


def test_items_tagged_control_have_codes_beyond_the_suite_and_only_answers_about_controls() -> None:
    spare = [Item("c00", "card", "?", tags={"control": True}), Item("c99", "card", "?", tags={"control": "generic"})]
    ratings = [
        Rating("A", "c00", "found", 1.0, "bot"),
        Rating("A", "c00", "found", 1.0, "clone"),  # on a control item there is no candidate to be found
        Rating("A", "c99", "found", 0.0, "bot"),
        Rating("A", "c01", "found", 1.0, "bot"),
        Rating("A", "c01", "found", 0.0, "clone"),
    ]
    found = taken([*spare, *cards(2)], ratings)
    assert list(found.items.ids) == ["c01", "c02"]
    assert found.rows["found", "bot"].items.tolist() == [0, 2, 3]
    assert found.rows["found", "clone"].items.tolist() == [0]
    assert found.answers(("found", "bot")).size == 4
    assert found.answers(("found", "clone")).size == 2
    assert found.taken == 4


def test_a_withdrawn_control_item_is_gone_too() -> None:
    spare = [Item("c09", "card", "?", tags={"control": True}, status="withdrawn")]
    assert taken([*spare, *cards(1)], [Rating("A", "c09", "found", 1.0, "bot")]).taken == 0


def slowly(items: GivenItems, ratings: list[Rating]) -> dict[str, Any]:
    """The same for RULES and one by one: one kind, so that its judges are those who count as soon as one answered."""
    known = sorted(
        (one for one in ratings if items.code(one.item) is not None), key=lambda one: (*one[:3], one[4] or "")
    )
    meant = {"person", "model"} & {one.judge_kind for one in known} or {one.judge_kind for one in known}
    asked = {one.name for one in RULES.kinds["card"].questions}
    told: dict[str, Any] = {"rows": {}, "unscored": {}, "taken": 0, "left out": 0}
    for one in known:
        toward_candidate = one.question == "found" and one.speaker == "real"
        about = "clone" if one.speaker is None or toward_candidate else one.speaker
        if one.question not in asked or (about == "clone" and one.item not in items.ids):
            continue
        if one.judge_kind not in meant:
            told["left out"] += 1
            continue
        told["taken"] += 1
        if one.value is None:
            told["unscored"].setdefault(one.item, one.reason)
        elif not isinstance(one.value, str) and one.value != ():
            number = sum(one.value) / len(one.value) if isinstance(one.value, tuple) else float(one.value)
            told["rows"].setdefault((one.question, about), []).append((one.item, one.rater, number))
    return told


ANSWERS = st.one_of(st.floats(0, 100), st.booleans(), st.just("words"), st.lists(st.booleans(), max_size=3).map(tuple))
RATED = st.builds(
    Rating,
    st.sampled_from(["ann", "Bob", "é"]),
    st.sampled_from(["c01", "c02", "c03", "x1", "x2", "nowhere"]),
    st.sampled_from(["mark", "found", "words", "unheard-of"]),
    st.one_of(ANSWERS, st.none()),
    st.sampled_from([None, "clone", "real", "bot", "somebody"]),
    st.sampled_from(["person", "model", "statistic"]),
    st.sampled_from(["broke off", "no answer"]),
)


@given(st.lists(RATED, max_size=60, unique_by=lambda one: (one.rater, one.item, one.question, one.speaker)))
def test_columns_tell_what_going_through_ratings_one_by_one_tells(ratings: list[Rating]) -> None:
    spare = [Item(name, "card", "?", tags={"control": True}) for name in ("x1", "x2")]
    found, slow = taken([*spare, *cards(3)], ratings), slowly(GivenItems(RULES, [*spare, *cards(3)]), ratings)
    names = [*found.raters, *sorted({row[1] for rows in slow["rows"].values() for row in rows} - set(found.raters))]
    rows = {
        key: [(found.items.id_of(code), names[rater], value) for code, rater, value in zip(*columns, strict=True)]
        for key, one in found.rows.items()
        for columns in ([one.items, one.raters, one.values],)
    }
    assert list(rows.items()) == list(slow["rows"].items())
    assert list(found.unscored.items()) == list(slow["unscored"].items())
    assert (found.taken, found.left_out) == (slow["taken"], slow["left out"])
    panel = {row[1] for (_, about), rows in slow["rows"].items() if about == "clone" for row in rows}
    assert found.raters == sorted(panel)
