"""A model judges a study: every card blind, sides exchanged when it is asked again, nothing asked twice."""

import json
from pathlib import Path

import pytest

from model_server import MALFORMED, Asked, ModelServer, never
from ringtrue.calls import Limits
from ringtrue.study import Study
from ringtrue.study.model_judging_act import ModelJudging, judge_by_model
from ringtrue.terms import BadInput

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
    answer = {"voice": -1, "vibe": 2, "logic": 3, "continuity": 2}
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
    study.set_status({study.items()[0].id: "rejected"})
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
