"""A browser killed as by a power cut: what was said to be saved is there afterwards.

A file of its own: Playwright can drive one set of browsers at a time, and this one starts its own.
"""

import os
import re
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from json import loads
from pathlib import Path

import pytest
from playwright.sync_api import Page, Playwright, sync_playwright

from page.packets import document
from page.rater import LITE, Rater, given, through_lite
from rating_pages import PATIENCE
from ringtrue.page.offline import offline_page

EXPECTED = {(card, name): value for card, values in LITE.items() for name, value in values.items()}


@contextmanager
def killable(playwright: Playwright, profile: Path) -> Iterator[tuple[Page, "subprocess.Popen[str]"]]:
    """A Chromium of its own process group, to be killed as a power cut would."""
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("Chromium is not installed: a killed browser is not tested (apt-get install chromium)")
    arguments = ["--headless=new", "--no-sandbox", "--remote-debugging-port=0", f"--user-data-dir={profile}"]
    process = subprocess.Popen(
        [chromium, *arguments, "about:blank"], stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        assert process.stderr is not None
        lines = (re.search(r"ws://\S+", line) for line in process.stderr)
        address = next(found.group() for found in lines if found)
        context = playwright.chromium.connect_over_cdp(address).contexts[0]
        context.set_offline(True)
        context.set_default_timeout(PATIENCE)
        yield context.new_page(), process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        if process.stderr:
            process.stderr.close()


def test_a_killed_browser_loses_nothing(tmp_path: Path) -> None:
    made = document()
    file = tmp_path / "rate.html"
    file.write_text(offline_page(made), encoding="utf-8")
    with sync_playwright() as playwright:
        with killable(playwright, tmp_path / "profile") as (page, process):
            page.goto(file.as_uri())
            rater = through_lite(Rater(page, made)).rate(1, LITE["card1"]).on_card(2)
            rater.press("3", "1").saved()
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        with killable(playwright, tmp_path / "profile") as (page, _):
            page.goto(file.as_uri())
            rater = Rater(page, made).on_card(2)
            rater.rate(2, {name: LITE["card2"][name] for name in ("logic", "continuity", "comment")})
            rater.rate(3, LITE["card3"]).sees("thanks.title")
            text = page.locator("details textarea").input_value()
    assert given(loads(text)) == EXPECTED
