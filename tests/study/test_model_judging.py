"""A model of study.yaml judges a whole study: expected calls, asked once, stopped by a budget, and taken up again."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from dealt_studies import pair_item
from model_server import Asked, ModelServer
from ringtrue.calls.limits import Limits
from ringtrue.study.manifest import changed_knowingly, recorded_changes
from ringtrue.study.model_judging import ModelJudging, judge_by_model
from ringtrue.study.study import Study
from ringtrue.terms.call import BudgetReached
from ringtrue.terms.problem import BadInput
from study_templates import fresh

QUICK = Limits(concurrency=1, timeout=30.0, backoff=0.001, attempts=2)
COUNT = 3


def fair(asked: Asked) -> str:
    grades = {"vibe": 3, "logic": 3, "continuity": 2}
    scores = {"voice": 0} | {f"{name}_{side}": grade for name, grade in grades.items() for side in "ab"}
    quote = asked.last[asked.last.index("says thing") :][:12]
    return json.dumps({name: {"score": score, "reason": "So it is.", "quote": quote} for name, score in scores.items()})


@pytest.fixture(scope="module")
def running() -> Iterator[ModelServer]:
    with ModelServer(answer=fair) as server:
        yield server


@pytest.fixture
def server(running: ModelServer) -> ModelServer:
    running.requests.clear()
    return running


def study_of(folder: Path, url: str, *, statuses: tuple[str, ...] = ("accepted",) * COUNT, **more: object) -> Study:
    study = fresh(folder / "s", "pairs")
    items = [pair_item(number, status=status) for number, status in enumerate(statuses)]
    (study.folder / "items.json").write_text(json.dumps(items), encoding="utf-8")
    judge = {"kind": "openai", "model": "j", "url": url, **more}
    with (study.folder / "study.yaml").open("a", encoding="utf-8") as file:
        file.write(f"judges: {json.dumps({'panel': judge})}\n")
    return Study.open(study.folder, who="ana")


def test_pairs_without_a_sample_of_the_voice_are_warned_about(server: ModelServer, tmp_path: Path) -> None:
    study = study_of(tmp_path, server.url)
    assert ModelJudging(study, "panel").warning.startswith(f"{COUNT} of {COUNT} items have no sample")
    (study.folder / "gold.txt").write_text("This is how I write.", encoding="utf-8")
    with (study.folder / "study.yaml").open("a", encoding="utf-8") as file:
        file.write("gold: gold.txt\n")
    assert ModelJudging(Study.open(study.folder), "panel").warning == ""


def test_every_card_is_asked_once_and_recorded_as_a_model_s(server: ModelServer, tmp_path: Path) -> None:
    study = study_of(tmp_path, server.url)
    done = judge_by_model(study, "panel", limits=QUICK)
    cards = done.cards
    assert cards >= COUNT  # every pair, and the control beside some
    assert (done.answered, done.missing, done.stop) == (cards, 0, None)
    assert len(server.requests) == cards
    with study.records() as records:
        rows = list(records.judgments())
        acts = [entry for entry in records.audit_entries() if entry.act == "judgments recorded"]
    assert {(row.rater, row.judge_kind) for row in rows} == {("panel", "model")}
    assert {row.item for row in rows if row.speaker in (None, "compressed")} == {f"P{n}" for n in range(COUNT)}
    assert {entry.who for entry in acts} == {"ana"}


def test_asked_again_nothing_is_left(server: ModelServer, tmp_path: Path) -> None:
    study = study_of(tmp_path, server.url)
    judge_by_model(study, "panel", limits=QUICK)
    asked = len(server.requests)
    judging = ModelJudging(study, "panel")
    assert judging.forecast().calls == 0
    assert judging.go(limits=QUICK).answered == asked
    assert len(server.requests) == asked


def test_the_forecast_counts_what_is_then_asked(server: ModelServer, tmp_path: Path) -> None:
    study = study_of(tmp_path, server.url, prices={"in": 1.0, "out": 2.0})
    judging = ModelJudging(study, "panel")
    told = judging.forecast()
    assert len(server.requests) == 0
    judging.go(limits=QUICK)
    assert told.calls == len(server.requests)
    # Prices are per million tokens: 1 for those that go in, 2 for those that come out.
    assert told.cost == pytest.approx((told.tokens_in + 2 * told.tokens_out) / 1e6)


def test_without_prices_there_is_no_cost(server: ModelServer, tmp_path: Path) -> None:
    assert ModelJudging(study_of(tmp_path, server.url), "panel").forecast().cost is None


def test_a_budget_that_is_reached_is_told_and_what_was_answered_stays(server: ModelServer, tmp_path: Path) -> None:
    study = study_of(tmp_path, server.url, prices={"in": 1e6, "out": 1e6})  # one for every token
    done = judge_by_model(study, "panel", limits=QUICK, budget=1.0)
    assert isinstance(done.stop, BudgetReached)
    assert done.answered == 0
    assert len(server.requests) == 0
    assert judge_by_model(study, "panel", limits=QUICK).answered == done.cards
    assert study.doctor() == []


def test_whoever_watches_is_told_of_every_answer(server: ModelServer, tmp_path: Path) -> None:
    told = []
    done = ModelJudging(study_of(tmp_path, server.url), "panel").go(limits=QUICK, watch=told.append)
    assert len(told) >= done.cards


def test_items_that_are_not_accepted_are_not_judged(server: ModelServer, tmp_path: Path) -> None:
    study = study_of(tmp_path, server.url, statuses=("accepted", "rejected", "withdrawn"))
    judge_by_model(study, "panel", limits=QUICK)
    with study.records() as records:
        assert {row.item for row in records.judgments()} == {"P0"}


def test_a_study_without_a_card_says_where_to_go(server: ModelServer, tmp_path: Path) -> None:
    study = study_of(tmp_path, server.url, statuses=("rejected",))
    with pytest.raises(BadInput) as refusal:
        ModelJudging(study, "panel")
    (problem,) = refusal.value.problems
    assert (problem.file, problem.place) == (str(study.folder), "responses")
    assert f"ringtrue collect {study.folder}" in problem.remedy


def test_a_judge_nobody_named_is_refused_with_those_there_are(server: ModelServer, tmp_path: Path) -> None:
    with pytest.raises(BadInput) as refusal:
        ModelJudging(study_of(tmp_path, server.url), "pannel")
    assert "panel" in refusal.value.problems[0].remedy


def test_documented_words_judge_nothing(server: ModelServer, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="A documented speaker cannot judge") as refusal:
        ModelJudging(study_of(tmp_path, server.url, kind="documented"), "panel")
    (problem,) = refusal.value.problems
    assert problem.place == "judges.panel"


def test_a_budget_needs_the_judge_s_prices(server: ModelServer, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="needs prices, and panel has none"):
        judge_by_model(study_of(tmp_path, server.url), "panel", limits=QUICK, budget=1.0)
    assert len(server.requests) == 0


def test_from_the_first_judgment_on_a_change_is_recorded_and_a_later_deal_starts_anew(
    server: ModelServer, tmp_path: Path
) -> None:
    study = study_of(tmp_path, server.url)
    study.set_status({"P0": "rejected"})
    study.set_status({"P0": "accepted"})  # nothing was judged: no reason is asked for
    judge_by_model(study, "panel", limits=QUICK)
    with study.records() as records:
        assert changed_knowingly(records) == 0
    with pytest.raises(BadInput, match="Since models began to judge"):
        study.set_status({"P0": "rejected"})
    study.set_status({"P0": "rejected"}, why="a misprint")
    study.set_status({"P0": "accepted"}, why="it was none")
    with study.records() as records:
        assert changed_knowingly(records) == 2
    items = study.items_file.read_text(encoding="utf-8")
    study.items_file.write_text(items.replace("Question 1?", "Question one?"), encoding="utf-8")
    with pytest.raises(BadInput, match="not as it was recorded"):
        judge_by_model(study, "panel", limits=QUICK)
    study.items_file.write_text(items, encoding="utf-8")
    study.deal(["ann"], force=True, why="a trial of the page")
    with study.records() as records:  # what people are dealt begins anew, under the secret of the deal
        assert (recorded_changes(records), changed_knowingly(records)) == ([], 0)
    assert study.doctor() == []
    study.items_file.write_text(items.replace("Question 1?", "Question one?"), encoding="utf-8")
    assert [one.what for one in study.doctor()] == ["It is not as it was dealt: prompt changed."]
