"""The server's life: a place to listen or a refusal, a site opened and closed, and a clean end when told."""

import signal
import socket
from pathlib import Path

import pytest

from hosted_studies import Server, lite_study
from ringtrue.terms import BadInput
from ringtrue.web import Hosting, listening, opened_site


def test_port_0_takes_a_free_one_and_the_settings_know_it() -> None:
    with listening(Hosting(port=0)) as (listener, hosting):
        assert hosting.port == listener.getsockname()[1] > 0
        assert hosting.url == f"http://127.0.0.1:{hosting.port}"
        with socket.create_connection(("127.0.0.1", hosting.port), timeout=30):
            pass
    assert listener.fileno() == -1  # closed with the block


def test_ipv6_is_listened_on_where_it_is_asked_for() -> None:
    try:
        with socket.create_server(("::1", 0), family=socket.AF_INET6):
            pass
    except OSError:
        pytest.skip("this machine has no IPv6 loopback")
    with listening(Hosting("::1", 0)) as (listener, hosting):
        assert listener.family == socket.AF_INET6
        assert hosting.url == f"http://[::1]:{hosting.port}"


def test_a_place_that_is_taken_is_refused_with_a_remedy() -> None:
    with listening(Hosting(port=0)) as (_, hosting), pytest.raises(BadInput) as refused, listening(hosting):
        pass
    (problem,) = refused.value.problems
    assert (problem.file, problem.place, problem.value) == ("ringtrue serve", "--port", f"127.0.0.1:{hosting.port}")
    assert "in use" in problem.what
    assert problem.remedy == "Choose another with --port, or end what listens there."


@pytest.mark.parametrize("port", [-1, 65_536, 10**9])
def test_a_port_that_is_none_is_refused(port: int) -> None:
    with pytest.raises(BadInput, match="It is not possible to listen here"), listening(Hosting(port=port)):
        pass


@pytest.mark.parametrize("host", ["203.0.113.7", "no such host", "256.0.0.1"])
def test_an_address_that_is_not_ours_is_refused(host: str) -> None:
    with pytest.raises(BadInput, match="It is not possible to listen here"), listening(Hosting(host, 0)):
        pass


def test_a_site_asks_for_a_first_organiser_until_there_is_one(tmp_path: Path) -> None:
    study = lite_study(tmp_path / "study")
    with opened_site(study, Hosting()) as site:
        assert site.first_start.token
        site.desk.access.set_organiser("Ines Vogel", "four boats in the harbour", who="Ines Vogel")
        site.gate.set("paused", who="Ines Vogel")
        site.saver.close()
    with opened_site(study, Hosting()) as site:
        assert not site.first_start.token
        assert site.gate.state == "paused"
        site.saver.close()


def test_being_told_to_end_is_no_error_and_frees_the_place(tmp_path: Path) -> None:
    lite_study(tmp_path / "study")
    server = Server(tmp_path / "study", "--quiet")
    try:
        assert server.visitor().get("/").status == 200  # it listens when it says so
    finally:
        code = server.end(signal.SIGINT)
    assert code == 0
    log = server.log.read_text(encoding="utf-8")
    assert "Traceback" not in log
    assert "GET /" not in log  # quiet
    with listening(Hosting(port=server.port)):
        pass
