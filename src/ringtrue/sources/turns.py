"""Parse who speaks where in a transcript: labels at the start of lines; others' turns are masked, lines are kept."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from ringtrue.sources.dna import name_key

# Labels: "Q:", "Ada Example:", "[00:12] ADA (laughing):". Names are compared without case, accents and titles.


Owner = Literal["person", "other", "header"]


def _listed(text: str) -> frozenset[str]:
    return frozenset(text.split())


PERSON = "\0person"  # the speaker of a turn that is surely the person's own, such as the user of a chat export

ASKED = re.compile(r"\s*(Q|P|Question|Interviewer|Pergunta|Entrevistador|Entrevistadora)\s*:\s*")
ANSWERED = re.compile(r"\s*(A|R|Answer|Resposta)\s*:\s*")
_TIME = r"[\[(]?\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d{1,3})?[\])]?\s*[-–—]?\s*"
_LABEL = re.compile(
    rf"\s*(?:{_TIME})?\**(?P<name>[^\W_][\w.'’-]*(?:[ ][\w.'’-]+){{0,4}})\**"
    r"(?:\s*[\[(][^\])\n]{0,30}[\])])?\s*:\**(?=\s|$)"
)
_KEY = re.compile(r"[A-Z][A-Za-z -]{0,24}:\s")
_QUOTED = re.compile(r"\s{0,3}>(?!>)")
_DASH = re.compile(r"\s*(?:>>+|[-–—])\s*(?=\S)")
_FEWEST_KEYS = 2  # a letter may well begin with one line that looks like a key
_FEWEST_TURNS = 3  # labels in a text of several speakers
_TITLES = _listed("mr mrs ms miss dr prof sir dame rev sen gov president senator governor sr sra srta dra dom dona")
_PARTICLES = _listed("de da do dos das del di van von der den la le el al bin ibn of the")
_ASKERS = _listed(
    "q p question interviewer host moderator reporter audience journalist speaker unknown pergunta entrevistador "
    "entrevistadora apresentador apresentadora jornalista plateia moderador moderadora locutor"
)


@dataclass(frozen=True, slots=True)
class Turn:
    """Where somebody begins to speak: the line, counted from 1, and the name as written."""

    line: int
    speaker: str


@dataclass(frozen=True, slots=True)
class OwnPart:
    """A text with nothing in it but the person's own words, each on the line where it was; and what was masked."""

    text: str
    header: bool = False
    turns: int = 0  # of others
    others: tuple[str, ...] = ()  # who else is named
    quoted: int = 0  # lines quoted from somebody (>)
    unclear: bool = False  # several people speak and nobody of them is known to be the person: all is masked


def own_part(text: str, names: Iterable[str] = (), turns: Sequence[Turn] | None = None) -> OwnPart:
    """The text with the header, others' turns and quoted lines (>) blanked out.

    `turns` are known from the file's form; else labels are looked for. Where the person's own turns are labelled, a
    paragraph without a label belongs to the last speaker; where only questions are, to the person. A text without
    labels is the person's. Where people are labelled and none of `names` is among them, nothing is left.
    """
    lines = text.split("\n")
    known = [name for name in names if name_key(name)]
    header = header_lines(text, known)
    found = list(turns) if turns is not None else _labelled(lines, header, known)
    speakers = dict.fromkeys(turn.speaker for turn in found)
    own = _own_speakers(speakers, known)
    asked_only = bool(speakers) and all(_asks(speaker) for speaker in speakers)
    if found and not own and not asked_only:
        return OwnPart("\n" * (len(lines) - 1), header > 0, len(found), tuple(speakers), unclear=True)
    owners = _owners(lines, header, found, own, strict=turns is not None)
    quoted = [owner == "person" and bool(_QUOTED.match(line)) for line, owner in zip(lines, owners, strict=True)]
    labels = {turn.line for turn in found} if turns is None else set()
    kept = [
        (_unlabelled(line) if number in labels else line) if owner == "person" and not is_quoted else ""
        for number, (line, owner, is_quoted) in enumerate(zip(lines, owners, quoted, strict=True), 1)
    ]
    others = tuple(speaker for speaker in speakers if speaker not in own)
    away = sum(turn.speaker not in own for turn in found)
    return OwnPart("\n".join(kept), header > 0, away, others, sum(quoted))


