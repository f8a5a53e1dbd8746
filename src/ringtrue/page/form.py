"""A packet as a form for survey platforms: what to show and ask, in order, and which column holds which answer.

It is made from the packet document, like the rating page, so it knows no more than a rater's machine does: the texts
stand on the sides that were drawn for the rater, and nothing says whose they are.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ringtrue.page.offline import catalogue
from ringtrue.protocols.scales import PLACES

SHOW = "show"  # the type of a field that is only read


@dataclass(frozen=True, slots=True)
class FormField:
    """One thing on a form: a text to show, or a question with its choices and the column its answer comes back in.

    `choices` are the words of each choice with the value they stand for; `holds` says what the answer is of, as the
    column mapping has it; `words` names the table of the mapping in which the choices get their values.
    """

    part: str
    type: str
    text: str
    column: str = ""
    choices: tuple[tuple[str, Any], ...] = ()
    required: bool = False
    holds: Mapping[str, Any] = field(default_factory=dict)
    words: str = ""


def form_fields(document: Mapping[str, Any]) -> list[FormField]:
    """All of a packet's form, in order: welcome, consent, questions to the rater, sample, check, cards."""
    said = catalogue(document["language"])
    stem = document["name"][:6]
    return [
        *_welcome(document, said),
        *_consent(document, said, stem),
        *_about_rater(document, said, stem),
        *_sample(document, said, stem),
        *(
            one
            for place, card in enumerate(document["cards"], start=1)
            for one in _card(document, card, place, said, stem)
        ),
    ]


def _welcome(document: Mapping[str, Any], said: Mapping[str, str]) -> Iterator[FormField]:
    part = said["welcome.title"]
    person = document["study"]["person"]
    yield FormField(part, SHOW, document["study"]["title"])
    if person:
        about = f"{person['name']}, {person['about']}" if person["about"] else person["name"]
        yield FormField(part, SHOW, said["person"].replace("{person}", about))
    if document["guide"]:
        yield FormField(part, SHOW, document["guide"])


def _consent(document: Mapping[str, Any], said: Mapping[str, str], stem: str) -> Iterator[FormField]:
    consent = document["consent"]
    if not consent:
        return
    part = said["welcome.consent"]
    yield from (FormField(part, SHOW, text) for text in consent["paragraphs"])
    for one in consent["statements"]:
        column, holds = f"{stem}-consent-{one['id']}", {"consent": one["id"]}
        yield FormField(part, "choice", one["text"], column, _yes_or_no(said), True, holds, "yes or no")


def _about_rater(document: Mapping[str, Any], said: Mapping[str, str], stem: str) -> Iterator[FormField]:
    for ask in document["qualification"]:
        column, holds = f"{stem}-about-{ask['name']}", {"about": ask["name"]}
        yield _question(said["qualification.title"], ask, said, column, holds, f"about {ask['name']}")


def _sample(document: Mapping[str, Any], said: Mapping[str, str], stem: str) -> Iterator[FormField]:
    gold = document["gold"]
    if not gold:
        return
    yield FormField(said["gold.title"], SHOW, said["gold.lead"])
    yield FormField(said["gold.title"], SHOW, gold["text"])
    if document["traits"]:
        listed = "\n".join(f"- {trait}" for trait in document["traits"])
        yield FormField(said["gold.title"], SHOW, f"{said['traits.title']}:\n{listed}")
    for one in gold["check"]:
        choices = tuple((option, option) for option in one["options"])
        column, holds = f"{stem}-check-{one['id']}", {"check": one["id"]}
        yield FormField(said["check.title"], "choice", one["text"], column, choices, True, holds)


def _card(
    document: Mapping[str, Any], card: Mapping[str, Any], place: int, said: Mapping[str, str], stem: str
) -> Iterator[FormField]:
    part = said["card.title"].replace("{n}", str(place)).replace("{of}", str(len(document["cards"])))
    if card["prompt"]:
        yield FormField(part, SHOW, f"{said['card.prompt']}: {card['prompt']}")
    yield from (FormField(part, SHOW, f"{heading}: {text}") for heading, text in card.get("beside", {}).items())
    for side, text in zip("AB", card["texts"], strict=False):
        name = said["side"].replace("{side}", side) if len(card["texts"]) > 1 else said["card.text"]
        yield FormField(part, SHOW, f"{name}:\n\n{text}")
    for ask in document["kinds"][card["kind"]]["questions"]:
        column = f"{stem}-{place:02}-{ask['name']}"
        holds = {"card": card["id"], "question": ask["name"]}
        if ask["type"] == "checklist":
            yield from _checklist(part, ask, card, said, column, holds)
        elif ask["type"] == "position":
            yield from _positions(part, ask, card, said, column, holds)
        else:
            yield _question(part, ask, said, column, holds, ask["name"])


def _checklist(
    part: str,
    ask: Mapping[str, Any],
    card: Mapping[str, Any],
    said: Mapping[str, str],
    column: str,
    holds: Mapping[str, Any],
) -> Iterator[FormField]:
    """Each thing to tick is a question of its own: a platform's list of boxes cannot be told from one not answered."""
    for number, thing in enumerate(card["lists"].get(ask["list"], ()), start=1):
        text = f"{ask['text']} – {thing}"
        yield FormField(
            part, "choice", text, f"{column}-{number}", _yes_or_no(said), True, {**holds, "thing": number}, "yes or no"
        )


