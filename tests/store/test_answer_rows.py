"""Rows of answers: what goes in comes out, and what does not go in is named."""

from hypothesis import given
from hypothesis import strategies as st

from ringtrue.store.answer_rows import faults, given_of, table_row
from ringtrue.terms import Given

NUMBERS = st.floats(-1e9, 1e9)
VALUES = st.one_of(st.none(), st.booleans(), NUMBERS, st.text(max_size=20), st.lists(st.booleans()).map(tuple))
SECONDS = st.one_of(st.none(), st.floats(0, 1e6))


@given(
    st.builds(
        Given,
        st.just("c"),
        st.just("q"),
        VALUES,
        st.lists(st.text("0123456789abcdef", min_size=12, max_size=12), max_size=2).map(tuple),
        SECONDS,
        SECONDS,
        st.text(max_size=20),
        st.booleans(),
        st.one_of(st.none(), st.integers(1, 500)),
    )
)
def test_an_answer_survives_its_row(answer: Given) -> None:
    assert list(faults(answer)) == []
    packet, *row = table_row(answer, 7)
    back = given_of(row)
    assert packet == 7
    assert back == answer
    assert type(back.value) is type(answer.value)


def test_whole_seconds_are_stored_as_every_database_gives_them_back() -> None:
    row = table_row(Given("c", "q", 1.0, seconds=3, visible_seconds=2), 1)
    assert [type(value) for value in row[5:7]] == [float, float]


def test_a_comment_that_is_no_text_is_a_fault() -> None:
    assert [what for what, _ in faults(Given("c", "q", 1.0, comment=7))] == [  # type: ignore[arg-type]
        "The comment is no text of at most 100,000 characters."
    ]
