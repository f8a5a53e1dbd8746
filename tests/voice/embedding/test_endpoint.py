"""The endpoint backend against a real server: order, batches, retries, refusals, and a key that never shows."""

import json
import shutil
import socket
import ssl
import subprocess
import traceback
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ringtrue.terms import BadInput
from ringtrue.voice.embedding import EmbeddingFailed, backend
from ringtrue.voice.embedding.endpoint import Endpoint

KEY = "sk-a-key-nobody-may-see"


class Clock:
    """Pauses that are noted instead of waited for."""

    def __init__(self) -> None:
        self.pauses: list[float] = []

    def __call__(self, seconds: float) -> None:
        self.pauses.append(seconds)


def data(*vectors: Any) -> str:
    return json.dumps({"data": [{"index": i, "embedding": vector} for i, vector in enumerate(vectors)]})


def refusal(endpoint: Endpoint, texts: list[str]) -> str:
    """Everything a user could see of a failure, as one text."""
    with pytest.raises(EmbeddingFailed) as caught:
        endpoint.embed(texts)
    problems = " ".join(" ".join(problem.as_dict().values()) for problem in caught.value.problems)
    return problems + repr(caught.value) + "".join(traceback.format_exception(caught.value))


def test_vectors_come_in_the_order_of_the_texts_and_have_length_one(server: Any) -> None:
    rows = Endpoint("m", server.url).embed(["aab", "bbbb"])
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
    made = Endpoint("m", server.url)
    made.embed(["a"])
    assert made.name.endswith("(served by m-2026, 2 dimensions)")


def test_many_texts_go_in_batches(server: Any) -> None:
    texts = ["a" * (i % 7 + 1) for i in range(150)]
    rows = Endpoint("m", server.url).embed(texts)
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
    assert np.asarray(Endpoint("m", server.url, pause=clock).embed(["ab"])).shape == (1, 3)
    # 7 as asked; a moment gone by is no pause; the third of the doubling pauses; never more than a minute; the fifth
    assert clock.pauses == [7.0, 0.0, 2.0, 60.0, 8.0]


def test_a_server_that_stays_busy_is_given_up(server: Any, answers: Any) -> None:
    server.script = [answers["saying"](429)]
    clock = Clock()
    assert "gave up after 6 attempts: HTTP 429" in refusal(Endpoint("m", server.url, pause=clock), ["a"])
    assert clock.pauses == [0.5, 1.0, 2.0, 4.0, 8.0]
    assert len(server.seen) == 6


def test_nobody_listening_is_said_plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    said = refusal(Endpoint("m", f"http://127.0.0.1:{port}", pause=Clock()), ["a"])
    assert "ConnectionRefusedError" in said
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
        ("[1, 2]", "no list 'data' of objects"),
        ("null", "no list 'data' of objects"),
        ('{"error": "no such model"}', "no list 'data' of objects"),
    ],
)
def test_answers_that_do_not_fit_are_refused_at_once(server: Any, answers: Any, answer: str, word: str) -> None:
    server.script = [answers["saying"](200, answer)]
    assert word in refusal(Endpoint("m", server.url), ["a", "b"])
    assert len(server.seen) == 1


def test_the_dimension_must_not_change_between_batches(server: Any, answers: Any) -> None:
    server.script = [answers["saying"](200, data(*[[1.0, 2.0]] * 64)), answers["saying"](200, data([1.0]))]
    assert "different dimensions came back: 1, 2" in refusal(Endpoint("m", server.url), ["a"] * 65)


def test_the_key_is_sent_and_never_shown(server: Any, answers: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RT_KEY", f"  {KEY}\n")
    endpoint = Endpoint("m", server.url, key_env="RT_KEY")
    endpoint.embed(["a"])
    assert server.seen[0].key == f"Bearer {KEY}"
    server.script = [answers["saying"](401, f"Incorrect API key provided: {KEY[:6]}***")]
    said = refusal(endpoint, ["a"])
    assert "refused the key" in said
    assert "check the key in RT_KEY" in said
    server.script = [answers["saying"](400, f"bad request with {KEY} and a very long story " + "x" * 5000)]
    also = refusal(endpoint, ["a"])
    assert "bad request with [key]" in also
    assert "x" * 300 not in also
    assert KEY not in said + also + repr(endpoint) + endpoint.name
    assert KEY[:6] not in said


def test_a_missing_or_broken_key_is_refused_before_anything_is_sent(
    server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("RT_KEY", raising=False)
    endpoint = Endpoint("m", server.url, key_env="RT_KEY")
    assert "the variable RT_KEY is not set" in refusal(endpoint, ["a"])
    monkeypatch.setenv("RT_KEY", "sk-one\nX-Evil: two")
    said = refusal(endpoint, ["a"])
    assert "unusual characters" in said
    assert "sk-one" not in said
    assert server.seen == []


def test_a_redirect_is_not_followed_with_the_key(server: Any, answers: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RT_KEY", KEY)
    with answers["serving"]() as thief:
        server.script = [answers["saying"](302, Location=f"{thief.url}/embeddings?token=1")]
        said = refusal(Endpoint("m", server.url, key_env="RT_KEY"), ["a"])
        assert f"give the address it points to: {thief.url}/embeddings" in said
        assert "token=1" not in said
        assert thief.seen == []


def test_a_proxy_of_the_environment_is_used(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", f"http://127.0.0.1:{server.port}")
    monkeypatch.setenv("no_proxy", "")
    monkeypatch.delenv("NO_PROXY", raising=False)
    Endpoint("m", "http://embeddings.invalid/v1").embed(["a"])
    assert server.seen[0].path == "http://embeddings.invalid/v1/embeddings"


@pytest.mark.skipif(shutil.which("openssl") is None, reason="needs the openssl program to make a certificate")
def test_a_certificate_authority_of_the_environment_is_trusted(
    answers: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, certificate = tmp_path / "key.pem", tmp_path / "cert.pem"
    subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"]
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", *subject]
    subprocess.run([*made, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    for name in ("REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)

    def encrypt(http: Any) -> None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        http.socket = context.wrap_socket(http.socket, server_side=True)

    with answers["serving"](encrypt) as server:
        endpoint = Endpoint("m", f"https://127.0.0.1:{server.port}/v1", pause=Clock())
        assert "its certificate is not trusted" in refusal(endpoint, ["a"])
        assert server.seen == []
        for variable in ("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"):
            with monkeypatch.context() as patch:
                patch.setenv(variable, str(certificate))
                assert np.asarray(endpoint.embed(["a"])).shape == (1, 3)
        monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(tmp_path / "none.pem"))
        assert "REQUESTS_CA_BUNDLE cannot be read" in refusal(endpoint, ["a"])


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
        Endpoint("m", server.url).embed(["a", " ", "...", "b"])
    assert [problem.place for problem in caught.value.problems] == ["text 2", "text 3"]
    assert server.seen == []
