"""The engine below the YAML files: the core schema as the specification has it, every fault refused, layout kept."""

import json
from math import copysign
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ringtrue.files.text_file import ReadLimits
from ringtrue.files.yaml_engine import library_refusal, parse, render
from ringtrue.terms.problem import BadInput, Problem

# Example 10.9 of the YAML 1.2.2 specification, without its numbers that are not finite.
SPECIFIED = """\
A null: null
Booleans: [ true, True, false, FALSE ]
Integers: [ 0, 0o7, 0x3A, -19 ]
Floats: [
  0., -0.0, .5, +12e03, -2E+05 ]
"""
# From its table of tag resolution (10.3.2): a plain scalar and the regular expression it does, or just does not, match.
RESOLVED: list[tuple[str, object]] = [
    ("~", None),
    ("Null", None),
    ("NULL", None),
    ("nULL", "nULL"),
    ("TRUE", True),
    ("tRUE", "tRUE"),
    ("False", False),
    ("yes", "yes"),
    ("off", "off"),
    ("+12", 12),
    ("007", 7),
    ("-0o7", "-0o7"),  # octal and hexadecimal numbers have no sign
    ("0o8", "0o8"),
    ("0xFF", 255),
    ("+0x1", "+0x1"),
    ("0x", "0x"),
    ("0b1", "0b1"),
    ("1_000", "1_000"),
    ("1.", 1.0),
    ("-.5", -0.5),
    (".", "."),
    (".e5", ".e5"),
    ("1e5", 100000.0),
    ("1e", "1e"),
    ("1:30", "1:30"),
    ("2001-12-14", "2001-12-14"),
    ("0.1.2", "0.1.2"),
    ("=", "="),
]


def data(text: str, limits: ReadLimits | None = None) -> Any:
    return parse(text, "f.yaml", limits or ReadLimits())[0]


def refused(text: str, limits: ReadLimits | None = None) -> tuple[Problem, ...]:
    with pytest.raises(BadInput) as caught:
        data(text, limits)
    assert all(problem.file == "f.yaml" and problem.what and problem.remedy for problem in caught.value.problems)
    return caught.value.problems


def test_the_example_of_the_specification_is_read_as_it_says() -> None:
    found = data(SPECIFIED)
    assert found == {
        "A null": None,
        "Booleans": [True, True, False, False],
        "Integers": [0, 7, 58, -19],
        "Floats": [0.0, -0.0, 0.5, 12000.0, -200000.0],
    }
    assert copysign(1, found["Floats"][1]) == -1
    assert [type(value) for value in found["Booleans"]] == [bool] * 4


@pytest.mark.parametrize(("scalar", "value"), RESOLVED)
def test_each_scalar_is_what_the_core_schema_makes_of_it(scalar: str, value: object) -> None:
    found = data(f"- {scalar}\n")[0]
    assert found == value
    assert isinstance(found, type(value))
    assert data(f"- '{scalar}'\n") == [scalar]


def test_a_version_in_the_file_changes_nothing_but_is_refused() -> None:
    (problem,) = refused("# a comment\n%YAML 1.1\n---\na: yes\n")
    assert problem.place == "line 2"
    assert "Directives" in problem.what
    assert data("a: yes\n") == {"a": "yes"}


@pytest.mark.parametrize(
    ("text", "line"),
    [("a: 1\n", 1), ("\n\n# c\na: 1\n", 4), ("# c\n---\n\na: 1\n", 4), ("--- # c\n- 1\n", 2), ("3", 1)],
)
def test_the_line_the_data_begin_on_is_told(text: str, line: int) -> None:
    assert parse(text, "f.yaml", ReadLimits())[1] == line


