"""The text of a result of an offline page: found in its surroundings, parsed, and held against its own checksum.

A page gives a file, or a text to copy where downloads are blocked; what is around that text in a mail is left out. A
checksum finds damage. It is no proof of who answered: a file cannot hold a secret.
"""

import json
import re
from collections.abc import Iterator, Mapping
from hashlib import sha256
from hmac import compare_digest
from typing import Any, NoReturn

from ringtrue.files.collector import excerpt, refuse
from ringtrue.files.text_files import Lines
from ringtrue.terms import BadInput

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
    raise first or refuse(file, "The file is empty.", remedy=AGAIN)


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
        raise refuse(file, what, value=text.strip(), remedy="Give the file or the text that the page made.")
    try:
        data = json.loads(text[start:end] or text[start:], parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        place = f"line {Lines(text).at(start + error.pos)}"
        what = "The file is damaged: it was cut off or changed on the way."
        raise refuse(file, what, place=place, value=error.doc[error.pos : error.pos + 40], remedy=AGAIN) from None
    except (RecursionError, ValueError) as error:
        raise refuse(file, f"The file cannot be read: {excerpt(str(error))}.", remedy=AGAIN) from None
    if not isinstance(data, dict):
        raise refuse(file, "There is no result of a page in it.", remedy="Give the file that the page made.")
    return data


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


def _check_form(file: str, data: Mapping[str, Any]) -> None:
    form = data.get("ringtrue")
    if type(form) is int and form > FORM:
        what = f"It has form {form}; this program reads form {FORM}."
        raise refuse(file, what, place="ringtrue", value=str(form), remedy="Update ringtrue.")
    if type(form) is not int or form != FORM or "packet" not in data:
        what = "This is not the result of a page of ringtrue."
        raise refuse(file, what, value=str(form), remedy="Give the file that the page made.")


def _check_sum(file: str, data: Mapping[str, Any]) -> None:
    given = data.get("checksum")
    try:
        right = isinstance(given, str) and compare_digest(given.encode(), checksum(data).encode())
    except (ValueError, OverflowError, RecursionError):  # a number too large, a table too deep: no page writes that
        right = False
    if not right:
        what = "The file was damaged or changed: it does not fit its checksum."
        raise refuse(file, what, place="checksum", value=str(given or ""), remedy=AGAIN)
