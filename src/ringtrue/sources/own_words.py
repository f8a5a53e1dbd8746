"""The person's own words in a document: without its header, and without the turns of whoever asked the questions."""

import re
from dataclasses import dataclass

_KEY = re.compile(r"[A-Z][A-Za-z -]{0,24}:\s")
_ASKED = re.compile(r"(?:Q|P|Question|Interviewer|Pergunta|Entrevistador|Entrevistadora)\s*:\s*")
_ANSWERED = re.compile(r"(?:A|R|Answer|Resposta)\s*:\s*")
_FEWEST_KEYS = 2  # a letter may well begin with one line that looks like a key


@dataclass(frozen=True, slots=True)
class OwnWords:
    """What is left of a document, and what was left out of it."""

    text: str
    header: bool = False
    questions: int = 0


def own_words(document: str) -> OwnWords:
    """The document without a header of `Key: value` lines (or between lines of ---) and without `Q:` turns.

    Where answers are labelled (`A:`), a paragraph without a label belongs to whoever spoke last; where they are not,
    to the person. A document without such labels is left as it is.
    """
    body = _without_header(document)
    paragraphs = re.split(r"\n\s*\n", body)
    questions = sum(bool(_ASKED.match(paragraph.lstrip())) for paragraph in paragraphs)
    if not questions:
        return OwnWords(body, body != document)
    answers = any(_ANSWERED.match(paragraph.lstrip()) for paragraph in paragraphs)
    kept: list[str] = []
    asking = False
    for paragraph in paragraphs:
        start = paragraph.lstrip()
        if _ASKED.match(start):
            asking = True
            continue
        if (label := _ANSWERED.match(start)) or not answers:
            asking = False
        if not asking:
            kept.append(start[label.end() :] if label else paragraph)
    return OwnWords("\n\n".join(kept), body != document, questions)


def _without_header(document: str) -> str:
    lines = document.lstrip("\ufeff\n").split("\n")
    if lines[0].strip() == "---":
        end = next((number for number, line in enumerate(lines[1:], 1) if line.strip() == "---"), None)
        return document if end is None else "\n".join(lines[end + 1 :])
    first = next((number for number, line in enumerate(lines) if not line.strip()), len(lines))
    header = lines[:first]
    if first == len(lines) or len(header) < _FEWEST_KEYS or not all(map(_KEY.match, header)):
        return document
    asked = any(_ASKED.match(line) or _ANSWERED.match(line) for line in header)
    return document if asked else "\n".join(lines[first + 1 :])
