"""The result file of an offline page: recognised, parsed, checked by its checksum, and its answers validated."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from hmac import compare_digest
from math import isfinite
from pathlib import Path
from typing import Any, NoReturn

from ringtrue.files.problems import excerpt, refusal
from ringtrue.files.text_file import MIB, Lines, ReadLimits, opened, read_text, shown
from ringtrue.protocols.scales import LONGEST_TEXT, read_given
from ringtrue.terms.answer import Answer, Given
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.terms.protocol import Scale

# The text of a result of an offline page: found in the text around it, parsed, and verified by its checksum.
#
# A page gives a file, or a text to copy where downloads are blocked; what is around that text in a mail is left out. A
# checksum finds damage. It is no proof of who answered: a file cannot hold a secret.


FORM = 1
AGAIN = "Ask the rater to send it again: the page keeps it, and saves it as a file."
_QUOTED = re.compile(r"^(?:> ?)+", re.MULTILINE)  # how mail programs mark what they answer to
_LONGEST_PASTED = 1_000_000


def sound_result(file: str, text: str, *, pasted: bool) -> dict[str, Any]:
    """The result in a text, unharmed; BadInput where it is damaged, cut off, changed, or no result.

    A pasted one is also tried as it may have been before a mail program quoted and wrapped it: the checksum tells.
    """
    first: BadInput | None = None
    for version in _versions(text, pasted=pasted):
        try:
            data = _parsed(file, version)
            _check_form(file, data)
            _check_sum(file, data)
        except BadInput as refused:
            first = first or refused
        else:
            return data
    raise first or refusal(file, "The file is empty.", remedy=AGAIN)


def checksum(document: Mapping[str, Any]) -> str:
    """The sha256 of a result without its checksum, in the form that every program writes the same."""
    rest = {key: value for key, value in document.items() if key != "checksum"}
    form = json.dumps(_as_written(rest), sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
    return sha256(form.encode("ascii")).hexdigest()


def _versions(text: str, *, pasted: bool) -> Iterator[str]:
    """The text, and for a pasted one what it may have been before."""
    yield text
    bare = _QUOTED.sub("", text)
    if pasted and len(bare) <= _LONGEST_PASTED:
        yield from (bare.replace("\n", joint) for joint in ("\n", " ", ""))


def _as_written(value: Any) -> Any:
    """The value with whole numbers as a browser writes them: 2, never 2.0."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, dict):
        return {key: _as_written(inner) for key, inner in value.items()}
    return [_as_written(inner) for inner in value] if isinstance(value, list) else value


