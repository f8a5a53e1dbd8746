"""A table read key by key: what fits comes back, everything else is a fault with place, value and remedy."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given

from protocol_parts import SCALARS, table, tables_with, told, whats
from ringtrue.protocols.section import Section, is_count, is_number, is_text, suggestion

READERS: dict[str, Callable[[Section], Any]] = {
    "text": lambda one: one.text("key"),
    "number": lambda one: one.number("key"),
    "whole": lambda one: one.whole("key"),
    "wholes": lambda one: one.wholes("key"),
    "truth": lambda one: one.truth("key"),
    "one_of": lambda one: one.one_of("key", ("red", "blue"), "red"),
    "texts": lambda one: one.texts("key"),
    "single": lambda one: one.texts("key", single=True),
    "table": lambda one: one.table("key").data,
    "rows": lambda one: [row.data for row in one.rows("key")],
}


@pytest.mark.parametrize(
    ("reader", "value", "expected"),
    [
        ("text", "some words", "some words"),
        ("number", 3, 3.0),
        ("number", -0.5, -0.5),
        ("whole", 1, 1),
        ("wholes", [1, 30], (1, 30)),
        ("truth", True, True),
        ("one_of", "blue", "blue"),
        ("texts", ["a", "b"], ("a", "b")),
        ("single", "a", ("a",)),
        ("single", ["a", "b"], ("a", "b")),
        ("table", {"a": 1}, {"a": 1}),
        ("rows", [{"a": 1}, {"b": 2}], [{"a": 1}, {"b": 2}]),
    ],
)
def test_what_fits_comes_back(reader: str, value: Any, expected: Any) -> None:
    section = table({"key": value})
    assert READERS[reader](section) == expected
    assert section.faults == []


@pytest.mark.parametrize(
    ("reader", "empty"),
    [
        ("text", ""),
        ("number", None),
        ("whole", None),
        ("wholes", ()),
        ("truth", False),
        ("one_of", "red"),
        ("texts", ()),
        ("single", ()),
        ("table", {}),
        ("rows", []),
    ],
)
def test_what_is_not_there_and_need_not_be_is_no_fault(reader: str, empty: Any) -> None:
    section = table({})
    assert READERS[reader](section) == empty
    assert section.faults == []


@pytest.mark.parametrize(
    ("reader", "value", "what", "remedy"),
    [
        ("text", 1.0, "'key' is not a text", "give a text, in quotes"),
        ("text", "  ", "'key' is not a text", "give a text, in quotes"),
        ("text", None, "'key' is not a text", "give a text"),
        ("number", "3", "'key' is not a number", "give a number"),
        ("number", True, "'key' is not a number", "give a number"),
        ("whole", 0, "'key' is not a whole number from 1 up", "give a whole number from 1 up"),
        ("whole", 2.0, "'key' is not a whole number from 1 up", "give a whole number from 1 up"),
        ("whole", True, "'key' is not a whole number from 1 up", "give a whole number from 1 up"),
        ("wholes", 3, "'key' is not a list", "give a list"),
        ("truth", 1, "'key' is not true or false", "give true or false"),
        ("truth", "yes", "'key' is not true or false", "give true or false"),
        ("one_of", "bleu", "unknown key 'bleu'", "did you mean 'blue'? known here: red, blue"),
        ("one_of", ["red"], "unknown key '['red']'", "did you mean 'red'? known here: red, blue"),
        ("texts", "a", "'key' is not a list", "give a list"),
        ("texts", [], "'key' is an empty list", "write at least one entry, or leave the key out"),
        ("single", "", "'key' is not a list", "give a list"),
        ("table", [1], "'key' is not a table", "give a table"),
        ("table", {}, "'key' is empty", "write at least one entry, or leave the key out"),
        ("rows", {"a": 1}, "'key' is not a list", "give a list"),
    ],
)
def test_what_does_not_fit_is_one_fault_with_a_remedy(reader: str, value: Any, what: str, remedy: str) -> None:
    section = table({"key": value})
    READERS[reader](section)
    (fault,) = section.faults
    assert (fault.trail, fault.what, fault.remedy) == (("part", "key"), what, remedy)
    if not isinstance(value, list | dict):
        assert fault.value == ("nothing" if value is None else value)


def test_a_wrong_entry_of_a_list_is_told_at_its_place_and_leaves_it() -> None:
    section = table({"texts": ["a", 2, "c"], "wholes": [1, "two", 3], "rows": [{"a": 1}, "b"]})
    assert section.texts("texts") == ("a", "", "c")  # places stay, so that later faults name the right ones
    assert section.wholes("wholes") == (1, 3)
    rows = section.rows("rows")
    assert [row.data for row in rows] == [{"a": 1}, {}]
    assert [row.trail for row in rows] == [("part", "rows", 0), ("part", "rows", 1)]
    assert told(section.faults) == [
        ("part.texts.1", "an entry of 'texts' is not a text"),
        ("part.wholes.1", "an entry of 'wholes' is not a whole number from 1 up"),
        ("part.rows.1", "an entry of 'rows' is not a table"),
    ]


def test_a_missing_key_is_told_once_and_what_would_be_missed_in_it_is_not() -> None:
    section = table({"wrong": 3, "list": [4]})
    for inner in (section.table("gone", required=True), section.table("wrong"), *section.rows("list")):
        inner.text("name", required=True)
    assert whats(section.faults) == [
        "the key 'gone' is missing",
        "'wrong' is not a table",
        "an entry of 'list' is not a table",
    ]


def test_a_table_within_notes_its_faults_with_ours() -> None:
    section = table({"inner": {"name": 3}})
    section.table("inner").text("name")
    assert told(section.faults) == [("part.inner.name", "'name' is not a text")]


def test_without_a_default_a_word_must_be_there() -> None:
    section = table({})
    assert section.one_of("type", ("a", "b")) is None
    assert whats(section.faults) == ["the key 'type' is missing"]


def test_keys_without_meaning_are_told_with_the_nearest_one() -> None:
    section = table({"name": 1, "titel": 2, 7: 3})
    section.only(("name", "title"))
    assert [(fault.what, fault.value) for fault in section.faults] == [
        ("unknown key 'titel'", "titel"),
        ("unknown key '7'", 7),
    ]
    assert section.faults[0].remedy == "did you mean 'title'? known here: name, title"


def test_the_rest_of_a_formula_after_its_comma_is_recognised() -> None:
    section = table({"0) > 1": None})
    section.only(("formula",))
    assert section.faults[0].remedy == "put a formula that holds a comma in quotes"


@pytest.mark.parametrize("name", ["a", "Voice", "yes-no", "x_1"])
def test_proper_names_are_taken(name: str) -> None:
    assert list(table({name: {}}).names()) == [name]


@pytest.mark.parametrize("name", ["", "1st", "two words", "größe", "a.b", "-a", "_a", "a\n", 1, None, True])
def test_other_names_are_told_and_left_out(name: Any) -> None:
    section = table({name: {"x": 1}, "fine": {"x": 1}})
    assert [word for word, _ in section.tables()] == ["fine"]
    assert whats(section.faults) == [f"'{name}' cannot be a name"]


@given(tables_with("key", "name"))
def test_whatever_the_file_holds_becomes_a_value_or_a_fault(data: dict[Any, Any]) -> None:
    for reader in READERS.values():
        section = table(data)
        reader(section)
        list(section.tables())
        section.only(("key",))
        assert all(fault.trail[:1] == ("part",) and fault.what and fault.remedy for fault in section.faults)
        unknown = {fault.trail[1] for fault in section.faults if fault.what.startswith("unknown key '")}
        assert unknown >= {key for key in data if key != "key"}


@given(SCALARS)
def test_a_value_is_of_one_kind_at_most(value: Any) -> None:
    assert not (is_text(value) and is_number(value))
    assert is_number(value) or not is_count(value)


def test_a_suggestion_lists_all_and_names_the_nearest() -> None:
    assert suggestion("vioce", ["voice", "vibe"]) == "did you mean 'voice'? known here: voice, vibe"
    assert suggestion("zzz", ["voice"]) == "known here: voice"
    assert suggestion("zzz", []) == "known here: none"
