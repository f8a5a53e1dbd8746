"""Read a conversation protocol written in Markdown: prompts to the letter, goals, primary trials, version, gap, slots.

The form: a line with the version; `PROMPT T0-A (Name)` and a quoted prompt for each opening question; for each trial a
heading `### TRIAL n (title)`, `PROMPT R-n`, a quoted prompt and `Goal:`; and lines such as `R1 primary: R-1, R-3`. What
such a document says besides is not read, and what could not be read is listed.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from ringtrue.files.problems import Problems
from ringtrue.files.text_file import read_text
from ringtrue.protocols.loader import load
from ringtrue.terms.problem import Problem
from ringtrue.terms.protocol import Protocol, Question
from ringtrue.terms.sheet import Sheet

_VERSION = re.compile(r"^\W*version\W*:?\W*(v?\d+(?:\.\d+)*\S*)\s*$", re.IGNORECASE)
_TITLE_VERSION = re.compile(r"\(?\bv(\d+(?:\.\d+)*)\)?", re.IGNORECASE)
_OPENING = re.compile(r"^\W*PROMPT\s+(T0-?\w*)\s*(?:\(([^)]*)\))?\W*$")
_TRIAL = re.compile(r"^#*\s*\**TRIAL\s+(\d+)\s*[:.\-]?\s*(?:\((.*)\)|(.*?))\**\s*$", re.IGNORECASE)
_PROMPT = re.compile(r"^\W*PROMPT\s+([A-Z][\w]*-\w+)\s*(?:\(([^)]*)\))?\W*$")
_PRIMARY = re.compile(r"^\W*(\w+)\s+primary\W*:\s*(.+?)\s*$", re.IGNORECASE)
_GOAL = re.compile(r"^\W*Goal\W*:\s*(.*)$", re.IGNORECASE)
_HEADING = re.compile(r"^#{1,6}\s|^-{3,}\s*$")
_SLOT = re.compile(r"\[(?:insert|fill in|add|put)[^\]\n]*\]|\{\{[^}\n]+\}\}|<(?:insert|fill in)[^>\n]*>", re.IGNORECASE)
_MINUTES = re.compile(r"(\d+(?:\.\d+)?)\s*(minute|min|hour|second)", re.IGNORECASE)
_UNIT = {"minute": 60.0, "min": 60.0, "hour": 3600.0, "second": 1.0}
_QUOTES = {'"': '"', "“": "”", "„": "“", "«": "»"}
_STOPS = frozenset({"a", "an", "the", "of", "some", "insert", "fill", "in", "add", "put", "short", "your", "set"})


@dataclass(frozen=True, slots=True)
class ImportedSheet:
    """A protocol file to write, as data; what was read out of the document; and what could not be read in it."""

    data: dict[str, Any]
    opening: tuple[str, ...]
    trials: tuple[str, ...]
    primary: Mapping[str, tuple[int, ...]]
    sha256: str
    unread: tuple[str, ...] = ()


@dataclass(slots=True)
class _Block:
    """A prompt while it is read, with what stands around it."""

    id: str
    line: int
    title: str = ""
    place: int = 0
    text: str | None = None
    goal: list[str] = field(default_factory=list)
    before: list[str] = field(default_factory=list)  # instructions above the prompt


def read_sheet_markdown(path: Path, base: str) -> ImportedSheet:
    """The sheet in a Markdown file, as a protocol file that extends `base`; BadInput with all that is missing."""
    problems = Problems()
    text = read_text(path)
    lines = text.splitlines()
    blocks = _Blocks(lines, str(path), problems).found
    opening = [one for one in blocks if not one.place]
    trials = sorted((one for one in blocks if one.place), key=lambda one: one.place)
    _check(opening, trials, str(path), problems)
    problems.raise_if_any()
    protocol = load(base)
    primary = dict(_primary(lines, trials))
    unread = [*_unread(lines, protocol, opening, trials, primary)]
    version = _version(lines)
    if version is None:
        unread.append("no version: 0 is taken")
    digest = sha256(path.read_bytes()).hexdigest()
    data = _data(protocol, base, lines, opening, trials, primary, version or "0", digest)
    given = tuple(one.id for one in opening), tuple(one.id for one in trials)
    return ImportedSheet(data, *given, primary, digest, tuple(unread))


class _Blocks:
    """Every prompt of a document with its heading, in order; `problems` takes prompts that belong to no trial."""

    def __init__(self, lines: list[str], file: str, problems: Problems) -> None:
        self.found: list[_Block] = []
        self._lines, self._file, self._problems = lines, file, problems
        self._current: _Block | None = None
        behind = -1  # the last line of the prompt just read
        for number, line in enumerate(lines):
            if number > behind:
                behind = self._take(number, line)

    def _take(self, number: int, line: str) -> int:
        """One line; returns the line up to which was read."""
        opening, trial, prompt = _OPENING.match(line), _TRIAL.match(line), _PROMPT.match(line)
        if trial and line.lstrip().startswith("#"):
            title = (trial.group(2) or trial.group(3) or "").strip()
            self._begin(_Block("", number + 1, title, int(trial.group(1))))
        elif opening:
            self._begin(_Block(opening.group(1), number + 1, (opening.group(2) or "").strip()))
            return self._read(number)
        elif prompt:
            return self._prompt(prompt.group(1), number, line)
        elif _HEADING.match(line):
            self._current = None
        elif self._current is not None:
            _around(self._current, line)
        return number

    def _begin(self, block: _Block) -> None:
        self.found.append(block)
        self._current = block

    def _prompt(self, name: str, number: int, line: str) -> int:
        if self._current is None or not self._current.place or self._current.id:
            what, remedy = "A prompt stands outside a trial, or is the second of one.", "Give it a heading ### TRIAL n."
            self._problems.add(Problem(self._file, f"line {number + 1}", what, line.strip()[:60], remedy))
            return number
        self._current.id = name
        return self._read(number)

    def _read(self, number: int) -> int:
        assert self._current is not None  # noqa: S101 - a prompt belongs to a block
        self._current.text, end = _quoted(self._lines, number + 1)
        return end


def _around(block: _Block, line: str) -> None:
    """A line of a trial that is no prompt: an instruction before it, or the goal after it."""
    goal = _GOAL.match(line)
    if goal:
        block.goal.append(goal.group(1))
    elif block.goal or block.text is not None:
        if block.goal:
            block.goal.append(line)
    else:
        block.before.append(line)


def _quoted(lines: list[str], start: int) -> tuple[str | None, int]:
    """The quoted text that begins at the first line that is not blank, letter by letter, and the line it ends on."""
    at = start
    while at < len(lines) and not lines[at].strip(" \t>"):
        at += 1
    if at == len(lines):
        return None, start - 1
    first = _bare(lines[at]).lstrip()
    closing = _QUOTES.get(first[:1])
    if closing is None:
        return None, start - 1
    collected: list[str] = []
    for number in range(at, len(lines)):
        piece = first[1:] if number == at else _bare(lines[number])
        if number > at and _HEADING.match(lines[number]):
            break
        ended = piece.rstrip()
        if ended.endswith(closing):
            return "\n".join([*collected, ended[:-1]]), number
        collected.append(piece)
    return None, start - 1


def _bare(line: str) -> str:
    """A line without the mark of a block quotation."""
    return re.sub(r"^\s*>\s?", "", line)


def _check(opening: list[_Block], trials: list[_Block], file: str, problems: Problems) -> None:
    """Note whatever keeps the document from being run."""
    if not opening:
        remedy = "Write PROMPT T0-A (Name) and below it the prompt in quotes."
        problems.add(Problem(file, "whole file", "There is no opening prompt.", remedy=remedy))
    if not trials:
        what, remedy = "There is no trial.", "Write ### TRIAL 1 (title), PROMPT R-1, the prompt in quotes, and Goal:."
        problems.add(Problem(file, "whole file", what, remedy=remedy))
    for block in [*opening, *trials]:
        name = block.id or f"trial {block.place}"
        if not block.text:
            problems.add(Problem(file, f"line {block.line}", f"{name} has no prompt in quotes.", remedy="Quote it."))
        if block.place and not block.id:
            remedy = f"Write PROMPT R-{block.place} above its prompt."
            problems.add(Problem(file, f"line {block.line}", f"Trial {block.place} has no PROMPT line.", remedy=remedy))
        if block.place and not " ".join(block.goal).strip():
            problems.add(
                Problem(file, f"line {block.line}", f"{name} has no goal.", remedy="Write Goal: and what for.")
            )
    places = [block.place for block in trials]
    if places != list(range(1, len(places) + 1)):
        what = "The trials are not numbered 1, 2, 3 ... each once."
        problems.add(Problem(file, "trials", what, ", ".join(map(str, places)), "Number them in order."))


def _version(lines: list[str]) -> str | None:
    found = next((match.group(1) for line in lines[:40] if (match := _VERSION.match(line))), None)
    titled = _TITLE_VERSION.search(lines[0]) if lines else None
    return found or (f"v{titled.group(1)}" if titled else None)


def _primary(lines: list[str], trials: list[_Block]) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Which trials count for which score: R1 -> 1, 3, 8, 9."""
    places = {one.id.casefold(): one.place for one in trials}
    for line in lines:
        found = _PRIMARY.match(line)
        if found:
            named = [part.strip(" .`*").casefold() for part in found.group(2).split(",")]
            yield found.group(1).lower(), tuple(places[name] for name in named if name in places)


