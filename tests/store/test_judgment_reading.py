"""Judgments read back in part: those on cards, those to one question, and as ratings."""

from ringtrue.store.judgment_records import JudgmentRecord
from ringtrue.store.study_store import StudyStore
from ringtrue.terms.answer import Rating
from ringtrue.terms.item import Item

ON_CARD = JudgmentRecord("Jo", None, "pick", "A", card="c1")
MARKED = Rating("Jo", "DQ-001", "mark", 80.0, "clone", "model")
TICKED = Rating("Jo", "DQ-001", "voice", (True, False))
UNSCORED = Rating("Mo", "DQ-002", "mark", None, "clone", "model", "no number in \0 it")


def test_answers_to_no_card_come_back_as_the_ratings_they_were(study: StudyStore) -> None:
    study.record_judgments([ON_CARD, MARKED, TICKED, UNSCORED], who="lab")
    assert list(study.ratings()) == [MARKED, TICKED, UNSCORED]


def test_a_correction_takes_the_place_of_an_answer_and_withdrawn_raters_are_left_out(study: StudyStore) -> None:
    study.record_judgments([MARKED, UNSCORED], who="lab")
    better = Rating("Jo", "DQ-001", "mark", 90.0, "clone", "model")
    study.correct_judgments([better], who="lab", why="typed wrong")
    assert list(study.ratings()) == [UNSCORED, better]
    study.withdraw_rater("Mo", who="lab", why="asked for it")
    assert list(study.ratings()) == [better]


def test_answers_can_be_asked_for_by_question_or_for_cards_alone(study: StudyStore) -> None:
    study.record_judgments([ON_CARD, MARKED, TICKED], who="lab")
    assert [row.card for row in study.judgments_on_cards()] == ["c1"]
    assert [row.as_rating() for row in study.judgments_to("voice")] == [TICKED]
    assert list(study.judgments_to("unheard-of")) == []


def test_the_cards_of_models_are_counted_with_those_that_lack_a_value(study: StudyStore) -> None:
    more = [MARKED._replace(question="tone"), MARKED._replace(item="DQ-002"), MARKED._replace(speaker="generic")]
    half = UNSCORED._replace(question="tone", value=70.0, reason=None)  # one question answered, the other not
    study.record_judgments([ON_CARD, TICKED, MARKED, *more, UNSCORED, half], who="lab")
    assert study.cards_judged() == [("Jo", "clone", 2, 0, 2), ("Jo", "generic", 1, 0, 1), ("Mo", "clone", 1, 1, 1)]
    study.correct_judgments([UNSCORED._replace(value=60.0, reason=None)], who="lab", why="asked again")
    study.record_items([Item("DQ-002", "quote", "On pricing?")], who="lab")
    assert study.cards_judged()[0] == ("Jo", "clone", 2, 0, 1)
    assert study.cards_judged()[-1] == ("Mo", "clone", 1, 0, 0)
    study.withdraw_rater("Jo", who="lab", why="asked for it")
    assert study.cards_judged() == [("Mo", "clone", 1, 0, 0)]


def test_the_cards_of_models_come_item_by_item(study: StudyStore) -> None:
    rows = [UNSCORED, MARKED._replace(item="DQ-002"), MARKED, MARKED._replace(question="tone"), TICKED, ON_CARD]
    study.record_judgments(rows, who="lab")
    expected = [("DQ-001", "Jo", "clone", False), ("DQ-002", "Mo", "clone", True), ("DQ-002", "Jo", "clone", False)]
    assert list(study.model_cards()) == expected  # raters of an item in the order they came
    study.correct_judgments([UNSCORED._replace(value=60.0, reason=None)], who="lab", why="asked again")
    assert list(study.model_cards())[1] == ("DQ-002", "Mo", "clone", False)
    study.withdraw_rater("Jo", who="lab", why="asked for it")
    assert [card.rater for card in study.model_cards()] == ["Mo"]


def test_ratings_on_some_items_are_read_without_the_others(study: StudyStore) -> None:
    odd = MARKED._replace(item='it\'s \\ "odd" ü')
    study.record_judgments([MARKED, UNSCORED, odd, ON_CARD], who="lab")
    assert list(study.ratings(["DQ-002", odd.item, "unheard-of"])) == [UNSCORED, odd]
    assert list(study.ratings(())) == []
    assert study.rating_count() == 3
    study.correct_judgments([UNSCORED._replace(value=60.0, reason=None)], who="lab", why="asked again")
    assert [row.value for row in study.ratings(["DQ-002"])] == [60.0]


def test_the_items_people_rated_are_told_apart(study: StudyStore) -> None:
    study.record_judgments([MARKED._replace(item="DQ-003"), TICKED, TICKED._replace(question="b"), ON_CARD], who="lab")
    assert study.items_rated_by_people() == ["DQ-001"]


def test_items_that_models_left_open_are_counted_once(study: StudyStore) -> None:
    twice = [UNSCORED, UNSCORED._replace(question="tone"), UNSCORED._replace(rater="Jo", judge_kind="model")]
    more = [UNSCORED._replace(item="DQ-003", speaker="generic"), MARKED, UNSCORED._replace(rater="Al", item="DQ-004")]
    study.record_judgments([*twice, *more], who="lab")
    assert study.items_left_open(("", "clone")) == 2
    study.withdraw_rater("Al", who="lab", why="asked for it")
    assert study.items_left_open(("", "clone")) == 1
    assert study.items_left_open(("", "clone", "generic")) == 2
    study.correct_judgments([row._replace(value=60.0, reason=None) for row in twice], who="lab", why="asked again")
    assert study.items_left_open(("", "clone")) == 0
