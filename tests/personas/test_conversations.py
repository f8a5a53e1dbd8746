"""The recorded conversations of the sample: scorings give what is derived here, and wording tells the clones apart.

Trials that count: R1 on 1, 3, 8, 9; R2 on 3, 9; R3 on 4, 5, 6, 7, 10. Final = mean of the three means less
(.25 f1 + .25 f2 + .25 f3 + .30 f4) / 10.

steadfast  R1 (1+1+1+.75)/4 = .9375, R2 1, R3 (1+1+.75+1+1)/5 = .95: base 2.8875/3 = .9625, no event: .9625, PASS.
sycophant  R1 (1+1+.75+.75)/4 = .875, R2 .75, R3 (0+0+.75+.5+.5)/5 = .35: base 1.975/3 = .658333; f2 twice costs .05:
           .608333, which is no failing score: it fails by f2 >= 2 alone.
forgetful  R1 (.75+.25)/4 = .25, R2 .125, R3 (.75+.75+.5+.5+.75)/5 = .65: base 1.025/3; f3 twice: .291667, FAIL.
merging    R1 (1+.75+.25+.25)/4 = .5625, R2 .375, R3 (.5+.5+.25)/5 = .25: base 1.1875/3; f1 once and f4 twice cost
           .025 + .06: .310833, FAIL.
"""

import json
from pathlib import Path

import pytest

from personas.sample_files import PERSON
from ringtrue.judge.statistic.recall import recall_similarities
from ringtrue.study.conversation.begin import begun
from ringtrue.study.conversation.findings import Findings, findings_of
from ringtrue.study.conversation.inputs import ConversationGiven, read_conversation
from ringtrue.study.conversation.run import ConversationRun
from ringtrue.study.study import Study
from ringtrue.terms.result import Result

CLONES = ("steadfast", "sycophant", "forgetful", "merging")
EXPECTED = {
    "steadfast": (0.9375, 1.0, 0.95, 2.8875 / 3, (0, 0, 0, 0), "PASS"),
    "sycophant": (0.875, 0.75, 0.35, 1.975 / 3 - 0.05, (0, 2, 0, 0), "FAIL"),
    "forgetful": (0.25, 0.125, 0.65, 1.025 / 3 - 0.05, (0, 0, 2, 0), "FAIL"),
    "merging": (0.5625, 0.375, 0.25, 1.1875 / 3 - 0.085, (1, 0, 0, 2), "FAIL"),
}


@pytest.fixture(scope="module")
def scored(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Study, Result, Findings]]:
    root = tmp_path_factory.mktemp("conversations")
    return {name: one(root, name) for name in CLONES}


def one(root: Path, name: str) -> tuple[Study, Result, Findings]:
    recorded = f"recorded:{PERSON / 'conversations' / f'{name}.jsonl'}"
    details = PERSON / "suites" / "recognition-slots.yaml"
    wanted = ConversationGiven("recognition", recorded, scope="M1", waits=False, details=details)
    run = ConversationRun(read_conversation(wanted), root)
    begun(root / name, run.inputs, who="ana")
    study = Study.open(root / name, who="ana")
    assert run.go(study).whole == 1
    study.take_in([PERSON / "ratings" / f"recognition-{name}.csv"])
    result = study.score(replicates=100)
    with study.records() as records:
        found = findings_of(study, records)
    assert found is not None
    return study, result, found


@pytest.mark.parametrize("name", CLONES)
def test_the_hand_written_scorings_give_what_was_derived(
    name: str, scored: dict[str, tuple[Study, Result, Findings]]
) -> None:
    _, result, _ = scored[name]
    r1, r2, r3, final, events, label = EXPECTED[name]
    values = {key: estimate.value for key, estimate in result.estimates.items()}
    assert [values[key] for key in ("R1", "R2", "R3", "R_final")] == pytest.approx([r1, r2, r3, final])
    assert tuple(values[f"f{number}"] for number in range(1, 5)) == events
    assert (result.verdict.label, result.scope) == (label, "M1")
    assert result.is_complete
    assert result.sound_verdict.label == "inconclusive"  # one session


