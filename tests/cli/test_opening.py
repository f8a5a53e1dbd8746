"""A command opens its study without the garbage collector in between, and says what is wrong with it."""

import gc
from pathlib import Path

import pytest

from ringtrue import Study
from ringtrue.cli.opening import open_study
from ringtrue.terms import BadInput


def test_the_study_of_a_folder(tmp_path: Path) -> None:
    Study.create(tmp_path / "study", protocol="blind")
    assert open_study(str(tmp_path / "study"), who="ada").who == "ada"
    assert open_study(str(tmp_path / "study")).who == Study.open(tmp_path / "study").who
    gc.unfreeze()


def test_a_folder_without_one_is_refused_and_the_collector_works_again(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no study"):
        open_study(str(tmp_path))
    assert gc.isenabled()
    gc.unfreeze()
