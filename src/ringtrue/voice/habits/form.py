"""Habits of form: sentence rhythm, punctuation, lengths and layout, which need no word list."""

import re
from functools import partial

import numpy as np

from ringtrue.voice.habits.habit import Habit, Tally
from ringtrue.voice.habits.parsed_text import ParsedText, Span

# Sentence rhythm: how long sentences are, how much that varies, and how many ask.

SHORT, LONG = 6, 30  # under so many words; over so many words
_ASKING = frozenset("?？؟")


def _words(read: ParsedText) -> Tally:
    return float(len(read.words)), float(len(read.sentences))


def _spread(read: ParsedText) -> Tally:
    """Distances of the sentences' lengths from their mean, as shares of it."""
    if not read.sentences:
        return 0.0, 0.0
    return float(np.abs(read.lengths / read.lengths.mean() - 1).sum()), float(len(read.sentences))


def _short(read: ParsedText) -> Tally:
    return float((read.lengths < SHORT).sum()), float(len(read.sentences))


def _long(read: ParsedText) -> Tally:
    return float((read.lengths > LONG).sum()), float(len(read.sentences))


def _questions(read: ParsedText) -> Tally:
    return float(len(_asking(read))), float(len(read.sentences))


def _asking(read: ParsedText) -> list[Span]:
    return [
        (start, end) for start, end in read.sentences if not _ASKING.isdisjoint(read.text[max(start, end - 4) : end])
    ]


def _typical(read: ParsedText) -> list[Span]:
    """The sentences, those of middling length first."""
    apart = np.abs(read.lengths - np.median(read.lengths)) if read.sentences else read.lengths
    return [read.sentences[place] for place in np.argsort(apart, kind="stable")]


def _of_length(fewest: int, most: int, read: ParsedText) -> list[Span]:
    return [span for span, size in zip(read.sentences, read.lengths, strict=True) if fewest <= size <= most]


RHYTHM = (
    Habit("words_per_sentence", "words per sentence", "words", "rhythm", 1, 16, 2, _words, _typical, "length"),
    Habit(
        "sentence_spread",
        "spread of sentence length",
        "% of the average",
        "rhythm",
        100,
        50,
        3,
        _spread,
        scale="length",
    ),
    Habit(
        "short_sentences",
        f"short sentences (under {SHORT} words)",
        "of 100 sentences",
        "rhythm",
        100,
        12,
        3,
        _short,
        partial(_of_length, 1, SHORT - 1),
    ),
    Habit(
        "long_sentences",
        f"long sentences (over {LONG} words)",
        "of 100 sentences",
        "rhythm",
        100,
        10,
        3,
        _long,
        partial(_of_length, LONG + 1, 10**9),
    ),
    Habit("questions", "questions", "of 100 sentences", "rhythm", 100, 6, 3, _questions, _asking),
)


# Punctuation: how often each mark is used, in any script.


def _found(pattern: re.Pattern[str], read: ParsedText) -> list[Span]:
    return [match.span() for match in pattern.finditer(read.text)]


def _per_words(pattern: re.Pattern[str], read: ParsedText) -> Tally:
    return float(len(pattern.findall(read.text))), float(len(read.words))


def _marks(name: str, title: str, pattern: str, usual: float) -> Habit:
    seen = re.compile(pattern)
    return Habit(
        name, title, "per 1,000 words", "punctuation", 1000, usual, 50, partial(_per_words, seen), partial(_found, seen)
    )


# Every pattern begins with the mark itself, which the engine finds fast, and looks around from there.
PUNCTUATION = (
    _marks("commas", "commas", r"[,،、，](?:(?<!\d.)|(?!\d))", 55),
    _marks("semicolons", "semicolons", r"[;；؛](?<!&\w\w;)(?<!&\w\w\w;)(?<!&\w{4};)", 1.5),
    _marks("colons", "colons", r"[:：](?![/\d])", 3),
    _marks("dashes", "dashes", r"[—–](?!\d)|-(?:-++(?! *+\n)(?!\Z)|(?<=\S -)(?= \S))", 6),
    _marks("parentheses", "parentheses", r"[(（](?=[^\s)])", 2),
    _marks("exclamations", "exclamation marks", r"[!！]++", 1),
    _marks("ellipses", "ellipses (...)", r"\.(?:\.\.++)|…++", 1),
    _marks("quotations", "quotation marks (pairs)", r"[“«„「『]|\"(?=\w)(?<!\w\")", 3),
    _marks("numerals", "numbers in digits", r"\d(?<![\w.,]\d)[\d.,]*+", 9),
)


# Lengths: of words, of paragraphs, of whole texts.


def _letters(read: ParsedText) -> Tally:
    apostrophes = sum(count * word.count("'") for word, count in read.counts.items() if "'" in word)
    return float((read.ends - read.starts).sum()) - apostrophes, float(len(read.words))


def _paragraph(read: ParsedText) -> Tally:
    return float(len(read.words)), float(len(read.paragraphs))


def _text(read: ParsedText) -> Tally:
    return float(len(read.words)), 1.0 if read.words else 0.0


LENGTHS = (
    Habit("word_length", "letters per word", "letters", "length", 1, 4.5, 10, _letters, scale="length"),
    Habit(
        "paragraph_length", "paragraph length", "words", "length", 1, 60, 0.5, _paragraph, scale="length", whole=True
    ),
    Habit("text_length", "reply length", "words", "length", 1, 150, 0.1, _text, scale="length", whole=True),
)


# Layout: lists, headings, bold type and emoji.


_EMOJI = "[\u2600-\u27bf\U0001f300-\U0001faff]"


def _furniture(name: str, title: str, pattern: str) -> Habit:
    seen = re.compile(pattern, re.MULTILINE)
    return Habit(
        name,
        title,
        "per 1,000 words",
        "layout",
        1000,
        1,
        50,
        partial(_per_words, seen),
        partial(_found, seen),
        whole=True,
    )


LAYOUT = (
    _furniture("list_items", "list items", r"^[ \t]{0,12}(?:[-*•]|\d{1,3}[.)])[ \t]+\S"),
    _furniture("headings", "headings", r"^#{1,6}[ \t]+\S"),
    _furniture("bold", "words in bold", r"\*\*(?=\S)[^*\n]{1,200}\*\*|__(?=\S)[^_\n]{1,200}__"),
    _furniture("emoji", "emoji", f"{_EMOJI}\ufe0f?"),
)
