"""A rater at a page, who has nothing but a keyboard."""

import json
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Self

from playwright.sync_api import Browser, Page

from page.packets import right_option
from rating_pages import offline_context, saved, wait_for_heading, wait_on
from ringtrue.page.offline import catalogue, offline_page

Answers = Mapping[str, Any]  # question -> value

PRACTICE = {"voice": -2, "vibe": 2, "logic": 3, "continuity": 1}
LITE: dict[str, dict[str, Any]] = {
    "card1": {"voice": -2, "vibe": 3, "logic": 2, "continuity": 2},
    "card2": {"voice": 0, "vibe": 1, "logic": 1, "continuity": 0, "comment": 'Odd: "roofer", é, 🌧 and <b>.'},
    "card3": {"voice": 1, "vibe": 2, "logic": 3, "continuity": 1},
}
ABOUT = {"hours": 12.5, "familiarity": 4, "closeness": 1, "distinctive": "He counts things."}
BLIND: dict[str, dict[str, Any]] = {
    "q1": {"found": "B"},
    "d1": {"criteria": [True, False, True, False, False]},
    "s1": {"vocabulary": [False, False], "tone": [True, True]},
    "e1": {"holds": [False, True, False, False, True], "stance": "2"},
}


_QUESTION = "() => document.activeElement?.closest('fieldset')?.querySelector('.wording')?.textContent ?? ''"


