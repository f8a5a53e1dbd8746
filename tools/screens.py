"""Photographs the rating page for docs/rating.md: a study of the sample person, exported, in a real Chromium.

Run it with the tests' folder beside it; the pictures go to docs/rating/, with few colours so that they stay small.
"""

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

from PIL import Image
from playwright.sync_api import Browser

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from page.rater import Rater, Visit  # noqa: E402 - the tests' keyboard rater
from rating_pages import chromium  # noqa: E402
from ringtrue.study.study import Study  # noqa: E402

TARGET = ROOT / "docs" / "rating"
ODA = ROOT / "src" / "ringtrue" / "personas" / "oda-brennick"
NOTICES = ODA / "inbox" / "ODA BRENNICK" / "POSTS" / "2014-01-31 Noticeboard, winter.txt"
COLOURS = 24
PERSON = "subject: {name: Oda Brennick, about: bell founder (invented)}"
WIDE, TALL, PHONE = ({"width": width, "height": height} for width, height in ((1280, 800), (1280, 1100), (390, 844)))
ANSWERS = {"voice": -1, "vibe": 3, "logic": 2, "continuity": 2}
DECISION = """\
- id: D1
  kind: decision
  status: accepted
  prompt: A town orders a bell for its jubilee and wants it three weeks early. What do you tell the clerk?
  criteria:
    - Refuses the earlier date
    - Gives the reason in terms of the metal, not of the contract
    - Offers something smaller that can be had in time
    - Names a price or a weight
    - Says who is to blame if it cracks
  responses:
    clone: >-
      No. Bronze doesn't know about jubilees. I can have you a handbell by then, four pounds, nice and bright, and the
      mayor can wave it. The big one wants its three weeks in the pit and if I dig it up hot it will crack and that'll
      be my fault, and I don't care for faults that weigh eleven hundredweight.
"""


def main() -> None:
    """Take all pictures."""
    TARGET.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        place = Path(folder)
        lite_screens(browser, lite_page(place / "en"), place)
        one_card(browser, lite_page(place / "pt", "language: pt"), place, "card-portuguese")
        one_card(browser, decision_page(place / "blind"), place, "card-checklist")
    for picture in sorted(TARGET.glob("*.png")):
        sys.stdout.write(f"{picture.relative_to(ROOT)}  {picture.stat().st_size / 1024:.0f} KB\n")


def lite_page(folder: Path, *rating: str) -> Path:
    """The offline page of a lite study of Oda Brennick."""
    folder.mkdir()
    notices = NOTICES.read_text(encoding="utf-8").split("\n\n", 1)[1]
    (folder / "gold.txt").write_text(notices, encoding="utf-8")
    study = Study.create(folder / "study", protocol="lite", gold=folder / "gold.txt")
    study.import_items([ODA / "suites" / "pairs.yaml", ODA / "answers" / "pairs.jsonl"])
    study.set_status({item.id: "accepted" for item in study.items()})
    return exported(study, ["contact: study@example.org", "breaks: 3", *rating])


def decision_page(folder: Path) -> Path:
    """The offline page of a blind study with one decision."""
    study = Study.create(folder, protocol="blind")
    (folder / "items.yaml").write_text(DECISION, encoding="utf-8")
    return exported(study, ["qualification: false", "practice: false"])


def exported(study: Study, rating: list[str]) -> Path:
    """The page of the study's only rater."""
    file = study.folder / "study.yaml"
    given = re.sub(r"(?m)^subject: .*$", PERSON, file.read_text(encoding="utf-8"))
    file.write_text(given + f"rating: {{{', '.join(rating)}}}\n", encoding="utf-8")
    again = Study.open(study.folder)
    again.deal(["r1"], force=True, why="pictures", attention=())
    return again.export(study.folder / "pages")[0]


def lite_screens(browser: Browser, page: Path, folder: Path) -> None:
    """Every screen of a sitting, and its first card in other looks."""
    with at_page(browser, page, folder) as rater:
        rater.sees("welcome.title")
        picture(rater, "welcome")
        rater.consent().sees("qualification.title")
        picture(rater, "about-you")
        rater.qualify({"reading": 2}).sees("gold.title")
        picture(rater, "sample")
        rater.press("Enter").sees("check.title").press("2")
        picture(rater, "check")
        rater.page.reload()
        rater.read_gold().sees("practice.title").press("1", "2", "2", "2", "Escape", "Enter")
        rater.page.get_by_role("heading", name=rater.words["practice.feedback"]).scroll_into_view_if_needed()
        picture(rater, "practice")
        rater.press("Enter").on_card(1)
        looks(rater)
        rater.press("?")
        picture(rater, "keys")
        rater.press("Escape").rate(1, ANSWERS).rate(2, ANSWERS).rate(3, ANSWERS).sees("break.title")
        picture(rater, "break")
        rater.press("Enter").rate(4, ANSWERS).rate(5, ANSWERS).sees("thanks.title")
        picture(rater, "thanks")


def looks(rater: Rater) -> None:
    """The card that is shown: as a whole, in the dark, and on a phone."""
    rater.page.set_viewport_size(TALL)
    rater.press("2")
    picture(rater, "card")
    rater.page.set_viewport_size(WIDE)
    rater.page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    picture(rater, "card-dark")
    rater.page.emulate_media(color_scheme="light", reduced_motion="reduce")
    rater.page.set_viewport_size(PHONE)
    picture(rater, "card-phone")
    rater.page.set_viewport_size(WIDE)


def one_card(browser: Browser, page: Path, folder: Path, name: str) -> None:
    """The first card of a page."""
    with at_page(browser, page, folder) as rater:
        rater.consent()
        if rater.document["gold"]:
            rater.qualify({"reading": 3}).read_gold().practise(ANSWERS)
        rater.on_card(1)
        if rater.document["gold"]:
            rater.page.locator(".questions").evaluate("node => { node.scrollIntoView(); scrollBy(0, -80); }")
        else:
            rater.page.set_viewport_size(WIDE | {"height": 980})
        picture(rater, name)


@contextmanager
def at_page(browser: Browser, page: Path, folder: Path) -> Iterator[Rater]:
    """A rater at the page, in a fresh profile."""
    document: dict[str, Any] = loads(page.read_text("utf-8").split('id="ringtrue-document">')[1].split("</script>")[0])
    with ExitStack() as closing:
        yield Visit(browser, folder, closing).open_file(page, document, viewport=WIDE)


def picture(rater: Rater, name: str) -> None:
    """What is in sight, as a picture with few colours."""
    shot = Image.open(BytesIO(rater.page.screenshot(animations="disabled", caret="hide")))
    few = shot.convert("RGB").quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    few.save(TARGET / f"{name}.png", optimize=True)


if __name__ == "__main__":
    if shutil.which("chromium") is None:
        sys.exit("Chromium is not installed: apt-get install chromium")
    main()