def _scored(protocol: Protocol) -> list[Question]:
    """The questions of the base that are scores, not events."""
    kinds = (kind for kind in protocol.kinds.values() if kind.history)
    return [one for kind in kinds for one in kind.questions if protocol.scales[one.scale].type != "flag"]


def _unread(
    lines: list[str], protocol: Protocol, opening: list[_Block], trials: list[_Block], primary: Mapping[str, Any]
) -> Iterator[str]:
    """What a document of this form should say and does not, and what it says that cannot be taken over."""
    known = {one.name for one in _scored(protocol)}
    listed = {one.id.casefold() for one in trials}
    for line in lines:
        found = _PRIMARY.match(line)
        for part in found.group(2).split(",") if found else ():
            name = part.strip(" .`*")
            if name.casefold() not in listed:
                yield f"{found.group(1) if found else ''} primary: there is no trial {name}"
    for name in primary:
        if name not in known:
            yield f"{name.upper()} primary: {protocol.name} has no such score ({', '.join(sorted(known))})"
    for name in sorted(known - primary.keys()):
        yield f"primary trials of {name.upper()}: not named, those of {protocol.name} {protocol.version} are used"
    if not any("λ" in line and re.search(r"λ\w*\s*=\s*\.?\d", line) for line in lines):
        usual = f"those of {protocol.name} {protocol.version} are used"
        yield f"the weights of failure events (λ): not given as numbers, {usual}"
    yield f"levels and wording of scores and events: those of {protocol.name} {protocol.version} are used"
    if not any(_gap_of(one) for one in trials):
        yield "a pause: no trial has an instruction to pause"
    if len({_opening_name(one, place) for place, one in enumerate(opening)}) < len(opening):
        yield "opening prompts: two have one name"


