"""Items and ratings as columns: who counts, what pools how, what is left out."""

import numpy as np
import pytest

from ringtrue.score.study_table import StudyTable, compiled
from ringtrue.terms.answer import Rating
from ringtrue.terms.item import Item
from small_studies import cards, marks, protocol


def study_of(items: list[Item], ratings: list[Rating], *tags: str) -> StudyTable:
    return compiled(protocol(), items, ratings, tags)


def pooled(study: StudyTable, name: str) -> list[float]:
    return study.columns[name].by_item(None).tolist()


def test_every_type_of_scale_pools_in_its_own_way() -> None:
    ratings = [
        *marks("mark", [[80.0, 60.0, 40.0]]),
        *marks("side", [[-2.0, 1.0, 1.0]]),
        *marks("found", [[1.0, 0.0, 1.0]]),
        *marks("yes", [[True, False, False]]),
        *marks("ticks", [[(True, True, False), (True, False, False), (True, True, True)]]),
        *marks("words", [["fine", "good", "odd"]]),
    ]
    study = study_of(cards(1), ratings)
    assert {name: pooled(study, name)[0] for name in ("mark", "side", "found", "yes", "ticks")} == pytest.approx(
        {"mark": 60.0, "side": 0.0, "found": 1.0, "yes": 0.0, "ticks": 2 / 3}
    )
    # the single answers: two of three found it, one of three said yes, 2/3 + 1/3 + 3/3 of the ticks
    assert pooled(study, "found_each") == pytest.approx([2 / 3])
    assert pooled(study, "yes_each") == pytest.approx([1 / 3])
    assert pooled(study, "ticks_each") == pytest.approx([2 / 3])
    assert "words" not in study.columns
    assert study.ratings == 18


def test_a_question_nobody_answered_is_an_empty_column() -> None:
    study = study_of(cards(2), marks("mark", [[50.0], [None]]))
    assert np.isnan(pooled(study, "found")).all()
    assert np.isnan(pooled(study, "found_each")).all()
    assert pooled(study, "mark") == pytest.approx([50.0, np.nan], nan_ok=True)
    assert "found" not in study.answers


def test_controls_stand_apart_and_the_one_a_pick_is_turned_toward_is_no_control() -> None:
    rules = protocol(controls={"generic": "bot", "self": "himself"})
    ratings = [
        *marks("found", [[1.0]]),
        *marks("found", [[None], [0.0]], speaker="clone"),
        *marks("found", [[None], [None], [1.0]], speaker="real"),  # every pick is turned toward the real one
        *marks("found", [[1.0], [1.0]], speaker="bot"),
        *marks("found", [[0.0]], speaker="himself"),
        *marks("mark", [[7.0]], speaker="somebody"),
    ]
    study = compiled(rules, cards(3), ratings)
    assert study.answers["found"].values.tolist() == [1.0, 0.0, 1.0]
    assert study.controls["found", "bot"].items.tolist() == [0, 1]
    assert study.controls["found", "himself"].values.tolist() == [0.0]
    assert "mark" not in study.answers
    assert pooled(study, "found") == [1.0, 0.0, 1.0]


def test_an_unscored_rating_keeps_its_first_reason_and_is_no_zero() -> None:
    ratings = [
        Rating("A", "c01", "mark", None, reason="the answer broke off"),
        Rating("B", "c01", "mark", None, reason="no answer"),
        Rating("A", "c02", "mark", 90.0),
    ]
    study = study_of(cards(2), ratings)
    assert study.unscored == {"c01": "the answer broke off"}
    assert pooled(study, "mark") == pytest.approx([np.nan, 90.0], nan_ok=True)


def test_tags_come_from_tags_fields_and_layers() -> None:
    items = [
        Item("c01", "card", "?", tags={"difficulty": "easy", "layers": ("L1", "L4")}),
        Item("c02", "card", "?", fields={"difficulty": "hard"}, tags={"layers": ("L4",)}),
        Item("c03", "card", "?"),
    ]
    study = study_of(items, [], "difficulty", "L1", "L4", "unheard_of")
    assert study.tags["difficulty"].tolist() == ["easy", "hard", None]
    assert study.tags["L1"].tolist() == ["yes", None, None]
    assert study.tags["L4"].tolist() == ["yes", "yes", None]
    assert study.tags["unheard_of"].tolist() == [None, None, None]
    assert study.tags["kind"].tolist() == ["card", "card", "card"]


def test_numbers_of_items_are_columns_missing_where_there_is_none() -> None:
    items = [Item(f"c{place}", "card", "?", fields={"size": size}) for place, size in enumerate((3, 0.5, "x", True))]
    assert pooled(study_of([*items, Item("c9", "card", "?")], []), "size") == pytest.approx(
        [3.0, 0.5, np.nan, np.nan, np.nan], nan_ok=True
    )


def test_sessions_are_codes_and_items_without_one_share_one() -> None:
    study = study_of(cards(5, session=["x", "y", "x", None, None]), [])
    assert study.session_codes.tolist() == [0, 1, 0, 2, 2]
    assert study.sessions == 3


def test_a_second_answer_of_the_same_rater_is_refused() -> None:
    with pytest.raises(ValueError, match="A answered mark about c01 twice"):
        study_of(cards(1), [*marks("mark", [[10.0, 20.0]]), Rating("A", "c01", "mark", 90.0)])


def test_a_model_is_counted_once_whatever_its_names_and_people_are_no_models() -> None:
    rows = marks("mark", [[80.0, 70.0, 60.0, 50.0]], judge_kind="model")
    person = [Rating("ana", "c01", "mark", 40.0)]
    names = sorted({row.rater for row in rows})
    behind = dict(zip(names, ("m", "m", "n", "n"), strict=True))
    study = compiled(protocol(), cards(1), [*rows, *person], model_of=lambda rater: behind[rater])
    assert (study.judge_models, study.people, len(study.raters)) == (2, 1, 5)
    assert compiled(protocol(), cards(1), rows).judge_models == 4  # nothing is known but the names
    assert compiled(protocol(), cards(1), person).judge_models == 0


def test_a_model_that_saw_control_cards_alone_is_no_judge() -> None:
    rules = protocol(controls={"generic": "bot"})
    rows = [*marks("mark", [[80.0]]), *marks("mark", [[None, 20.0]], speaker="bot", judge_kind="model")]
    assert compiled(rules, cards(1), rows).judge_models == 0
