"""`ringtrue serve` as a program: where it listens, what it says, how it ends, and what it refuses to do."""

import json
import os
import pty
import signal
import socket
import ssl
import subprocess
import sys
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path
from select import select

import pytest

from hosted_studies import PASSWORD, Server, lite_study, serving


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return lite_study(tmp_path_factory.mktemp("serve") / "study").folder


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    place = tmp_path_factory.mktemp("tls")
    made, key = place / "cert.pem", place / "key.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    names = ["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
    subprocess.run([*command, *names, "-out", made, "-keyout", key], check=True, capture_output=True)
    return made, key


def refused(folder: Path, *options: str) -> list[dict[str, str]]:
    command = [sys.executable, "-m", "ringtrue", "serve", str(folder), "--json", *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL, check=False)
    assert done.returncode == 2, done.stderr
    problems: list[dict[str, str]] = json.loads(done.stdout)["problems"]
    return problems


def test_unsafe_and_impossible_places_are_refused_with_a_remedy(folder: Path, tmp_path: Path) -> None:
    everywhere = "0.0.0.0"  # noqa: S104 - that is what is refused
    [problem] = refused(folder, "--host", everywhere, "--public-url", "https://rate.example.org")
    assert problem["what"] == "Without TLS the pages are served on this machine only."
    assert "--behind-proxy" in problem["remedy"]
    [problem] = refused(tmp_path / "nothing-here")
    assert problem["what"] == "There is no study in this folder."


def test_a_port_that_is_taken(folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        [problem] = refused(folder, "--port", str(taken.getsockname()[1]))
    assert problem["place"] == "--port"
    assert "listen" in problem["what"]


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_told_to_end_it_ends_well(folder: Path, how: int) -> None:
    server = Server(folder, "--quiet")
    with socket.create_connection(("127.0.0.1", server.port)):  # a visitor who says nothing does not hold it up
        assert server.end(how) == 0
    assert "Traceback" not in server.log.read_text(encoding="utf-8")


def test_what_is_under_way_is_finished_first(folder: Path) -> None:
    server = Server(folder)
    connection = HTTPConnection("127.0.0.1", server.port, timeout=30)
    connection.request("GET", "/")
    connection.getresponse().read()
    connection.request("GET", "/static/page.js")
    server.process.send_signal(signal.SIGTERM)
    reply = connection.getresponse()
    assert reply.status == 200
    assert len(reply.read()) == int(reply.headers["content-length"])
    connection.close()
    assert server.end() == 0


def test_over_tls_cookies_are_secure_and_bound_to_the_host(folder: Path, certificate: tuple[Path, Path]) -> None:
    made, key = certificate
    with serving(folder, "--tls-cert", str(made), "--tls-key", str(key)) as server:
        assert server.url == f"https://127.0.0.1:{server.port}"
        trust = ssl.create_default_context(cafile=str(made))
        connection = HTTPSConnection("127.0.0.1", server.port, context=trust, timeout=30)
        connection.request("GET", "/organiser/log-in")
        reply = connection.getresponse()
        cookie = reply.headers["set-cookie"]
        reply.read()
        connection.close()
    assert cookie.startswith("__Host-ringtrue-form=")
    assert {"HttpOnly", "Path=/", "SameSite=strict", "Secure"} <= set(cookie.split("; "))


def test_behind_a_proxy_its_word_is_taken_and_links_have_the_public_address(tmp_path: Path) -> None:
    study = lite_study(tmp_path / "study")
    options = ("--behind-proxy", "--public-url", "https://rate.example.org")
    server_port = 0
    with serving(study.folder, *options, port=_free_port()) as server:
        assert server.said["dashboard"] == "https://rate.example.org/organiser"
        assert server.said["set_up"].startswith("https://rate.example.org/set-up/")
        server_port = int(server.process.args[server.process.args.index("--port") + 1])  # type: ignore[union-attr,index]
        connection = HTTPConnection("127.0.0.1", server_port, timeout=30)
        headers = {"Host": "rate.example.org", "X-Forwarded-For": "198.51.100.1, 203.0.113.9"}
        connection.request("GET", "/organiser/log-in", headers=headers)
        reply = connection.getresponse()
        reply.read()
        assert reply.status == 200
        assert "Secure" in reply.headers["set-cookie"]
        connection.request("GET", "/", headers={"Host": "evil.example"})
        assert connection.getresponse().status == 421
        connection.close()
    log = server.log.read_text(encoding="utf-8")
    assert "203.0.113.9 GET /organiser/log-in 200" in log  # the last hop, which the proxy itself wrote
    assert "198.51.100.1" not in log


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


def test_at_a_terminal_it_asks_for_a_name_and_a_password_that_will_do(tmp_path: Path) -> None:
    study = lite_study(tmp_path / "study")
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "ringtrue", "serve", str(study.folder), "--port", "0", "--who", "Ines"]
    process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True)
    os.close(theirs)
    said = _talk(ours, [("Name", "\n"), ("Password", "short\n"), ("Repeat", "short\n"), ("Name", "\n")])
    said += _talk(ours, [("Password", f"{PASSWORD}\n"), ("Repeat", f"{PASSWORD}\n"), ("Ctrl-C", "")])
    process.send_signal(signal.SIGINT)
    assert process.wait(30) == 0
    os.close(ours)
    assert "Use 10 to 200 characters." in said
    assert PASSWORD not in said
    assert "/set-up/" not in said
    assert "Dashboard: http://127.0.0.1:" in said
    with study.records() as records:
        from ringtrue.store.access import Access

        assert Access(records).organisers() == ["Ines"]
        assert Access(records).log_in("Ines", PASSWORD)


def _talk(terminal: int, exchange: list[tuple[str, str]]) -> str:
    """Wait for each prompt, type the answer, and keep all that was said."""
    said = ""
    for prompt, answer in exchange:
        heard = ""
        while prompt not in heard:
            ready, _, _ = select([terminal], [], [], 60)
            assert ready, said + heard
            heard += os.read(terminal, 4096).decode("utf-8", "replace")
        said += heard
        os.write(terminal, answer.encode())
    return said


def test_its_help_has_an_example() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ringtrue", "serve", "--help"], capture_output=True, text=True, check=True
    )
    assert "ringtrue serve my-study --open" in done.stdout


def test_nothing_of_it_is_loaded_by_another_command() -> None:
    code = "import sys, ringtrue.cli.serve, ringtrue.study; print([name for name in sys.modules if name in %r])"
    heavy = ("fastapi", "uvicorn", "starlette", "jinja2", "pydantic")
    done = subprocess.run([sys.executable, "-c", code % (heavy,)], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
