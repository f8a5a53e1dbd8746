"""Questions a study writes for its raters itself: on their qualification, and on the gold text."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar, get_args

from ringtrue.files import Problems, read_yaml
from ringtrue.page import Ask, AskType, Checked
from ringtrue.protocols import MECHANISMS
from ringtrue.terms import BadInput

_ABOUT_A_CARD = {"checklist", *(name for name, mechanism in MECHANISMS.items() if mechanism.compares)}
_TYPES = tuple(name for name in get_args(AskType) if name not in _ABOUT_A_CARD)
_RANGED = ("steps", "anchored")
_KEYS = ("name", "text", "type", "required", "low", "high", "step", "labels")
_Fault = tuple[tuple[Any, ...], str, object, str]  # trail, what, value, remedy
_T = TypeVar("_T")


def read_qualification(path: Path) -> tuple[Ask, ...]:
    """Questions to the rater: a YAML list of name, text, type, and where wanted required, low, high, step, labels."""
    return _each(path, _ask_faults, _ask)


def read_check(path: Path) -> tuple[Checked, ...]:
    """Questions on the gold text: a YAML list of text, options and answer, which is one of the options."""
    return _each(path, _check_faults, _checked)


def _each(
    path: Path, faults: Callable[[Mapping[str, Any]], Iterator[_Fault]], make: Callable[[Mapping[str, Any]], _T]
) -> tuple[_T, ...]:
    document = read_yaml(path)
    if not isinstance(document.data, list):
        raise BadInput([document.problem((), "the file is a list", document.data, "begin each question with a dash")])
    problems = Problems()
    names: set[str] = set()
    for number, given in enumerate(document.data):
        if not isinstance(given, Mapping):
            problems.add(document.problem((number,), "a question is a table", given, "write text: ..."))
            continue
        for trail, what, value, remedy in faults(given):
            problems.add(document.problem((number, *trail), what, value, remedy))
        name = str(given.get("name", number))
        if name in names:
            problems.add(document.problem((number, "name"), "there is such a question already", name, "rename one"))
        names.add(name)
    problems.raise_if_any()
    return tuple(make(given) for given in document.data)


def _ask_faults(given: Mapping[str, Any]) -> Iterator[_Fault]:
    for key in given:
        if key not in _KEYS:
            yield (key,), "unknown key", key, f"known: {', '.join(_KEYS)}"
    for key in ("name", "text"):
        if not isinstance(given.get(key), str) or not given[key].strip():
            yield (key,), f"a question needs a {key}", given.get(key, ""), f"add {key}"
    if given.get("type") not in _TYPES:
        yield ("type",), "no such type of question", given.get("type", ""), f"one of {', '.join(_TYPES)}"
    if not isinstance(given.get("required", True), bool):
        yield ("required",), "required is true or false", given["required"], "write required: false"
    if not isinstance(given.get("labels", {}), Mapping):
        yield ("labels",), "labels is a table", given["labels"], "write labels: {1: hardly, 5: very}"
    yield from _range_faults(given)


def _range_faults(given: Mapping[str, Any]) -> Iterator[_Fault]:
    ends = [given.get(key) for key in ("low", "high", "step")]
    for key, value in zip(("low", "high", "step"), ends, strict=True):
        if not _number(value) and (value is not None or given.get("type") in _RANGED):
            yield (key,), f"{key} is a number", value, f"add {key}: 1"
    if _number(ends[0]) and _number(ends[1]) and given["low"] >= given["high"]:
        yield ("high",), "the high end is not above the low end", given["high"], "turn them round"
    if _number(ends[2]) and given["step"] <= 0:
        yield ("step",), "a step is above 0", given["step"], "write step: 1"


def _ask(given: Mapping[str, Any]) -> Ask:
    return Ask(
        str(given["name"]),
        str(given["text"]),
        given["type"],
        given.get("required", True),
        given.get("low"),
        given.get("high"),
        given.get("step"),
        {str(point): str(label) for point, label in given.get("labels", {}).items()},
    )


def _check_faults(given: Mapping[str, Any]) -> Iterator[_Fault]:
    if not isinstance(given.get("text"), str) or not given["text"].strip():
        yield ("text",), "a question needs a text", given.get("text", ""), "add text"
    options = given.get("options")
    if not isinstance(options, list) or len(options) < 2 or len(set(map(str, options))) < len(options):
        yield ("options",), "options is a list of two or more different texts", options, "write options: [.., ..]"
    elif str(given.get("answer")) not in map(str, options):
        yield ("answer",), "the answer is none of the options", given.get("answer", ""), "repeat the right option"


def _checked(given: Mapping[str, Any]) -> Checked:
    return Checked(str(given["text"]), tuple(map(str, given["options"])), str(given["answer"]))


def _number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
