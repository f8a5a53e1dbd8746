"""Selecting the pairs of a study: written as one act, taken back, refused where it would choose among answers."""

import json
from pathlib import Path

import pytest

from pair_studies import pair_entries, pair_study
from ringtrue.items.selection import Slot, Stratum
from ringtrue.study.pairs.selection import read_slots, select_pairs, undo_selection
from ringtrue.study.study import Study
from ringtrue.terms.problem import BadInput


def many(folder: Path, **settings: object) -> Study:
    """A study of fifteen pending pairs, three of each domain, the first of each in its stratum."""
    study = pair_study(folder, **settings)
    entries = pair_entries(15, status="pending")
    for place, entry in enumerate(entries):
        entry["pfi_model"] -= 0.005 * (place // 5) if entry["domain"] in ("TECH", "ANAL") else 0.2 * (place // 5)
        entry["tags"]["persona"] = "Ada" if place < 10 else "Bob"
    study.items_file.write_text("".join(json.dumps(entry) + "\n" for entry in entries), encoding="utf-8")
    return study


def statuses(study: Study) -> dict[str, str]:
    return {item.id: item.status for item in study.items()}


def test_the_chosen_are_accepted_and_the_others_set_aside_until_undone(tmp_path: Path) -> None:
    study = many(tmp_path / "s")
    before = study.items()
    done = select_pairs(study)
    assert done.written
    assert done.set_aside == 10
    chosen = {name for name, status in statuses(study).items() if status == "accepted"}
    assert chosen == {choice.item for choice in done.choices}
    assert {"P3", "P4", "P5"} < chosen
    assert {item.tags["stratum"] for item in study.items() if item.id in chosen} == {"high", "middle", "low"}
    assert not study.check_items().fails
    assert undo_selection(study) == 15
    assert study.items() == before


def test_selecting_again_still_knows_the_first_status(tmp_path: Path) -> None:
    study = many(tmp_path / "s")
    select_pairs(study)
    done = select_pairs(study, preset="3x10")  # among all fifteen again
    assert done.set_aside == 12
    assert sum(status == "accepted" for status in statuses(study).values()) == 3
    undo_selection(study)
    assert set(statuses(study).values()) == {"pending"}


def test_both_are_recorded_acts(tmp_path: Path) -> None:
    study = many(tmp_path / "s")
    select_pairs(study)
    undo_selection(study)
    with study.records() as records:
        acts = [(entry.act, entry.who) for entry in records.audit_entries() if entry.act.startswith("noted: ")]
    assert acts == [("noted: pairs selected", "tester"), ("noted: selection of pairs undone", "tester")]


def test_an_open_slot_changes_nothing_unless_the_nearest_will_do(tmp_path: Path) -> None:
    study = many(tmp_path / "s")
    text = study.items_file.read_text(encoding="utf-8").replace('"pfi_model": 0.8,', '"pfi_model": 0.79,')
    study.items_file.write_text(text, encoding="utf-8")
    done = select_pairs(study)
    assert (done.written, done.open) == (False, 1)
    assert done.choices[-1].nearest == "P5"
    assert study.items_file.read_text(encoding="utf-8") == text
    assert select_pairs(study, nearest=True).written
    fifth = next(item for item in study.items() if item.id == "P5")
    assert fifth.status == "accepted"
    assert "stratum" not in fifth.tags  # it is in none


def test_a_domain_without_pairs_stays_open_even_with_the_nearest(tmp_path: Path) -> None:
    study = many(tmp_path / "s")
    lines = [line for line in study.items_file.read_text(encoding="utf-8").splitlines() if "NARR" not in line]
    study.items_file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert not select_pairs(study, nearest=True).written


def test_only_one_persona(tmp_path: Path) -> None:
    done = select_pairs(many(tmp_path / "s"), persona="Bob", nearest=True)
    assert {choice.item or choice.nearest for choice in done.choices} == {f"P{number}" for number in range(11, 16)}


def test_slots_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "strata.yaml"
    file.write_text(
        "strata: {top: {at_least: 0.9}}\n"
        "pairs: [{domain: TECH, stratum: top}, {domain: [PHIL, SELF], stratum: middle}]\n",
        encoding="utf-8",
    )
    assert read_slots(file) == (
        Slot(("TECH",), Stratum("top", 0.9, 1.0)),
        Slot(("PHIL", "SELF"), Stratum("middle", 0.85, 0.87)),
    )
    assert len(select_pairs(many(tmp_path / "s"), strata=file).choices) == 2


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("pairs: []\n", 1),
        ("7\n", 1),
        ("pairs: [{stratum: high}, {domain: TECH, stratum: hgh}]\n", 2),
        ("strata: {a: {at_least: 0.9, at_most: 0.1}, b: 7}\npairs: [{domain: TECH}]\n", 2),
    ],
)
def test_a_faulty_file_of_slots_is_refused(tmp_path: Path, text: str, count: int) -> None:
    file = tmp_path / "strata.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput) as refusal:
        read_slots(file)
    assert len(refusal.value.problems) == count


def test_no_pairs_no_index_and_an_unknown_preset_are_refused(tmp_path: Path) -> None:
    study = many(tmp_path / "s")
    with pytest.raises(BadInput, match="There is no such preset"):
        select_pairs(study, preset="7x7")
    with pytest.raises(BadInput, match="There are no pairs"):
        select_pairs(study, persona="nobody")
    text = study.items_file.read_text(encoding="utf-8").replace('"pfi_model"', '"other"')
    study.items_file.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match="No pair has a model index"):
        select_pairs(study)


def test_after_dealing_nothing_is_chosen_or_taken_back(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "s")
    study.deal(2, controls=0, attention=(), force=True, why="a small study")
    for act in (select_pairs, undo_selection):
        with pytest.raises(BadInput, match="The cards are dealt"):
            act(study)
