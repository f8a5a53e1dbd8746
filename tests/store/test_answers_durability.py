"""Kill -9 in the middle of saving: every acknowledged save is there, and no batch in halves."""

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from ringtrue.store.store import Store
from ringtrue.terms.item import Card, Packet

SAVER = Path(__file__).with_name("answer_saver.py")
PACKETS = 20


@pytest.mark.parametrize("acknowledged", [1, 6])
def test_a_kill_loses_nothing_that_was_acknowledged(place: str, acknowledged: int) -> None:
    with Store.open(place, create=True) as store:
        study = store.create_study("Ada", protocol={"name": "p", "version": "1", "hash": "h"}, who="lab")
        cards = (Card("c", "pair", "p", ("x", "y")),)
        study.issue_packets([Packet(f"t{n}", f"r{n}", cards) for n in range(PACKETS)], who="lab")
    command = [sys.executable, str(SAVER), place, study.id, str(PACKETS), "100000"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        said = [int(child.stdout.readline()) for _ in range(acknowledged)]
        child.kill()
        said += [int(line) for line in child.stdout.read().splitlines(keepends=True) if line.endswith("\n")]
    with Store.open(place) as store:
        handle = store.study(study.id)
        rounds = Counter(one.given.question for one in handle.answers())
        assert {f"q{number}" for number in said} <= set(rounds)
        assert len(rounds) <= len(said) + 1  # at most the one in flight
        assert set(rounds.values()) == {PACKETS}
        assert handle.verify_audit() == []
        handle.save_answers("t0", [], who="raters")
