"""Find the one JSON object in what a judge wrote: alone, in a code fence, or after some prose."""

import re
from collections.abc import Iterator, Set
from json import JSONDecoder
from typing import Any

LONGEST = 200_000  # characters; an answer of that size is no answer
_MOST_TRIED = 40  # opening braces; a hostile text of braces must not cost time with their square
_THOUGHT = re.compile(r"\A\s*<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL)


class _NotStrict(ValueError):
    """Something JSON does not have, or has twice."""


def answer_object(text: str, names: Set[str], flat: Set[str] = frozenset()) -> dict[str, Any] | str:
    """The object that has one of the names as a key, or what keeps it from being read.

    A key of `flat` does as well, unless a brace before it opens no object: it may be the inside of a broken one.
    Two different objects of that sort are a fault: one of them may be copied from the text that was to be judged.
    """
    if len(text) > LONGEST:
        return f"the answer has over {LONGEST} characters"
    found: list[dict[str, Any]] = []
    fault = "there is no JSON object in the answer"
    keys = names | flat
    try:
        for data in _objects(_THOUGHT.sub("", text, count=1)):
            if data is None:
                keys, fault = names, "the JSON object is broken or cut off"
            elif data.keys() & keys and data not in found:
                found.append(data)
            elif keys is not names:
                fault = "the JSON object answers none of the questions"
    except _NotStrict as not_strict:
        return str(not_strict)
    if len(found) > 1:
        return "there are several JSON objects with scores in the answer"
    return found[0] if found else fault


def _objects(text: str) -> Iterator[dict[str, Any] | None]:
    """Each outermost object; None in its stead where a brace opens none."""
    at = 0
    for _ in range(_MOST_TRIED):
        start = text.find("{", at)
        if start < 0:
            return
        try:
            data, at = _DECODER.raw_decode(text, start)
        except _NotStrict:
            raise
        except (ValueError, RecursionError):
            at = start + 1
            yield None
        else:
            yield data


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise _NotStrict(f"{twice}: stands twice in the JSON object")
    return made


def _no_number(word: str) -> Any:
    raise _NotStrict(f"{word} is not a number")


_DECODER = JSONDecoder(object_pairs_hook=_once, parse_constant=_no_number)