def _gap_of(block: _Block) -> float | None:
    """The seconds of the pause that is asked for before a trial, None where there is none."""
    said = " ".join(block.before)
    if not re.search(r"\b(pause|wait|close and reopen|break)\b", said, re.IGNORECASE):
        return None
    length = _MINUTES.search(said)
    return float(length.group(1)) * _UNIT[length.group(2).lower()] if length else 600.0


def _opening_name(block: _Block, place: int) -> str:
    """What an opening answer is called: the last word of its title, such as pattern -> anchor, checksum."""
    words = re.findall(r"[a-z]+", block.title.casefold())
    known = [word for word in words if word in ("anchor", "checksum")]
    return known[-1] if known else (words[-1] if words else f"opening{place + 1}")


def _data(
    protocol: Protocol,
    base: str,
    lines: list[str],
    opening: list[_Block],
    trials: list[_Block],
    primary: Mapping[str, tuple[int, ...]],
    version: str,
    digest: str,
) -> dict[str, Any]:
    """The protocol file: what the document says, over the protocol it is a version of."""
    sheet = protocol.sheet or Sheet("", (), ())
    slots = {
        name: one | ({"usual": None} if name in sheet.slots and sheet.slots[name].usual else {})
        for name, one in _slots([*opening, *trials]).items()
    }
    names = [_opening_name(one, place) for place, one in enumerate(opening)]
    first = re.sub(r"^#+\s*", "", lines[0]).strip() if lines else protocol.title
    gap = next((seconds for one in trials if (seconds := _gap_of(one))), None)
    recalls = set(primary.get(_recall_score(protocol), ()))
    asked: dict[str, Any] = {
        one.name: {"counts_on": list(primary[one.name])} for one in _scored(protocol) if one.name in primary
    }
    kind = next(kind.name for kind in protocol.kinds.values() if kind.history)
    written = {
        "version": version,
        "source": f"{first}; sha256 {digest}",
        "opening": {one.name: None for one in sheet.opening if one.name not in names}
        | {name: _prompt(block) for name, block in zip(names, opening, strict=True)},
        "trials": [_trial(block, names, recalls) for block in trials],
        "slots": dict.fromkeys(sheet.slots) | slots,
        "changes": [f"{version}: imported to the letter from the Markdown document."],
        **({"gap": {"seconds": gap}} if gap else {}),
    }
    if not written["slots"]:
        del written["slots"]
    return {
        "extends": base,
        "name": protocol.name,
        "version": _three(version),
        "title": first,
        "sheet": written,
        **({"kinds": {kind: {"ask": asked}}} if asked else {}),
    }


