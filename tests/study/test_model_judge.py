"""A model judges a study: every card blind, sides exchanged when it is asked again, nothing asked twice."""

import json
from pathlib import Path

import pytest

from model_server import MALFORMED, Asked, ModelServer, never
from ringtrue.calls.limits import Limits
from ringtrue.protocols.loader import load
from ringtrue.study.model_judge import (
    deal_for,
    judge_of,
    judges_asked,
    model_of,
    models_behind,
    note_judges,
    placements,
    rater_name,
    take_of,
)
from ringtrue.study.model_judging import ModelJudging, judge_by_model
from ringtrue.study.study import Study
from ringtrue.terms.item import Item, Response, Speaker
from ringtrue.terms.problem import BadInput

QUICK = Limits(concurrency=4, timeout=30.0, backoff=0.001, attempts=2)
FULL, SHORT = "The tide waits for nobody, and I wait for the tide.", "I wait for the tide, as one does here."


def pairs_study(folder: Path, url: str, *, repeats: int = 2, count: int = 6) -> Study:
    study = Study.create(folder / "ab", protocol="pairs")
    rows = [
        {"id": f"P{n}", "kind": "pair", "prompt": f"Question {n}?", "domain": "TECH", "status": "accepted",
         "responses": {"full": f"{FULL} ({n})", "compressed": f"{SHORT} ({n})"}}
        for n in range(count)
    ]  # fmt: skip
    (study.folder / "items.yaml").write_text(json.dumps(rows))
    path = study.folder / "study.yaml"
    path.write_text(
        path.read_text() + f"judges: {{panel: {{kind: openai, model: j, url: '{url}', repeats: {repeats}}}}}\n"
    )
    return Study.open(study.folder, who="ana")


def first_side(asked: Asked) -> str:
    """A judge with a bias: whatever stands first sounds more like the sample."""
    quote = FULL if asked.last.index(FULL) < asked.last.index(SHORT) else SHORT
    grades = {"vibe": 2, "logic": 3, "continuity": 2}
    answer = {"voice": -1} | {f"{name}_{side}": grade for name, grade in grades.items() for side in "ab"}
    return json.dumps({name: {"score": score, "reason": "It does.", "quote": quote} for name, score in answer.items()})


@pytest.fixture
def server():
    with ModelServer(answer=first_side) as running:
        yield running


def test_repeats_of_a_pair_are_turned_and_show_the_bias(server: ModelServer, tmp_path: Path) -> None:
    study = pairs_study(tmp_path, server.url)
    done = judge_by_model(study, "panel", limits=QUICK)
    assert (done.cards, done.answered, done.stop) == (12, 12, None)
    with study.records() as records:
        voices = [(row.rater, row.item, row.value) for row in records.judgments() if row.question == "voice"]
    by_item: dict[str, list[float]] = {}
    for _, item, value in voices:
        by_item.setdefault(str(item), []).append(float(value))
    assert {rater for rater, _, _ in voices} == {"panel", "panel~2"}
    assert all(sorted(values) == [-1, 1] for values in by_item.values())  # turned toward the candidate, it cancels out
    found = study.score(replicates=2).estimates
    assert found["position_bias_voice"].value == pytest.approx(1.0)  # always the first side
    assert found["swap_consistency_voice"].value == pytest.approx(0.0)
    assert found["position_bias_voice"].kind == "statistic"
    kept = json.loads((study.folder / "result.json").read_text(encoding="utf-8"))
    assert kept["estimates"]["swap_consistency_voice"]["value"] == pytest.approx(0.0)
    assert [(one["judge"], one["take"], one["scored"], one["cards"]) for one in kept["judges"]] == [
        ("panel", 1, 6, 6),
        ("panel", 2, 6, 6),
    ]
    (report,) = [path for path in study.report("md") if path.name == "result-1.md"]
    text = report.read_text(encoding="utf-8")
    assert "## How far the judges can be trusted" in text
    assert "| `position_bias_voice` | 1.00" in text
    assert text.count("`position_bias_voice`") == 1  # with the judges, and not among the estimates of the clone


def test_sides_of_other_items_than_were_dealt_are_not_made_up(server: ModelServer, tmp_path: Path) -> None:
    study = pairs_study(tmp_path, server.url)
    judge_by_model(study, "panel", limits=QUICK)
    study.set_status({study.items()[0].id: "rejected"}, why="a misprint")
    found = Study.open(study.folder).score(replicates=2).estimates
    assert "position_bias_voice" not in found


def test_the_judge_never_sees_whose_text_it_is(server: ModelServer, tmp_path: Path) -> None:
    ModelJudging(pairs_study(tmp_path, server.url), "panel").go(limits=QUICK)
    sides = [asked.last.index(FULL) < asked.last.index(SHORT) for asked in server.requests]
    assert sides.count(True) == sides.count(False)
    for asked in server.requests:
        assert "compressed" not in json.dumps(asked.messages)
        assert "P0" not in json.dumps(asked.messages)


