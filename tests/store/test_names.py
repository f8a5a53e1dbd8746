"""Names: what is none is said to be none."""

import pytest

from ringtrue.store.names import LONGEST_NAME, checked_name, fault_of_name
from ringtrue.terms import BadInput


@pytest.mark.parametrize(
    "name",
    ["a", "DQ-001", "Ziggy_TECH_run1", "Renée 🙂", "👩\u200d💻", "می\u200cخواهم", "no\u00a0break", "x" * LONGEST_NAME],
)
def test_usual_names_are_good(name: str) -> None:
    assert fault_of_name(name) is None
    assert checked_name(name, file="f", place="p") == name


@pytest.mark.parametrize(
    "name", ["", "  ", "x" * (LONGEST_NAME + 1), "a\0b", "\udc00", None, 7, "a\u202eb", "a\nb", "a\u200bb"]
)
def test_others_are_refused_with_the_place(name: str) -> None:
    with pytest.raises(BadInput) as refused:
        checked_name(name, file="f.csv", place="line 3")
    assert (refused.value.problems[0].file, refused.value.problems[0].place) == ("f.csv", "line 3")