def _recall_score(protocol: Protocol) -> str:
    """The score whose trials ask for the anchor again: that of most recalls in the base's own sheet."""
    recalls = {one.place for one in protocol.sheet.trials if one.recalls} if protocol.sheet else set()
    return max(_scored(protocol), key=lambda one: len(recalls & set(one.counts_on))).name


def _prompt(block: _Block) -> dict[str, Any]:
    return {"id": block.id, **({"title": block.title} if block.title else {}), "prompt": block.text}


def _trial(block: _Block, names: list[str], recalls: set[int]) -> dict[str, Any]:
    recalled = ""
    if block.place in recalls:
        said = (block.text or "").casefold()
        recalled = next((name for name in reversed(names) if name in said), names[0])
    goal = " ".join(" ".join(block.goal).split())
    more = {"recalls": recalled} if recalled else {}
    return _prompt(block) | {"goal": goal} | more | ({"gap": True} if _gap_of(block) else {})


def _slots(blocks: list[_Block]) -> dict[str, Any]:
    """What a prompt leaves to be filled in: [insert ...]. A study has to fill it, for there is no usual wording."""
    found: dict[str, Any] = {}
    for block in blocks:
        for mark in dict.fromkeys(_SLOT.findall(block.text or "")):
            words = [word for word in re.findall(r"[a-z]+", mark.casefold()) if word not in _STOPS]
            name = "substitute" if not found else f"{words[-1] if words else 'slot'}-{len(found) + 1}"
            found[name] = {"mark": mark, "about": mark.strip("[]{}<>")}
    return found


def _three(version: str) -> str:
    """A version as protocols have it: v1.0 -> 1.0.0."""
    numbers = [*re.findall(r"\d+", version), "0", "0", "0"][:3]
    return ".".join(str(int(number)) for number in numbers)
