"""Photographs the rating page and the hosted pages in a real Chromium, for the documents: studies of the sample person.

Run it with the tests' folder beside it. The pictures go to docs/rating/ and docs/hosting/, with few colours so that
they stay small; with a folder as argument every screen goes there in all sizes and in the dark, to be looked at.
"""

import json
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from io import BytesIO
from json import loads
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from PIL import Image
from playwright.sync_api import Browser, Page

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from hosted_studies import Server, Visitor, invited, serving  # noqa: E402 - the tests' server and visitors
from page.rater import Rater, Visit  # noqa: E402 - the tests' keyboard rater
from rating_pages import chromium  # noqa: E402
from ringtrue.study.study import Study  # noqa: E402
from web.boards import rate  # noqa: E402

TARGET, HOSTING = ROOT / "docs" / "rating", ROOT / "docs" / "hosting"
ODA = ROOT / "src" / "ringtrue" / "personas" / "oda-brennick"
NOTICES = ODA / "inbox" / "ODA BRENNICK" / "POSTS" / "2014-01-31 Noticeboard, winter.txt"
COLOURS = 24
PERSON = "subject: {name: Oda Brennick, about: bell founder (invented)}"
HOST = "host: Mara Lind of the City Museum"
TRAITS = 'traits: [counts things, "short sentences, then a long one", says the price first]'
WIDE, HUGE, PHONE = ({"width": width, "height": height} for width, height in ((1280, 800), (1920, 1080), (390, 844)))
ANSWERS = {"voice": -1, "vibe": 3, "logic": 2, "continuity": 2}
OF_KIND = {"quote": "DQ-003", "decision": "DS-001", "style": "ST-001", "edge": "EC-001"}
KINDS = {"quote": ("1",), "decision": ("1", "3"), "style": (), "edge": ("1",)}
LOOKS = (("", WIDE, "light"), ("-wide", HUGE, "light"), ("-phone", PHONE, "light"), ("-dark", WIDE, "dark"))


def main() -> None:
    """Take all pictures, or those to be looked at."""
    looked = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    pictures = Pictures(looked)
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        place = Path(folder)
        lite_screens(pictures, browser, lite_page(place / "en"), place)
        kind_cards(pictures, browser, place)
        one_card(pictures, browser, lite_page(place / "pt", "language: pt"), place)
        scenario_card(pictures, browser, place)
        hosted_screens(pictures, browser, place / "harbour-letters")
    for picture in sorted([*TARGET.glob("*.png"), *HOSTING.glob("*.png")] if looked is None else looked.glob("*.png")):
        sys.stdout.write(f"{picture}  {picture.stat().st_size / 1024:.0f} KB\n")


class Pictures:
    """Where pictures go: those the documents show, or every screen in every look."""

    def __init__(self, looked: Path | None) -> None:
        """Make the folders."""
        self.looked = looked
        for folder in (TARGET, HOSTING, *([looked] if looked else [])):
            folder.mkdir(parents=True, exist_ok=True)

    def of(self, page: Page, name: str, *documented: str, folder: Path = TARGET) -> None:
        """The screen in all looks; of these the documents show those whose suffixes are named."""
        for suffix, size, scheme in LOOKS:
            if self.looked is None and suffix not in documented:
                continue
            page.set_viewport_size(size)
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
            target = (self.looked or folder) / f"{name}{suffix}.png"
            shot = Image.open(BytesIO(page.screenshot(animations="disabled", caret="hide")))
            few = shot.convert("RGB").quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
            few.save(target, optimize=True)
        page.set_viewport_size(WIDE)
        page.emulate_media(color_scheme="light", reduced_motion="reduce")


def lite_page(folder: Path, *rating: str) -> Path:
    """The offline page of a lite study of Oda Brennick."""
    folder.mkdir()
    notices = NOTICES.read_text(encoding="utf-8").split("\n\n", 1)[1]
    (folder / "gold.txt").write_text(notices, encoding="utf-8")
    study = Study.create(folder / "study", protocol="lite", gold=folder / "gold.txt")
    study.import_items([ODA / "suites" / "pairs.yaml", ODA / "answers" / "pairs.jsonl"])
    study.set_status({item.id: "accepted" for item in study.items()})
    return exported(study, ["contact: study@example.org", "breaks: 3", HOST, TRAITS, *rating])