@pytest.mark.parametrize(
    ("text", "place", "what"),
    [
        ("# nothing\n", "whole file", "only comments"),
        ("a: 1\nb: !!python/object:os.system x\n", "line 2", "Tags are not read"),
        ("a: 1\nb: !own 3\n", "line 2", "Tags are not read"),
        ("a: 1\na: 2\n", "line 2, a", "given twice; the first time on line 1"),
        ("a: {x: 1, 0x1: 2, 1: 3}\n", "line 1, a[1]", "given twice"),
        ("a: 1\nb: .nan\n", "line 2, b", "not finite"),
        ("- 1e999\n", "line 1, [0]", "not finite"),
        ("a: &x [1, *x]\n", "line 1", "alias"),
        ("a: 1\n<<: {b: 2}\n", "line 2", "Merge keys"),
        ("? [1, 2]\n: 3\n", "line 1", "A key is a list or a table"),
        ("a: 1\n---\nb: 2\n", "line 2", "second document"),
        ("a: [1, 2\n", "", ""),
        ("a: 1\n\tb: 2\n", "line 2", ""),
        ("a: *nobody\n", "line 1", "The alias has no anchor"),
    ],
)
def test_what_is_not_read_is_refused_at_its_place(text: str, place: str, what: str) -> None:
    problems = refused(text)
    assert any(problem.place.startswith(place) and what in problem.what for problem in problems), problems


def test_every_fault_is_told_at_once_in_order() -> None:
    found = refused("a: .inf\nb: !own 3\na: 2\n")
    assert [problem.place for problem in found] == ["line 1, a", "line 2", "line 3, a"]


def test_depth_and_number_are_limited_to_the_last_one() -> None:
    assert data("[" * 5 + "]" * 5, ReadLimits(max_depth=5)) == [[[[[]]]]]
    assert "more than 5 deep" in refused("[" * 6 + "]" * 6, ReadLimits(max_depth=5))[0].what
    assert data("[1, 2, 3]", ReadLimits(max_nodes=4)) == [1, 2, 3]
    assert "more than 4 values" in refused("[1, 2, 3, 4]", ReadLimits(max_nodes=4))[0].what


def test_aliases_are_counted_written_out() -> None:
    bomb = "a: &a [x, x, x, x, x, x, x, x, x]\n"
    bomb += "".join(
        f"{two}: &{two} [{', '.join([f'*{one}'] * 9)}]\n" for one, two in zip("abcdefgh", "bcdefghi", strict=True)
    )
    assert "aliases written out" in refused(bomb)[0].what


def test_an_alias_gives_the_same_value_again() -> None:
    found = data("a: &t true\nb: *t\nc: &l [1]\nd: *l\n")
    assert found == {"a": True, "b": True, "c": [1], "d": [1]}
    assert found["b"] is True


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"a": None, "b": [True, 1.5]}, "a:\nb:\n- true\n- 1.5\n"),
        ({"text": "two\nlines\n"}, "text: |\n  two\n  lines\n"),
        ({"text": "no"}, "text: no\n"),  # a word in YAML 1.2
        ({"text": "true"}, "text: 'true'\n"),
        ({"text": "bell \x07"}, 'text: "bell \\a"\n'),
    ],
)
def test_new_data_are_written_plainly(value: object, text: str) -> None:
    assert render(value) == text


@pytest.mark.parametrize(
    "text",
    [
        "# top\na: 1   # beside\n\n# between\nb:\n    - x\n    - y\n",
        "a: 'single'\nb: \"double\"\nc: |-\n  block\nd: >\n  folded\n  text\n",
        "a: 0x3A\nb: 1.50\nc: &n [1, 2]\nd: *n\n",
        "- id: q1\n  tags: {low: 1}\n- id: q2\n",
    ],
)
def test_what_was_read_is_written_back_to_the_letter(text: str) -> None:
    assert render(data(text)) == text


@pytest.mark.parametrize("value", [float("nan"), {"a": {1, 2}}, [object()], "\ud800", {"a": 10**400}])
def test_what_would_read_differently_is_not_written(value: object) -> None:
    with pytest.raises(ValueError, match="cannot be written as YAML"):
        render(value)


TEXTS = st.text("ab:#-\n '\"é\u2028", max_size=6)
JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**20), 10**20) | st.floats(-1e300, 1e300) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("ab<~1:", max_size=3), inner, max_size=3),
    max_leaves=5,
)


@settings(max_examples=40)
@given(JSON)
@example({"<<": "<<"})
@example({"a": "b\r\nc"})
def test_what_is_rendered_is_parsed_again(value: Any) -> None:
    text = render(value)
    assert data(text) == value
    assert data(render(data(text))) == value  # and once more, with the layout it was read in


