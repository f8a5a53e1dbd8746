"""`ringtrue demo`: runs without arguments, is labelled simulated, and tells the speakers apart."""

import json


def test_the_demo_says_it_is_simulated_and_what_the_gate_decided(run) -> None:
    done = run("demo")
    assert done.returncode == 0
    assert done.stdout.startswith("SIMULATED")
    assert done.stderr == ""


def test_the_speakers_are_told_apart_as_they_should_be(run) -> None:
    document = json.loads(run("demo", "--json").stdout)
    assert document["simulated"] is True
    outcomes = {speaker: gate["outcome"] for speaker, gate in document["gates"].items()}
    assert outcomes["the person himself"] == "indistinguishable"
    assert outcomes["a generic bot"] == "told apart"
    assert outcomes["a caricature"] == "told apart"
    assert outcomes["raters who guess"] == "cannot be told"
    assert document["gates"]["a caricature"]["preferred"] is True