def kind_page(folder: Path, kind: str) -> Path:
    """The offline page of a blind study with one item of the sample's suite."""
    said = {one["item"]: one["text"] for one in map(loads, (ODA / "answers" / "faithful.jsonl").open(encoding="utf-8"))}
    study = Study.create(folder, protocol="blind")
    sample = Study.create(folder.parent / f"{folder.name}-suite", protocol="blind")
    shutil.copy(ODA / "suites" / "blind.yaml", sample.items_file)
    (item,) = (one for one in sample.items() if one.id == OF_KIND[kind])
    row = {"id": item.id, "kind": kind, "status": "accepted", "prompt": item.prompt, **item.fields}
    row["responses"] = {"clone": said[item.id]}
    study.items_file.write_text(json.dumps([row], default=list, ensure_ascii=False), encoding="utf-8")
    return exported(study, ["qualification: false", "practice: false", HOST])


def exported(study: Study, rating: list[str]) -> Path:
    """The page of the study's only rater."""
    settled(study, rating)
    again = Study.open(study.folder)
    again.deal(["r1"], force=True, why="pictures", attention=())
    return again.export(study.folder / "pages")[0]


def settled(study: Study, rating: list[str]) -> None:
    """Say in study.yaml who the person is, and what raters read."""
    file = study.folder / "study.yaml"
    given = re.sub(r"(?m)^subject: .*$", PERSON, file.read_text(encoding="utf-8"))
    file.write_text(given + f"rating: {{{', '.join(rating)}}}\n", encoding="utf-8")


def lite_screens(pictures: Pictures, browser: Browser, page: Path, folder: Path) -> None:
    """Every screen of a sitting, and its first card in all looks."""
    with at_page(browser, page, folder) as rater:
        rater.sees("welcome.title")
        pictures.of(rater.page, "welcome", "", "-phone")
        rater.consent().sees("qualification.title")
        pictures.of(rater.page, "about-you", "")
        rater.qualify({"reading": 2}).sees("gold.title")
        pictures.of(rater.page, "sample", "")
        rater.press("Enter").sees("check.title").press("2")
        pictures.of(rater.page, "check", "")
        rater.page.reload()
        rater.read_gold().sees("practice.title").press("1", "2", "2", "2", "Escape", "Enter")
        rater.page.get_by_role("heading", name=rater.words["practice.feedback"]).scroll_into_view_if_needed()
        pictures.of(rater.page, "practice", "")
        rater.press("Enter").on_card(1).press("2")
        pictures.of(rater.page, "card", "", "-wide", "-phone", "-dark")
        rater.press("?")
        pictures.of(rater.page, "keys", "")
        rater.press("Escape").rate(1, ANSWERS).rate(2, ANSWERS).rate(3, ANSWERS).sees("break.title")
        pictures.of(rater.page, "break", "")
        rater.press("Enter").rate(4, ANSWERS).rate(5, ANSWERS).sees("thanks.title")
        pictures.of(rater.page, "thanks", "", "-phone")


def kind_cards(pictures: Pictures, browser: Browser, folder: Path) -> None:
    """A card of each kind of a blind suite."""
    for kind, keys in KINDS.items():
        with at_page(browser, kind_page(folder / kind, kind), folder) as rater:
            rater.consent().on_card(1).press(*keys)
            pictures.of(rater.page, f"card-{kind}", "", *(("-phone",) if kind == "edge" else ()))


