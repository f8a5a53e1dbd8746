"""Keys and plans held against what was committed to."""

import pytest
from sqlalchemy import text

from ringtrue.store import StudyStore
from ringtrue.store.keys import open_keys, seal_keys, verify_keys
from ringtrue.terms import BadInput

KEYS = {"t1": {"c1": ["clone", "real"]}, "t2": {"c2": ["real", "clone"]}}


@pytest.mark.parametrize(
    ("statement", "places"),
    [
        ("UPDATE seals SET plan = '{}' WHERE study = :study", ["audit entry 2"]),
        ("UPDATE seals SET salt = 'x' WHERE study = :study", ["audit entry 2"]),
        ("DELETE FROM seals WHERE study = :study", ["audit entry 2"]),
        ("DELETE FROM keys WHERE study = :study AND packet = 't2'", ["packet", "audit entry 2"]),
        ("INSERT INTO seals (study, act, hash, salt, plan) VALUES (:study, 9, 'h', 's', '{}')", ["audit entry 9"]),
    ],
)
def test_a_plan_changed_later_is_found_and_does_not_open(study: StudyStore, statement: str, places: list[str]) -> None:
    seal_keys(study, KEYS, who="lab", plan={"exclude": "nobody"})
    assert verify_keys(study) == []
    with study.database.writing() as connection:
        connection.execute(text(statement), {"study": study.id})
    problems = verify_keys(study)
    assert [problem.place.startswith(place) for problem, place in zip(problems, places, strict=True)] == [True] * len(
        places
    )
    with pytest.raises(BadInput):
        open_keys(study, who="lab")