@pytest.mark.parametrize(
    "number", ["5e-324", "-2.2250738585072014e-308", ".5e3", "12345678901234567890.5", "1.1e-300", "0.1e-5", "-.5E-3"]
)
def test_a_number_that_was_read_is_written_whatever_its_form(number: str) -> None:
    text = render(data(f"# why\na: {number}\n"))
    assert text.startswith("# why\na: ")  # the comment stays
    assert data(text) == {"a": float(number)}


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_every_number_that_was_read_is_written(number: float) -> None:
    assert data(render(data(f"- {number!r}\n"))) == [number]


@given(JSON)
def test_json_is_yaml(value: Any) -> None:
    """The oracle is Python's own JSON: every JSON text is a YAML text that says the same (YAML 1.2.2, 1.2)."""
    assert data(json.dumps(value)) == value


# What YAML can say and we refuse: all of it at once, each with its line, and nothing explodes.


LAUGHS = "a0: &a0 [x, x]\n" + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 12))


def problems_of(text: str, limits: ReadLimits | None = None) -> tuple[Problem, ...]:
    with pytest.raises(BadInput) as caught:
        parse(text, "f.yaml", limits or ReadLimits())
    assert all(problem.file == "f.yaml" and problem.remedy for problem in caught.value.problems)
    return caught.value.problems


def test_every_fault_of_a_file_is_reported_in_the_order_of_lines() -> None:
    text = "a: 1\nb: {x: 1, x: 2}\nc: !!python/object:os.system ls\na: .nan\n<<: {z: 1}\n? [k]\n: 1\n0x1: i\n1: j\n"
    assert [(problem.place, problem.what.split(";")[0]) for problem in problems_of(text)] == [
        ("line 2, b.x", "The key is given twice"),
        ("line 3", "Tags are not read."),
        ("line 4, a", "The key is given twice"),
        ("line 4, a", "This number is not finite, or too large to be counted with."),
        ("line 5", "Merge keys (<<) are not read."),
        ("line 6", "A key is a list or a table."),
        ("line 9, [1]", "The key is given twice"),
    ]


def test_a_repeated_key_names_both_lines() -> None:
    (problem,) = problems_of("scales:\n  low: 1\n  high: 2\n  low: 3\n")
    assert problem.place == "line 4, scales.low"
    assert problem.what == "The key is given twice; the first time on line 2."
    assert problem.value == "low"


@pytest.mark.parametrize(("first", "second"), [("1", "1.0"), ("1", "true"), ("~", "null"), ("a", '"a"'), ("1", "0o1")])
def test_keys_that_mean_the_same_are_the_same(first: str, second: str) -> None:
    assert "line 1" in problems_of(f"{first}: x\n{second}: y\n")[0].what


def test_keys_that_only_look_alike_are_different() -> None:
    assert parse('1: a\n"1": b\ntrue: c\n'.replace("true", "yes"), "f", ReadLimits())[0] == {
        1: "a",
        "1": "b",
        "yes": "c",
    }
    assert parse('"<<": 1\n', "f", ReadLimits())[0] == {"<<": 1}


@pytest.mark.parametrize("tag", ["!!python/name:os.system", "!!str", "!own", "!<tag:yaml.org,2002:bool>", "!!binary"])
def test_written_out_tags_are_refused(tag: str) -> None:
    (problem,) = problems_of(f"ok: 1\na: {tag} x\n")
    assert problem.place == "line 2"


@pytest.mark.parametrize("number", [".inf", "-.INF", ".nan", "1e400", "-1E+999", "9" * 5000, "0x" + "f" * 5000])
def test_numbers_nobody_can_count_with_are_refused_and_quoted_ones_are_text(number: str) -> None:
    (problem,) = problems_of(f"- 1\n- {number}\n")
    assert problem.place == "line 2, [1]"
    assert parse(f"- '{number}'\n", "f", ReadLimits())[0] == [number]
    assert len(problems_of(f"{number}: key\n")) == 1


@pytest.mark.parametrize("text", [r'a: "\ud800"', r'a: "\ud83d\ude00"', r'a: ["\udfff"]', r'"\ud800": 1'])
def test_half_a_surrogate_pair_is_refused(text: str) -> None:
    (problem,) = problems_of(f"# a comment\n{text}\n")
    assert problem.place.startswith("line 2")
    problem.value.encode()
    problem.place.encode()


