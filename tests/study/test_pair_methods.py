"""The facts of a methods text: counted in the study and its records."""

from pathlib import Path

import pytest

from pair_studies import answered, pair_study
from ringtrue.store.keys import opened_seals
from ringtrue.study.pair_methods import methods_of
from ringtrue.study.pair_raw import raw_documents

ANSWERS = [[(2, 3, 3), (1, 3, 2), (0, 2, 2)], [(-1, 1, 2), (0, 2, 2), (1, 3, 3)], [(1, 2, 3), (1, 1, 1), None]]


def test_everything_is_counted(tmp_path: Path) -> None:
    study = answered(pair_study(tmp_path / "s", count=3, order=["NARR", "TECH"]), ANSWERS, controls=1, seconds=120.0)
    study.withdraw_rater("r2", why="asked to")
    study.score(replicates=20)
    record = study.latest()
    assert record is not None
    facts = methods_of(study, record, raw_documents(study))
    assert (facts.pairs, facts.raters, facts.dealt, facts.withdrawn, facts.partial) == (3, 2, 3, 1, 1)
    assert (facts.ratings, facts.control_ratings, facts.control) == (5, 2, "control")
    assert facts.domains == ("TECH", "ANAL", "PHIL")
    assert (facts.protocol, facts.index, facts.design, facts.grade) == ("pairs", "pfi_001", "equivalence", "preferred")
    assert facts.model_definitions == ("made up for a test",)
    assert (facts.anchored, facts.order) == (False, ("NARR", "TECH"))
    assert facts.gold_words == 11
    assert facts.replicates == 20
    assert facts.minutes == pytest.approx(7.0)  # r1 four cards, r3 three, of two minutes each
    with study.records() as records:
        assert facts.seals == tuple(seal.hash for seal in opened_seals(records))
    assert facts.sealed_at < facts.opened_at
    assert facts.early == ""


def test_a_study_without_cards_says_so(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "s", "lite", count=3, gold=False)
    lines = "".join(
        f"r{r},P{p},{q},2\n" for r in (1, 2) for p in (1, 2, 3) for q in ("voice", "vibe", "logic", "continuity")
    )
    (tmp_path / "rows.csv").write_text(f"rater,item,question,value\n{lines}", encoding="utf-8")
    study.take_in([tmp_path / "rows.csv"])
    study.score(replicates=20)
    record = study.latest()
    assert record is not None
    facts = methods_of(study, record, raw_documents(study))
    assert (facts.seals, facts.opened_at, facts.dealt, facts.minutes) == ((), "", 0, None)
    assert (facts.ratings, facts.raters, facts.gold_words, facts.index) == (6, 2, 0, "pfi_004")
