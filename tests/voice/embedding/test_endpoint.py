"""The endpoint backend against a real server: order, batches, retries, refusals, and a key that never shows."""

import asyncio
import json
import shutil
import socket
import ssl
import subprocess
import traceback
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.http.backoff import backoff
from ringtrue.terms.problem import BadInput
from ringtrue.voice.embedding.backend import EmbeddingFailed, backend
from ringtrue.voice.embedding.endpoint import EmbeddingEndpoint, model_of, vectors_of

KEY = "sk-a-key-nobody-may-see"


class Clock:
    """Pauses that are noted instead of waited for."""

    def __init__(self) -> None:
        self.pauses: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.pauses.append(seconds)


def data(*vectors: Any) -> str:
    return json.dumps({"data": [{"index": i, "embedding": vector} for i, vector in enumerate(vectors)]})


def refusal(endpoint: EmbeddingEndpoint, texts: list[str]) -> str:
    """Everything a user could see of a failure, as one text."""
    with pytest.raises(EmbeddingFailed) as caught:
        endpoint.embed(texts)
    problems = " ".join(" ".join(problem.as_dict().values()) for problem in caught.value.problems)
    return problems + repr(caught.value) + "".join(traceback.format_exception(caught.value))


def test_vectors_come_in_the_order_of_the_texts_and_have_length_one(server: Any) -> None:
    rows = EmbeddingEndpoint("m", server.url).embed(["aab", "bbbb"])
    # (2, 1, 3) / sqrt(14) and (0, 4, 4) / sqrt(32)
    expected = [[2 / 14**0.5, 1 / 14**0.5, 3 / 14**0.5], [0, 0.5**0.5, 0.5**0.5]]
    assert np.asarray(rows) == pytest.approx(np.array(expected), abs=1e-12)
    assert [seen.path for seen in server.seen] == ["/v1/embeddings"]
    assert server.seen[0].body == {"model": "m", "input": ["aab", "bbbb"]}
    assert server.seen[0].key is None


def test_the_name_holds_model_address_and_dimension(server: Any) -> None:
    made = backend(f"endpoint:some/model:7b@{server.url}?api-version=secret")
    assert made.name == f"endpoint some/model:7b at {server.url}/embeddings"
    made.embed(["a"])
    assert made.name == f"endpoint some/model:7b at {server.url}/embeddings (3 dimensions)"
    assert server.seen[0].path == "/v1/embeddings?api-version=secret"
    assert "secret" not in repr(made) + made.name + made.licence


def test_the_model_the_server_says_it_used_is_part_of_the_name(server: Any, answers: Any) -> None:
    server.script = [answers["saying"](200, json.dumps({"model": "m-2026", "data": [{"embedding": [1, 2]}]}))]
    made = EmbeddingEndpoint("m", server.url)
    made.embed(["a"])
    assert made.name.endswith("(served by m-2026, 2 dimensions)")


def test_many_texts_go_in_batches(server: Any) -> None:
    texts = ["a" * (i % 7 + 1) for i in range(150)]
    rows = EmbeddingEndpoint("m", server.url).embed(texts)
    assert [len(seen.body["input"]) for seen in server.seen] == [64, 64, 22]
    assert np.asarray(rows).shape == (150, 3)


def test_a_busy_server_is_asked_again_after_the_pause_it_names(server: Any, answers: Any) -> None:
    saying = answers["saying"]
    past = "Wed, 01 Jan 2020 00:00:00 GMT"
    server.script = [
        saying(429, Retry_After="7"),
        saying(503, Retry_After=past),
        saying(500),
        saying(429, Retry_After="999999"),
        saying(200, "{not json"),
        answers["well"],
    ]
    clock = Clock()
    assert np.asarray(EmbeddingEndpoint("m", server.url, sleep=clock).embed(["ab"])).shape == (1, 3)
    # 7 as asked; a moment gone by asks for nothing; never more than a minute; an answer of no use needs no long wait
    key = f"{server.url}/embeddings"
    usual = [backoff(key, attempt, first=0.5) for attempt in (2, 3)]
    assert clock.pauses == [7.0, *usual, 60.0, backoff(key, 5, first=0.5, kind="answer")]


