"""The way out: proxies of the environment, certificates of one's own, no name and password in what is shown."""

import ssl
import subprocess
from pathlib import Path
from shutil import which

import pytest

from callers import ask_all, calls, openai
from model_server import ModelServer
from ringtrue.http.address import proxy_for, shown, trusted
from ringtrue.store.study_store import StudyStore
from ringtrue.terms.call import Refused


@pytest.fixture(autouse=True)
def _no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http", "https", "all", "no"):
        for variable in (f"{name}_proxy", f"{name}_PROXY".upper()):
            monkeypatch.delenv(variable, raising=False)
    for variable in ("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE"):
        monkeypatch.delenv(variable, raising=False)


@pytest.mark.parametrize(
    ("environment", "url", "proxy"),
    [
        ({}, "http://h/v1", None),
        ({"http_proxy": "http://p:1"}, "http://h/v1", "http://p:1"),
        ({"http_proxy": "http://p:1"}, "https://h/v1", None),
        ({"HTTPS_PROXY": "p:1"}, "https://h/v1", "http://p:1"),
        ({"all_proxy": "http://p:1"}, "https://h/v1", "http://p:1"),
        ({"http_proxy": "http://p:1", "no_proxy": "h,x"}, "http://h:8080/v1", None),
        ({"http_proxy": "http://p:1", "no_proxy": ".h.org"}, "http://api.h.org/v1", None),
        ({"http_proxy": "http://p:1", "no_proxy": "*"}, "http://h/v1", None),
    ],
)
def test_the_proxy_of_an_address(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], url: str, proxy: str | None
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert proxy_for(url) == proxy


def test_calls_go_through_the_proxy(study: StudyStore, monkeypatch: pytest.MonkeyPatch) -> None:
    with ModelServer() as proxy:  # a proxy gets the whole address, and this one answers itself
        monkeypatch.setenv("http_proxy", f"http://name:word@127.0.0.1:{proxy.port}")
        outcomes = ask_all(study, openai("http://model.invalid/v1"), calls(2))
    assert all(one.text for one in outcomes.values())
    assert {asked.headers["host"] for asked in proxy.requests} == {"model.invalid"}
    assert "proxy-authorization" in proxy.requests[0].headers


def test_a_dead_proxy_is_named_without_its_password(study: StudyStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://name:secretword@127.0.0.1:1")
    with pytest.raises(Refused, match=r"through the proxy http://127\.0\.0\.1:1") as refused:
        ask_all(study, openai("http://model.invalid/v1"), calls(2))
    assert "secretword" not in repr(list(study.calls())) + str(refused.value)


def test_an_address_is_shown_without_its_password() -> None:
    assert shown("http://me:pass@h:1/v1?token=x#y") == "http://h:1/v1"


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for 127.0.0.1 that nobody has signed but itself, with its key."""
    if which("openssl") is None:
        pytest.skip("openssl is not installed: TLS is not tried")
    path = tmp_path_factory.mktemp("tls") / "own.pem"
    names = "subjectAltName=IP:127.0.0.1"
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=ringtrue test"]
    command = [*made, "-addext", names, "-keyout", str(path), "-out", f"{path}.crt"]
    subprocess.run(command, check=True, capture_output=True)
    return path


def serving(certificate: Path) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(f"{certificate}.crt", certificate)
    return context


@pytest.mark.parametrize("way", ["ca", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE"])
def test_a_certificate_of_ones_own_is_believed(
    study: StudyStore, certificate: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    settings = {"ca": f"{certificate}.crt"} if way == "ca" else {}
    if way != "ca":
        monkeypatch.setenv(way, f"{certificate}.crt")
    with ModelServer(tls=serving(certificate)) as server:
        outcomes = ask_all(study, openai(server.url, **settings), calls(2))
    assert all(one.text for one in outcomes.values())


def test_a_stranger_is_not_believed_and_the_remedy_is_told(study: StudyStore, certificate: Path) -> None:
    with ModelServer(tls=serving(certificate)) as server:
        with pytest.raises(Refused, match="cannot be trusted") as refused:
            ask_all(study, openai(server.url), calls(50))
        assert server.count == 0
    assert "SSL_CERT_FILE" in refused.value.remedy


def test_certificates_that_are_none_are_refused(tmp_path: Path) -> None:
    (tmp_path / "ca.pem").write_text("no certificate")
    for name in ("ca.pem", "missing.pem"):
        with pytest.raises(Refused, match=name):
            trusted("https://h/v1", name, tmp_path)
    assert trusted("http://h/v1", "missing.pem", tmp_path) is None
