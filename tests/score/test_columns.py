"""Ratings gathered: whose count, about whom they are, and what is left out or unscored."""

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.protocols.loader import load
from ringtrue.score.columns import Gathering, GivenItems, GivenRatings, not_counting
from ringtrue.score.study_table import compiled
from ringtrue.terms.answer import Rating
from ringtrue.terms.item import Item
from ringtrue.terms.protocol import Kind, Question
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
            if about == "clone":
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
        key: [(found.items.code_ids[code], names[rater], value) for code, rater, value in zip(*columns, strict=True)]
        for key, one in found.rows.items()
        for columns in ([one.items, one.raters, one.values],)
    }
    assert list(rows.items()) == list(slow["rows"].items())
    assert list(found.unscored.items()) == list(slow["unscored"].items())
    assert (found.taken, found.left_out) == (slow["taken"], slow["left out"])
    panel = {row[1] for (_, about), rows in slow["rows"].items() if about == "clone" for row in rows}
    assert found.raters == sorted(panel)


# Of items only what measures can ask for is kept, in the order of their ids.


SCENARIOS = load("scenarios")


def item(identity: str, status: str = "accepted", **tags: object) -> Item:
    return Item(identity, "scenario", "Why?", tags=tags, fields={"context": "long " * 100}, status=status)  # type: ignore[arg-type]


def test_columns_follow_the_ids() -> None:
    stream = iter([item("b", type="people"), item("a", type="stress", layers=("voice",)), item("c")])
    given = GivenItems(SCENARIOS, stream, ["type", "voice", "unknown"])
    assert (list(given.ids), len(given)) == (["a", "b", "c"], 3)
    assert [given.code(name) for name in ("a", "b", "c", "d")] == [0, 1, 2, None]
    assert given.kinds == ["scenario"] * 3
    assert given.tags["type"].tolist() == ["stress", "people", None]
    assert given.tags["voice"].tolist() == ["yes", None, None]
    assert given.tags["unknown"].tolist() == [None] * 3
    assert given.tags["kind"].tolist() == given.kinds


def test_items_that_were_taken_out_leave_no_trace() -> None:
    given = GivenItems(SCENARIOS, [item("a", "rejected"), item("b", "withdrawn"), item("c", "pending")], ["type"])
    assert (list(given.ids), given.tags["type"].size) == (["c"], 1)


def test_no_items() -> None:
    given = GivenItems(SCENARIOS, [], ["type"])
    assert (len(given), given.tags["type"].size, given.off) == (0, 0, set())


def test_numbers_of_items_are_columns_and_missing_ones_are_no_number() -> None:
    items = [Item("y", "pair", "", fields={"pfi_model": 2}), Item("x", "pair", "", fields={"pfi_model": True})]
    given = GivenItems(load("pairs"), items)
    assert np.isnan(given.numbers["pfi_model"][0])  # a yes is no number
    assert given.numbers["pfi_model"][1] == 2.0
    assert np.isnan(given.numbers["pfi_model_anchored"]).all()


def test_on_a_trial_sheet_some_answers_do_not_count() -> None:
    trials = [Item(f"t{n}", "trial", "", tags={"trial": n}) for n in (1, 2, 3)]
    given = GivenItems(load("recognition"), trials)
    counted = {question.name for question in load("recognition").kinds["trial"].questions if question.counts_on}
    assert {question for question, _ in given.off} <= counted
    assert given.off


def test_controls_stand_behind_the_suite_and_in_no_column() -> None:
    items = [item("z", control=True), item("b"), item("a", control="generic"), item("c")]
    given = GivenItems(SCENARIOS, items, ["type"])
    assert (list(given.ids), len(given), given.tags["type"].size) == (["b", "c"], 2, 2)
    assert [given.code(name) for name in "bcaz0"] == [0, 1, 2, 3, None]
    assert given.code_kinds == ["scenario"] * 4


# Ratings become columns in an order of their own, whatever they arrive in.


RATINGS = [
    Rating("Zoe", "b", "mark", 2.0),
    Rating("ana", "b", "found", True, "clone"),
    Rating("ana", "a", "mark", 3.0, "clone", "model"),
    Rating("ana", "a", "mark", 4, "generic", "model"),
    Rating("ana", "a", "ticks", (True, False, False, False), "clone"),
    Rating("ana", "a", "words", "a text", "clone"),
    Rating("ana", "a", "open", None, "clone", "model", "no answer"),
    Rating("ana", "é", "mark", 0.0, None, "statistic"),
]
ITEMS = GivenItems(load("scenarios"), [Item(name, "scenario", "") for name in ("é", "a", "b")])


def identity(rating: Rating) -> tuple[str, ...]:
    return rating.rater, rating.item, rating.question, rating.speaker or ""


def listed(given: GivenRatings) -> list[Rating]:
    """The ratings that the columns tell of."""
    found = []
    for place, (code, source) in enumerate(zip(given.items, given.source, strict=True)):
        rater, question, speaker, judge = given.sources[source]
        value, reason = given.others.get(place, (given.numbers[place], None))
        found.append(Rating(rater, ITEMS.code_ids[code], question, value, speaker, judge, reason))
    return found


@pytest.mark.parametrize("seed", range(5))
def test_the_order_of_arrival_makes_no_difference(seed: int) -> None:
    shuffled = random.Random(seed).sample(RATINGS, len(RATINGS))
    assert listed(GivenRatings(iter(shuffled), ITEMS)) == sorted(RATINGS, key=identity)