def test_a_server_that_stays_busy_is_given_up(server: Any, answers: Any) -> None:
    server.script = [answers["saying"](429)]
    clock = Clock()
    assert "gave up after 6 attempts: status 429" in refusal(EmbeddingEndpoint("m", server.url, sleep=clock), ["a"])
    assert clock.pauses == pytest.approx([0.5, 1.0, 2.0, 4.0, 8.0], rel=0.25)
    assert len(server.seen) == 6


def test_nobody_listening_is_said_plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    said = refusal(EmbeddingEndpoint("m", f"http://127.0.0.1:{port}", sleep=Clock()), ["a"])
    assert "gave up after 6 attempts" in said
    assert "check that the server runs" in said


@pytest.mark.parametrize(
    ("answer", "word"),
    [
        (data([1.0, 2.0]), "2 texts were sent, 1 vectors came back"),
        (data([1.0], [float("nan")]), "not finite"),
        (data([1.0], [float("inf")]), "not finite"),
        (data([1.0], [1.0, 2.0]), "different dimensions came back: 1, 2"),
        (data([0.0, 0.0], [1.0, 0.0]), "zero throughout"),
        (data([], []), "not a list of numbers"),
        (data(["1"], [1.0]), "not a number"),
        (data([True], [1.0]), "not a number"),
        (data("AACAPw==", "AACAPw=="), "not a list of numbers"),
        ('{"data": [{"index": 0, "embedding": [1]}, {"index": 0, "embedding": [1]}]}', "do not number the texts"),
        ('{"data": [{"index": 0, "embedding": [1]}, {"index": 2, "embedding": [1]}]}', "do not number the texts"),
        ('{"data": [{"index": 0, "embedding": [1]}, {"embedding": [1]}]}', "do not number the texts"),
        ('{"data": [1, 2]}', "no list 'data' of objects"),
        ('{"error": "no such model"}', "no list 'data' of objects"),
    ],
)
def test_answers_that_do_not_fit_are_refused_at_once(server: Any, answers: Any, answer: str, word: str) -> None:
    server.script = [answers["saying"](200, answer)]
    assert word in refusal(EmbeddingEndpoint("m", server.url), ["a", "b"])
    assert len(server.seen) == 1


@pytest.mark.parametrize("content", ["", "{", "[" * 100_000, "nothing", "[1, 2]", "null"])
def test_an_answer_that_is_no_json_object_is_asked_for_again(server: Any, answers: Any, content: str) -> None:
    server.script = [answers["saying"](200, content), answers["well"]]
    assert np.asarray(EmbeddingEndpoint("m", server.url, sleep=Clock()).embed(["ab"])).shape == (1, 3)
    assert len(server.seen) == 2


def test_it_works_where_an_event_loop_is_running(server: Any) -> None:
    async def notebook() -> Any:
        return EmbeddingEndpoint("m", server.url).embed(["ab"])

    assert np.asarray(asyncio.run(notebook())).shape == (1, 3)


def test_the_dimension_must_not_change_between_batches(server: Any, answers: Any) -> None:
    server.script = [answers["saying"](200, data(*[[1.0, 2.0]] * 64)), answers["saying"](200, data([1.0]))]
    assert "different dimensions came back: 1, 2" in refusal(EmbeddingEndpoint("m", server.url), ["a"] * 65)