def header_lines(text: str, names: Iterable[str] = ()) -> int:
    """How many lines at the top are a header: `Key: value` lines before an empty one, or lines between ---.

    Keys that come twice, ask or are one of `names` are speakers.
    """
    lines = text.lstrip("\ufeff").split("\n")
    blank = next((number for number, line in enumerate(lines) if line.strip()), 0)
    if lines[blank].strip() == "---":
        end = next((number for number, line in enumerate(lines[blank + 1 :], 1) if line.strip() == "---"), None)
        return 0 if end is None else blank + end + 1
    first = next((number for number, line in enumerate(lines[blank:]) if not line.strip()), len(lines) - blank)
    header = lines[blank : blank + first]
    if blank + first == len(lines) or len(header) < _FEWEST_KEYS or not all(map(_KEY.match, header)):
        return 0
    keys = [line.partition(":")[0] for line in header]
    asked = any(ASKED.match(line) or ANSWERED.match(line) for line in header)
    speakers = len(set(keys)) < len(keys) or any(is_name_of(key, names) for key in keys)
    return 0 if asked or speakers else blank + first


def is_name_of(label: str, names: Iterable[str]) -> bool:
    """Whether a label means one of these names: the name, or one or more of its parts, titles left out."""
    parts = _parts(label)
    return bool(parts) and any(set(parts) <= set(_parts(name)) for name in names)


def _parts(name: str) -> list[str]:
    found = [name_key(part) for part in re.split(r"[\s._-]+", name)]
    return [part for part in found if part and part not in _TITLES]


def _own_speakers(speakers: Iterable[str], names: Sequence[str]) -> frozenset[str]:
    """The labels that mean the person; a part of the name that somebody else shares is nobody's."""
    listed = list(speakers)
    named = {one for one in listed if is_name_of(one, names)}
    others = [set(_parts(one)) for one in listed if one not in named]
    shared = {one for one in named if any(set(_parts(one)) <= other for other in others)}
    return frozenset(named - shared | {one for one in listed if one == PERSON or ANSWERED.fullmatch(f"{one}:")})


def _asks(speaker: str) -> bool:
    return name_key(speaker) in _ASKERS


def _labelled(lines: Sequence[str], header: int, names: Sequence[str]) -> list[Turn]:
    """The labels of a transcript; none where what looks like labels is too little to be one."""
    found = [
        Turn(number, label)
        for number, line in enumerate(lines[header:], header + 1)
        if (label := _label(line, names)) is not None
    ]
    counts = Counter(turn.speaker for turn in found)
    sure = any(_asks(one) or is_name_of(one, names) for one in counts)
    return found if sure or (len(counts) > 1 and len(found) >= _FEWEST_TURNS) else []


def _label(line: str, names: Sequence[str]) -> str | None:
    """The name at the beginning of a line, None where there is none."""
    short = ASKED.match(line) or ANSWERED.match(line)
    if short:
        return short[1]
    label = _LABEL.match(line)
    if label is None:
        return None
    words = label["name"].split()
    named = all(word[:1].isupper() or word[:1].isdigit() or word in _PARTICLES for word in words)
    return label["name"] if named or _asks(label["name"]) or is_name_of(label["name"], names) else None


def _unlabelled(line: str) -> str:
    label = ASKED.match(line) or ANSWERED.match(line) or _LABEL.match(line)
    return line[label.end() :].lstrip() if label else line


def _owners(
    lines: Sequence[str], header: int, found: Sequence[Turn], own: frozenset[str], *, strict: bool
) -> list[Owner]:
    """Whose each line is. `strict`: a line without a label belongs to whoever spoke last, paragraphs or not."""
    speaks = {turn.line: turn.speaker for turn in found}
    loose = not strict and not own  # only questions are labelled
    owner: Owner = "other" if strict and found else "person"
    owners: list[Owner] = []
    for number, line in enumerate(lines, 1):
        if number in speaks:
            owner = "person" if speaks[number] in own else "other"
        elif not line.strip() and loose:
            owner = "person"
        owners.append("header" if number <= header else owner)
    return owners


def has_unnamed_turns(text: str) -> bool:
    """Whether dashes or >> at the beginning of lines show that several people speak, without their names."""
    marked = sum(bool(_DASH.match(line)) for line in text.split("\n"))
    return marked >= _FEWEST_TURNS