@pytest.mark.parametrize(
    ("value", "number"),
    [(2.5, 2.5), (True, 1.0), (False, 0.0), (4, 4.0), ((True, False, False, False), 0.25), ((), np.nan), ("x", np.nan)],
)
def test_every_answer_that_is_a_number_is_one_in_the_column(value: Any, number: float) -> None:
    given = GivenRatings([Rating("ana", "a", "mark", value)], ITEMS)
    assert given.numbers.tolist() == pytest.approx([number], nan_ok=True)
    assert given.others == ({0: (value, None)} if isinstance(value, str | tuple) else {})


def test_no_zero_has_a_minus() -> None:
    given = GivenRatings([Rating("ana", "a", "side", -0.0)], ITEMS)
    assert not np.signbit(given.numbers[0])


@pytest.mark.parametrize("value", [["yes"], []])
def test_what_is_no_answer_at_all_is_no_silent_gap(value: Any) -> None:
    with pytest.raises(TypeError):
        GivenRatings([Rating("ana", "a", "mark", value)], ITEMS)


@pytest.mark.parametrize("value", [np.int64(0), np.float32(0), np.int64(3)])
def test_numbers_of_numpy_are_numbers(value: Any) -> None:
    given = GivenRatings([Rating("ana", "a", "mark", value)], ITEMS)
    assert given.numbers.tolist() == [float(value)]


def test_what_is_no_number_stands_in_the_order_of_the_columns() -> None:
    unscored = [Rating("ana", item, "mark", None, reason=f"no answer on {item}") for item in "éba"]
    given = GivenRatings([unscored[0], RATINGS[0], *unscored[1:]], ITEMS)
    assert list(given.others) == [1, 2, 3]
    assert [reason for _, reason in given.others.values()] == [f"no answer on {item}" for item in "abé"]


def test_nothing_at_all() -> None:
    assert listed(GivenRatings([], ITEMS)) == []


def test_an_answer_given_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="ana answered mark about a twice"):
        GivenRatings([*RATINGS, Rating("ana", "a", "mark", 9.0, "clone")], ITEMS)


def test_the_same_answer_about_nobody_in_particular_is_refused_too() -> None:
    with pytest.raises(ValueError, match="Zoe answered mark about b twice"):
        GivenRatings([RATINGS[0], RATINGS[0]], ITEMS)


@pytest.mark.parametrize("reason", [None, ""])
def test_a_missing_value_is_never_silent(reason: str | None) -> None:
    with pytest.raises(ValueError, match="rating of a by ana: no value needs a reason"):
        GivenRatings([Rating("ana", "a", "mark", None, reason=reason)], ITEMS)


def test_what_is_about_no_item_that_counts_is_left_out() -> None:
    assert listed(GivenRatings([Rating("ana", "gone", "mark", 1.0), RATINGS[0]], ITEMS)) == [RATINGS[0]]


# On which items an answer counts.


def counting(ids: list[str], asks: dict[str, list[str]] | None = None, **tags: list[Any]) -> list[float]:
    """The column of a question that counts on places 1 and 3, every item being marked 1."""
    questions = (Question("held", "anchored", "?", counts_on=(1, 3)), Question("mark", "anchored", "?"))
    rules = protocol(kinds={"card": Kind("card", ("clone",), questions)})
    items = [
        Item(
            name,
            "card",
            "?",
            tags={tag: values[place] for tag, values in tags.items()},
            fields={"asks": asks[name]} if asks and name in asks else {},
        )
        for place, name in enumerate(ids)
    ]
    ratings = [Rating("A", name, question, 1.0) for name in ids for question in ("held", "mark")]
    study = compiled(rules, items, ratings)
    assert not np.isnan(study.columns["mark"].by_item(None)).any()
    return study.columns["held"].by_item(None).tolist()


def test_an_answer_counts_only_on_the_places_the_question_names() -> None:
    assert counting(["t1", "t2", "t3", "t10"]) == pytest.approx([1, np.nan, np.nan, 1], nan_ok=True)  # sorted by id
    assert counting(["a", "b", "c", "d"]) == pytest.approx([1, np.nan, 1, np.nan], nan_ok=True)


def test_a_place_is_the_trial_told_or_a_number_of_its_own_in_each_session() -> None:
    assert counting(["a", "b", "c"], trial=[2, 1, 3]) == pytest.approx([np.nan, 1, 1], nan_ok=True)
    # the last numbers are those of the sessions, so they cannot be places: the order in the session is
    ids = ["t1 s1", "t2 s1", "t1 s2", "t2 s2", "t3 s2"]
    found = counting(ids, session=["1", "1", "2", "2", "2"])
    assert dict(zip(sorted(ids), found, strict=True)) == pytest.approx(
        {"t1 s1": 1, "t2 s1": np.nan, "t1 s2": 1, "t2 s2": np.nan, "t3 s2": 1}, nan_ok=True
    )


def test_an_item_may_say_itself_what_it_asks() -> None:
    asks = {"t1": ["mark"], "t2": ["held"]}
    assert counting(["t1", "t2", "t3"], asks=asks) == pytest.approx([np.nan, 1, 1], nan_ok=True)


def test_a_question_without_places_counts_everywhere() -> None:
    questions = (Question("held", "anchored", "?", counts_on=(2,)), Question("mark", "anchored", "?"))
    rules = protocol(kinds={"card": Kind("card", ("clone",), questions)})
    items = [Item("t1", "card", "?"), Item("t2", "card", "?"), Item("x1", "unheard-of", "?")]
    assert not_counting(rules, items) == {("held", "t1")}
