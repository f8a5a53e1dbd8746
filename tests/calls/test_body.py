"""Requests as JSON: what is read back is what was meant, whatever was remembered."""

import json
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from ringtrue.calls.body import BodyWriter
from ringtrue.calls.written import Written
from ringtrue.terms.sealed import sealed

messages = st.lists(st.fixed_dictionaries({"role": st.text(max_size=3), "content": st.text()}), max_size=4)
fields = st.dictionaries(st.text(max_size=3), st.integers() | st.text() | st.lists(st.text()), min_size=1)


@given(st.lists(st.tuples(fields, messages), max_size=5))
def test_a_body_is_read_back(bodies: list[tuple[dict[str, object], list[dict[str, str]]]]) -> None:
    writer = BodyWriter()
    for given_fields, said in bodies * 2:
        body = {name: value for name, value in given_fields.items() if name != "messages"} or {"model": "m"}
        assert json.loads(writer.write(body, said)) == body | {"messages": said}


def test_what_requests_begin_with_is_written_once_and_never_for_others() -> None:
    writer = BodyWriter()
    shared = [sealed({"model": f"m{n}", "extra": {"n": n}}) for n in range(40)]  # more than are remembered, with two
    prompts = ["You are A.", "You are B. \u2028"]
    for _ in range(2):
        for fields, prompt, asked in product(shared, prompts, ["Why?", "How?"]):
            said = [{"role": "system", "content": prompt}, {"role": "user", "content": asked}]
            assert json.loads(writer.write(fields, said)) == {**fields, "messages": said}


def test_fields_keep_their_order() -> None:
    body = BodyWriter().write(sealed({"b": 1, "a": 2}), [{"role": "system", "content": "s"}])
    assert body == b'{"b":1,"a":2,"messages":[{"role":"system","content":"s"}]}'


def test_more_than_is_remembered() -> None:
    written = Written()
    values = [{"n": n} for n in range(600)]
    assert [written.of(value) for value in values * 2] == [f'{{"n":{n}}}' for n in range(600)] * 2
