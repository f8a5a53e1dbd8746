"""A licence in a file: what it is bound to, and a file that is none."""

from dataclasses import replace
from pathlib import Path

import pytest

from ringtrue.judge.model.calibration import Calibration
from ringtrue.judge.model.licence import Binding, Licence, licences_in, read_licence
from ringtrue.terms.problem import BadInput
from ringtrue.terms.result import Check, Estimate

BINDING = Binding("Maker Judge/7", "{}", "aa", "en", "bb")
ESTIMATES = {"r": Estimate(0.8, 0.7, 0.9, 60), "kappa": Estimate.absent("no picks")}


def licence(*conditions: Check) -> Licence:
    return Licence.of(Calibration("score", "people", ESTIMATES, conditions), "panel", "scenarios", BINDING)


def test_a_licence_goes_to_a_file_and_back(tmp_path: Path) -> None:
    made = licence(Check("goes with people", True))
    path = made.write(tmp_path / "licences")
    assert path.name.startswith("maker-judge-7-")
    assert replace(read_licence(path), place="") == made
    assert [one.granted for one in licences_in([tmp_path / "nowhere", tmp_path / "licences"])] == [True]


def test_a_later_refusal_takes_the_place_of_a_licence(tmp_path: Path) -> None:
    licence(Check("goes with people", True)).write(tmp_path)
    licence(Check("goes with people", False, note="r is not shown to be over 0")).write(tmp_path)
    (found,) = licences_in([tmp_path])
    assert (found.granted, found.refusals) == (False, ("goes with people: r is not shown to be over 0",))


@pytest.mark.parametrize("field", ["model", "sampling", "rubric", "language", "shown"])
def test_every_change_makes_another_binding(field: str) -> None:
    other = replace(BINDING, **{field: "another"})
    assert other.digest != BINDING.digest
    assert len(BINDING.differences(other)) == 1


@pytest.mark.parametrize("text", ["{}", "[]", '{"estimates": {}, "binding": {"x": 1}}', "no json"])
def test_a_file_that_is_no_licence_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "x.json"
    path.write_text(text)
    with pytest.raises(BadInput, match=r"x\.json"):
        read_licence(path)