def _positions(
    part: str,
    ask: Mapping[str, Any],
    card: Mapping[str, Any],
    said: Mapping[str, str],
    column: str,
    holds: Mapping[str, Any],
) -> Iterator[FormField]:
    """The positions as they stand on the card, by number: the words of the choices are the same on all cards."""
    listed = card["lists"].get(ask["list"], ())
    if listed:
        shown = "\n".join(f"{place}. {text}" for place, text in zip(PLACES, listed, strict=False))
        yield FormField(part, SHOW, f"{shown}\n\n{said['position.drawn']}")
        yield _question(part, ask, said, column, holds, str(ask["name"]))


def _question(
    part: str, ask: Mapping[str, Any], said: Mapping[str, str], column: str, holds: Mapping[str, Any], words: str
) -> FormField:
    choices = _choices(ask, said)
    type_ = "choice" if choices else "text" if ask["type"] == "text" else "number"
    text = ask["text"]
    if type_ == "number" and ask["low"] is not None and ask["high"] is not None:
        bounds = said["number.between"].replace("{low}", f"{ask['low']:g}").replace("{high}", f"{ask['high']:g}")
        text = f"{text} ({bounds})"
    return FormField(part, type_, text, column, choices, bool(ask["required"]), holds, words if choices else "")


def _choices(ask: Mapping[str, Any], said: Mapping[str, str]) -> tuple[tuple[str, Any], ...]:
    """The words of each answer and its value; none where a number or a text is entered."""
    if ask["type"] == "pick":
        sides = tuple((said["side"].replace("{side}", side), side) for side in "AB")
        return (*sides, (said["pick.tie"], "tie")) if ask["ties"] else sides
    if ask["type"] == "flag":
        return _yes_or_no(said)
    if ask["type"] == "position":
        return (*((place, place) for place in PLACES[:2]), (said["position.neither"], PLACES[2]))
    if ask["type"] == "bipolar" and ask["step"] and ask["high"] <= _MOST_STEPS * ask["step"]:
        return tuple((_leaning(value, ask["high"], said), value) for value in _steps(ask))
    labels = ask["labels"]
    if ask["type"] == "steps" and ask["step"]:
        return tuple((labels.get(f"{value:g}") or f"{value:g}", value) for value in _steps(ask))
    return ()


_MOST_STEPS = 2  # to a side: more have no words of their own


def _steps(ask: Mapping[str, Any]) -> list[float]:
    count = round((ask["high"] - ask["low"]) / ask["step"])
    return [ask["low"] + number * ask["step"] for number in range(count + 1)]


def _leaning(value: float, most: float, said: Mapping[str, str]) -> str:
    """The words of the page for a step between two texts: below zero is A."""
    if value == 0:
        return said["bipolar.middle"]
    words = said["bipolar.definitely" if abs(value) == most else "bipolar.rather"]
    return words.replace("{side}", "A" if value < 0 else "B")


def _yes_or_no(said: Mapping[str, str]) -> tuple[tuple[str, Any], ...]:
    return (said["flag.yes"], True), (said["flag.no"], False)


# The form in the two ways a person or a platform can use it, and what reads the answers back.


SHEET = ("part", "type", "column", "question", "choices", "required")


def form_sheet(fields: Sequence[FormField]) -> list[tuple[str, ...]]:
    """One row for each text and question, as SHEET names the cells; choices stand between bars."""
    return [
        (one.part, one.type, one.column, one.text, " | ".join(word for word, _ in one.choices), "yes" * one.required)
        for one in fields
    ]


def form_markdown(fields: Sequence[FormField]) -> str:
    """The form to read and to copy from: a heading for each part, the column in code before each question."""
    lines: list[str] = []
    part = ""
    for one in fields:
        if one.part != part:
            part = one.part
            lines += [f"## {part}", ""]
        if one.type == SHOW:
            lines += [one.text, ""]
            continue
        lines += [f"**{one.text}**{' *' if one.required else ''}  ", f"column `{one.column}`, {one.type}", ""]
        lines += [*(f"- ( ) {word}" for word, _ in one.choices), *([""] if one.choices else [])]
    return "\n".join(lines)


def form_columns(document: Mapping[str, Any], fields: Sequence[FormField], shown: Mapping[str, Any]) -> dict[str, Any]:
    """The packet's entry in the column mapping; `shown` names each card's texts as the form has them."""
    consent = document["consent"]
    entry: dict[str, Any] = {"packet": document["packet"]}
    if consent:
        entry["consent"] = {"version": consent["version"], "hash": consent["hash"]}
    columns = {one.column: dict(one.holds) for one in fields if one.column}
    return entry | {"cards": dict(shown), "columns": columns}


def form_words(fields: Sequence[FormField]) -> dict[str, dict[str, Any]]:
    """The tables of the mapping that give choices their values."""
    tables: dict[str, dict[str, Any]] = {}
    for one in fields:
        if one.words:
            tables.setdefault(one.words, {}).update(dict(one.choices))
    return tables
