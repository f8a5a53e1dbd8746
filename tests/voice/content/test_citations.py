"""Citations taken out of a line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.voice.content.citations import without_citations


@pytest.mark.parametrize(
    ("text", "plain", "cited"),
    [
        ("Says so ^[SOUL.md:70-72].", "Says so.", ["SOUL.md:70-72"]),
        ("A [FONTE:a b [X].txt:3] and B ^[chunk_1]", "A and B", ["a b [X].txt:3", "chunk_1"]),
        ("An [ordinary] bracket", "An [ordinary] bracket", []),
        ("Open ^[never closed", "Open ^[never closed", []),
        ("^[]", "", []),
        ("", "", []),
    ],
)
def test_what_is_left_and_what_was_cited(text: str, plain: str, cited: list[str]) -> None:
    found = without_citations(text)
    assert (found[0], [place.removeprefix("FONTE:") for place in found[1]]) == (plain, cited)


@given(st.text(alphabet="a^[] .", max_size=60))
def test_no_letter_is_lost(text: str) -> None:
    plain, cited = without_citations(text)
    assert (plain + "".join(cited)).count("a") == text.count("a")