def test_aliases_that_multiply_are_refused_before_they_do() -> None:
    (problem,) = problems_of(LAUGHS)
    assert problem.place.startswith("line 7")  # 2 * 9^6 is the first beyond a million
    assert "more than 1,000,000 values" in problem.what


def test_aliases_are_counted_each_time() -> None:
    text = "a: &a [1, 2, 3]\nb: [*a, *a]\n"  # 1 table, 3 lists as written, 4 + 4 + 4 values with their lists, 1 for b
    assert parse(text, "f", ReadLimits(max_nodes=14))[0]["b"] == [[1, 2, 3], [1, 2, 3]]
    assert "more than 13 values" in problems_of(text, ReadLimits(max_nodes=13))[0].what


def test_an_alias_to_the_list_it_is_in_is_refused() -> None:
    for text in ("&a [*a]", "a: &a\n  b:\n    c: *a\n", "&a {k: [1, {x: *a}]}"):
        (problem,) = problems_of(text)
        assert "refers to the list or table it is in" in problem.what


def test_an_anchor_may_be_set_anew() -> None:
    assert parse("a: &x 1\nb: &x 2\nc: *x\n", "f", ReadLimits())[0]["c"] == 2


@pytest.mark.parametrize("text", ["[" * 65 + "]" * 65, "- " * 65 + "x", "{a: " * 65 + "1" + "}" * 65])
def test_nesting_is_refused_above_the_limit_and_not_at_it(text: str) -> None:
    assert "more than 64 deep" in problems_of(text)[0].what
    assert parse(text, "f", ReadLimits(max_depth=65))[0]


def test_depth_counts_through_aliases() -> None:
    text = "a0: &a0 []\n" + "".join(f"a{n}: &a{n} [*a{n - 1}]\n" for n in range(1, 64))
    assert "more than 64 deep" in problems_of(text)[0].what
    assert parse(text, "f", ReadLimits(max_depth=65))[0]


@pytest.mark.parametrize("opening", ["[", "- ", "? ", "{"])
def test_a_hundred_thousand_openings_are_refused(opening: str) -> None:
    assert "more than 64 deep" in problems_of(opening * 100_000)[0].what


# Texts that are no YAML: one problem, its line, plain words.


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("ok: 1\na: b: c\n", 2, "second colon"),
        ("a: 1\n  b: 2\n", 2, "is indented too far"),
        ("a: 1\n---\nb: 2\n", 2, "second document"),
        ("a:\n\t- b\n", 2, "tab"),
        ("a: 1\nb: @x\n", 2, "another meaning"),
        ("a: 1\nb: `x`\n", 2, "another meaning"),
        ("a: 1\nb: *gone\n", 2, "no anchor"),
        ("a: 1\nb: 'open\nc: 2\nd: 3\n", 2, "not closed"),
        ('a: 1\nb: "open\n---\n"\n', 3, "document marker"),
        ('a: "\\q"\n', 1, "backslash"),
        ("a: [1\nb: 2\n", 2, "bracket"),
        ("a: [1,\n", 2, "ends in the middle"),
        ("a: 1\nb\nc: 2\n", 3, "without a colon"),
        ("- a\nb: 1\n", 2, "line up"),
        ("a: - b\n", 1, "list item"),
        ("a: 1\nb: \x07\n", 2, "U+0007"),
        ("# c\n%YAML 1.1\n---\na: no\n", 2, "Directives"),
        ("%TAG ! x\n---\na\n", 1, "Directives"),
        ("a: |x\n  b\n", 1, "not YAML"),
    ],
)
def test_the_complaint_is_plain_and_on_its_line(text: str, line: int, what: str) -> None:
    with pytest.raises(BadInput) as caught:
        parse(text, "f.yaml", ReadLimits())
    (problem,) = caught.value.problems
    assert problem.place == f"line {line}"
    assert what in problem.what
    assert problem.remedy


def test_whatever_else_the_library_raises_is_a_refusal_too() -> None:
    assert "cannot be read as YAML" in library_refusal(IndexError("x"), "text", "f", ReadLimits()).problems[0].what
    assert "64 deep" in library_refusal(RecursionError(), "text", "f", ReadLimits()).problems[0].what
