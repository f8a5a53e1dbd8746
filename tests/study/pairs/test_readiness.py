"""The checks before the first rater: each met, not met, or not to be told yet."""

import json
from pathlib import Path

from pair_studies import answered, pair_study
from ringtrue.study.pairs.readiness import pair_readiness
from ringtrue.study.study import Study
from ringtrue.terms.answer import Given
from ringtrue.terms.result import Check


def checks(study: Study) -> dict[str, Check]:
    return {check.name: check for check in pair_readiness(study)}


def test_a_study_about_to_be_dealt(tmp_path: Path) -> None:
    found = checks(pair_study(tmp_path / "s"))
    assert {name: check.met for name, check in found.items()} == {
        "sample of the true voice": True,
        "5 pairs accepted": True,
        "both texts of every pair": True,
        "sides balanced for raters and pairs": None,
        "pilot run recorded": False,
    }
    assert found["pilot run recorded"].note.startswith("let one person try it")
    assert "ringtrue deal" in found["sides balanced for raters and pairs"].note


def test_what_is_missing_is_named(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "s", gold=False)
    entries = [json.loads(line) for line in study.items_file.read_text(encoding="utf-8").splitlines()]
    entries[0]["responses"].pop("full")
    entries[1]["responses"]["full"] = entries[1]["responses"]["compressed"] + "  "
    entries[2]["status"] = "pending"
    study.items_file.write_text("".join(json.dumps(entry) + "\n" for entry in entries), encoding="utf-8")
    found = checks(study)
    assert found["sample of the true voice"].met is False
    assert (found["5 pairs accepted"].met, found["5 pairs accepted"].value) == (False, 4.0)
    assert found["both texts of every pair"].note == "missing, or the same text twice: P1, P2"


def test_a_sample_that_cannot_be_read_and_no_pairs(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "s", preset="3x10")
    (study.folder / "gold.txt").unlink()
    study.items_file.write_text("", encoding="utf-8")
    found = checks(study)
    assert found["sample of the true voice"].met is False
    assert found["3 pairs accepted"].met is False
    assert found["both texts of every pair"].met is None


def test_a_deal_is_balanced_and_a_pilot_counts_even_when_withdrawn(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "s")
    study.deal(["pilot-1", "r1", "r2"], controls=2, attention=(), force=True, why="a small study")
    assert checks(study)["sides balanced for raters and pairs"].met is True
    assert checks(study)["pilot run recorded"].met is False
    with study.records() as records:
        packet = next(one.packet for one in records.packets() if one.packet.rater == "pilot-1")
        records.save_answers(packet.token, [Given(packet.cards[0].id, "voice", 1.0)], who="tester")
        records.return_packet(packet.token, who="tester", partial=True)
    assert checks(study)["pilot run recorded"].met is True
    study.withdraw_rater("pilot-1", why="pilot")
    assert checks(study)["pilot run recorded"].met is True


def test_in_discrimination_the_control_must_be_there(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "s", design="discrimination")
    assert checks(study)["both texts of every pair"].met is True
    text = study.items_file.read_text(encoding="utf-8").replace('"control"', '"other"')
    study.items_file.write_text(text, encoding="utf-8")
    assert checks(study)["both texts of every pair"].met is False


def test_other_protocols_are_asked_nothing(tmp_path: Path) -> None:
    assert pair_readiness(Study.create(tmp_path / "b", protocol="blind")) == ()


def test_after_unblinding_it_still_answers(tmp_path: Path) -> None:
    study = answered(pair_study(tmp_path / "s", count=1), [[(0, 3, 3), (1, 3, 3)]])
    assert checks(study)["sides balanced for raters and pairs"].met is True
