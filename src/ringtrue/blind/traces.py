"""Traces of who wrote a text: names, the manner of assistants, marks of citation, pieces of the gold text."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

LeakRule = Literal["name", "machine", "citation", "gold", "length", "markdown", "typography"]

SHORTEST_QUOTATION = 8  # words in a row shared with the gold text

# Names of assistants and their makers; those that are also everyday words or first names only as a name is written.
_ASSISTANTS = re.compile(
    r"\b(?:(?i:chat-?gpt|gpt-?[345][a-z0-9.-]*|openai|anthropic|deepseek|smollm\d*|mixtral|hugging ?face)"
    r"|Claude|Gemini|Llama|Mistral|Qwen|Copilot|Grok)\b"
)
_MACHINE = re.compile(
    r"\bas an? (?:ai(?: (?:language )?(?:model|assistant))?|artificial intelligence)\b"
    r"|\bas an? (?:(?:large )?language model|virtual assistant)\b"
    r"|\bi(?:'|’)?(?: a)?m (?:just |only )?an? (?:ai|language model|virtual assistant|chatbot)\b"
    r"|\b(?:large )?language model\b|\bai (?:assistant|model|language model)\b"
    r"|\bmy (?:training data|knowledge cutoff)\b"
    r"|\bi (?:do not|don(?:'|’)t) have personal (?:experiences?|opinions?|feelings?|beliefs?)\b"
    r"|\b(?:como|sou) (?:uma? )?(?:ia|inteligência artificial|modelo de linguagem|assistente virtual)\b"
    r"|\bmodelo de linguagem\b|\bmeus dados de treinamento\b",
    re.IGNORECASE,
)
_CITATION = re.compile(
    r"\^\[[^\]\n]{1,200}\]|\[\^\w{1,20}\]|\[(?:RAIZ|FONTE|SOUL|MEMORY|DNA)[^\]\n]{0,200}\]|\[?\bchunk_\d+\]?"
    r"|\[\d{1,3}(?:\s?[,;-]\s?\d{1,3})*\]|【[^】\n]{1,80}】",
)
_WORD = re.compile(r"[^\W_]+")


class Trace(NamedTuple):
    """What was found in a text, and where."""

    rule: LeakRule
    what: str
    start: int
    stop: int


class Tracer:
    """Looks for traces in many texts; `names` are the people's and models' own, `gold` what raters read beforehand.

    `parts` of a name are found only as they are written: Will is a name, will is not.
    """

    def __init__(self, names: Iterable[str] = (), gold: str = "", parts: Iterable[str] = ()) -> None:
        """Prepare the names and the gold text once."""
        whole, part = _alternatives(names), _alternatives(parts)
        spelt = "|".join(given for given in (whole and f"(?i:{whole})", part) if given)
        self._names = re.compile(rf"(?<!\w)(?:{spelt})(?!\w)") if spelt else None
        words = _words(gold)
        self._vocabulary = frozenset(word for word, _, _ in words)
        runs = range(len(words) - SHORTEST_QUOTATION + 1)
        self._runs = {_run(words, first) for first in runs}

    def traces(self, text: str) -> Iterator[Trace]:
        """Everything found in one text."""
        searches: list[tuple[LeakRule, str, Callable[[str], Iterable[re.Match[str]]]]] = [
            ("machine", "it speaks as a machine does", _MACHINE.finditer),
            ("citation", "a mark of citation", _CITATION.finditer),
            ("name", "the name of an assistant or its maker", _ASSISTANTS.finditer),
        ]
        if self._names:
            searches.append(("name", "a name of this study", self._names.finditer))
        for rule, what, search in searches:
            for found in search(text):
                yield Trace(rule, what, found.start(), found.end())
        if self._runs:
            yield from self._quotations(text)

    def _quotations(self, text: str) -> Iterator[Trace]:
        """Runs of words the gold text has too, each told once with its full length."""
        if not self._may_quote(text):
            return
        words = _words(text)
        first = -1  # where a quotation began
        for place in range(SHORTEST_QUOTATION - 1, len(words)):
            start = place - SHORTEST_QUOTATION + 1
            if _run(words, start) in self._runs:
                first = start if first < 0 else first
            elif first >= 0:
                yield _quotation(words[first:place])
                first = -1
        if first >= 0:
            yield _quotation(words[first:])

    def _may_quote(self, text: str) -> bool:
        """Whether enough words in a row are among the gold text's; most texts need no closer look."""
        run = 0
        for word in _WORD.findall(text.casefold()):
            run = run + 1 if word in self._vocabulary else 0
            if run >= SHORTEST_QUOTATION:
                return True
        return False


def _alternatives(names: Iterable[str]) -> str:
    """Names as one pattern, the longest first."""
    known = sorted({name.strip() for name in names if name.strip()}, key=lambda name: (-len(name), name))
    return "|".join(re.escape(name) for name in known)


def _words(text: str) -> list[tuple[str, int, int]]:
    return [(found.group().casefold(), found.start(), found.end()) for found in _WORD.finditer(text)]


def _run(words: Sequence[tuple[str, int, int]], first: int) -> str:
    return " ".join(word for word, _, _ in words[first : first + SHORTEST_QUOTATION])


def _quotation(words: Sequence[tuple[str, int, int]]) -> Trace:
    return Trace("gold", f"{len(words)} words in a row from the gold text", words[0][1], words[-1][2])
