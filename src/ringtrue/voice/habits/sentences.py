"""Where sentences begin and end: by marks of many scripts, with abbreviations, decimals, lists and quotes minded."""

import re
from collections.abc import Iterator

from ringtrue.voice.habits.abbreviations import BEFORE_NUMBERS, NEVER_LAST, OPENERS, SELDOM_LAST

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
