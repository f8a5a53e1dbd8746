"""A table read key by key: what fits comes back, everything else is a fault with place, value and remedy."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol_parts import SCALARS, table, tables_with, told, whats
from ringtrue.files.document import Document
from ringtrue.files.section import Field, Section, is_count, is_number, is_text, number, read_list, suggestion, whole
from ringtrue.terms.problem import BadInput

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


# Declared fields: numbers within a range.


@given(st.floats(allow_nan=True, allow_infinity=True))
def test_a_number_lies_between_its_ends(given_number: float) -> None:
    assert number(0, 2).fits(given_number) is (0 <= given_number <= 2)


@given(st.integers())
def test_a_whole_number_lies_between_its_ends(given_number: int) -> None:
    assert whole(1, 20).fits(given_number) is (1 <= given_number <= 20)
    assert not whole(1, 20).fits(float(given_number % 20 + 1))


@pytest.mark.parametrize("value", [True, None, "1", [1], float("inf"), 1j, 10**400, -(10**400)])
def test_what_is_no_number(value: object) -> None:
    assert not is_number(value)


def test_the_form_says_the_range() -> None:
    assert number(0, 2).form == "a number from 0 to 2"
    assert whole(1, 20).form == "a whole number from 1 to 20"


# Declared fields of a whole file: defaults, keys without a value, secrets, and lists of tables.


PORT = whole(1, 65535, remedy="write port: 80")
SECRET = Field("the name of a variable", str.isupper, is_shown=False)
EVEN = Field("a number", is_number, check=lambda given: ("it is odd", "add 1") if given % 2 else None)


def document(data: Any) -> Document:
    return Document("a.yaml", data, lambda trail: 1 + len(trail))


def test_a_declared_field_has_a_default_and_a_remedy() -> None:
    section = table({"port": 0})
    assert section.value("gone", PORT, 8080) == 8080
    assert section.value("port", PORT, 8080) == 8080
    section.value("needed", PORT, required=True)
    assert [(fault.what, fault.value, fault.remedy) for fault in section.faults] == [
        ("'port' is not a whole number from 1 to 65535", 0, "write port: 80"),
        ("the key 'needed' is missing", "", "write port: 80"),
    ]


def test_a_value_that_may_be_a_key_is_not_repeated() -> None:
    section = Section({"a": "sk-LEAK", "b": "sk-LEAK"}, (), [], shown=lambda _: "[hidden]")
    section.value("a", SECRET)
    section.value("b", PORT)
    assert [fault.value for fault in section.faults] == ["", "[hidden]"]


def test_a_field_may_find_more_that_is_wrong() -> None:
    section = table({"a": 2, "b": 3, "c": "x"})
    assert section.each(EVEN) == {"a": 2}
    assert [(fault.what, fault.remedy) for fault in section.faults] == [
        ("it is odd", "add 1"),
        ("'c' is not a number", "give a number"),
    ]


def test_keys_without_a_value_are_not_set_where_that_is_declared() -> None:
    data = {"text": None, "table": {}, "list": [], "path": ""}
    section = Section(data, (), [], blank=True)
    assert (section.text("text", "usual"), section.table("table").data, section.texts("list")) == ("usual", {}, ())
    assert section.value("path", Field("a path", is_text, may_be_empty=True), "here") == "here"
    assert section.faults == []


def test_a_file_that_is_no_table_is_refused_with_its_line() -> None:
    top = Section.of(document([1]), "begin with name: ...")
    with pytest.raises(BadInput) as refused:
        top.refuse(document([1]))
    (problem,) = refused.value.problems
    assert (problem.place, problem.what, problem.remedy) == (
        "line 1", "the file is not a table", "begin with name: ...",
    )  # fmt: skip


def test_a_file_without_faults_is_not_refused() -> None:
    Section.of(document({"a": 1}), "").refuse(document({"a": 1}))


def test_the_faults_of_all_tables_of_a_list_come_together() -> None:
    assert read_list(document([{"name": "a"}, {"name": "b"}]), "", lambda one: one.text("name")) == ("a", "b")
    with pytest.raises(BadInput) as refused:
        read_list(document([{"name": 1}, 2, {}]), "write name: ...", lambda one: one.text("name", required=True))
    assert [(problem.place, problem.what) for problem in refused.value.problems] == [
        ("line 3, [0].name", "'name' is not a text"),
        ("line 2, [1]", "the entry is not a table"),
        ("line 2, [2]", "the key 'name' is missing"),
    ]
    with pytest.raises(BadInput, match="the file is not a list"):
        read_list(document({}), "", lambda one: one)
