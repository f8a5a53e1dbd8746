"""Requests as JSON: what is read back is what was meant, whatever was remembered."""

import json

from hypothesis import given
from hypothesis import strategies as st

from ringtrue.calls.body import BodyWriter
from ringtrue.calls.written import Written

messages = st.lists(st.fixed_dictionaries({"role": st.text(max_size=3), "content": st.text()}), max_size=4)
fields = st.dictionaries(st.text(max_size=3), st.integers() | st.text() | st.lists(st.text()), min_size=1)


@given(st.lists(st.tuples(fields, messages), max_size=5))
def test_a_body_is_read_back(bodies: list[tuple[dict[str, object], list[dict[str, str]]]]) -> None:
    writer = BodyWriter()
    for given_fields, said in bodies * 2:
        body = {name: value for name, value in given_fields.items() if name != "messages"} or {"model": "m"}
        assert json.loads(writer.write(body, said)) == body | {"messages": said}


def test_more_than_is_remembered() -> None:
    written = Written()
    values = [{"n": n} for n in range(600)]
    assert [written.of(value) for value in values * 2] == [f'{{"n":{n}}}' for n in range(600)] * 2
