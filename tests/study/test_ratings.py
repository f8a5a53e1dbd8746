"""Answers as ratings: every standing one, people's words on causes set apart."""

from pathlib import Path

from recorded_run import GAP, GOOD, finished, names
from ringtrue import Study
from ringtrue.store import JudgmentRecord
from ringtrue.study.causes import confirm_cause
from ringtrue.study.ratings import ratings_and_words, ratings_in


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
