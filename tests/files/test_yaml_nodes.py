"""What YAML can say and we refuse: all of it at once, each with its line, and nothing explodes."""

import pytest

from ringtrue.files.limits import Limits
from ringtrue.files.yaml_engine import parse
from ringtrue.terms import BadInput, Problem

LAUGHS = "a0: &a0 [x, x]\n" + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 12))


def problems_of(text: str, limits: Limits | None = None) -> tuple[Problem, ...]:
    with pytest.raises(BadInput) as caught:
        parse(text, "f.yaml", limits or Limits())
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
    assert parse('1: a\n"1": b\ntrue: c\n'.replace("true", "yes"), "f", Limits())[0] == {1: "a", "1": "b", "yes": "c"}
    assert parse('"<<": 1\n', "f", Limits())[0] == {"<<": 1}


@pytest.mark.parametrize("tag", ["!!python/name:os.system", "!!str", "!own", "!<tag:yaml.org,2002:bool>", "!!binary"])
def test_written_out_tags_are_refused(tag: str) -> None:
    (problem,) = problems_of(f"ok: 1\na: {tag} x\n")
    assert problem.place == "line 2"


@pytest.mark.parametrize("number", [".inf", "-.INF", ".nan", "1e400", "-1E+999", "9" * 5000, "0x" + "f" * 5000])
def test_numbers_nobody_can_count_with_are_refused_and_quoted_ones_are_text(number: str) -> None:
    (problem,) = problems_of(f"- 1\n- {number}\n")
    assert problem.place == "line 2, [1]"
    assert parse(f"- '{number}'\n", "f", Limits())[0] == [number]
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
    assert parse(text, "f", Limits(max_nodes=14))[0]["b"] == [[1, 2, 3], [1, 2, 3]]
    assert "more than 13 values" in problems_of(text, Limits(max_nodes=13))[0].what


def test_an_alias_to_what_it_stands_in_is_refused() -> None:
    for text in ("&a [*a]", "a: &a\n  b:\n    c: *a\n", "&a {k: [1, {x: *a}]}"):
        (problem,) = problems_of(text)
        assert "refers to the list or table it stands in" in problem.what


def test_an_anchor_may_be_set_anew() -> None:
    assert parse("a: &x 1\nb: &x 2\nc: *x\n", "f", Limits())[0]["c"] == 2


@pytest.mark.parametrize("text", ["[" * 65 + "]" * 65, "- " * 65 + "x", "{a: " * 65 + "1" + "}" * 65])
def test_nesting_is_refused_above_the_limit_and_not_at_it(text: str) -> None:
    assert "more than 64 deep" in problems_of(text)[0].what
    assert parse(text, "f", Limits(max_depth=65))[0]


def test_depth_counts_through_aliases() -> None:
    text = "a0: &a0 []\n" + "".join(f"a{n}: &a{n} [*a{n - 1}]\n" for n in range(1, 64))
    assert "more than 64 deep" in problems_of(text)[0].what
    assert parse(text, "f", Limits(max_depth=65))[0]


@pytest.mark.parametrize("opening", ["[", "- ", "? ", "{"])
def test_a_hundred_thousand_openings_are_refused(opening: str) -> None:
    assert "more than 64 deep" in problems_of(opening * 100_000)[0].what
