"""Fields are found under their names in both languages; the rest is kept under its own."""

from typing import Any

import pytest

from ringtrue.files import read_yaml
from ringtrue.sources import Evidence
from ringtrue.sources.dna_fields import bare, evidence_in, listed, split


def test_what_is_shared_is_told_from_the_rest() -> None:
    known, more = split({"Nome": "Ear", "PESO": 0.5, "regra": "Listen.", 3: [1]}, ("name", "statement", "weight"))
    assert known == {"name": "Ear", "statement": "Listen.", "weight": 0.5}
    assert more == {"3": [1]}


def test_the_first_name_wins_and_the_other_is_kept() -> None:
    known, more = split({"rule": "R", "declaracao": "D"}, ("statement",))
    assert (known, more) == ({"statement": "D"}, {"rule": "R"})


@pytest.mark.parametrize(
    ("given", "evidence"),
    [
        (None, []),
        ("just words", [Evidence("just words")]),
        ({"quote": "q", "chunk_id": 7}, [Evidence("q", "7")]),
        ([{"citacao": "q", "fonte": "s"}, None, 5], [Evidence("q", source="s"), Evidence("5")]),
    ],
)
def test_evidence_is_a_table_a_list_or_words(given: Any, evidence: list[Evidence]) -> None:
    assert list(evidence_in(given)) == evidence


def test_lists() -> None:
    assert (listed(None), listed("a"), listed((1, 2))) == ([], ["a"], [1, 2])


def test_bare_data_are_plain_python(tmp_path: Any) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("a: 0x1F\nb: 'x'\nc: [1.50, true, null]\n", encoding="utf-8")
    data = bare(read_yaml(path).data)
    assert data == {"a": 31, "b": "x", "c": [1.5, True, None]}
    assert [type(value) for value in (data["a"], data["b"], *data["c"])] == [int, str, float, bool, type(None)]