def _parsed(file: str, text: str) -> dict[str, Any]:
    start, end = text.find("{"), text.rfind("}") + 1
    if start < 0:
        what = "The file is empty." if not text.strip() else "There is no result of a page in it."
        raise refusal(file, what, value=text.strip(), remedy="Give the file or the text that the page made.")
    try:
        data = json.loads(text[start:end] or text[start:], parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        place = f"line {Lines(text).at(start + error.pos)}"
        what = "The file is damaged: it was cut off or changed on the way."
        raise refusal(file, what, place=place, value=error.doc[error.pos : error.pos + 40], remedy=AGAIN) from None
    except (RecursionError, ValueError) as error:
        raise refusal(file, f"The file cannot be read: {excerpt(str(error))}.", remedy=AGAIN) from None
    if not isinstance(data, dict):
        raise refusal(file, "There is no result of a page in it.", remedy="Give the file that the page made.")
    return data


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


def _check_form(file: str, data: Mapping[str, Any]) -> None:
    form = data.get("ringtrue")
    if type(form) is int and form > FORM:
        what = f"It has form {form}; this program reads form {FORM}."
        raise refusal(file, what, place="ringtrue", value=str(form), remedy="Update ringtrue.")
    if type(form) is not int or form != FORM or "packet" not in data:
        what = "This is not the result of a page of ringtrue."
        raise refusal(file, what, value=str(form), remedy="Give the file that the page made.")


def _check_sum(file: str, data: Mapping[str, Any]) -> None:
    given = data.get("checksum")
    try:
        right = isinstance(given, str) and compare_digest(given.encode(), checksum(data).encode())
    except (ValueError, OverflowError, RecursionError):  # a number too large, a table too deep: no page writes that
        right = False
    if not right:
        what = "The file was damaged or changed: it does not fit its checksum."
        raise refusal(file, what, place="checksum", value=str(given or ""), remedy=AGAIN)


LIMITS = ReadLimits(max_bytes=16 * MIB)
TOLD = ("consent", "qualification", "comprehension", "practice", "sitting")  # tables about the rater
_LONGEST_TOLD = 50_000  # characters
_LONGEST_WORD = 100
_HEAD = 65_536
_MARK = re.compile(r'"(ringtrue|checksum)"\s*:')


@dataclass(frozen=True, slots=True)
class ResultFile:
    """What a page gave back, unharmed: of which packet, the answers as they stand in it, and what was told besides."""

    file: str
    packet: str
    answers: tuple[Any, ...]
    told: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    about: Mapping[str, Any] = field(default_factory=dict)  # started, finished, language, partial
    left_open: frozenset[str] = frozenset()  # what the page asked for and the rater did not get to


def is_result_file(path: Path | str) -> bool:
    """Whether a file is, or was meant to be, the result of a page; a text can be nothing else."""
    suffix = Path(path).suffix.lower()
    if suffix == ".txt":
        return True
    if suffix != ".json":
        return False
    with opened(path) as stream:
        return _MARK.search(stream.read(_HEAD).decode("utf-8", "replace")) is not None


def read_result(path: Path | str) -> ResultFile:
    """The result in a file; BadInput where it is damaged, cut off, changed, too large, or no result."""
    file = shown(path)
    data = sound_result(file, read_text(path, limits=LIMITS), pasted=Path(path).suffix.lower() == ".txt")
    problems = [Problem(file, *fault) for fault in _faults(data)]
    if problems:
        raise BadInput(problems)
    told = {name: data[name] for name in TOLD if data.get(name)}
    about = {name: data[name] for name in ("started", "finished", "language", "partial") if data.get(name) is not None}
    left_open = frozenset(name for name in TOLD if name in data and not data[name])
    return ResultFile(file, data["packet"], tuple(data["answers"]), told, about, left_open)


def _faults(data: Mapping[str, Any]) -> Iterator[tuple[str, str, str, str]]:
    """What else is wrong: place, fault, value, remedy. The checksum fits, so a page of ours did not make it so."""
    if not isinstance(data["packet"], str) or not data["packet"]:
        yield "packet", "The packet's token is missing.", excerpt(str(data["packet"])), AGAIN
    if not isinstance(data.get("answers"), list) or not data["answers"]:
        yield "answers", *_no_answers(data.get("comprehension"))
    for name, (is_fit, fault) in _FIT.items():
        given = data.get(name)
        if given is not None and not is_fit(given):
            yield name, fault, excerpt(str(given)), AGAIN


def _no_answers(check: object) -> tuple[str, str, str]:
    """Why a result has none: fault, value, remedy."""
    if isinstance(check, dict) and check.get("passed") is False:
        what = "There are no answers in it: the rater did not pass the check on the sample."
        return what, "", "Leave it out, and deal to another rater, or overrule the check: ringtrue admit."
    return "There are no answers in it.", "", "Ask the rater to answer some cards first."


def _is_told(value: Any) -> bool:
    return isinstance(value, dict) and len(json.dumps(value)) <= _LONGEST_TOLD


def _is_short(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= _LONGEST_WORD


_FIT: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    **dict.fromkeys(TOLD, (_is_told, "It is not a table of reasonable size.")),
    **dict.fromkeys(("started", "finished", "language"), (_is_short, "It is not a short text.")),
    "partial": (lambda value: isinstance(value, bool), "It is neither true nor false."),
}


# Answers as a page sends them, read strictly against the packet document they were given to.


MOST_ROWS = 2_000
_MOST_SECONDS = 10_000_000.0
_FINGERPRINT = re.compile(r"[0-9a-f]{12}")
_KEYS = frozenset(Given.__dataclass_fields__)


def read_answers(document: Mapping[str, Any], rows: object, *, file: str = "answers") -> list[Given]:
    """The rows as answers, in their order; BadInput with every fault of every row.

    A value of None takes an answer back. What is read is JSON: a number is no text and 1 is not true.
    """
    if not isinstance(rows, list) or len(rows) > MOST_ROWS:
        remedy = f"Send a list of at most {MOST_ROWS} answers."
        raise BadInput([Problem(file, "answers", "This is not a list of answers.", remedy=remedy)])
    reader = _Reader(document, file)
    read = [reader.given(row, f"answer {place}") for place, row in enumerate(rows, start=1)]
    if reader.problems:
        raise BadInput(reader.problems)
    return [given for given in read if given is not None]


class _Reader:
    """Reads rows against one document and collects what is wrong with them."""

    def __init__(self, document: Mapping[str, Any], file: str) -> None:
        self.problems: list[Problem] = []
        self._file = file
        self._cards = {card["id"]: card for card in document["cards"]}
        self._asked = {
            kind: {question["name"]: question for question in about["questions"]}
            for kind, about in document["kinds"].items()
        }

    def given(self, row: object, place: str) -> Given | None:
        if not isinstance(row, Mapping):
            self._fault(place, "This is not an answer.", row, "Send card, question and value.")
            return None
        for key in sorted(set(row) - _KEYS):
            self._fault(f"{place}, {key}", "An answer has no such part.", key, f"It has: {', '.join(sorted(_KEYS))}.")
        card = self._cards.get(row["card"]) if isinstance(row.get("card"), str) else None
        if card is None:
            self._fault(f"{place}, card", "The packet has no such card.", row.get("card"))
            return None
        asked = self._asked[card["kind"]]
        question = asked.get(row["question"]) if isinstance(row.get("question"), str) else None
        if question is None:
            remedy = f"The card asks: {', '.join(asked)}."
            self._fault(f"{place}, question", "The card asks no such question.", row.get("question"), remedy)
            return None
        value = self._value(question, card, row.get("value"), place)
        return Given(card["id"], question["name"], value, **self._circumstances(row, card, place))

    def _value(self, question: Mapping[str, Any], card: Mapping[str, Any], value: object, place: str) -> Answer | None:
        if value is None:
            return None
        form = {key: question[key] for key in ("name", "type", "low", "high", "step")}
        scale = Scale(**form, ties=bool(question.get("ties")))
        try:
            return read_given(scale, value, card["lists"].get(question["list"], ()))
        except ValueError as unfit:
            self._fault(f"{place}, {question['name']}", f"The value is not valid: {unfit}.", value)
            return None

    def _circumstances(self, row: Mapping[str, Any], card: Mapping[str, Any], place: str) -> dict[str, Any]:
        checks: dict[str, tuple[Callable[[Any], bool], str]] = {
            "shown": (lambda one: _is_shown(one, len(card["texts"])), "Send 12 hex digits for each text shown."),
            "seconds": (_is_duration, "Send a number of seconds."),
            "visible_seconds": (_is_duration, "Send a number of seconds."),
            "comment": (_is_text, f"Send a text of at most {LONGEST_TEXT} characters."),
            "recognised": (lambda one: isinstance(one, bool), "Send true or false."),
            "position": (lambda one: one is None or _is_count(one), "Send the card's place, from 1."),
        }
        found = {}
        for name, (is_fit, remedy) in checks.items():
            if name not in row:
                continue
            if is_fit(row[name]):
                found[name] = tuple(row[name]) if name == "shown" else row[name]
            else:
                self._fault(f"{place}, {name}", "This cannot be read.", row[name], remedy)
        return found

    def _fault(self, place: str, what: str, value: object = "", remedy: str = "") -> None:
        self.problems.append(Problem(self._file, place, what, "" if value is None else str(value)[:200], remedy))


def _is_duration(value: object) -> bool:
    return value is None or (_is_number(value) and 0 <= value <= _MOST_SECONDS)  # type: ignore[operator]


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e15 and isfinite(value)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 1_000_000


def _is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_TEXT


def _is_shown(value: object, texts: int) -> bool:
    if not isinstance(value, list) or len(value) not in (0, texts):
        return False
    return all(isinstance(one, str) and _FINGERPRINT.fullmatch(one) for one in value)
