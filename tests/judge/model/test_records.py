"""Scores as records for the store, and records without a value where there is no score."""

import json
from pathlib import Path
from typing import Any

from judge.model.samples import protocol_named
from ringtrue.judge.model import Score, Scores, scored, unscored
from ringtrue.store import Store
from ringtrue.terms import Card, Item


def test_each_score_becomes_a_blind_record_with_reason_and_quote(pair: Any) -> None:
    scores = Scores({"voice": Score(-1.0, "plainer", "a lever that goes round"), "vibe": Score(2.0)})
    first, second = scored(scores, judge="panel", card=pair.card, seconds=1.5)
    assert (first.rater, first.item, first.card, first.question, first.value) == (
        "panel",
        None,
        "card-2",
        "voice",
        -1.0,
    )
    assert (first.comment, first.excerpt, first.seconds) == ("plainer", "a lever that goes round", 1.5)
    assert first.judge_kind == second.judge_kind == "model"


def test_without_a_score_every_needed_question_has_a_record_that_says_why(pair: Any) -> None:
    faults = ["voice: there is no quote", "vibe: outside the scale; give 1 to 3"]
    records = unscored(faults, pair.protocol, pair.item, judge="panel", card=pair.card)
    assert [record.question for record in records] == ["voice", "vibe", "logic"]
    assert {record.reason for record in records} == {"; ".join(faults)}
    assert all(record.value is None for record in records)


def test_where_nothing_is_needed_everything_but_words_is_unscored(pair: Any) -> None:
    item = Item("t", "trial", "?", fields={"goal": "g"})
    records = unscored(
        "the call failed", protocol_named("recognition"), item, judge="j", card=Card("c", "trial", "?", ("x",))
    )
    assert [record.question for record in records] == ["r1", "r2", "r3", "f1", "f2", "f3", "f4"]


def test_a_reason_is_never_empty_nor_endless(scenario: Any) -> None:
    for faults in ("", [], "x" * 10_000):
        records = unscored(faults, scenario.protocol, scenario.item, judge="j", card=scenario.card)
        assert all(record.reason and len(record.reason) <= 500 for record in records)


def test_the_store_takes_both_kinds(scenario: Any, tmp_path: Path) -> None:
    about = {"name": "scenarios", "version": "1.0.0", "hash": "0" * 64}
    records = [
        *scored(Scores({"voice_accuracy": Score(80.0, "why", "words that stand")}), judge="a", card=scenario.card),
        *unscored("no answer", scenario.protocol, scenario.item, judge="b", card=scenario.card),
    ]
    with Store.open(tmp_path / "s.db", create=True) as store:
        study = store.create_study("s", protocol=about, who="t", settings={})
        study.record_judgments(records, who="t")
        found = list(study.judgments())
    assert [(row.rater, row.question, row.value) for row in found] == [
        ("a", "voice_accuracy", 80.0),
        *(("b", question, None) for question in scenario.questions),
    ]
    assert json.dumps(found[0].excerpt) == '"words that stand"'
