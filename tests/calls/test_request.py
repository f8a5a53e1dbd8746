"""Request hashes: equal for equal requests, different for any difference."""

from hypothesis import given
from hypothesis import strategies as st

from ringtrue.calls.request import RequestHash
from ringtrue.terms import Call
from ringtrue.terms.sealed import sealed

texts = st.text(max_size=6) | st.sampled_from(["a", "a 1\nb", "\ud800", "user 1\nx"])
messages = st.lists(st.tuples(st.sampled_from(["system", "user"]), texts), max_size=4)
settings = st.dictionaries(st.sampled_from(["temperature", "seed"]), st.integers(0, 3) | texts, max_size=2)
requests = st.tuples(st.sampled_from(["m", "m2"]), messages, settings)


def hashed(request: tuple[str, list[tuple[str, str]], dict[str, object]], hasher: RequestHash | None = None) -> str:
    model, said, given_settings = request
    made = tuple({"role": role, "content": content} for role, content in said)
    return (hasher or RequestHash()).of(model, Call("k", made, "i", given_settings))


@given(requests, requests)
def test_a_hash_tells_requests_apart(one: tuple, other: tuple) -> None:  # type: ignore[type-arg]
    assert (hashed(one) == hashed(other)) == (one == other)


@given(st.lists(requests, max_size=8))
def test_what_is_remembered_changes_nothing(many: list[tuple]) -> None:  # type: ignore[type-arg]
    hasher = RequestHash()
    assert [hashed(one, hasher) for one in many + many] == [hashed(one) for one in many] * 2


def test_the_order_of_settings_and_who_asks_do_not_matter() -> None:
    said = ({"role": "user", "content": "x"},)
    one = Call("k", said, "i", {"seed": 1, "temperature": 0.5})
    other = Call("another key", said, "another item", {"temperature": 0.5, "seed": 1}, take=2)
    assert RequestHash().of("m", one) == RequestHash().of("m", other)


def test_more_than_it_remembers() -> None:
    hasher = RequestHash()
    prompts = ["".join(["p", str(n)]) for n in range(200)]
    shared = sealed({"seed": 1})
    first = [hasher.of("m", Call("k", ({"role": "system", "content": p},), "i", shared)) for p in prompts]
    again = [hasher.of("m", Call("k", ({"role": "system", "content": p},), "i", shared)) for p in prompts]
    assert first == again
    assert len(set(first)) == 200


def test_known_value() -> None:
    # A hash that moved would make every journal ask everything again: sha256 of
    # "model 1\nmsettings 2\n{}user 2\nhi", computed apart from the program.
    call = Call("k", ({"role": "user", "content": "hi"},))
    assert RequestHash().of("m", call) == "b04b77ffe308eb68149465193e6fc768d08b2e1a2bfc1e0321a03a1e32ea24bf"
