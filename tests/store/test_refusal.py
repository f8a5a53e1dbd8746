"""The store's refusals."""

from ringtrue.store.refusal import refusal


def test_a_refusal_carries_its_one_problem() -> None:
    (problem,) = refusal("f", "p", "No.", value="v", remedy="r").problems
    assert (problem.file, problem.place, problem.what, problem.value, problem.remedy) == ("f", "p", "No.", "v", "r")
