"""Packet documents made by hand and a real Chromium, for the tests of the rating page's script."""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, BrowserContext, Error, Locator, Page, sync_playwright
from playwright.sync_api import TimeoutError as WaitedInVain

from ringtrue.page.offline import offline_page

PATIENCE = 40_000  # milliseconds: a busy machine is not a fault of the page
NAME = "00112233445566ff"
GOLD = (
    "I keep my promises small, so that I can keep them all. A plan that needs luck is a wish with a calendar.\n\n"
    "When people bring me two good options, I ask which one we can undo. The one we can undo, we try on Monday. "
    "The other one we sleep over, and we write down what would change our mind."
)
PROMPTS = (
    "A supplier offers half the price if you sign for three years. What do you say?",
    "Your best engineer wants to rewrite everything. How do you answer?",
    "What did you learn from the year that went wrong?",
)
_CAUTIOUS = """Three years is a long time to be right. I would ask for one year at a small discount.

If they refuse, that tells me what they know."""
TEXTS = (
    (_CAUTIOUS, "The saving is attractive, and long partnerships build trust. I would sign if the numbers hold up."),
    (
        "Show me the part that hurts most and rewrite that, by Friday. If it is better, we will know where to go on.",
        "A rewrite can be worth it when the foundations no longer carry. Let us estimate it with care first.",
    ),
    (
        "That I had four promises out and could keep three. Nobody remembers the three.",
        "That resilience matters, and that a good team can turn a setback into growth.",
    ),
)


def option_hash(id_: str, option: str) -> str:
    """What stands in the document for the right option of a check question."""
    return sha256(f"{NAME}{id_}{option}".encode()).hexdigest()


def steps(name: str, text: str, *labels: str, low: int = 1, required: bool = True) -> dict[str, Any]:
    """A question on a scale of steps, with a label for each."""
    named = {str(low + i): label for i, label in enumerate(labels)}
    shape = {"type": "steps", "low": low, "high": low + len(labels) - 1, "step": 1, "labels": named, "list": None}
    return {"name": name, "text": text, "required": required, **shape}


def question(type_: str, name: str, text: str, **more: Any) -> dict[str, Any]:
    """A question of any other type."""
    rest = {"low": None, "high": None, "step": None, "labels": {}, "list": None, "ties": False, "required": True}
    return {"name": name, "text": text, "type": type_, **rest, **more}


PAIR_QUESTIONS = [
    question("bipolar", "voice", "Which of the two sounds more like the sample you read?", low=-2, high=2, step=1),
    steps("vibe", "Does the text you prefer carry the spirit of the sample?", "no", "a little", "fully"),
    steps("logic", "Does the text you prefer reason the way the sample does?", "no", "a little", "fully"),
    steps("continuity", "Would you take its author for the author of the sample?", "no", "sort of", "yes", low=0),
]


def pair_cards(number: int = 3) -> list[dict[str, Any]]:
    """Cards that show two texts each."""
    made = []
    for i in range(number):
        texts = list(TEXTS[i % len(TEXTS)])
        made.append(
            {"id": f"c{i + 1}", "kind": "pair", "prompt": PROMPTS[i % len(PROMPTS)], "texts": texts, "lists": {}}
        )
    return made


def sample_document(**changes: Any) -> dict[str, Any]:
    """A lite packet with every screen; keyword arguments replace its parts."""
    check = [
        {
            "id": "g1",
            "text": "Which option does the writer try on Monday?",
            "options": ["The cheaper one", "The one that can be undone", "Neither"],
        },
        {"id": "g2", "text": "What are promises like here?", "options": ["Small", "Bold", "Rare"]},
    ]
    for entry, right in zip(check, ("The one that can be undone", "Small"), strict=True):
        entry["answer"] = option_hash(str(entry["id"]), right)
    qualification = [
        question(
            "number", "hours", "About how many hours have you spent reading or hearing this person?", low=0, high=100000
        ),
        steps(
            "familiarity",
            "How well do you know this person's way of speaking?",
            "hardly",
            "somewhat",
            "well",
            "very well",
        ),
        question("text", "distinctive", "What is distinctive about it?"),
    ]
    practice = {
        "id": "practice",
        "kind": "pair",
        "prompt": "Do you read reviews?",
        "texts": ["Only the angry ones. They took the trouble.", "Reviews are a valuable source of feedback for us."],
        "lists": {},
    }
    document = {
        "ringtrue": 1,
        "packet": "token-of-this-packet",
        "name": NAME,
        "hosted": False,
        "language": "en",
        "study": {"title": "Whose words are these?", "contact": "study@example.org"},
        "minutes": 9,
        "breaks": 2,
        "session": {"number": 1, "of": 1},
        "consent": {
            "version": "1",
            "hash": sha256(b"consent").hexdigest(),
            "paragraphs": [
                "We study how well written imitations of a person ring true. You will compare short texts.",
                "Taking part is voluntary. You can stop at any time without giving a reason.",
            ],
            "statements": [
                {"id": "adult", "text": "I am at least 18 years old."},
                {"id": "free", "text": "I take part of my own free will."},
                {"id": "alone", "text": "I will not look the texts up or discuss them while the study runs."},
            ],
        },
        "qualification": qualification,
        "gold": {"text": GOLD, "check": check, "attempts": 2},
        "practice": {
            "card": practice,
            "feedback": {
                "voice": {
                    "-2": "Most readers lean to A too: short, and with a sting.",
                    "*": "Most readers lean to A here.",
                },
                "*": "Short answers are fine. Trust your ear.",
            },
        },
        "kinds": {"pair": {"gold": True, "sides": 2, "questions": PAIR_QUESTIONS}},
        "cards": pair_cards(),
    }
    return document | changes


