"""Where the server may listen and what it calls itself: everything unsafe is refused, with a remedy."""

import subprocess
from pathlib import Path

import pytest

from ringtrue.terms.problem import BadInput
from ringtrue.web.addresses import Hosting, is_loopback


def refusals(hosting: Hosting) -> list[tuple[str, str]]:
    with pytest.raises(BadInput) as refused:
        hosting.check()
    assert all(problem.remedy for problem in refused.value.problems)
    return [(problem.place, problem.what) for problem in refused.value.problems]


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A certificate and its key."""
    made, key = (tmp_path_factory.mktemp("tls") / name for name in ("cert.pem", "key.pem"))
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    subprocess.run([*command, "-out", made, "-keyout", key], check=True, capture_output=True)
    return made, key


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1", "127.1.2.3"])
def test_this_machine_needs_no_tls(host: str) -> None:
    Hosting(host).check()
    assert is_loopback(host)


@pytest.mark.parametrize("host", ["192.168.1.7", "rate.example.org", "fe80::1", "127.0.0.1.example.org"])
def test_any_other_address_is_refused_without_tls(host: str) -> None:
    assert refusals(Hosting(host)) == [("--host", "Without TLS the pages are served on this machine only.")]


def test_tls_or_a_proxy_lets_it_listen_elsewhere(pair: tuple[Path, Path]) -> None:
    Hosting("192.168.1.7", 8000, *pair).check()
    Hosting("192.168.1.7", behind_proxy=True, public_url="https://rate.example.org").check()


def test_a_certificate_needs_its_key_and_both_must_be_there(pair: tuple[Path, Path], tmp_path: Path) -> None:
    assert refusals(Hosting(certificate=pair[0])) == [("--tls-cert", "A certificate and its key go together.")]
    gone = tmp_path / "gone.pem"
    assert [place for place, _ in refusals(Hosting(certificate=gone, key=gone))] == ["--tls-cert", "--tls-key"]


def test_files_that_are_no_certificate_and_key_are_told_before_anything_starts(
    pair: tuple[Path, Path], tmp_path: Path
) -> None:
    certificate, key = pair
    text, locked = tmp_path / "text.pem", tmp_path / "locked.pem"
    text.write_text("not a certificate")
    lock = ["openssl", "rsa", "-aes128", "-passout", "pass:secret", "-in", key, "-out", locked]
    subprocess.run(lock, check=True, capture_output=True)
    for first, second in ((text, key), (certificate, text), (key, certificate), (certificate, locked)):
        [(place, what)] = refusals(Hosting(certificate=first, key=second))
        assert place == "--tls-cert"
        assert what.startswith("Certificate and key cannot be used together")


def test_whoever_listens_everywhere_or_behind_a_proxy_must_say_under_which_name(pair: tuple[Path, Path]) -> None:
    everywhere = "0.0.0.0"  # noqa: S104 - that is what is refused
    assert refusals(Hosting(everywhere, 8000, *pair))[0][0] == "--public-url"
    assert refusals(Hosting(behind_proxy=True))[0][0] == "--public-url"


@pytest.mark.parametrize(
    "url",
    [
        "rate.example.org",
        "ftp://x.org",
        "https://",
        "https://x.org/path",
        "https://x.org?q",
        "https://me@x.org",
        "http://x.org",
    ],
)
def test_a_public_address_is_a_site_and_protected(url: str) -> None:
    assert refusals(Hosting(public_url=url))[0][0] == "--public-url"


def test_all_problems_come_together(tmp_path: Path) -> None:
    faulty = Hosting("10.0.0.1", certificate=None, key=tmp_path / "gone", public_url="x")
    assert [place for place, _ in refusals(faulty)] == ["--tls-cert", "--tls-key", "--host", "--public-url"]


def test_the_address_printed() -> None:
    assert Hosting(port=8123).url == "http://127.0.0.1:8123"
    assert Hosting("::1", 8123).url == "http://[::1]:8123"
    assert Hosting("10.0.0.1", 443, Path("c"), Path("k")).url == "https://10.0.0.1:443"
    assert Hosting(public_url="https://rate.example.org/").url == "https://rate.example.org"


def test_cookies_are_kept_to_tls_where_people_come_by_tls() -> None:
    assert not Hosting().secure
    assert Hosting(certificate=Path("c"), key=Path("k")).secure
    assert Hosting(behind_proxy=True, public_url="https://rate.example.org").secure
    assert not Hosting(behind_proxy=True, public_url="http://localhost:9000").secure


def test_the_names_it_answers_to() -> None:
    assert Hosting(port=8123).hosts == {"127.0.0.1:8123", "localhost:8123", "[::1]:8123"}
    proxied = Hosting(behind_proxy=True, public_url="https://Rate.Example.org").hosts
    assert "rate.example.org" in proxied
    assert "127.0.0.1:8000" in proxied
    assert Hosting("10.0.0.1", 443, Path("c"), Path("k")).hosts == {"10.0.0.1:443", "10.0.0.1"}


def test_origins_follow_the_names() -> None:
    assert "http://localhost:8123" in Hosting(port=8123).origins
    assert "https://rate.example.org" in Hosting(behind_proxy=True, public_url="https://rate.example.org").origins
    assert "http://evil.example" not in Hosting().origins
