"""Leak check before dealing: rules for what gives a source away, and waivers with a reason."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from ringtrue.blind.card_drafts import CardDraft, Texts, drafts_of
from ringtrue.terms.item import Item, Response
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.terms.protocol import Protocol

# Traces of who wrote a text: names, the manner of assistants, marks of citation, pieces of the gold text.


LeakRule = Literal["name", "machine", "citation", "gold", "length", "numbers", "markdown", "typography", "repeat"]

SHORTEST_QUOTATION = 8  # words in a row shared with the gold text

# Names of assistants and their makers; those that are also everyday words or first names only as a name is written.
_ASSISTANTS = re.compile(
    r"\b(?:(?i:chat-?gpt|gpt-?[345][a-z0-9.-]*|openai|anthropic|deepseek|smollm\d*|mixtral|hugging ?draft)"
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


# What tells two texts of a card apart at a glance: length, mark-up or typography that only one of them has.


MOST_LONGER = 0.20  # by which share of the shorter one the longer text may exceed it, in words

MARKUP: Mapping[str, re.Pattern[str]] = {
    "headings": re.compile(r"^#{1,6} ", re.MULTILINE),
    "bullets": re.compile(r"^\s*[-*•] ", re.MULTILINE),
    "numbered lists": re.compile(r"^\s*\d{1,2}[.)] ", re.MULTILINE),
    "bold or italic": re.compile(r"\*\*\S|__\S|(?<![\w*])\*\w[^*\n]*\w\*(?![\w*])"),
    "code": re.compile(r"`[^`\n]+`|^```", re.MULTILINE),
    "tables": re.compile(r"^\s*\|.*\|\s*$", re.MULTILINE),
    "quotations": re.compile(r"^> ", re.MULTILINE),
    "links": re.compile(r"\]\(|https?://"),
}
TYPOGRAPHY: Mapping[str, re.Pattern[str]] = {
    "curly quotes": re.compile("[“”‘’„‚]"),
    "straight quotes": re.compile("[\"']"),
    "angle quotes": re.compile("[«»]"),
    "long dashes": re.compile("[–—]"),
    "an ellipsis character": re.compile("…"),
    "emoji": re.compile("[\u2600-\u27bf\U0001f300-\U0001faff]"),
    "unusual blanks": re.compile("[\u00a0\u2007\u2009\u202f]"),
}
# Straight quotes are the plain way to write: they betray a side only where the other one has curly ones.
_PLAIN = {"straight quotes": "curly quotes"}


def contrasts(first: str, second: str) -> Iterator[tuple[LeakRule, str, int]]:
    """Rule, what, and which of the two texts (0 or 1) has it."""
    sizes = len(first.split()), len(second.split())
    if max(sizes) > (1 + MOST_LONGER) * min(sizes):
        longer = 0 if sizes[0] > sizes[1] else 1
        yield "length", f"{max(sizes)} words against {min(sizes)}, over {100 * MOST_LONGER:g} % longer", longer
    groups: tuple[tuple[LeakRule, Mapping[str, re.Pattern[str]]], ...]
    groups = (("markdown", MARKUP), ("typography", TYPOGRAPHY))
    for rule, features in groups:
        has = [{name for name, pattern in features.items() if pattern.search(text)} for text in (first, second)]
        for name in features:
            sides = [place for place in (0, 1) if name in has[place]]
            if len(sides) == 1 and (name not in _PLAIN or _PLAIN[name] in has[1 - sides[0]]):
                yield rule, f"{name} on one side only", sides[0]


# The leak check: everything in the texts that could show a rater whose words they read.


_LONGEST_EXCERPT = 80


@dataclass(frozen=True, slots=True)
class Leak:
    """One thing that may give a source away; for the organiser's eyes, since it names the speaker.

    `place` is the line of the text, or the speaker it is compared with. For what stands out over a whole set of cards
    (`blind/artefacts.py`) the set's name is in the place of the item. `waived` is the reason why it was accepted.
    """

    rule: LeakRule
    item: str
    speaker: str
    place: str
    what: str
    excerpt: str = ""
    waived: str = ""


def leaks(
    items: Sequence[Item],
    responses: Iterable[Response],
    protocol: Protocol,
    *,
    names: Iterable[str] = (),
    gold: str = "",
    parts: Iterable[str] = (),
    controls: Collection[tuple[str, str]] | None = None,
) -> list[Leak]:
    """Every leak in the texts that would be dealt, item by item.

    `names` are those of the person, of the speakers' models and whatever else must not be read, `parts` those of which
    only the exact spelling counts; `gold` is the sample of the true voice that raters know. `controls` are item
    and speaker of the control cards to look at, all there could be where it is None.
    """
    suite, extra = checked_drafts(items, responses, protocol, controls)
    tracer = Tracer(names, gold, parts)
    found: list[Leak] = []
    seen: set[tuple[str, str]] = set()
    for draft in [*suite, *extra]:
        for speaker, text in zip(draft.entry.speakers, draft.texts, strict=True):
            if (draft.entry.item, speaker) not in seen:
                seen.add((draft.entry.item, speaker))
                found += _traces(tracer, draft.entry.item, speaker, text)
        found += _contrasts(draft)
    found += _repeats(suite)
    order = {item.id: place for place, item in enumerate(items)}
    return sorted(found, key=lambda leak: order[leak.item])


def checked_drafts(
    items: Sequence[Item],
    responses: Iterable[Response],
    protocol: Protocol,
    controls: Collection[tuple[str, str]] | None = None,
) -> tuple[Sequence[CardDraft], Sequence[CardDraft]]:
    """What is looked at: the cards of the suite, and of the control cards those in `controls`, or all."""
    drafts = drafts_of(items, Texts(responses), protocol)
    extra = [draft for control in drafts.controls.values() for draft in control]
    if controls is not None:
        extra = [draft for draft in extra if (draft.entry.item, draft.entry.about) in controls]
    return drafts.suite, extra


def _traces(tracer: Tracer, item: str, speaker: str, text: str) -> Iterator[Leak]:
    for trace in tracer.traces(text):
        line = text.count("\n", 0, trace.start) + 1
        yield Leak(trace.rule, item, speaker, f"line {line}", trace.what, _shortened(text[trace.start : trace.stop]))


def _contrasts(draft: CardDraft) -> Iterator[Leak]:
    if not draft.two_sided:
        return
    speakers = draft.entry.speakers
    for rule, what, side in contrasts(*draft.texts):
        yield Leak(rule, draft.entry.item, speakers[side], f"beside {speakers[1 - side]}", what)


def _repeats(suite: Sequence[CardDraft]) -> Iterator[Leak]:
    """Texts of pairs that are also on another card: a rater who compares cards sees that both have one speaker."""
    cards: dict[str, list[tuple[CardDraft, str]]] = {}
    for draft in suite:
        for speaker, text in zip(draft.entry.speakers, draft.texts, strict=True):
            cards.setdefault(text, []).append((draft, speaker))
    for text, found in cards.items():
        (first, _), *others = found
        if any(draft.two_sided for draft, _ in found):
            for draft, speaker in (other for other in others if other[0] is not first):
                what = "the same text is on another card"
                yield Leak("repeat", draft.entry.item, speaker, f"also in {first.entry.item}", what, _shortened(text))


def _shortened(text: str) -> str:
    return " ".join(text.split())[:_LONGEST_EXCERPT]


# Let a leak pass, with a reason that is recorded.


@dataclass(frozen=True, slots=True)
class Waiver:
    """Lets leaks of one rule pass, on one item or (None) on all, because of a reason."""

    rule: LeakRule
    reason: str
    item: str | None = None

    def covers(self, leak: Leak) -> bool:
        """Whether it is about this leak."""
        return self.rule == leak.rule and self.item in (None, leak.item)


def waived(leaks: Iterable[Leak], waivers: Sequence[Waiver]) -> list[Leak]:
    """The leaks with the reasons of those waived; BadInput for a waiver without a reason or without a leak."""
    found = list(leaks)
    problems = []
    for waiver in waivers:
        place = f"{waiver.rule}, {waiver.item or 'all items'}"
        if not waiver.reason.strip():
            problems.append(Problem("waivers", place, "A waiver needs a reason.", remedy="Say why it does no harm."))
        if not any(waiver.covers(leak) for leak in found):
            what = "There is no such leak to waive."
            problems.append(Problem("waivers", place, what, remedy="Leave the waiver out."))
    if problems:
        raise BadInput(problems)
    return [_let_pass(leak, waivers) for leak in found]


def _let_pass(leak: Leak, waivers: Sequence[Waiver]) -> Leak:
    reason = next((waiver.reason for waiver in waivers if waiver.covers(leak)), "")
    return replace(leak, waived=reason)
