"""On which items an answer counts."""

from typing import Any

import numpy as np
import pytest

from ringtrue.score.counting import not_counting
from ringtrue.score.table import compiled
from ringtrue.terms import Item, Kind, Question, Rating
from small_studies import protocol


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
