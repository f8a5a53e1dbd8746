"""The sample's blind study of one speaker, dealt and rated once for all tests of a worker."""

import pytest

from ringtrue.demo.layout import DemoFolder, lay_out
from ringtrue.demo.studies import blind_study
from ringtrue.study.study import Study


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> DemoFolder:
    """A demo in which the blind study of the drifted clone is done."""
    place = lay_out(tmp_path_factory.mktemp("sample") / "out")
    blind_study(place, "drifted")
    return place


@pytest.fixture(scope="session")
def drifted(sample: DemoFolder) -> Study:
    """That study."""
    return Study.open(sample.study("blind", "drifted"))
