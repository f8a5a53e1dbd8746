"""The prompt of a model judge: instructions by a rubric, a card in data blocks, the JSON schema of an answer."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from json import dumps
from pathlib import Path
from string import ascii_uppercase
from typing import Any

from ringtrue.files.problems import nearest
from ringtrue.files.yaml_file import read_yaml
from ringtrue.judge.model.questions import CardQuestion, kind_named, may_be_unasked, questions_of
from ringtrue.protocols.scales import PLACES, SIDES
from ringtrue.terms.item import Card, Item
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.terms.protocol import Kind, Protocol, Question, Scale
from ringtrue.terms.text import HIDDEN

# Rubrics: the wording of the prompts for model judges, one data file for each language.


_FOLDER = Path(__file__).parent / "rubrics"
_ENDING = ".yaml"

LANGUAGES: tuple[str, ...] = tuple(
    sorted(entry.name.removesuffix(_ENDING) for entry in _FOLDER.iterdir() if entry.name.endswith(_ENDING))
)


@dataclass(frozen=True, slots=True)
class Rubric:
    """One language's wording; `hash` names it in what is recorded with a score.

    `parts` are the paragraphs of the instruction, `scales` how each type of scale is asked, `headings` what stands
    above the blocks of a card, `fields` the headings of an item's fields, `words` translations of protocols' texts.
    """

    language: str
    parts: Mapping[str, str]
    scales: Mapping[str, str]
    headings: Mapping[str, str]
    fields: Mapping[str, str]
    words: Mapping[str, str]
    hash: str

    def said(self, text: str) -> str:
        """A text of a protocol in this language; where there is no translation, as the protocol has it."""
        return self.words.get(text, text)


@cache
def rubric(language: str) -> Rubric:
    """The rubric of a language; BadInput names those there are."""
    if language not in LANGUAGES:
        near = nearest(language, LANGUAGES)
        remedy = (f"Did you mean {near}? " if near else "") + f"There are: {', '.join(LANGUAGES)}."
        raise BadInput([Problem("judge", "language", "There is no rubric in this language.", language, remedy)])
    source = _FOLDER / f"{language}{_ENDING}"
    data = read_yaml(source).data
    tables = {key: _texts(value) for key, value in data.items() if isinstance(value, Mapping)}
    parts = _texts({key: value for key, value in data.items() if isinstance(value, str)})
    digest = sha256(source.read_bytes()).hexdigest()
    return Rubric(language, parts=parts, hash=digest, **tables)


def untranslated(protocol: Protocol, language: str) -> tuple[str, ...]:
    """Texts of the protocol that a judge in this language reads as the protocol has them, in their order."""
    kinds = protocol.kinds.values()
    return tuple(dict.fromkeys(text for kind in kinds for text in foreign(rubric(language), protocol, kind)))


def foreign(wording: Rubric, protocol: Protocol, kind: Kind) -> list[str]:
    """Texts of one kind that the rubric does not translate; protocols are written in English."""
    if wording.language == "en":
        return []
    scales = [protocol.scales[question.scale] for question in kind.questions]
    asked = [question.text for question in kind.questions]
    labels = [label for scale in scales for label in scale.labels.values()]
    return [text for text in [*asked, *labels] if text not in wording.words]


def _texts(table: Mapping[Any, Any]) -> dict[str, str]:
    return {str(key): str(value) for key, value in table.items()}


# The system message of a judge: frame, scales and form of answer, read from the protocol and worded by a rubric.


MOST_POINTS = 25  # a scale with more steps is described by its ends


def instructions(protocol: Protocol, kind_name: str, language: str) -> str:
    """The system prompt for this kind of card; the same for every card of the kind."""
    wording = rubric(language)
    kind = kind_named(protocol, kind_name)
    parts = wording.parts
    paragraphs = [
        parts["frame"],
        parts["two" if len(kind.show) > 1 else "one"],
        parts["data"],
        parts["reference"],
        f"{parts['questions']}:",
        *(_question(question, protocol.scales[question.scale], wording) for question in kind.questions),
        *([parts["mixed"]] if parts["mixed"] and foreign(wording, protocol, kind) else []),
        parts["quote"],
        f"{parts['answer']}\n{_form(kind.questions)}",
    ]
    return "\n\n".join(paragraphs)


def points(scale: Scale) -> tuple[float, ...]:
    """The answers a scale with steps takes, () where there are none or too many to list."""
    if scale.step is None or scale.low is None or scale.high is None:
        return ()
    steps = round((scale.high - scale.low) / scale.step)
    if steps >= MOST_POINTS:
        return ()
    return tuple(round(scale.low + place * scale.step, 9) for place in range(steps + 1))


def _question(question: Question, scale: Scale, wording: Rubric) -> str:
    lines = [f"{question.on_card}: {wording.said(question.text)}", _how(scale, wording)]
    labels = sorted(scale.labels.items(), reverse=scale.type == "anchored")
    if scale.type == "bipolar":  # its other labels speak of "this one", which on a blind card is neither A nor B
        labels = [(point, label) for point, label in labels if point == 0]
    lines += [f"  {point:g}: {wording.said(label)}" for point, label in labels]
    if question.lists is not None or question.counts_on:
        lines.append(wording.parts["unasked"])
    elif not question.required:
        lines.append(wording.parts["optional"])
    return "\n".join(lines)


def _how(scale: Scale, wording: Rubric) -> str:
    listed = points(scale)
    stepped = scale.type in ("anchored", "bipolar") and scale.step is not None and (scale.type == "anchored" or listed)
    form = "_steps" if stepped else "_ties" if scale.ties else ""
    template = wording.scales[f"{scale.type}{form}"]
    if scale.type == "steps" and not listed:
        template = wording.scales["anchored_steps"]
    ends = {name: f"{getattr(scale, name) or 0:g}" for name in ("low", "high", "step")}
    return template.format(points=", ".join(f"{point:g}" for point in listed), **ends)


def _form(questions: Sequence[Question]) -> str:
    entry = {"quote": "...", "reason": "...", "score": "..."}
    return dumps({question.on_card: entry for question in questions}, ensure_ascii=False).replace(
        '"score": "..."', '"score": ...'
    )


# Data blocks: material shown to a judge between marks that it can neither guess nor close nor imitate.


BAR = "| "

_HIDDEN_ASCII = re.compile("[\x00-\x08\x0e-\x1b\x1f\x7f]+")  # of the same, what a plain text can hold
_SEEN_ASCII = bytes(code for code in range(128) if not _HIDDEN_ASCII.match(chr(code)))
SHOWN_HIDDEN = re.compile(r"⟨U\+[0-9A-F]{4,6}(?: \+\d+)?⟩")

# What some servers read as the border of a turn even inside a message: a blank after the bracket makes it mere text.
_TURNS = re.compile(
    r"<(?=[|｜]|/?(?:s|bos|eos|pad|unk|sep|cls|mask|think|start_of_turn|end_of_turn|tool_call|tool_response)>|</?SYS>>)"
    r"|\[(?=/?(?:INST|SYSTEM_PROMPT|TOOL_CALLS|TOOL_RESULTS|AVAILABLE_TOOLS)\])",
    re.IGNORECASE,
)


def marker_for(secret: str, contents: Iterable[str]) -> str:
    """The mark of a card's blocks: the same for the same card, unknown to the author of a text on it.

    It hashes everything shown, so a text that held its own mark would have to be its own hash; and should one come
    about all the same, the next number gives another.
    """
    whole = "\x1f".join([secret, *[f"{len(text)}:{text}" for text in contents]])
    hashed = whole.encode("utf-8", "surrogatepass")
    number = 0
    while True:
        mark = sha256(b"%d\x1f" % number + hashed).hexdigest()[:32]
        if mark not in whole:
            return mark
        number += 1


def block(marker: str, heading: str, text: str) -> str:
    """A heading and, between marks, the text with a bar before every line."""
    lines = f"\n{BAR}".join(harmless(text).splitlines())  # every sort of line break
    return f"{heading}\n<<<{marker}\n{BAR}{lines}\n{marker}>>>"


def harmless(text: str) -> str:
    """The text with what is hidden written out, and nothing in it that a server could read as the border of a turn."""
    shown = text
    if not text.isascii():
        shown = HIDDEN.sub(_written_out, text)
    elif text.encode().translate(None, _SEEN_ASCII):  # nearly never, and sooner told than by an expression
        shown = _HIDDEN_ASCII.sub(_written_out, text)
    return _TURNS.sub(r"\g<0> ", shown) if "<" in shown or "[" in shown else shown


def _written_out(found: re.Match[str]) -> str:
    run = found.group()
    more = f" +{len(run) - 1}" if len(run) > 1 else ""
    return f"⟨U+{ord(run[0]):04X}{more}⟩"


# What a judge may know of an item, beyond its prompt: the situation, and what the person would say or has written.


# Fields that give away which text is whose, or that are shown elsewhere. A documented decision is kept from judges (its
# criteria are what they judge by).
_KEPT_BACK = frozenset(
    {"real", "real_decision", "real_reasoning", "responses", "citation", "citations", "domain", "notes"}
)
_OF_THE_PROMPT = ("topic", "context", "constraints")  # a card's prompt may hold them already


def reference(protocol: Protocol, item: Item, wording: Rubric, prompt: str) -> list[tuple[str, str]]:
    """Heading and text of every field of the item a judge is shown; what stands in the prompt already is left out."""
    fields = item.fields
    shown = []
    for name, heading in _headed(protocol, item.kind, wording.language):
        text = _told(fields[name]) if name in fields else ""
        if text and not (name in _OF_THE_PROMPT and text in prompt):
            shown.append((heading, text))
    return shown


def _headed(protocol: Protocol, kind_name: str, language: str) -> tuple[tuple[str, str], ...]:
    """The fields a judge of this kind of card may be shown, in their order, each with its heading."""
    wording = rubric(language)
    kind = kind_named(protocol, kind_name)
    positions = {name for question in kind.questions for name in question.positions}  # shown, but not which is which
    hidden = _KEPT_BACK | {*kind.show, *protocol.controls.values()} | {*kind.numbers} | positions
    listed = {question.lists.split(".")[0] for question in kind.questions if question.lists}
    needed = [name for name in kind.needs if name not in wording.fields and name not in listed]
    return tuple((name, _heading(wording, name)) for name in [*wording.fields, *needed] if name not in hidden)


def shown_digest(protocol: Protocol, language: str, *, gold: bool) -> str:
    """A fingerprint of everything a judge is told beside the card's own texts: what a licence holds for.

    The instructions of every kind with its questions and scales, the fields it may be shown of an item, and whether
    there is a sample of the true voice.
    """
    told = [str(gold)]
    for kind in protocol.kinds.values():
        told += [
            instructions(protocol, kind.name, language),
            *(name for name, _ in _headed(protocol, kind.name, language)),
        ]
    return sha256("\x1f".join(told).encode()).hexdigest()


def _heading(wording: Rubric, field: str) -> str:
    return wording.fields.get(field) or wording.headings["field"].format(field=field.replace("_", " "))


def _told(value: object) -> str:
    """A field as text; of a passage with its source the words alone, never the path."""
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, list | tuple):
        told = [text for text in map(_told, value) if text]
        return "\n".join(told if "\n" in "".join(told) else [f"- {text}" for text in told])
    if isinstance(value, Mapping):
        return _told(value.get("excerpt", ""))
    return ""


# The two messages a judge gets: what to do, and one card with everything on it inside data blocks.


def card_messages(
    protocol: Protocol,
    item: Item,
    card: Card,
    *,
    language: str = "en",
    gold: str = "",
    history: Sequence[Mapping[str, str]] = (),
) -> list[dict[str, str]]:
    """System and user message for one card; the same card always gives the same messages.

    `gold` is the sample of the true voice for kinds that are judged beside one (an item's own `gold` comes first),
    `history` the conversation before a trial. No speaker, id or path is in them, and nothing but our own words and the
    protocol's questions stands outside a block.
    """
    wording = rubric(language)
    asked = questions_of(protocol, item)
    shown = _shown(protocol, item, card, asked, wording, gold, history)
    marker = marker_for(card.id, [text for _, text in shown])
    reminder = wording.parts["reminder"].format(questions=", ".join(one.name for one in asked))
    blocks = [block(marker, heading, text) for heading, text in shown]
    parts = [wording.headings["marker"].format(marker=marker), *blocks, reminder]
    return [
        {"role": "system", "content": instructions(protocol, card.kind, language)},
        {"role": "user", "content": "\n\n".join(parts)},
    ]


def repair_messages(
    messages: Sequence[Mapping[str, str]], answer: str, questions: Iterable[str], *, language: str = "en"
) -> list[dict[str, str]]:
    """The same card once more, with the judge's own answer and the questions whose evidence does not hold."""
    told = rubric(language).parts["repair"].format(questions=", ".join(questions))
    return [*map(dict, messages), {"role": "assistant", "content": answer}, {"role": "user", "content": told}]


def _shown(
    protocol: Protocol,
    item: Item,
    card: Card,
    asked: Sequence[CardQuestion],
    wording: Rubric,
    gold: str,
    history: Sequence[Mapping[str, str]],
) -> list[tuple[str, str]]:
    """Heading and text of every block, the answers to judge last."""
    kind = protocol.kinds[card.kind]
    headings = wording.headings
    shown = [(headings["asked"], card.prompt)] if card.prompt.strip() else []
    shown += reference(protocol, item, wording, card.prompt)
    sample = str(item.fields.get("gold") or gold)
    if kind.gold and sample.strip():
        shown.append((headings["gold"], sample))
    if kind.history and history:
        shown.append((headings["history"], "\n".join(f"{turn['role']}: {turn['content']}" for turn in history)))
    for one in asked:
        if one.options:
            options = card.lists[one.question.lists or ""] if one.question.positions else one.options
            listed = "\n".join(f"{place}. {thing}" for place, thing in enumerate(options, 1))
            shown.append((headings["lists"].format(question=one.name), listed))
    if len(card.texts) == 1:
        return [*shown, (headings["answer"], card.texts[0])]
    sides = zip(ascii_uppercase, card.texts, strict=False)
    return [*shown, *((headings["side"].format(side=side), text) for side, text in sides)]


# The JSON Schema of a judge's answer, for endpoints that can be held to one.


_TEXT = {"type": "string"}


def answer_schema(protocol: Protocol, kind: Kind | str) -> dict[str, Any]:
    """One object with an entry for each question of a kind; what may be left out can be null, as strict schemas ask."""
    asked = kind_named(protocol, kind if isinstance(kind, str) else kind.name).questions
    return _object({question.on_card: _entry(question, protocol.scales[question.scale]) for question in asked})


def response_format(protocol: Protocol, kind: Kind | str) -> dict[str, Any]:
    """The schema as the `response_format` of an OpenAI-compatible endpoint."""
    schema = {"name": "judgment", "strict": True, "schema": answer_schema(protocol, kind)}
    return {"type": "json_schema", "json_schema": schema}


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _entry(question: Question, scale: Scale) -> dict[str, Any]:
    """Quote and reason come first: a model that has written them down scores better than one that has not."""
    entry = _object({"quote": _TEXT, "reason": _TEXT, "score": _value(scale)})
    return {"anyOf": [entry, {"type": "null"}]} if may_be_unasked(question) else entry


def _value(scale: Scale) -> dict[str, Any]:
    if scale.type == "pick":
        return {"type": "string", "enum": list(SIDES if scale.ties else SIDES[:2])}
    if scale.type == "position":
        return {"type": "string", "enum": list(PLACES)}
    if scale.type == "checklist":
        return {"type": "array", "items": {"type": "boolean"}}
    if scale.type in ("flag", "text"):
        return {"type": "boolean" if scale.type == "flag" else "string"}
    listed = points(scale)
    if listed:
        return {"type": "number", "enum": [int(point) if point == int(point) else point for point in listed]}
    return {"type": "number", "minimum": scale.low, "maximum": scale.high}
