"""Parse a text once: words, sentences, paragraphs, language."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

# Word lists written as plain text: words separated by blanks, an underscore joining two words to a pair.


Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class WordList:
    """Single words and pairs of neighbouring words that show one habit."""

    words: frozenset[str]
    pairs: frozenset[Pair]


def words(text: str) -> frozenset[str]:
    """The words of a text as a set."""
    return frozenset(text.split())


def word_list(text: str) -> WordList:
    """Words and pairs of a text."""
    entries = [entry.split("_") for entry in text.split()]
    return WordList(
        frozenset(entry[0] for entry in entries if len(entry) == 1),
        frozenset((entry[0], entry[1]) for entry in entries if len(entry) == 2),
    )


# Abbreviations after which a full stop ends no sentence, in English and Portuguese.


NEVER_LAST = words(
    "mr mrs ms mx dr prof rev hon st mt gen sen rep gov col lt sgt capt maj adm pres messrs mme mlle e.g i.e cf v vs "
    "viz approx ca al sr sra srta dra profa exmo exma ilmo av eng arq des min p.ex ex obs ref tel"
)
"""Titles and particles that always stand before something."""

BEFORE_NUMBERS = words("no nos nr fig figs vol vols p pp pg pag pág págs art arts sec ch cap n eq ed")
"""Abbreviations only when a number follows: 'No. 5', but 'No. Never.'."""

SELDOM_LAST = words(
    "etc inc ltd co corp dept est jr u.s u.k u.n e.u a.m p.m ph.d m.d b.a m.a d.c bros ltda cia s.a "
    "jan feb mar apr jun jul aug sept sep oct nov dec fev abr mai ago set out dez mon tue wed thu fri"
)
"""Abbreviations that may end a sentence, and do so only where an ordinary opening word follows."""

OPENERS = words(
    "the a an this that these those there here it its i we you he she they his her my our your their and but so or "
    "if when while what who why how where is are was do does did in on at for with as to not no yes now then well let "
    "o os um uma isso isto este esta esse essa ele ela eles elas eu nós você vocês mas e se quando como por para não "
    "sim em no na que quem onde agora então"
)
"""Words that often open a sentence and seldom follow an abbreviation within one."""


# Where sentences begin and end: by marks of many scripts, with abbreviations, decimals, lists and quotes minded.


Span = tuple[int, int]

# The run of marks and closing quotes is taken whole, and what follows is looked at afterwards: no backtracking, so a
# million dots cost as much as a million letters.
_CLOSERS = r"\"'”’»)\]}*_"
_MARKS = re.compile(rf"[.!?…؟۔]++[{_CLOSERS}]*+|[。！？｡।॥።։]++[」』）”’{_CLOSERS}]*+|\n\s*+")
_UNSPACED = frozenset("。！？｡")
_BEFORE = re.compile(r"[^\s(\[\"“‘]*\Z")
_ITEM = re.compile(r"[ \t]*(?:[-*•–—]|\(?(?:\d{1,3}|[A-Za-z])[.)]|#{1,6}|>)[ \t]")
_ITEM_NUMBER = re.compile(r"[ \t(]*(?:\d{1,3}|[A-Za-z]|[ivx]{1,5}|[IVX]{1,5})[.)]\Z")
_FIRST_WORD = re.compile(r"[\s\"'“‘«(\[*_¿¡-]{0,8}([^\W_]*+)")
_AFTER_STOP = re.compile(r"[\w)\"”’] ?[.!?] ++([^\W\d_])")
_REACH = 24  # characters looked at before a full stop: enough for any abbreviation
_WRAPPED = 50  # a line at least this long that ends without a mark goes on in the next


def sentences(text: str) -> list[Span]:
    """The sentences as (start, end), blanks at their ends left out, in linear time.

    Without any mark a paragraph is one sentence. A full stop before a small letter ends a sentence only in texts that
    mostly begin sentences so, as chats do.
    """
    casual = _casual(text)
    spans = []
    start = 0
    for mark in _MARKS.finditer(text):
        ends = _line_ends(text, start, mark) if mark[0][0] == "\n" else _ends(text, mark, casual)
        if ends:
            spans.append((start, mark.end()))
            start = mark.end()
    spans.append((start, len(text)))
    return list(_trimmed(text, spans))


def _trimmed(text: str, spans: list[Span]) -> Iterator[Span]:
    for start, end in spans:
        piece = text[start:end]
        left = start + len(piece) - len(piece.lstrip())
        if right := len(piece.strip()):
            yield left, left + right


def _casual(text: str) -> bool:
    """Whether sentences of this text mostly begin with a small letter."""
    after: list[str] = _AFTER_STOP.findall(text)
    return sum(letter.islower() for letter in after) > len(after) / 2


def _ends(text: str, mark: re.Match[str], casual: bool) -> bool:
    """Whether the marks end a sentence."""
    run = mark[0]
    if run[0] in _UNSPACED or mark.end() == len(text):
        return True
    if not text[mark.end()].isspace():
        return _blank_forgotten(text, mark)
    word = _first_word(text, mark.end())
    if word[:1].islower() and not casual:
        quoted = run[-1] in "\"'”’»)"
        return run[0] in "!?؟" and not quoted
    if run.startswith(("..", "…")):
        return not word[:1].islower()
    return run[0] != "." or _stops(text, mark, word)


def _blank_forgotten(text: str, mark: re.Match[str]) -> bool:
    """'the end.Then' and 'What?No' end a sentence, '3.14', 'node.js' and 'a?b=1' do not."""
    following = text[mark.end() : mark.end() + 2]
    if not following[0].isupper():
        return False
    if mark[0][0] != ".":
        return True
    before = text[max(0, mark.start() - 3) : mark.start()]
    return len(before) == 3 and before.islower() and before.isalpha() and following[1:].islower()


def _stops(text: str, mark: re.Match[str], word: str) -> bool:
    """Whether a full stop is more than the mark of an abbreviation, an initial or a list number."""
    before = _BEFORE.search(text[max(0, mark.start() - _REACH) : mark.start()])
    written = before[0].strip("*_'’") if before else ""
    last = written.lower()
    if last in NEVER_LAST:
        return False
    if last in SELDOM_LAST or _initial(written):
        return word.lower() in OPENERS
    if last in BEFORE_NUMBERS:
        return not word[:1].isdigit()
    line = text.rfind("\n", max(0, mark.start() - _REACH), mark.start()) + 1 or max(0, mark.start() - _REACH)
    at_start = line > 0 or mark.start() < _REACH
    return not (at_start and _ITEM_NUMBER.match(text[line : mark.start() + 1]))


def _initial(written: str) -> bool:
    """'J.' and 'U.S.', not 'I.'."""
    letters = written.replace(".", "")
    return letters.isupper() and letters != "I" and (len(letters) == 1 or (len(letters) < 5 and "." in written))


def _first_word(text: str, at: int) -> str:
    found = _FIRST_WORD.match(text, at)
    return found[1] if found else ""


def _line_ends(text: str, start: int, mark: re.Match[str]) -> bool:
    """Blank lines end a sentence; a single break does beside a list or heading, or where the line is short."""
    if mark[0].count("\n") > 1:
        return True
    line = max(text.rfind("\n", start, mark.start()) + 1, start)
    if _ITEM.match(text, mark.start() + 1) or (_ITEM.match(text, line) and not mark[0].endswith((" ", "\t"))):
        return True
    return mark.start() - line < _WRAPPED and not _first_word(text, mark.end())[:1].islower()


# Which language a text is in, as far as word lists for habits are concerned.


Language = Literal["en", "pt"]

# Very frequent words, the ones that set neighbours apart among them; languages without habit lists are here only so
# that they are not taken for one that has them.
_FREQUENT: Mapping[str, frozenset[str]] = {
    "en": words("the of and to a in is that it for was on are as with i you be this have not but we they"),
    "pt": words("de que e o a do da em um uma não é os com para se no na por mais as dos eu ao foi isso"),
    "es": words("de que y el la en los se del las un por con una no es lo para su al más pero yo hay muy"),
    "fr": words("de la le et les des en un une du est que dans qui il pour pas au sur ne ce je nous vous"),
    "it": words("di e che la il un a è per in una sono non del le si con lo da come ma ho più questo gli"),
    "de": words("der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als es ich"),
    "nl": words("de het een van en in is dat op te zijn met voor niet aan er om ook als maar ik je hij we"),
}
_SHARE = 0.12  # of all words that must be among a language's frequent ones
_FEWEST = 8  # words


def language_of(words: Iterable[str]) -> Language | None:
    """English or Portuguese where the small words say so; None is any other language, or too little to tell."""
    counts = Counter(words)
    total = counts.total()
    if total < _FEWEST:
        return None
    hits = {name: sum(counts[word] for word in frequent) for name, frequent in _FREQUENT.items()}
    best = max(hits, key=lambda name: hits[name])
    if hits[best] < _SHARE * total:
        return None
    return "en" if best == "en" else "pt" if best == "pt" else None


# A text read once: its words, sentences and paragraphs with their places, for every habit to count on.


Places = NDArray[np.int64]

# Scripts written without blanks count by the character; vowel signs, which Python takes for marks, belong to words.
_UNSPACED_reading = "\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_SIGNS = "\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0900-\u0963\u0966-\u0dff\u0e31-\u0e4e"
_LETTERS = rf"(?:[^\W_{_UNSPACED_reading}]++|[{_SIGNS}]++)++"
_WORD = re.compile(rf"{_LETTERS}(?:['’]{_LETTERS})*+|[{_UNSPACED_reading}]")
_PARAGRAPH = re.compile(r"\n\s*?\n\s*+")


class ParsedText:
    """One text with what habits count on, each found when first asked for.

    `words` are in lower case with straight apostrophes; `starts` and `ends` are their places in the text. `firsts`
    holds the number of each sentence's first word, and the number of words last. Sentences without a word are left
    out.
    """

    def __init__(self, text: str, language: Language | None = None) -> None:
        """`language` says which word lists to use where it is known; otherwise the text's own words decide."""
        self.text = text
        found = [(match.start(), match.end()) for match in _WORD.finditer(text)]
        places: Places = np.array(found, dtype=np.int64).reshape(-1, 2)
        self.starts, self.ends = places[:, 0], places[:, 1]
        even = text.replace("’", "'")
        self.words = [even[start:end].lower() for start, end in found]
        self._language = language

    @cached_property
    def language(self) -> Language | None:
        """The language whose word lists apply, or None where none does; may be set where more is known."""
        return self._language or language_of(self.words)

    @cached_property
    def counts(self) -> Counter[str]:
        """How often each word is in the text."""
        return Counter(self.words)

    @cached_property
    def pairs(self) -> Counter[tuple[str, str]]:
        """How often two words stand side by side."""
        return Counter(zip(self.words, self.words[1:], strict=False))

    @cached_property
    def sentences(self) -> list[Span]:
        """Start and end of every sentence that holds a word."""
        return [span for span, length in zip(self._all, self._lengths, strict=True) if length]

    @cached_property
    def lengths(self) -> Places:
        """Words in each sentence."""
        return self._lengths[self._lengths > 0]

    @cached_property
    def firsts(self) -> Places:
        """The number of each sentence's first word, then the number of words."""
        return np.concatenate([[0], np.cumsum(self.lengths)])

    @cached_property
    def paragraphs(self) -> Places:
        """Words in each paragraph that holds one."""
        breaks = [match.end() for match in _PARAGRAPH.finditer(self.text)]
        cuts = np.searchsorted(self.starts, [0, *breaks, len(self.text)])
        sizes = np.diff(cuts)
        return sizes[sizes > 0]

    @cached_property
    def _all(self) -> list[Span]:
        return sentences(self.text)

    @cached_property
    def _lengths(self) -> Places:
        begins = np.array([start for start, _ in self._all], dtype=np.int64)
        begins[:1] = 0
        return np.diff(np.searchsorted(self.starts, [*begins, len(self.text) + 1]))
