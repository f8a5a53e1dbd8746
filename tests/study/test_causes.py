"""A person's word on a cause stays beside the rules' own, and results and advice go by it."""

from pathlib import Path

import pytest

from recorded_run import GAP, GOOD, finished, names
from ringtrue.files import read_yaml
from ringtrue.study import Study
from ringtrue.study.causes import causes_known, confirm_cause
from ringtrue.study.scenario_outputs import rewrite_outputs
from ringtrue.terms import BadInput


@pytest.fixture
def study(tmp_path: Path) -> Study:
    return finished(tmp_path, {**dict.fromkeys(names(10), GOOD), "STR-001": GAP})[0]


def say(study: Study, item: str, cause: str, *, who: str = "ana", why: str = "it is in the prompt") -> None:
    with study.records() as records:
        confirm_cause(records, study.settings.protocol, item, cause, who=who, why=why)


def test_both_causes_are_shown_and_the_persons_counts(study: Study) -> None:
    say(study, "STR-001", "prompt_issue")
    rewrite_outputs(study)
    latest = study.latest()
    assert latest is not None
    row = next(row for row in latest.result.items if row["id"] == "STR-001")
    assert (row["cause"], row["cause_confirmed"], row["cause_confirmed_by"]) == ("kb_gap", "prompt_issue", "ana")
    data = read_yaml(study.folder / "test_results.yaml").data
    assert data["results"][0]["failure_classification"] == "prompt_issue"
    assert "prompt_issue by ana, rules: kb_gap" in (study.folder / "report.md").read_text()
    assert study.doctor() == []


def test_numbers_do_not_move(study: Study) -> None:
    before = study.score(replicates=100)
    say(study, "STR-001", "both")
    after = study.score(replicates=100)
    assert before.estimates == after.estimates
    assert before.counts == after.counts


def test_a_second_word_corrects_the_first_and_both_stay_stored(study: Study) -> None:
    say(study, "STR-001", "prompt_issue")
    say(study, "STR-001", "both", why="and the knowledge base")
    with study.records() as records:
        words = [row.value for row in records.judgments(superseded=True) if row.question == "cause"]
        standing = [row.value for row in records.judgments() if row.question == "cause"]
    assert (words, standing) == (["prompt_issue", "both"], ["both"])


@pytest.mark.parametrize(
    ("item", "cause", "why", "place"),
    [
        ("STR-001", "prompt_isue", "w", "CAUSE"),
        ("STR-001", "none", "w", "CAUSE"),
        ("STR-099", "kb_gap", "w", "ITEM"),
        ("TAC-002", "kb_gap", "w", "ITEM"),  # it passed
        ("STR-001", "kb_gap", "  ", "--why"),
    ],
)
def test_what_cannot_be_meant_is_refused(study: Study, item: str, cause: str, why: str, place: str) -> None:
    with pytest.raises(BadInput) as caught:
        say(study, item, cause, why=why)
    assert [problem.place for problem in caught.value.problems] == [place]


def test_the_causes_are_the_protocols(study: Study) -> None:
    assert causes_known(study.settings.protocol) == ["execution_error", "prompt_issue", "kb_gap", "both"]
