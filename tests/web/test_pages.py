"""The organiser's pages and the landing in a real browser: axe finds nothing, the keyboard is enough."""

import csv
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from hosted_studies import ORGANISER, PASSWORD, invited, lite_study, serving
from rating_pages import PATIENCE
from web.boards import Board, begun

LOOKS = [(scheme, width) for scheme in ("light", "dark") for width in (1280, 375)]
LOG_IN = "/organiser/log-in"


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Board]:
    folder = tmp_path_factory.mktemp("pages") / "harbour-letters"
    study = lite_study(folder, pairs=3, controls=6)
    with serving(folder) as server:
        yield begun(study, server)


def looked_at(browser: Browser, board: Board, look: tuple[str, int]) -> Page:
    scheme, width = look
    context = browser.new_context(color_scheme=scheme, viewport={"width": width, "height": 800})  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE)
    host = urlsplit(board.server.url).hostname
    held = board.organiser.cookies.items()
    context.add_cookies([{"name": name, "value": value, "domain": host, "path": "/"} for name, value in held])
    return context.new_page()


def faults(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{page.url}: {one['id']}: {one['nodes'][0]['html'][:120]}" for one in found]


def test_the_dashboard_counts_attention_and_agreement(board: Board) -> None:
    text = board.organiser.get("/organiser").text
    assert "<dt>Raters finished</dt><dd>2 of 4</dd>" in text  # the fifth was withdrawn
    assert "not yet" not in text  # two raters have answered six control cards each


@pytest.mark.parametrize("look", LOOKS)
def test_axe_finds_nothing_on_any_page_and_nothing_runs_out_of_sight(
    browser: Browser, board: Board, look: tuple[str, int]
) -> None:
    page = looked_at(browser, board, look)
    link = invited(board.study, ["dmitri"], board.server.url)["dmitri"]
    places = [
        "/", LOG_IN, "/organiser", "/organiser/password", "/organiser/close", "/organiser/raters/withdraw?rater=anna",
        "/organiser/unblind", "/organiser/raters/admit?rater=anna",
        "/r/nothing", link.removeprefix(board.server.url),
    ]  # fmt: skip
    found = []
    for place in places:
        page.goto(board.server.url + place)
        found += faults(page)
        wider = page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wider <= 0, place
    page.goto(f"{board.server.url}/organiser")
    page.get_by_role("button", name="New link: dmitri").click()
    page.get_by_role("heading", name="1 personal link").wait_for()
    found += faults(page)
    page.context.close()
    assert found == []


def test_an_organiser_comes_in_and_invites_by_keyboard_alone(browser: Browser, board: Board) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{board.server.url}/organiser")
    assert urlsplit(page.url).path == LOG_IN
    page.wait_for_function("() => document.activeElement.id === 'name'")
    page.keyboard.type(ORGANISER)
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url("**/organiser")
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.id") == "names":
            break
    page.keyboard.type("finn")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="1 personal link").wait_for()
    assert "/r/" in page.get_by_label("Link of finn").input_value()
    context.close()


def test_copying_all_links(browser: Browser, board: Board) -> None:
    page = looked_at(browser, board, ("light", 1280))
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{board.server.url}/organiser")
    page.get_by_role("button", name="New link: dmitri").click()
    page.get_by_role("button", name="Copy all").click()
    page.get_by_text("Copied.").wait_for()
    name, _, link = page.evaluate("() => navigator.clipboard.readText()").partition("\t")
    assert name == "dmitri"
    assert link.startswith(f"{board.server.url}/r/")
    page.context.close()


def test_an_open_dashboard_shows_what_is_new_without_a_reload(browser: Browser, board: Board) -> None:
    page = looked_at(browser, board, ("light", 1280))
    page.goto(f"{board.server.url}/organiser")
    page.evaluate("() => { window.stayed = true; }")
    board.organiser.fill("/organiser", "/organiser/raters", names="gina")
    page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")  # as the timer does from time to time
    page.get_by_role("rowheader", name="gina").wait_for()
    assert page.evaluate("() => window.stayed")
    page.get_by_role("button", name="New link: gina").click()  # the forms that came with it work
    page.get_by_role("heading", name="1 personal link").wait_for()
    page.context.close()


def test_links_for_everybody_as_a_table_for_a_mail_merge(browser: Browser, board: Board) -> None:
    page = looked_at(browser, board, ("light", 375))
    page.goto(f"{board.server.url}/organiser")
    page.get_by_label("Everybody who is not done").check()
    page.get_by_role("button", name="Create links", exact=True).click()
    page.get_by_role("heading", name="personal links").wait_for()
    assert faults(page) == []
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Download CSV").click()
    rows = list(csv.DictReader(waiting.value.path().read_text(encoding="utf-8-sig").splitlines(keepends=True)))
    assert {"carla", "dmitri"} <= {row["rater"] for row in rows}
    assert all(row["link"].startswith(f"{board.server.url}/r/") and row["link"] in row["text"] for row in rows)
    assert not {"anna", "bert", "eva"} & {row["rater"] for row in rows}  # done, or withdrawn
    page.context.close()
