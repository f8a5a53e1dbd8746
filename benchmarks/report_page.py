"""Size and speed of HTML reports: how large the file is, when it is ready, how long a search takes, in Chromium.

    python benchmarks/report_page.py --items 100 1000

The items are made up: a question, an answer of 120 words, an expectation, five criteria, five reasons, two sources.
"""

import argparse
import random
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from ringtrue.report.html import as_html
from ringtrue.report.section import Cards, Grid, ItemCard, Opinion, Passage, Report, Section, Tick

SEED = 20261115
RATERS = 8
_SYLLABLES = ("ka", "lo", "mi", "ter", "an", "vo", "sel", "pri", "du", "ren", "ost", "hel", "qua", "fin", "gar", "tu")


class Words:
    """Made-up words, some frequent and most rare, so that they pack about as well as prose."""

    def __init__(self, seed: int) -> None:
        """Make the vocabulary."""
        self._random = random.Random(seed)  # noqa: S311 - not for secrets
        self._known = ["".join(self._random.choices(_SYLLABLES, k=self._random.randint(1, 4))) for _ in range(6000)]
        self._weights = [1 / (rank + 2) for rank in range(len(self._known))]

    def text(self, words: int) -> str:
        """So many words with a full stop."""
        return " ".join(self._random.choices(self._known, self._weights, k=words)).capitalize() + "."

    def whole(self, most: int) -> int:
        """A whole number from 0."""
        return self._random.randint(0, most)


def cards(count: int, words: Words) -> Iterator[ItemCard]:
    """Cards as a study of people and one of models together would have them."""
    for number in range(count):
        answer = words.text(120)
        yield ItemCard(
            id=f"IT-{number:04}",
            kind=("quotes", "decisions", "style", "edge cases")[number % 4],
            title=words.text(8),
            outcome="bad" if number % 3 else "good",
            score=str(words.whole(100)),
            why=words.text(14),
            asked=(Passage("Question", words.text(30)),),
            answers=(Passage("What the clone said", answer, (" ".join(answer.split()[5:15]),)),),
            expected=(Passage("What the person decided", words.text(40)),),
            sources=(Passage("letters.txt:L3-5", words.text(45)), Passage("talks.txt:L9", words.text(30))),
            ticks=tuple(Tick(words.text(9), words.whole(RATERS), RATERS, False) for _ in range(5)),
            opinions=tuple(Opinion("judge", name, "40", words.text(18), words.text(8)) for name in "abcde"),
            tags={"domain": f"D{number % 6}", "difficulty": ("easy", "medium", "hard")[number % 3]},
        )


def report(count: int) -> Report:
    """A report of so many items, with a map of items by raters."""
    words = Words(SEED)
    made = tuple(cards(count, words))
    rows = tuple((card.id, tuple(words.whole(10) / 10 for _ in range(RATERS))) for card in made[:250])
    grid = Grid("Every rater on every item", tuple(f"rater-{n}" for n in range(RATERS)), rows)
    sections = (Section("cards", "Item by item", (Cards(made),), "items"), Section("map", "Map", (grid,)))
    return Report("A report", "The verdict is FAIL.", sections, "FAIL", "bad")


def measured(page: Page, file: Path) -> tuple[float, float]:
    """Milliseconds until the items are listed, and for one search through all of them."""
    page.goto(file.as_uri())
    page.wait_for_selector("html[data-ready]")
    ready = page.evaluate("performance.getEntriesByName('ready')[0].startTime")
    page.get_by_label("Show").select_option("")
    search = """(word) => {
      const box = document.getElementById("search");
      const began = performance.now();
      box.value = word;
      box.dispatchEvent(new Event("input"));
      document.body.offsetHeight;
      return performance.now() - began;
    }"""
    first = page.evaluate(search, "kalo")  # puts the words of every card together
    return float(ready), max(float(first), float(page.evaluate(search, "terlo")))


def main() -> None:
    """Print a row for each number of items."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--items", type=int, nargs="+", default=[100, 1000])
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for count in chosen.items:
            file = Path(folder) / f"{count}.html"
            file.write_text(as_html(report(count)), encoding="utf-8")
            runs = []
            for _ in range(5):
                page = browser.new_context(offline=True, viewport={"width": 1280, "height": 800}).new_page()
                runs.append(measured(page, file))
                page.context.close()
            ready, search = (sorted(one)[2] for one in zip(*runs, strict=True))
            size = file.stat().st_size / 1e6
            print(f"{count:6} items  {size:.2f} MB  ready {ready:.0f} ms  search {search:.0f} ms (medians of 5)")
        browser.close()


if __name__ == "__main__":
    main()
