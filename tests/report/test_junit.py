"""JUnit XML: a case for each check and each item, failures with the sentence."""

from dataclasses import replace
from xml.etree import ElementTree as ET

from ringtrue.report.junit import as_junit
from ringtrue.report.summary import About
from ringtrue.terms.result import Result


def test_a_case_for_each_check_and_item(result: Result, about: About) -> None:
    root = ET.fromstring(as_junit(result, about, {"D1": "misses <the> point"}))  # noqa: S314 - our own document
    suites = {suite.get("name"): suite for suite in root}
    assert list(suites) == ["blind checks", "blind items"]
    assert root.get("tests") == str(len(result.checks) + len(result.items))
    checks = {case.get("name"): case for case in suites["blind checks"]}
    assert [child.tag for child in checks["human index"]] == []
    (failure,) = checks["reliability"]
    assert failure.text == "reliability: not met; it is 0.7499; the limit is 0.750; ask more raters."
    assert [child.tag for child in checks["correlation"]] == ["skipped"]
    items = {case.get("name"): case for case in suites["blind items"]}
    assert [child.get("message") for child in items["D1"]] == ["D1: misses <the> point"]
    assert [child.tag for child in items["D2"]] == []
    assert [child.tag for child in items["D4"]] == ["failure"]  # asked and without a score: no green build by it
    assert (suites["blind items"].get("failures"), suites["blind checks"].get("skipped")) == ("4", "1")


def test_characters_that_xml_refuses_do_no_harm(result: Result, about: About) -> None:
    odd = replace(result, items=({"id": "a\x00\x1b\ud800", "passed": False, "cause": "\x07"},))
    assert ET.fromstring(as_junit(odd, about)) is not None  # noqa: S314