def test_started_again_it_asks_only_what_has_no_answer(server: ModelServer, tmp_path: Path) -> None:
    study = pairs_study(tmp_path, server.url, repeats=1)
    server.script = lambda asked: MALFORMED if "Question 3?" in asked.last else None
    done = ModelJudging(study, "panel").go(limits=QUICK)
    assert (done.cards, done.answered) == (6, 5)
    with study.records() as records:
        (row,) = {row.reason for row in records.judgments() if row.value is None}
    assert "no usable answer" in str(row)
    server.script = never
    before = server.count
    assert ModelJudging(study, "panel").forecast().calls == 1
    assert ModelJudging(study, "panel").go(limits=QUICK).answered == 6
    assert server.count == before + 1
    assert study.doctor() == []


def test_nothing_to_judge_and_nobody_to_judge_are_refused(server: ModelServer, tmp_path: Path) -> None:
    study = pairs_study(tmp_path, server.url, count=0)
    with pytest.raises(BadInput, match="no card to judge"):
        ModelJudging(study, "panel")
    with pytest.raises(BadInput, match="no nobody among the judges"):
        ModelJudging(study, "nobody")


# The names a model judge answers under, and where its cards stand.


def test_names_of_takes_go_there_and_back() -> None:
    assert [rater_name("j", take) for take in (1, 2, 10)] == ["j", "j~2", "j~10"]
    assert [judge_of(name) for name in ("j", "j~2", "a~b", "~3", "j~")] == ["j", "j", "a~b", "~3", "j~"]
    assert [take_of(name) for name in ("j", "j~2", "a~b", "~3", "j~")] == [1, 2, 1, 1, 1]


def test_takes_are_counted_for_each_item_and_a_pair_is_turned() -> None:
    items = [Item(f"P{n}", "pair", "Q?", fields={"domain": "TECH"}, status="accepted") for n in range(3)]
    responses = [Response(item.id, speaker, f"{speaker} says") for item in items for speaker in ("full", "compressed")]
    cards = deal_for(Speaker("j", "local", {"repeats": 2}), items, responses, load("pairs"), 7)
    found = list(placements(cards))
    assert sorted((one.item, one.take) for one in found) == [(f"P{n}", take) for n in range(3) for take in (1, 2)]
    for name in ("P0", "P1", "P2"):
        first, second = (one.entry.speakers for one in found if one.item == name)
        assert first == second[::-1]
    assert (
        list(placements(deal_for(Speaker("j", "local", {"repeats": 2}), items, responses, load("pairs"), 7))) == found
    )


@pytest.mark.parametrize(
    ("kind", "settings", "model"),
    [
        ("openai", {"model": "Qwen/Qwen3-8B", "url": "http://a/v1", "temperature": 0.7}, "qwen3-8b"),
        ("openai", {"model": " qwen3-8b ", "url": "http://b/v1"}, "qwen3-8b"),
        ("local", {"model": "C:\\weights\\Qwen3-8B"}, "qwen3-8b"),
        ("local", {}, "local"),
        ("command", {"program": ["./judge", "-v"]}, "command ('./judge', '-v')"),
        ("python", {"function": "a:judge"}, "python a:judge"),
        ("recorded", {"file": "/x/j.jsonl", "speaker": "ana"}, "recorded /x/j.jsonl ana"),
    ],
)
def test_a_model_is_known_by_its_name_wherever_it_is_asked(kind: str, settings: dict[str, object], model: str) -> None:
    assert model_of(Speaker("judge", kind, settings)) == model


def test_the_model_behind_a_rater_is_that_of_its_judge_in_every_take() -> None:
    behind = models_behind({"judge-1": Speaker("judge-1", "openai", {"model": "m"})})
    assert [behind(rater) for rater in ("judge-1", "judge-1~2", "elsewhere", "nowhere~3")] == ["m", "m", "", ""]


def test_the_model_of_a_judge_is_the_one_that_was_asked_whatever_study_yaml_says_later(tmp_path: Path) -> None:
    first, second = (Speaker(name, "openai", {"model": "m"}) for name in ("judge-1", "judge-2"))
    other = Speaker("judge-2", "openai", {"model": "other"})
    with pairs_study(tmp_path, "http://a/v1").records() as records:
        note_judges(records, [first, second], who="ana")
        note_judges(records, [first, second], who="ana")  # again: nothing new
        asked = judges_asked(records)
        assert asked == {"judge-1": "m", "judge-2": "m"}
        with pytest.raises(BadInput, match="judge-2 was m when it was first asked"):
            note_judges(records, [other], who="ana")
    for edited in ({"judge-1": first, "judge-2": other}, {"judge-1": first}, {}):
        behind = models_behind(edited, asked)
        assert {behind(rater) for rater in ("judge-1", "judge-2~2")} == {"m"}
