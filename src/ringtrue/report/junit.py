"""A result as JUnit XML for build servers: a case for each check and each item, failures with a sentence."""

from collections.abc import Iterator, Mapping
from typing import Any
from xml.etree import ElementTree as ET

from ringtrue.report.result_report import report_of
from ringtrue.report.summary import ANSWERS, About, why
from ringtrue.terms.number import figure
from ringtrue.terms.result import Check, Result
from ringtrue.terms.text import plain

_Case = tuple[str, str, bool | None, str]  # class, name, passed, the sentence


def as_junit(result: Result, about: About, reasons: Mapping[str, str] | None = None) -> str:
    """The document; `reasons` say by item what is wrong with it. What is inconclusive is skipped, with its reason."""
    name = str(result.protocol.get("name", "ringtrue"))
    headline = plain(report_of(result, about).headline)
    suites = {
        "checks": [_check(check, name) for check in result.checks],
        "items": [_item(item, name, reasons or {}) for item in result.items],
    }
    every = [case for cases in suites.values() for case in cases]
    root = ET.Element("testsuites", {"name": headline, **_counts(every)})
    for title, cases in suites.items():
        suite = ET.SubElement(root, "testsuite", {"name": f"{name} {title}", **_counts(cases)})
        for case in cases:
            _add(suite, case)
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _counts(cases: list[_Case]) -> dict[str, str]:
    outcomes = [passed for _, _, passed, _ in cases]
    return {
        "tests": str(len(cases)),
        "failures": str(outcomes.count(False)),
        "errors": "0",
        "skipped": str(outcomes.count(None)),
    }


def _add(suite: ET.Element, case: _Case) -> None:
    group, name, passed, words = case
    element = ET.SubElement(suite, "testcase", {"classname": group, "name": name, "time": "0"})
    if passed is False:
        ET.SubElement(element, "failure", {"message": words}).text = words
    elif passed is None:
        ET.SubElement(element, "skipped", {"message": words})


def _check(check: Check, protocol: str) -> _Case:
    return f"{protocol}.checks", plain(check.name), check.met, f"{plain(check.name)}: {'; '.join(_about(check))}."


def _about(check: Check) -> Iterator[str]:
    yield ANSWERS[check.met]
    if check.value is not None:
        yield f"it is {figure(check.value, beside=check.limit)}"
    if check.limit is not None:
        yield f"the limit is {figure(check.limit)}"
    if check.note:
        yield plain(check.note).removesuffix(".")


def _item(item: Mapping[str, Any], protocol: str, reasons: Mapping[str, str]) -> _Case:
    name, passed = plain(item.get("id", "")), item.get("passed")
    known = reasons.get(str(item.get("id"))) or why(item)
    words = known or ("it did not pass" if passed is False else "it has no score")
    if passed is None and item.get("unscored"):
        passed = False  # asked and failed: a build must not be green by it
    group = f"{protocol}.{item.get('kind') or 'items'}"
    return group, name, None if passed is None else bool(passed), f"{name}: {plain(words)}"
