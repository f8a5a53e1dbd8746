"""Ratings taken one by one: whose count, about whom they are, and what is left out or unscored."""

from ringtrue.score.gathering import Gathering, Rows
from ringtrue.score.given_items import GivenItems
from ringtrue.terms import Item, Rating
from small_studies import cards, marks, protocol

RULES = protocol(controls={"generic": "bot"})  # its cards name people and models as judges


def taken(items: list[Item], ratings: list[Rating]) -> Gathering:
    return Gathering(RULES, GivenItems(RULES, items), ratings)


def test_rows_keep_ticks_and_their_share_and_turn_yes_into_one() -> None:
    rows = Rows()
    rows.add(0, 1, (True, False, False, False))
    rows.add(2, 0, True)
    rows.add(2, 1, 0.5)
    answers = rows.answers(3, 2)
    assert rows.ticks == [(True, False, False, False)]
    assert answers.values.tolist() == [0.25, 1.0, 0.5]
    assert (answers.items.tolist(), answers.raters.tolist()) == ([0, 2, 2], [1, 0, 1])
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
    assert (found.taken, found.left_out, list(found.raters)) == (1, 0, ["A"])


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
    assert list(found.raters) == ["A", "B", "judge"]


def test_judges_a_kind_does_not_name_are_left_out_beside_those_it_names() -> None:
    by_program = [Rating("gauge", "c01", "mark", 9.0, judge_kind="statistic")]
    beside = taken(cards(1), [*marks("mark", [[1.0]]), *by_program])
    assert (beside.rows["mark", "clone"].values.tolist(), beside.left_out, list(beside.raters)) == ([1.0], 1, ["A"])
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
    assert (found.taken, found.raters, found.people) == (4, {}, set())
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
    assert found.items.ids == ["c01", "c02"]
    assert found.rows["found", "bot"].items.tolist() == [2, 3, 0]
    assert found.rows["found", "clone"].items.tolist() == [0]
    assert found.answers(("found", "bot")).size == 4
    assert found.answers(("found", "clone")).size == 2
    assert found.taken == 4


def test_a_withdrawn_control_item_is_gone_too() -> None:
    spare = [Item("c09", "card", "?", tags={"control": True}, status="withdrawn")]
    assert taken([*spare, *cards(1)], [Rating("A", "c09", "found", 1.0, "bot")]).taken == 0
