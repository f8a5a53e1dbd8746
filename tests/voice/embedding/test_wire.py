"""JSON over a real line: what is sent, what is tried again, what is refused, and what is never shown."""

import http.server
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.voice.embedding import EmbeddingFailed
from ringtrue.voice.embedding.wire import Wire, shown

KEY = "sk-nobody-may-see-this"


@pytest.fixture
def wire(server: Any) -> Wire:
    return Wire(server.url, None, lambda _: None)


def failure(wire: Wire) -> dict[str, str]:
    with pytest.raises(EmbeddingFailed) as caught:
        wire.send({"model": "m", "input": ["a"]})
    (problem,) = caught.value.problems
    return problem.as_dict()


def test_the_body_arrives_whole_and_the_answer_comes_back(wire: Wire, server: Any) -> None:
    body = {"model": "m", "input": ['na\u00efve \U0001f600 \ud800 "quoted"\n']}
    assert wire.send(body)["model"] == "m"
    assert server.seen[0].body == body
    assert server.seen[0].key is None


def test_the_key_is_read_anew_for_every_request(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    wire = Wire(server.url, "RINGTRUE_TEST_KEY", lambda _: None)
    for key in (KEY, f"  {KEY}2\n"):
        monkeypatch.setenv("RINGTRUE_TEST_KEY", key)
        wire.send({"model": "m", "input": ["a"]})
    assert [seen.key for seen in server.seen] == [f"Bearer {KEY}", f"Bearer {KEY}2"]
    assert KEY not in repr(wire) + str(vars(wire))


@pytest.mark.parametrize(("key", "said"), [(None, "is not set"), ("  ", "is not set"), ("s\u00e9cret", "unusual")])
def test_without_a_usable_key_nothing_is_sent(
    server: Any, monkeypatch: pytest.MonkeyPatch, key: str | None, said: str
) -> None:
    monkeypatch.delenv("RINGTRUE_TEST_KEY", raising=False)
    if key is not None:
        monkeypatch.setenv("RINGTRUE_TEST_KEY", key)
    problem = failure(Wire(server.url, "RINGTRUE_TEST_KEY", lambda _: None))
    assert said in problem["what"]
    assert "RINGTRUE_TEST_KEY" in problem["what"]
    assert "s\u00e9cret" not in str(problem)
    assert server.seen == []


def test_a_server_that_stays_busy_is_given_up_after_six_attempts(server: Any, answers: Any) -> None:
    server.script = [answers["saying"](503)]
    pauses: list[float] = []
    problem = failure(Wire(server.url, None, pauses.append))
    assert problem["what"] == "gave up after 6 attempts: HTTP 503"
    assert len(server.seen) == 6
    assert pauses == [0.5, 1.0, 2.0, 4.0, 8.0]


@pytest.mark.parametrize("content", ["", "{", "[" * 100_000, "nothing"])
def test_an_answer_that_is_no_json_is_asked_for_again(wire: Wire, server: Any, answers: Any, content: str) -> None:
    server.script = [answers["saying"](200, content), answers["saying"](200, '{"fine": 1}')]
    assert wire.send({"model": "m", "input": []}) == {"fine": 1}


def test_a_refused_key_is_named_by_its_variable_and_the_servers_words_are_left_out(
    server: Any, answers: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RINGTRUE_TEST_KEY", KEY)
    for status in (401, 403):
        server.script = [answers["saying"](status, f"wrong key {KEY[:8]}")]
        problem = failure(Wire(server.url, "RINGTRUE_TEST_KEY", lambda _: None))
        assert problem["what"] == f"the server refused the key (HTTP {status})"
        assert problem["remedy"] == "check the key in RINGTRUE_TEST_KEY"
        assert KEY[:8] not in str(problem)


def test_other_refusals_are_shown_in_short_without_the_key(
    server: Any, answers: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RINGTRUE_TEST_KEY", KEY)
    server.script = [answers["saying"](400, f"no model m\x1b[2J for {KEY} " + "x" * 5000)]
    problem = failure(Wire(server.url, "RINGTRUE_TEST_KEY", lambda _: None))
    assert problem["what"] == "HTTP 400"
    assert problem["value"].startswith("no model m[2J for [key] xxx")
    assert len(problem["value"]) == 200
    assert len(server.seen) == 1


def test_redirects_are_not_followed_and_where_they_lead_is_told_without_secrets(
    wire: Wire, server: Any, answers: Any
) -> None:
    for status in (301, 302, 307, 308):
        server.script = [answers["saying"](status, Location="https://u:pw@elsewhere.invalid/v2?token=x#y")]
        problem = failure(wire)
        assert problem["what"] == f"the address has moved (HTTP {status})"
        assert problem["remedy"] == "give the address it points to: https://elsewhere.invalid/v2"


@pytest.fixture
def cut_short() -> Iterator[str]:
    """A server that promises more than it sends."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(200)
            self.send_header("Content-Length", "1000")
            self.end_headers()
            self.wfile.write(b'{"half": ')

        def log_message(self, *_: object) -> None:
            """Keep quiet."""

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as running:
        thread = threading.Thread(target=running.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield f"http://127.0.0.1:{running.server_address[1]}/"
        running.shutdown()
        thread.join()


def test_an_answer_cut_short_and_a_closed_door_are_tried_again_and_then_told(
    cut_short: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    assert failure(Wire(cut_short, None, lambda _: None))["what"].startswith("gave up after 6 attempts")
    closed = failure(Wire("http://127.0.0.1:1/", None, lambda _: None))
    assert closed["what"].startswith("gave up after 6 attempts: ConnectionRefusedError")
    assert closed["file"] == "http://127.0.0.1:1/"


@pytest.mark.parametrize(
    ("url", "printed"),
    [
        ("https://user:pass@host:8443/v1?key=x#frag", "https://host:8443/v1"),
        ("http://host/v1", "http://host/v1"),
        ("https://a@b@host/", "https://host/"),
        ("http://[::1/", "(not an address)"),
        ("", ""),
    ],
)
def test_addresses_are_shown_without_what_is_nobodys_business(url: str, printed: str) -> None:
    assert shown(url) == printed


@given(st.text(max_size=40))
def test_any_address_can_be_shown(rest: str) -> None:
    for url in (rest, f"https://user:{rest}@host/", f"https://host/v1?{rest}"):
        assert isinstance(shown(url), str)
