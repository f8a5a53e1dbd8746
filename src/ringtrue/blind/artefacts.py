"""Artefacts over a whole set of pairs: exact sign tests of what gives a speaker away and is not voice.

Pair by pair a difference may be too small to matter: each text within a fifth of the other. But if the longer text is
always the same speaker's, a rater who notices needs no voice to tell the two apart.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ringtrue.blind.card_drafts import CardDraft
from ringtrue.blind.leak_check import MARKUP, TYPOGRAPHY, Leak, LeakRule
from ringtrue.stats.detection.choice import sign_test
from ringtrue.stats.detection.multiple_tests import holm

# The sets: all pairs of the suite, and those of each control apart. Every pair counts once, however many raters get it.


SUITE = "suite"


class Pair(NamedTuple):
    """Two texts of one card: that of the speaker the card is about, and the one beside it."""

    prompt: str
    text: str
    beside: str


@dataclass(frozen=True, slots=True)
class CardSet:
    """Pairs that show the same two speakers; `name` is what a waiver calls the set."""

    name: str
    speaker: str
    beside: str
    pairs: tuple[Pair, ...]


def card_sets(suite: Iterable[CardDraft], controls: Iterable[CardDraft]) -> list[CardSet]:
    """The two-sided cards as sets: the suite first, then each control."""
    found: dict[tuple[str, str, str], list[Pair]] = {}
    for draft in (*suite, *controls):
        if draft.two_sided:
            turned = draft.turned(1)  # the one it is about second
            name = SUITE if draft.entry.role == "item" else f"{draft.entry.about}-cards"
            key = name, turned.entry.speakers[1], turned.entry.speakers[0]
            found.setdefault(key, []).append(Pair(draft.prompt, turned.texts[1], turned.texts[0]))
    return [CardSet(*key, tuple(pairs)) for key, pairs in found.items()]


# What is compared: a number for each text, the larger of two is ahead.


_Measure = Callable[[str, str], float]  # of a text and the prompt it answers
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_SPACING: Mapping[str, re.Pattern[str]] = {
    "double spaces": re.compile(r"(?<=\S)[ \u00a0]{2,}(?=\S)"),
    "a trailing space": re.compile(r"[ \t\u00a0]+$|\s\Z", re.MULTILINE),
}


@dataclass(frozen=True, slots=True)
class Feature:
    """One thing to compare: `text` names the text that is ahead ("the longer text").

    `rule` is the leak an artefact is; None where it is voice.
    """

    text: str
    measure: _Measure
    rule: LeakRule | None = None


def artefacts(name_parts: Iterable[str] = ()) -> list[Feature]:
    """All that is tested; `name_parts` are those of the subject's name, found as they are written."""
    typography = {name: one for name, one in TYPOGRAPHY.items() if name != "straight quotes"} | dict(_SPACING)
    parts = sorted({part for part in name_parts if part}, key=lambda part: (-len(part), part))
    named = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, parts))})(?!\w)") if parts else None
    return [
        Feature("the longer text", lambda text, _: len(text.split()), "length"),
        Feature("the text with more of the prompt's numbers", _prompt_numbers, "numbers"),
        *([Feature("the text with more of the name", _count(named), "name")] if named else []),
        *(Feature(f"the text with {name}", _presence(one), "typography") for name, one in typography.items()),
        Feature("the text with more line breaks", lambda text, _: len(text.strip().splitlines()), "typography"),
        *(Feature(f"the text with {name}", _presence(one), "markdown") for name, one in MARKUP.items()),
    ]


def _prompt_numbers(text: str, prompt: str) -> float:
    """How many of the numbers written in digits in the prompt are in the text too."""
    return len(set(_NUMBER.findall(prompt)) & set(_NUMBER.findall(text)))


def _presence(pattern: re.Pattern[str]) -> _Measure:
    """Whether it is there at all: how often it is used is punctuation, and so voice."""
    return lambda text, _: float(pattern.search(text) is not None)


def _count(pattern: re.Pattern[str]) -> _Measure:
    return lambda text, _: len(pattern.findall(text))


# The tests: for each feature, how often the same speaker is ahead; Holm's correction over the tests of a set.


LEVEL = 0.05


@dataclass(frozen=True, slots=True)
class SetTest:
    """One feature over one set: whose text is ahead in how many of the pairs that differ."""

    text: str
    speaker: str
    ahead: int
    of: int
    p: float
    corrected: float
    rule: LeakRule | None = None

    @property
    def fires(self) -> bool:
        """Whether it is more than chance allows, all tests of the set together."""
        return self.corrected <= LEVEL

    def __str__(self) -> str:
        """The figure in words."""
        figures = f"p {_shown(self.p)}, corrected {_shown(self.corrected)}"
        return f"{self.text} is the {self.speaker}'s in {self.ahead} of {self.of} pairs ({figures})"


def set_tests(cards: CardSet, features: Iterable[Feature]) -> list[SetTest]:
    """Every feature in which some pair differs; one in which none does cannot tell anybody anything."""
    counted = []
    for feature in features:
        ahead, behind = _signs(feature.measure, cards.pairs)
        if ahead + behind:
            speaker = cards.speaker if ahead >= behind else cards.beside
            counted.append((feature, speaker, max(ahead, behind), ahead + behind))
    p_values = [sign_test(most, of) for _, _, most, of in counted]
    return [
        SetTest(feature.text, speaker, most, of, p, corrected, feature.rule)
        for (feature, speaker, most, of), p, corrected in zip(counted, p_values, holm(p_values), strict=True)
    ]


def _signs(measure: _Measure, pairs: Sequence[Pair]) -> tuple[int, int]:
    """In how many pairs the speaker's text is ahead, and in how many the one beside it."""
    ahead = behind = 0
    for prompt, text, beside in pairs:
        first, second = measure(text, prompt), measure(beside, prompt)
        ahead += first > second
        behind += second > first
    return ahead, behind


def set_leaks(cards: CardSet, tests: Iterable[SetTest]) -> list[Leak]:
    """The artefacts whose tests fire, as leaks of the whole set."""
    place = f"all {len(cards.pairs)} pairs"
    return [Leak(one.rule, cards.name, one.speaker, place, str(one)) for one in tests if one.rule and one.fires]


def _shown(p: float) -> str:
    """A p value as it is usually written: .023, or < .001."""
    return "< .001" if p < 0.0005 else f"{p:.3f}".removeprefix("0")
