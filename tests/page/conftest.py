"""A real Chromium, one for each file of tests; where there is none the tests are skipped and say why."""

import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from page.rater import Visit
from rating_pages import chromium


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Debian's Chromium."""
    if shutil.which("chromium") is None:
        pytest.skip("Chromium is not installed: nothing is tested in a browser (apt-get install chromium)")
    with chromium() as started:
        yield started


@pytest.fixture
def alone(browser: Browser) -> Iterator[None]:
    """Closes whatever a test opened, so that a file of tests does not fill the browser."""
    yield
    for context in browser.contexts:
        context.close()


@pytest.fixture
def visit(browser: Browser, tmp_path: Path) -> Iterator[Visit]:
    """Opens offline pages, each in a fresh profile with the network cut, and looks at all they ask for."""
    with ExitStack() as closing:
        opened = Visit(browser, tmp_path, closing)
        yield opened
        opened.check_silence()