def scenario_card(pictures: Pictures, browser: Browser, folder: Path) -> None:
    """A scenario as people judge it, with the references that a model judge gets."""
    study = Study.create(folder / "scenario", protocol="scenarios")
    row = {
        "id": "STR-003",
        "kind": "scenario",
        "status": "accepted",
        "prompt": "Do you put them up?",
        "context": "Your nephew wants fixed prices on a page so that people need not ring.",
        "expected_decision": "No; the price is said at the door to a face, though said first.",
        "expected_reasoning": "A printed price is said to nobody; one must see which part hurts.",
        "expected_persona": "the seller at the door",
        "expected_values": ["bad news first"],
        "responses": {
            "clone": "No. I say the price first thing, at the door, and I watch what it does to the face. A number on "
            "a page can't watch anybody. Let him put up the telephone number, large, and I'll do the rest."
        },
    }
    study.items_file.write_text(json.dumps([row], ensure_ascii=False), encoding="utf-8")
    with at_page(browser, exported(study, ["qualification: false", "practice: false", HOST]), folder) as rater:
        rater.consent().on_card(1).press("1")
        pictures.of(rater.page, "card-scenario", "", "-wide")


def one_card(pictures: Pictures, browser: Browser, page: Path, folder: Path) -> None:
    """The first card in Portuguese."""
    with at_page(browser, page, folder) as rater:
        rater.consent().qualify({"reading": 3}).read_gold().practise(ANSWERS).on_card(1)
        pictures.of(rater.page, "card-portuguese", "")


@contextmanager
def at_page(browser: Browser, page: Path, folder: Path) -> Iterator[Rater]:
    """A rater at the page, in a fresh profile."""
    document: dict[str, Any] = loads(page.read_text("utf-8").split('id="ringtrue-document">')[1].split("</script>")[0])
    with ExitStack() as closing:
        yield Visit(browser, folder, closing).open_file(page, document, viewport=WIDE)


# The hosted pages: a study in full swing, then closed, opened and scored.


def hosted_screens(pictures: Pictures, browser: Browser, folder: Path) -> None:
    """The organiser's pages and the landing of a rater."""
    from hosted_studies import lite_study

    rating = f"rating: {{{HOST}, contact: study@example.org, title: Letters from the harbour}}\n"
    study = lite_study(folder, pairs=3, controls=6, rating=rating)
    names = ["anna", "bert", "carla", "dmitri", "eva"]
    study.deal(names, controls=6, force=True, why="pictures")
    with serving(folder) as server:
        organiser = server.organiser()
        links = invited(study, names[:4], server.url)
        for number, name in enumerate(names[:3]):
            rate(server.visitor().claim(links[name]), done=name != "carla", seed=number)
        with organisers_page(browser, server, organiser) as page:
            visit(pictures, page, server, urlsplit(links["dmitri"]).path, "landing", "-phone")
            visit(pictures, page, server, "/organiser", "dashboard", "", "-phone")
            organiser.fill("/organiser", "/organiser/address", url="https://rate.example.org")
            visit(pictures, page, server, "/organiser", "dashboard-address")
            page.get_by_label("Everybody who is not done").check()
            page.get_by_role("button", name="Create links", exact=True).click()
            page.get_by_role("heading", name="personal link").wait_for()
            pictures.of(page, "links", "", "-phone", folder=HOSTING)
            visit(pictures, page, server, "/organiser/unblind", "unblind", "")
            organiser.fill("/organiser/close", "/organiser/close", untouched="withdraw")
            visit(pictures, page, server, "/organiser", "dashboard-closed")
            organiser.fill("/organiser/unblind", "/organiser/unblind", sure="yes")
            organiser.fill("/organiser", "/organiser/score")
            visit(pictures, page, server, "/organiser", "dashboard-scored", "")
            page.context.clear_cookies()
            visit(pictures, page, server, "/organiser/log-in", "log-in", "")


@contextmanager
def organisers_page(browser: Browser, server: Server, organiser: Visitor) -> Iterator[Page]:
    """A browser with the organiser's session."""
    context = browser.new_context(viewport=WIDE)
    host = urlsplit(server.url).hostname
    context.add_cookies([{"name": k, "value": v, "domain": host, "path": "/"} for k, v in organiser.cookies.items()])
    yield context.new_page()
    context.close()


def visit(pictures: Pictures, page: Page, server: Server, path: str, name: str, *documented: str) -> None:
    """Open a hosted page and photograph it."""
    page.goto(server.url + path)
    pictures.of(page, name, *documented, folder=HOSTING)


if __name__ == "__main__":
    if shutil.which("chromium") is None:
        sys.exit("Chromium is not installed: apt-get install chromium")
    main()
