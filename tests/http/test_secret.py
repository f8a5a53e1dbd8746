"""API keys: read late, shown nowhere."""

import copy
import logging
import pickle
from pathlib import Path

import pytest

from callers import ask_all, calls, openai
from model_server import Asked, Fault, ModelServer
from ringtrue.http.secret import Secret, key_of
from ringtrue.store.study_store import StudyStore
from ringtrue.terms.call import Refused
from ringtrue.terms.item import Speaker

KEY = "sk-" + "Zq7" * 12


def test_a_secret_shows_itself_nowhere() -> None:
    secret = Secret(KEY)
    assert KEY not in f"{secret} {secret!r} {[secret]} {vars(type(secret))}"
    assert secret.reveal() == KEY
    for write in (pickle.dumps, copy.deepcopy):
        with pytest.raises(TypeError):
            write(secret)


def test_it_is_taken_out_of_other_peoples_words() -> None:
    assert Secret(KEY).hide(f"bad key {KEY}, {KEY}!") == "bad key [key], [key]!"
    assert Secret("x").hide("exact words") == "exact words"  # the key of a local server is no secret


def speaker(**settings: str) -> Speaker:
    return Speaker("clone", "openai", {"model": "m", **settings})


def test_where_a_key_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("USUAL", raising=False)
    assert key_of(speaker(), tmp_path, usual="USUAL") is None
    monkeypatch.setenv("USUAL", "from-the-usual")
    monkeypatch.setenv("MINE", "  from-mine\n")
    (tmp_path / "key").write_text("from-a-file\n")
    found = [
        key_of(speaker(**settings), tmp_path, usual="USUAL")
        for settings in ({}, {"key_env": "MINE"}, {"key_file": "key"}, {"key_file": "key", "key_env": "MINE"})
    ]
    assert [one.reveal() for one in found if one] == ["from-the-usual", "from-mine", "from-a-file", "from-a-file"]


@pytest.mark.parametrize(
    ("content", "said"),
    [(None, "cannot be read"), (b"", "is empty"), (b"two words", "characters"), (b"k\xe9y\x80", "not text")],
)
def test_a_key_file_of_no_use_is_refused_without_its_content(tmp_path: Path, content: bytes | None, said: str) -> None:
    if content is not None:
        (tmp_path / "key").write_bytes(content)
    with pytest.raises(Refused, match=said) as refused:
        key_of(speaker(key_file="key"), tmp_path, usual="USUAL")
    assert "two words" not in str(refused.value)


def everything_written(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


@pytest.mark.parametrize("status", [200, 400, 401, 404, 429, 500])
def test_a_server_that_repeats_the_key_does_not_get_it_written(
    study: StudyStore,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
    status: int,
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    caplog.set_level(logging.DEBUG)

    def script(asked: Asked) -> Fault | None:
        assert asked.headers["authorization"] == f"Bearer {KEY}"
        return Fault(status, f"I got {asked.headers['authorization']}, {KEY}.")

    told = ""
    with ModelServer(script=script) as server:
        adapter = openai(server.url)
        try:
            told = repr(ask_all(study, adapter, calls(3), attempts=2, concurrency=1))
        except Refused as refused:
            told = f"{refused!r} {refused.problem()} {refused.__cause__!r}"
    rows = repr(list(study.calls()))
    assert "[key]" in rows
    printed = capfd.readouterr()
    shown = f"{told} {rows} {adapter!r} {vars(adapter)!r} {adapter.label} {caplog.text} {printed}"
    assert KEY not in shown
    assert KEY.encode() not in everything_written(tmp_path)
