"""`ringtrue run` when things go wrong: faults, a killed program, a dead endpoint, a wrong key, a wrong model."""

import json
from pathlib import Path

import pytest

from model_server import ModelServer, by_share, never
from ringtrue.study.study import Study
from scenario_files import CLONE, JUDGE, clone_and_judge, sparing
from scenario_runs import KEY, arguments, killed_at, started

COUNT = 40
CONCURRENCY = 8


@pytest.fixture(scope="module")
def server():
    with ModelServer(answer=clone_and_judge, key=KEY, models=(CLONE, JUDGE), latency=0.01) as running:
        yield running


@pytest.fixture(scope="module")
def clean(run, server: ModelServer, tmp_path_factory: pytest.TempPathFactory) -> float:
    """The aggregate without any fault."""
    done = run(*arguments(tmp_path_factory.mktemp("clean"), server.url, "--json", count=COUNT), OPENAI_API_KEY=KEY)
    return float(json.loads(done.stdout)["estimates"]["aggregate_fidelity"]["value"])


def test_faults_of_every_kind_change_nothing(run, server: ModelServer, clean: float, tmp_path: Path) -> None:
    server.script = sparing(by_share({"429": 0.1, "500": 0.1, "hang": 0.03, "malformed": 0.03}, seed=5))
    given = arguments(tmp_path, server.url, "--json", "--timeout", "3", "--concurrency", "16", count=COUNT)
    done = run(*given, OPENAI_API_KEY=KEY)
    server.script = never
    document = json.loads(done.stdout)
    assert document["coverage"] == 1.0, done.stderr
    assert document["estimates"]["aggregate_fidelity"]["value"] == clean
    assert "retried" in done.stderr


def test_a_killed_run_goes_on_and_repeats_no_more_than_was_in_flight(
    run, server: ModelServer, clean: float, tmp_path: Path
) -> None:
    given = arguments(tmp_path, server.url, "--json", "--concurrency", str(CONCURRENCY), count=COUNT)
    before = server.count
    killed_at(server, given, before + COUNT)
    assert Study.open(tmp_path / "run").doctor() == []
    done = run(*given, OPENAI_API_KEY=KEY)
    assert json.loads(done.stdout)["estimates"]["aggregate_fidelity"]["value"] == clean
    assert server.count - before - 2 * COUNT <= CONCURRENCY
    assert Study.open(tmp_path / "run").doctor() == []


@pytest.mark.parametrize("way", ["dead endpoint", "wrong key", "wrong model", "no such host"])
def test_a_run_that_cannot_work_says_so_once_and_keeps_what_it_has(
    run, server: ModelServer, tmp_path: Path, way: str
) -> None:
    urls = {"dead endpoint": "http://127.0.0.1:9/v1", "no such host": "http://nowhere.invalid/v1"}
    given = arguments(tmp_path, urls.get(way, server.url), count=COUNT)
    if way == "wrong model":
        given = [part.replace(f"openai:{CLONE}@", "openai:mispelt@") for part in given]
    before = server.count
    done = run(*given, OPENAI_API_KEY="k-another" if way == "wrong key" else KEY)
    assert done.returncode in (2, 3)
    assert done.stderr.count("Stopped: ") == 1
    assert "Traceback" not in done.stderr
    assert "k-another" not in done.stderr + done.stdout
    expected = {"wrong key": "key", "wrong model": "mispelt", "dead endpoint": "127.0.0.1:9", "no such host": "nowhere"}
    assert expected[way] in done.stderr
    assert server.count - before <= CONCURRENCY + 2  # no thousand identical errors
    assert not (tmp_path / "run" / "test_results.yaml").exists()  # what was never asked is no zero
    assert Study.open(tmp_path / "run").doctor() == []


def test_ctrl_c_ends_in_good_order(run, server: ModelServer, clean: float, tmp_path: Path) -> None:
    given = arguments(tmp_path, server.url, "--json", count=COUNT)
    process = started(given)
    first = server.count

    def hook(asked: object) -> None:
        if server.count - first == COUNT:
            import signal

            process.send_signal(signal.SIGINT)

    server.on_request = hook
    out, err = process.communicate()
    server.on_request = None
    assert process.returncode == 3, err
    assert json.loads(out)["scored"] < COUNT
    assert "continues from here" in err
    assert Study.open(tmp_path / "run").doctor() == []
    done = run(*given, OPENAI_API_KEY=KEY)
    assert json.loads(done.stdout)["estimates"]["aggregate_fidelity"]["value"] == clean
    assert server.count - first == 2 * COUNT  # nothing was asked twice
