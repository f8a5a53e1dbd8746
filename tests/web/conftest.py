"""A study with two raters on a real server, shared by the tests of a file, and somebody for each role."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from hosted_studies import Server, Visitor, invited, lite_study, serving
from rating_pages import chromium
from ringtrue.study.study import Study
from ringtrue.web.addresses import Hosting
from ringtrue.web.server import opened_site
from ringtrue.web.state import Site


@dataclass
class Hosted:
    """A study that is being served."""

    study: Study
    server: Server

    def rater(self, name: str, *, ready: bool = True) -> Visitor:
        """A rater with a session, dealt to if need be, who has agreed and passed the check if `ready`."""
        with self.study.records() as records:
            known = {one.name for one in records.raters()}
        if name not in known:
            self.study.deal([name], force=True, why="a small study")
        visitor = self.server.visitor().claim(invited(self.study, [name], self.server.url)[name])
        return visitor.ready() if ready else visitor


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    """A server for all tests of a file."""
    folder: Path = tmp_path_factory.mktemp("hosted") / "study"
    study = lite_study(folder)
    with serving(folder) as server:
        yield Hosted(study, server)


@pytest.fixture(scope="module")
def undealt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a study that was made once, to be copied."""
    return lite_study(tmp_path_factory.mktemp("undealt") / "study").folder


@pytest.fixture
def site(undealt: Path, tmp_path: Path) -> Iterator[Site]:
    """What the routes of a server share, without a server: a study of one's own, nobody dealt to yet."""
    folder = shutil.copytree(undealt, tmp_path / "study")
    with opened_site(Study.open(folder, who="Ines"), Hosting()) as opened:
        yield opened
        opened.saver.close()


@pytest.fixture(scope="module")
def shared_site(undealt: Path) -> Iterator[Site]:
    """The same for all tests of a file that change nothing about the study."""
    with opened_site(Study.open(undealt, who="Ines"), Hosting()) as opened:
        yield opened
        opened.saver.close()


@pytest.fixture(scope="module")
def organiser(hosted: Hosted) -> Visitor:
    """Somebody logged in: log-ins are limited, so one does for a file."""
    return hosted.server.organiser()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Debian's Chromium; where there is none the tests are skipped and say why."""
    if shutil.which("chromium") is None:
        pytest.skip("Chromium is not installed: nothing is tested in a browser (apt-get install chromium)")
    with chromium() as started:
        yield started
