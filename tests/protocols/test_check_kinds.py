"""Kinds, speakers and questions: faults that the file with every fault has no room for."""

import pytest


@pytest.mark.parametrize(
    ("old", "new", "line", "what"),
    [
        ("show: [clone]", "show: [full, clone, other]", 9, "a card shows one speaker, or two different ones"),
        ("show: [clone]", "show: [clone, clone]", 9, "a card shows one speaker, or two different ones"),
        ("show: [clone]", "show: [full]", 9, "the candidate 'clone' is not shown"),
        ("candidate: clone\n", "candidate: copy\n", 9, "the candidate 'copy' is not shown"),
        ("    show:", "    share: 1.5\n    show:", 9, "a share lies between 0 and 1"),
        ("    show: [clone]\n", "", 8, "the key 'show' is missing"),
        ("{scale: temperature, text", "{text", 11, "the key 'scale' is missing"),
    ],
)
def test_one_fault_in_a_kind_is_found(changed, old: str, new: str, line: int, what: str) -> None:
    problems = changed((old, new))
    assert what in [problem.what for problem in problems if problem.place.startswith(f"line {line},")]


def test_a_kind_without_a_share_beside_one_with_a_share_is_found(changed) -> None:
    other = (
        "  other:\n    share: 0.5\n    show: [clone]\n    ask:\n      fine: {scale: temperature, text: Fine?}\nsuite:"
    )
    problems = changed(("suite:", other))
    assert [problem.what for problem in problems] == ["the kind has no share, others have"]


def test_shares_that_sum_to_one_but_for_rounding_are_fine(changed) -> None:
    kinds = "".join(
        f"  k{n}:\n    share: 0.1\n    show: [clone]\n    ask:\n      q{n}: {{scale: temperature, text: Fine?}}\n"
        for n in range(9)
    )
    assert changed(("    show:", "    share: 0.1\n    show:"), ("suite:", f"{kinds}suite:")) == []


def test_the_same_question_on_the_same_scale_may_be_asked_of_two_kinds(changed) -> None:
    other = "  other:\n    show: [clone]\n    ask:\n      warm: {scale: temperature, text: Warm?}\nsuite:"
    assert changed(("suite:", other)) == []
