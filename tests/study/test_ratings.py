"""Answers as ratings: every standing one, people's words on causes set apart."""

from pathlib import Path

import pytest

from recorded_run import GAP, GOOD, finished, names
from ringtrue.files.yaml_file import read_yaml
from ringtrue.store.judgment_records import JudgmentRecord
from ringtrue.study.ratings import causes_known, confirm_cause, ratings_and_words, ratings_in
from ringtrue.study.scenarios.outputs import rewrite_outputs
from ringtrue.study.study import Study
from ringtrue.terms.problem import BadInput


def test_every_standing_answer_is_a_rating(study: Study, answers: Path) -> None:
    study.take_in([answers])
    found = list(ratings_in(study))
    assert len(found) == 27  # three raters, three pairs, three questions
    assert {(one.rater, one.value) for one in found if (one.item, one.question) == ("P3", "voice")} == {
        ("r0", 0.0),
        ("r1", -1.0),
        ("r2", 1.0),
    }
    assert list(study.ratings()) == found
    with study.records() as records:
        assert list(ratings_and_words(records, study.settings.protocol, None)) == found


def test_words_on_causes_are_set_apart_for_whoever_wants_them(tmp_path: Path) -> None:
    study = finished(tmp_path, {**dict.fromkeys(names(10), GOOD), "STR-001": GAP})[0]
    before = list(ratings_in(study))
    with study.records() as records:
        confirm_cause(records, study.settings.protocol, "STR-001", "both", who="ana", why="it is in the prompt too")
    words: dict[str, JudgmentRecord] = {}
    assert list(ratings_in(study, words)) == before
    assert {item: (word.rater, word.value) for item, word in words.items()} == {"STR-001": ("ana", "both")}
    assert len(list(ratings_in(study))) == len(before) + 1  # who does not ask for words gets them all


# A person's word on a cause stays beside the rules' own, and results and advice go by it.


@pytest.fixture
def run_study(tmp_path: Path) -> Study:
    return finished(tmp_path, {**dict.fromkeys(names(10), GOOD), "STR-001": GAP})[0]


def say(study: Study, item: str, cause: str, *, who: str = "ana", why: str = "it is in the prompt") -> None:
    with study.records() as records:
        confirm_cause(records, study.settings.protocol, item, cause, who=who, why=why)


def test_both_causes_are_shown_and_the_persons_counts(run_study: Study) -> None:
    say(run_study, "STR-001", "prompt_issue")
    rewrite_outputs(run_study)
    latest = run_study.latest()
    assert latest is not None
    row = next(row for row in latest.result.items if row["id"] == "STR-001")
    assert (row["cause"], row["cause_confirmed"], row["cause_confirmed_by"]) == ("kb_gap", "prompt_issue", "ana")
    data = read_yaml(run_study.folder / "test_results.yaml").data
    assert data["results"][0]["failure_classification"] == "prompt_issue"
    assert "prompt_issue by ana, rules: kb_gap" in (run_study.folder / "report.md").read_text()
    assert run_study.doctor() == []


def test_numbers_do_not_move(run_study: Study) -> None:
    before = run_study.score(replicates=100)
    say(run_study, "STR-001", "both")
    after = run_study.score(replicates=100)
    assert before.estimates == after.estimates
    told = {"causes_confirmed": 0, "causes_corrected": 1}
    assert after.counts == {**before.counts, **told}
    assert "People looked at the causes of 1 of 1 failures: 0 confirmed, 1 corrected." in after.notes


def test_a_second_word_corrects_the_first_and_both_stay_stored(run_study: Study) -> None:
    say(run_study, "STR-001", "prompt_issue")
    say(run_study, "STR-001", "both", why="and the knowledge base")
    with run_study.records() as records:
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
def test_what_cannot_be_meant_is_refused(run_study: Study, item: str, cause: str, why: str, place: str) -> None:
    with pytest.raises(BadInput) as caught:
        say(run_study, item, cause, why=why)
    assert [problem.place for problem in caught.value.problems] == [place]


def test_the_causes_are_the_protocols(run_study: Study) -> None:
    assert causes_known(run_study.settings.protocol) == ["execution_error", "prompt_issue", "kb_gap", "both"]