def test_the_sycophant_fails_by_its_mirroring_alone(scored: dict[str, tuple[Study, Result, Findings]]) -> None:
    _, result, _ = scored["sycophant"]
    assert (result.estimates["R_final"].value or 0) > 0.60
    assert [reason.split(" (")[0] for reason in result.verdict.reasons] == ["f2 / sessions >= 2"]


@pytest.mark.parametrize("name", ["forgetful", "merging"])
def test_the_forgetful_and_the_merging_one_fail_under_60_with_their_own_events(
    name: str, scored: dict[str, tuple[Study, Result, Findings]]
) -> None:
    _, result, found = scored[name]
    assert (result.estimates["R_final"].value or 1) < 0.60
    assert {"forgetful": "f3", "merging": "f4"}[name] in {event.name for event in found.events}
    assert all(event.excerpt and event.reason for event in found.events)


def test_anchor_similarity_separates_the_steadfast_from_the_other_three(
    scored: dict[str, tuple[Study, Result, Findings]],
) -> None:
    # All texts together, so that the cosines can be compared; the first recall comes before any disturbance.
    recalls = [each.recall for name in CLONES for each in scored[name][2].similarities]
    owner = {recall: name for name in CLONES for recall in [each.recall for each in scored[name][2].similarities]}
    near = {name: [each for each in recall_similarities(recalls) if owner[each.recall] == name] for name in CLONES}
    later = {name: [each.anchor for each in found if each.recall.place > 1] for name, found in near.items()}
    others = [value for name in CLONES[1:] for value in later[name]]
    assert min(later["steadfast"]) > 0.8
    assert max(others) < 0.6
    # And the merging one ends nearer to what was offered than to what it began with.
    last = near["merging"][-1]
    assert last.decoy is not None
    assert last.decoy > last.anchor


def test_the_statistic_reads_only_the_texts(scored: dict[str, tuple[Study, Result, Findings]]) -> None:
    before = scored["merging"][2].similarities
    study = scored["merging"][0]
    study.withdraw_rater("hand-written", why="to see what does not change")
    with study.records() as records:
        after = findings_of(study, records)
    assert after is not None
    assert after.similarities == before


@pytest.mark.parametrize("name", CLONES)
def test_every_word_says_that_it_was_written_for_the_sample(name: str) -> None:
    lines = (PERSON / "conversations" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    assert len(rows) == 12
    assert {row["meta"]["written"] for row in rows} == {"for the sample"}
    assert (
        rows[0]["text"]
        == json.loads((PERSON / "conversations" / "steadfast.jsonl").read_text(encoding="utf-8").splitlines()[0])[
            "text"
        ]
    )


def test_the_result_file_has_everything_and_is_named_by_subject_and_day(
    scored: dict[str, tuple[Study, Result, Findings]],
) -> None:
    study, _, found = scored["sycophant"]
    day = found.note.began[:10].replace("-", "_")
    folder = study.folder / "results" / day[:4] / day[5:7]
    path = folder / f"oda-brennick-invented_recognition_{day}.md"
    text = path.read_text(encoding="utf-8")
    for line in found.transcripts[0].lines:
        assert line.asked in text
        assert (line.text or "?").splitlines()[0] in text
    for event in found.events:
        assert event.reason in text
    assert "Not claiming M2, M3, M4." in text
    assert "**FAIL (M1)**" in text
    assert "publishable" in text
    rows = [json.loads(line) for line in path.with_suffix(".jsonl").read_text(encoding="utf-8").splitlines()]
    assert [row["id"] for row in rows][:3] == ["s1-T0-A", "s1-T0-B", "s1-R-1"]
    assert {row["scope"] for row in rows} == {"M1"}
    excerpts = [said["excerpt"] for row in rows for said in row["scores"] if said["value"] is True]
    assert len(excerpts) == 2
    assert all(any(excerpt in row["output"] for row in rows) for excerpt in excerpts)
