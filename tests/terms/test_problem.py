"""Problems and the refusal that carries them."""

import pickle

import pytest

from ringtrue.terms.problem import BadInput, Problem


def test_a_refusal_keeps_every_problem_and_shows_the_first() -> None:
    problems = [Problem("a.yaml", f"line {line}", "bad", "x", "fix it") for line in (3, 1, 2)]
    refusal = BadInput(iter(problems))
    assert refusal.problems == tuple(problems)
    assert str(refusal) == "a.yaml: line 3: bad (and 2 more)"
    assert str(BadInput(problems[:1])) == "a.yaml: line 3: bad"


def test_a_refusal_without_a_problem_is_a_programming_error() -> None:
    with pytest.raises(ValueError, match="at least one"):
        BadInput([])


def test_a_problem_is_ready_for_json() -> None:
    expected = {"file": "f", "place": "line 1", "what": "bad", "value": "", "remedy": ""}
    assert Problem("f", "line 1", "bad").as_dict() == expected


def test_a_refusal_crosses_processes() -> None:
    refusal = BadInput([Problem("f", "line 1", "bad")])
    assert pickle.loads(pickle.dumps(refusal)).problems == refusal.problems  # noqa: S301 - our own bytes
