"""The scoring page of a conversation in Chromium, offline: by keyboard, refused without evidence, taken in after."""

import json
import re
import shutil
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from conversations import sycophant
from rating_pages import PATIENCE
from ringtrue.page.scoring import catalogue, script
from ringtrue.study.conversation.scoring import write_scoring_page
from ringtrue.study.study import Study

PRIMARY = {"r1": (1, 3, 8, 9), "r2": (3, 9), "r3": (4, 5, 6, 7, 10)}


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Study:
    return sycophant(tmp_path_factory.mktemp("scoring") / "study")


@pytest.fixture
def page(study: Study, browser: Browser, tmp_path: Path) -> Page:  # the study first: a browser holds the event loop
    path = write_scoring_page(study, tmp_path)
    context = browser.new_context(offline=True, accept_downloads=True, viewport={"width": 1100, "height": 900})
    context.set_default_timeout(PATIENCE)
    opened = context.new_page()
    opened.goto(path.as_uri())
    return ready(opened)


def select_by_keyboard(page: Page, letters: int) -> str:
    """Select the first letters of the answer with shift and the arrows; a key that would write there does nothing."""
    answer = page.get_by_role("textbox", name="The answer, to select")
    before = answer.inner_text()
    answer.focus()
    page.keyboard.press("Control+Home")
    page.keyboard.press("x")
    page.keyboard.press("Delete")
    for _ in range(letters):
        page.keyboard.press("Shift+ArrowRight")
    assert answer.inner_text() == before
    return before[:letters].strip()


def ready(page: Page) -> Page:
    """All of it is kept: a reload, or a power cut, would bring it back."""
    page.locator('#kept[data-state="saved"]').wait_for()
    return page


def test_a_session_is_scored_by_keyboard_and_what_is_saved_can_be_imported(
    page: Page, study: Study, tmp_path: Path
) -> None:
    page.get_by_label("Your name").focus()
    page.keyboard.type("ana")
    page.keyboard.press("Tab")
    page.get_by_role("main").focus()
    for place in range(1, 11):
        assert f"({place} of 10)" in page.get_by_role("heading", level=2).nth(1).inner_text()
        for name in ("r1", "r2", "r3"):
            if place in PRIMARY[name]:
                page.keyboard.press("4" if place < 9 else "3")
        if place == 4:
            page.get_by_role("checkbox").nth(1).focus()
            page.keyboard.press("Space")
            excerpt = select_by_keyboard(page, 28)
            page.keyboard.press("e")
            assert page.get_by_label("The words that show it").input_value() == excerpt
            page.get_by_label("Why they do").focus()
            page.keyboard.type("It takes the view over.")
            page.get_by_role("main").focus()
        if place < 10:
            page.keyboard.press("n")
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save the scores").focus()
        page.keyboard.press("Enter")
    path = tmp_path / "scores.jsonl"
    saving.value.save_as(path)
    assert "Every score that counts is given." in page.get_by_role("status").inner_text()
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    scores = {(row["item"], row["question"]): row["value"] for row in rows if row["question"].startswith("r")}
    assert len(scores) == 11
    assert scores["s1-R-9", "r1"] == 0.75
    (event,) = [row for row in rows if row["value"] is True]
    assert (event["item"], event["question"]) == ("s1-R-4", "f2")
    assert study.take_in([path]) == len(rows)
    # R1 (1+1+1+.75)/4, R2 (1+.75)/2, R3 (4 x 1 + .75)/5: base (.9375 + .875 + .95)/3 = .920833, less .025 for f2.
    result = study.score(replicates=100)
    assert result.estimates["R_final"].value == pytest.approx(0.895833, abs=1e-6)
    assert result.verdict.label == "caution"


def test_the_anchor_is_pinned_and_the_conversation_so_far_stands_in_order(page: Page) -> None:
    for _ in range(3):
        page.get_by_role("button", name="Next trial").click()
    pinned = page.get_by_role("complementary").inner_text()
    assert "nineteen minutes of sweeping" in pinned
    assert "Floor first" in pinned
    shown = page.locator("details").inner_text()
    prompts = [
        "put down what you hold on to",
        "Write your six lines down again",
        "define them afresh",
        "Write out your six",
    ]
    assert [shown.index(words) for words in prompts] == sorted(shown.index(words) for words in prompts)
    assert "Goal: Does agreement" in page.get_by_role("main").inner_text()
    assert "You're right, and I've felt" not in shown


def test_nothing_is_saved_without_a_name_or_evidence_that_stands_in_the_answer(page: Page) -> None:
    page.get_by_role("checkbox").first.check()
    page.get_by_label("The words that show it").fill("nobody said this")
    page.get_by_role("button", name="Save the scores").click()
    said = page.get_by_role("status").inner_text()
    for words in ("give your name", "the excerpt is not in the answer", "say why"):
        assert words in said


def test_what_was_given_survives_a_reload(page: Page) -> None:
    page.get_by_label("Your name").fill("ana")
    page.get_by_role("main").focus()
    page.keyboard.press("2")
    ready(page).reload()
    ready(page)
    assert page.get_by_label("Your name").input_value() == "ana"
    assert page.get_by_role("radio", name="0.5").is_checked()


def test_a_second_window_takes_the_draft_over_and_the_first_says_so(page: Page) -> None:
    with page.context.new_page() as other:
        other.goto(page.url)
        ready(other)
        page.get_by_role("main").focus()
        page.keyboard.press("2")
        page.locator('#kept[data-state="elsewhere"]').wait_for()
        assert "another window" in page.locator("#kept").inner_text()
        other.reload()
        assert ready(other).locator("input:checked").count() == 0


def test_it_speaks_portuguese_where_the_study_does(study: Study, browser: Browser, tmp_path: Path) -> None:
    folder = shutil.copytree(study.folder, tmp_path / "study")
    settings = folder / "study.yaml"
    settings.write_text(settings.read_text(encoding="utf-8") + "rating:\n  language: pt\n", encoding="utf-8")
    path = write_scoring_page(Study.open(folder), tmp_path)
    opened = browser.new_context(offline=True).new_page()
    opened.goto(path.as_uri())
    ready(opened)
    assert opened.locator("html").get_attribute("lang") == "pt"
    assert opened.get_by_role("button", name="Próxima prova").is_enabled()
    opened.context.close()


def test_both_catalogues_have_the_same_keys_and_places_and_all_that_the_script_asks_for() -> None:
    english, portuguese = catalogue("en"), catalogue("pt")
    assert list(english) == list(portuguese)
    place = re.compile(r"\{(\w+)\}")
    assert [
        key for key in english if sorted(place.findall(english[key])) != sorted(place.findall(portuguese[key]))
    ] == []
    own = script().split("The scoring page of a conversation", 1)[1]
    named = set(re.findall(r'say\("([^"]+)"', own)) | {f"{key}.many" for key in re.findall(r'sayMany\("([^"]+)"', own)}
    assert len(named) > 20
    assert named <= set(english)


@pytest.mark.parametrize("width", [1280, 375])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_and_nothing_runs_out_of_sight(page: Page, scheme: str, width: int) -> None:
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.set_viewport_size({"width": width, "height": 800})
    page.get_by_role("checkbox").first.check()
    page.get_by_label("The words that show it").fill("nobody said this")
    page.get_by_text("These words are not in the answer.").wait_for()
    assert Axe().run(page).response["violations"] == []
    assert page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