def test_the_key_is_sent_and_never_shown(server: Any, answers: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RT_KEY", f"  {KEY}\n")
    endpoint = EmbeddingEndpoint("m", server.url, key_env="RT_KEY")
    endpoint.embed(["a"])
    assert server.seen[0].key == f"Bearer {KEY}"
    server.script = [answers["saying"](401, f"Incorrect API key provided: {KEY}")]
    said = refusal(endpoint, ["a"])
    assert "does not take the key" in said
    assert "Check the key in RT_KEY" in said
    server.script = [answers["saying"](400, f"bad request with {KEY} and a very long story " + "x" * 5000)]
    also = refusal(endpoint, ["a"])
    assert "bad request with [key]" in also
    assert "x" * 310 not in also
    assert KEY not in said + also + repr(endpoint) + endpoint.name


def test_a_missing_or_broken_key_is_refused_before_anything_is_sent(
    server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("RT_KEY", raising=False)
    endpoint = EmbeddingEndpoint("m", server.url, key_env="RT_KEY")
    assert "variable RT_KEY should hold the key of the embeddings endpoint and is not set" in refusal(endpoint, ["a"])
    monkeypatch.setenv("RT_KEY", "sk-one\nX-Evil: two")
    said = refusal(endpoint, ["a"])
    assert "characters that no key has" in said
    assert "sk-one" not in said
    assert server.seen == []


def test_a_redirect_is_not_followed_with_the_key(server: Any, answers: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RT_KEY", KEY)
    with answers["serving"]() as thief:
        server.script = [answers["saying"](302, Location=f"{thief.url}/embeddings?token=1")]
        said = refusal(EmbeddingEndpoint("m", server.url, key_env="RT_KEY"), ["a"])
        assert f"status 302 {thief.url}/embeddings." in said
        assert "token=1" not in said
        assert thief.seen == []


def test_a_proxy_of_the_environment_is_used(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", f"http://127.0.0.1:{server.port}")
    monkeypatch.setenv("no_proxy", "")
    monkeypatch.delenv("NO_PROXY", raising=False)
    EmbeddingEndpoint("m", "http://embeddings.invalid/v1").embed(["a"])
    assert server.seen[0].path == "http://embeddings.invalid/v1/embeddings"


@pytest.mark.skipif(shutil.which("openssl") is None, reason="needs the openssl program to make a certificate")
def test_a_certificate_authority_of_the_environment_is_trusted(
    answers: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, certificate = tmp_path / "key.pem", tmp_path / "cert.pem"
    subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"]
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", *subject]
    subprocess.run([*made, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    for name in (
        "SSL_CERT_FILE",
        "REQUESTS_CA_BUNDLE",
        "CURL_CA_BUNDLE",
        "https_proxy",
        "HTTPS_PROXY",
        "all_proxy",
        "ALL_PROXY",
    ):
        monkeypatch.delenv(name, raising=False)

    def encrypt(http: Any) -> None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        http.socket = context.wrap_socket(http.socket, server_side=True)

    with answers["serving"](encrypt) as server:
        endpoint = EmbeddingEndpoint("m", f"https://127.0.0.1:{server.port}/v1", sleep=Clock())
        assert "cannot be trusted" in refusal(endpoint, ["a"])
        assert server.seen == []
        for variable in ("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"):
            with monkeypatch.context() as patch:
                patch.setenv(variable, str(certificate))
                assert np.asarray(endpoint.embed(["a"])).shape == (1, 3)
        monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(tmp_path / "none.pem"))
        assert "none.pem cannot be read" in refusal(endpoint, ["a"])


@pytest.mark.parametrize(
    "address",
    [
        "m",
        "@http://host/v1",
        "m@ftp://host/v1",
        "m@http://",
        "m@http://user:pass-word@host/v1",
        "m@http://[::1/v1",
        "m@http://host:port/v1",
        "m@http://host/v 1",
    ],
)
def test_addresses_that_cannot_be_used_are_refused(address: str) -> None:
    with pytest.raises(BadInput) as caught:
        backend(f"endpoint:{address}")
    assert "pass-word" not in str(caught.value.problems)
    assert "endpoint:MODEL@" in caught.value.problems[0].remedy


def test_a_text_without_a_word_is_refused_before_anything_is_sent(server: Any) -> None:
    with pytest.raises(BadInput) as caught:
        EmbeddingEndpoint("m", server.url).embed(["a", " ", "...", "b"])
    assert [problem.place for problem in caught.value.problems] == ["text 2", "text 3"]
    assert server.seen == []


# Answers of embeddings endpoints, good and bad: vectors in order, or one plain word about what does not fit.


vectors = st.lists(st.lists(st.floats(-1e300, 1e300), min_size=3, max_size=3), min_size=1, max_size=6)
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["data", "index", "embedding", "model"]), inner)
    ),
    max_leaves=12,
)


def answer(*embeddings: Any) -> dict[str, Any]:
    return {"data": [{"embedding": numbers} for numbers in embeddings]}


@given(vectors, st.randoms(use_true_random=False))
def test_rows_with_an_index_are_put_in_its_order(given_: list[list[float]], random: Any) -> None:
    rows = [{"index": place, "embedding": numbers} for place, numbers in enumerate(given_)]
    random.shuffle(rows)
    assert vectors_of({"data": rows}, len(given_), None) == given_


@given(vectors)
def test_rows_without_an_index_stay_as_they_came(given_: list[list[float]]) -> None:
    assert vectors_of(answer(*given_), len(given_), 3) == given_


def test_whole_numbers_become_floats() -> None:
    found = vectors_of(answer([1, -2]), 1, None)
    assert found == [[1.0, -2.0]]
    assert all(type(number) is float for number in found[0])


@pytest.mark.parametrize(
    ("given_", "said"),
    [
        pytest.param([], "no list 'data'", id="a list"),
        pytest.param(None, "no list 'data'", id="null"),
        pytest.param({"data": {}}, "no list 'data'", id="data is an object"),
        pytest.param({"data": [1]}, "no list 'data' of objects", id="data of numbers"),
        pytest.param({"data": []}, "1 texts were sent, 0 vectors came back", id="too few"),
        pytest.param(answer([1], [2]), "1 texts were sent, 2 vectors came back", id="too many"),
        pytest.param(answer([]), "not a list of numbers", id="an empty vector"),
        pytest.param(answer("AAAA"), "not a list of numbers", id="base64"),
        pytest.param({"data": [{}]}, "not a list of numbers", id="no vector"),
        pytest.param(answer([1, None]), "not a number", id="null in a vector"),
        pytest.param(answer([True]), "not a number", id="truth in a vector"),
        pytest.param(answer(["1"]), "not a number", id="text in a vector"),
        pytest.param(answer([float("nan")]), "not finite", id="nan"),
        pytest.param(json.loads('{"data": [{"embedding": [1e999]}]}'), "not finite", id="infinite"),
        pytest.param(json.loads(f'{{"data": [{{"embedding": [1{"0" * 400}]}}]}}'), "not finite", id="too large"),
        pytest.param({"data": [{"index": 1, "embedding": [1]}]}, "do not number the texts", id="wrong index"),
        pytest.param({"data": [{"index": "0", "embedding": [1]}]}, "do not number", id="index of text"),
        pytest.param({"data": [{"index": False, "embedding": [1]}]}, "do not number", id="index of truth"),
    ],
)
def test_each_fault_is_named(given_: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        vectors_of(given_, 1, None)


def test_an_index_given_twice_or_only_to_some_is_a_fault() -> None:
    for indices in ([0, 0], [0, None], [0, 2]):
        rows = [{"index": index, "embedding": [1.0]} for index in indices]
        with pytest.raises(ValueError, match="do not number the texts"):
            vectors_of({"data": rows}, 2, None)


def test_dimensions_are_the_same_within_and_between_batches() -> None:
    with pytest.raises(ValueError, match="different dimensions came back: 1, 2"):
        vectors_of(answer([1], [1, 2]), 2, None)
    with pytest.raises(ValueError, match="different dimensions came back: 2, 3"):
        vectors_of(answer([1, 2]), 1, 3)


@given(anything, st.integers(0, 3), st.none() | st.integers(1, 3))
def test_whatever_came_is_read_or_refused_in_words(came: Any, count: int, dimension: int | None) -> None:
    with suppress(ValueError):
        assert len(vectors_of(came, count, dimension)) == count


@pytest.mark.parametrize(
    ("said", "model"),
    [("m-1", "m-1"), ("x" * 200, "x" * 80), ("", None), (7, None), (None, None), ("a\nb", None), ("\x1b[2J", None)],
)
def test_the_model_is_told_where_it_can_be_shown(said: Any, model: str | None) -> None:
    assert model_of({"model": said}) == model
    assert model_of({}) is None
