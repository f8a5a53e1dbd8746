"""The texts a study may write for its raters itself: its consent text, and a card to practise on."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ringtrue.files import Document, Problems, read_text, read_yaml
from ringtrue.page import Consent, Practice
from ringtrue.terms import BadInput, Protocol

_TABLES = (".yaml", ".yml")
_OWN = "own"


def read_consent(path: Path, usual: Consent, title: str, contact: str) -> Consent:
    """A consent text: paragraphs between blank lines, or YAML with version, paragraphs and statements (id: sentence).

    What the file leaves out stays as usual; {title} and {contact} are filled in.
    """
    if path.suffix in _TABLES:
        version, paragraphs, statements = _consent_table(path, usual)
    else:
        parts = re.split(r"\n\s*\n", read_text(path))
        version, statements = _OWN, dict(usual.statements)
        paragraphs = [" ".join(part.split()) for part in parts if part.strip()]
    filled = (text.replace("{title}", title).replace("{contact}", contact) for text in paragraphs)
    return Consent(version, tuple(filled), statements)


def read_practice(path: Path, protocol: Protocol, otherwise: str) -> Practice:
    """A practice card: YAML with kind, prompt, texts, and where wanted lists and feedback by question and value."""
    document = read_yaml(path)
    data = _table(document, "give kind, prompt, texts")
    Problems(document.problem(*fault) for fault in _practice_faults(data, protocol)).raise_if_any()
    feedback = {str(key): value for key, value in (data.get("feedback") or {}).items()}
    every = str(feedback.pop("*", otherwise))
    return Practice(
        str(data["kind"]),
        str(data["prompt"]),
        tuple(map(str, data["texts"])),
        {str(list_): tuple(map(str, things)) for list_, things in (data.get("lists") or {}).items()},
        {name: {str(value): str(said) for value, said in table.items()} for name, table in feedback.items()},
        every,
    )


def _consent_table(path: Path, usual: Consent) -> tuple[str, list[str], dict[str, str]]:
    document = read_yaml(path)
    data = _table(document, "give version, paragraphs, statements")
    problems = Problems()
    texts = data.get("paragraphs", list(usual.paragraphs))
    if not _is_texts(texts):
        problems.add(document.problem(("paragraphs",), "paragraphs is a list of texts", texts, "a dash before each"))
    statements = data.get("statements", usual.statements)
    if not isinstance(statements, Mapping) or not _is_texts(list(statements.values())):
        remedy = "write statements: {adult: I am ...}"
        problems.add(document.problem(("statements",), "statements is a table of sentences", statements, remedy))
    problems.raise_if_any()
    named = {str(id_): str(text) for id_, text in statements.items()}
    return str(data.get("version", _OWN)), [str(text) for text in texts], named


def _practice_faults(data: Mapping[str, Any], protocol: Protocol) -> Iterator[tuple[tuple[Any, ...], str, object, str]]:
    kind = protocol.kinds.get(str(data.get("kind")))
    if kind is None:
        yield ("kind",), "no such kind of card", data.get("kind", ""), f"one of {', '.join(protocol.kinds)}"
    if not isinstance(data.get("prompt"), str):
        yield ("prompt",), "a card needs a prompt", data.get("prompt", ""), "add prompt"
    texts = data.get("texts", [])
    if not _is_texts(texts) or (kind and len(texts) != len(kind.show)):
        number = len(kind.show) if kind else "one or two"
        yield ("texts",), f"such a card shows {number} text(s)", texts, "write texts: [...]"
    lists = data.get("lists") or {}
    if not isinstance(lists, Mapping) or not all(_is_texts(things) for things in lists.values()):
        yield ("lists",), "lists is a table of lists", lists, "write lists: {criteria: [...]}"
    feedback = data.get("feedback") or {}
    tables = [said for key, said in feedback.items() if key != "*"] if isinstance(feedback, Mapping) else [feedback]
    if not all(isinstance(said, Mapping) for said in tables):
        yield ("feedback",), "feedback is a table by question and value", feedback, 'write feedback: {"*": Well read.}'


def _table(document: Document, remedy: str) -> Mapping[str, Any]:
    if not isinstance(document.data, Mapping):
        raise BadInput([document.problem((), "the file is a table", document.data, remedy)])
    return document.data


def _is_texts(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(text, str) and text.strip() for text in value)