class Visit:
    """Opens pages and remembers every request, dialog and error of theirs."""

    def __init__(self, browser: Browser, folder: Path, closing: ExitStack) -> None:
        self.browser = browser
        self.folder = folder
        self.closing = closing
        self.allowed: set[str] = set()
        self.seen: list[str] = []

    def open(self, document: Mapping[str, Any], **options: Any) -> "Rater":
        """The document as a file, opened."""
        file = self.folder / f"{document['name']}.html"
        file.write_text(offline_page(document), encoding="utf-8")
        return self.open_file(file, document, **options)

    def open_file(self, file: Path, document: Mapping[str, Any], **options: Any) -> "Rater":
        """A file somebody else wrote, opened."""
        context = self.closing.enter_context(offline_context(self.browser, **options))
        page = context.new_page()
        self.watch(page, file)
        page.goto(file.as_uri())
        return Rater(page, document)

    def watch(self, page: Page, file: Path) -> None:
        """Keep an eye on what a page does besides showing itself."""
        self.allowed.add(file.as_uri())
        page.on("request", lambda request: self.seen.append(request.url))
        page.on("dialog", lambda dialog: (self.seen.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        page.on("pageerror", lambda error: self.seen.append(f"error: {error}"))
        page.on("console", lambda said: self.seen.append(f"{said.type}: {said.text}") if said.type == "error" else None)

    def check_silence(self) -> None:
        """Nothing was asked for but the file itself (a download is a blob of the page's own); nothing went wrong."""
        strange = [one for one in self.seen if one not in self.allowed and not one.startswith("blob:")]
        assert strange == []


class Rater:
    """Walks through the screens by keyboard and knows from the document what to press."""

    def __init__(self, page: Page, document: Mapping[str, Any]) -> None:
        self.page = page
        self.document = document
        self.words = catalogue(document["language"])

    def press(self, *keys: str) -> Self:
        for key in keys:
            self.page.keyboard.press(key)
        return self

    def sees(self, key: str, **places: object) -> Self:
        """Waits for the screen whose heading is this text of the catalogue."""
        heading = self.words[key]
        for name, value in places.items():
            heading = heading.replace(f"{{{name}}}", str(value))
        wait_for_heading(self.page, heading)
        return self

    def saved(self) -> Self:
        """Waits until the page says that everything given so far is kept."""
        saved(self.page)
        return self

    def consent(self) -> Self:
        self.sees("welcome.title")
        statements = self.document["consent"]["statements"]
        return self.press(*(str(place + 1) for place in range(len(statements))), "Enter")

    def qualify(self, values: Answers) -> Self:
        """Answers about the rater; fields are reached by Tab."""
        self.sees("qualification.title")
        for question in self.document["qualification"]:
            if question["type"] in ("number", "text"):
                self._into_field()
                self.page.keyboard.type(str(values[question["name"]]))
                self.press("Escape" if question["type"] == "text" else "Tab")
            else:
                self.answer(question, values[question["name"]])
        return self.press("Enter")

    def read_gold(self, *, right: bool = True) -> Self:
        self.sees("gold.title").press("Enter").sees("check.title")
        for check in self.document["gold"]["check"]:
            place = right_option(check, self.document["name"])
            self.press(str((place if right else (place + 1) % len(check["options"])) + 1))
        return self.press("Enter")

    def practise(self, values: Answers) -> Self:
        self.sees("practice.title")
        self._answers(self.document["practice"]["card"], values)
        feedback = self.words["practice.feedback"]
        wait_on(self.page, self.page.get_by_role("heading", name=feedback), f"the heading {feedback!r}")
        return self.press("Enter")

    def on_card(self, number: int) -> Self:
        return self.sees("card.title", n=number, of=len(self.document["cards"]))

    def rate(self, number: int, values: Answers) -> Self:
        """Answers the card of this number, counted from 1, and goes on."""
        self.on_card(number)
        self._answers(self.document["cards"][number - 1], values)
        return self

    def answer(self, question: Mapping[str, Any], value: Any) -> Self:
        """Presses what gives this value to the question that is next."""
        if question["type"] == "text":
            self.page.keyboard.type(value)
        elif question["type"] == "checklist":
            ticked = [place for place, tick in enumerate(value) if tick] or [len(value)]
            self.press(*(str(place + 1) for place in ticked))
        else:
            self.press(str(_place(question, value) + 1))
        return self

    def download(self) -> dict[str, Any]:
        """The result file, asked for by Enter."""
        with self.page.expect_download() as waiting:
            self.press("Enter")
        path = waiting.value.path()
        result: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return result

    def _answers(self, card: Mapping[str, Any], values: Answers) -> None:
        questions = self.document["kinds"][card["kind"]]["questions"]
        for question in questions:
            if question["name"] in values:
                self._reach(question)
                self.answer(question, values[question["name"]])
        self.press("Escape", "Enter") if self._writing() else self.press("Enter")

    def _reach(self, question: Mapping[str, Any]) -> None:
        """By Tab to the question, where answering the one before did not lead there."""
        wanted = {question["text"], question["even"]} - {""}  # worded for both texts after "hard to tell"
        for _ in range(40):
            if self.page.evaluate(_QUESTION) in wanted:
                return
            self.press("Tab")
        raise AssertionError(f"Tab does not lead to: {question['text']}")

    def _into_field(self) -> None:
        for _ in range(10):
            if self._writing():
                return
            self.press("Tab")
        raise AssertionError("Tab leads to no field")

    def _writing(self) -> bool:
        return bool(self.page.evaluate("() => ['TEXTAREA', 'INPUT'].includes(document.activeElement?.tagName) "
                                       "&& ['textarea', 'text'].includes(document.activeElement.type)"))  # fmt: skip


def through_lite(rater: Rater) -> Rater:
    """From the welcome of a lite packet to its first card."""
    return rater.consent().qualify({"reading": 2, "closeness": 0}).read_gold().practise(PRACTICE)


def _place(question: Mapping[str, Any], value: Any) -> int:
    """The place of a value among the choices of a question."""
    if question["type"] == "pick":
        return ("A", "B", "tie").index(value)
    if question["type"] == "position":
        return ("1", "2", "neither").index(value)
    if question["type"] == "flag":
        return (True, False).index(value)
    if question["type"] == "anchored":
        levels: Sequence[float] = sorted(map(float, question["labels"]), reverse=True)
        return levels.index(value)
    return round((value - question["low"]) / (question["step"] or 1))


def given(result: Mapping[str, Any]) -> dict[tuple[str, str], Any]:
    """The answers of a result file by card and question."""
    return {(answer["card"], answer["question"]): answer["value"] for answer in result["answers"]}