def bare_document(cards: list[dict[str, Any]], kinds: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """A packet that goes straight to its cards after the welcome."""
    rest = {"qualification": [], "gold": None, "practice": None, "consent": None, "breaks": 0}
    return sample_document(cards=cards, kinds=kinds, **rest) | changes


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's Chromium; the sandbox is off because tests may run as root."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        yield browser
        browser.close()


def offline_context(browser: Browser, **options: Any) -> BrowserContext:
    """A fresh profile with the network cut."""
    context = browser.new_context(**({"offline": True, "accept_downloads": True} | options))
    context.set_default_timeout(PATIENCE)
    return context


def open_page(context: BrowserContext, folder: Path, document: dict[str, Any], before: str = "") -> Page:
    """The document as an offline page in a file, opened.

    `before` is run ahead of everything else. It stands in the file, above the page's own rules on what may run, and not
    in the browser's hands: whichever process loads the page runs it.
    """
    file = folder / "rate.html"
    script = f"<head><script>{before}</script>" if before else "<head>"
    file.write_text(offline_page(document).replace("<head>", script, 1), encoding="utf-8")
    page = context.new_page()
    page.goto(file.as_uri())
    return page


def heading(page: Page) -> str:
    """The heading of the screen that is shown, once there is one."""
    return page.locator("main h1").inner_text()


_SHOWN = """(root) => {
  const text = (place) => root.querySelector(place)?.textContent ?? null;
  const state = root.querySelector(".state")?.dataset.state ?? null;
  return { heading: text("main h1"), state, warning: text(".warning"), dialog: text("dialog[open]") };
}"""


def shown(page: Page) -> str:
    """What can be seen on the page, for a test that waited for something else."""
    try:
        return str(page.locator(":root").evaluate(_SHOWN, timeout=5_000))
    except Error as problem:
        return f"a page that does not answer ({problem.message.splitlines()[0]})"


def wait_on(page: Page, place: Locator, wanted: str, state: Literal["visible", "attached"] = "visible") -> None:
    """Waits for a place of the page, and says what is shown where it does not come."""
    try:
        place.wait_for(state=state)
    except WaitedInVain as late:
        raise AssertionError(f"waited for {wanted}, but {page.url} shows {shown(page)}") from late


def wait_for_heading(page: Page, text: str) -> None:
    """Waits for the screen with this heading."""
    wait_on(page, page.locator("main h1", has_text=text), f"the heading {text!r}")


def wait_for_state(page: Page, name: str) -> None:
    """Waits until the page says that its saving stands so."""
    wait_on(page, page.locator(f'.state[data-state="{name}"]'), f"the state {name!r}")


def to_the_cards(page: Page) -> None:
    """By keyboard alone from the welcome of the sample document to its first card."""
    wait_for_heading(page, "Welcome")
    for key in ("1", "2", "3", "Enter"):
        page.keyboard.press(key)
    wait_for_heading(page, "About you")
    page.keyboard.press("Tab")
    page.keyboard.type("40")
    page.keyboard.press("Tab")
    page.keyboard.press("3")
    page.keyboard.type("Short sentences, and a sting at the end.")
    page.keyboard.press("Control+Enter")
    wait_for_heading(page, "The sample")
    page.keyboard.press("Enter")
    wait_for_heading(page, "A short check")
    for key in ("2", "1", "Enter"):
        page.keyboard.press(key)
    wait_for_heading(page, "Practice card")
    for key in ("1", "3", "3", "3", "Enter", "Enter"):
        page.keyboard.press(key)
    wait_for_heading(page, "Card 1 of")


def result_file(page: Page, folder: Path) -> tuple[str, dict[str, Any]]:
    """Presses the download button: the file's name and what it holds."""
    with page.expect_download() as waiting:
        page.locator(".result button.main").click()
    file = folder / "downloaded.json"
    waiting.value.save_as(file)
    return waiting.value.suggested_filename, json.loads(file.read_text(encoding="utf-8"))


def checksum_of(result: dict[str, Any]) -> str:
    """The checksum as the reader of result files works it out."""
    body = {key: value for key, value in result.items() if key != "checksum"}
    return sha256(json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode()).hexdigest()


def answer_pair(page: Page, keys: str = "4231") -> None:
    """Answers the four questions of a pair card by digits and goes on."""
    for key in keys:
        page.keyboard.press(key)
    page.keyboard.press("Enter")


def saved(page: Page) -> None:
    """Waits until the page says that all is saved."""
    wait_for_state(page, "saved")
