"""The garbage collector is calm during a run, and as before after it."""

import gc

from callers import Scripted, ask_all, calls
from ringtrue.store import StudyStore


def test_it_is_put_back(study: StudyStore) -> None:
    before = gc.get_threshold()
    during: list[tuple[int, int, int]] = []

    def answer(call: object) -> str:
        during.append(gc.get_threshold())
        return "Yes."

    ask_all(study, Scripted(answer), calls(1))
    assert during[0][0] > before[0]
    assert gc.get_threshold() == before


def test_one_that_is_off_stays_off(study: StudyStore) -> None:
    before = gc.get_threshold()
    gc.set_threshold(0)
    try:
        ask_all(study, Scripted(lambda _: "Yes."), calls(1))
        assert gc.get_threshold()[0] == 0
    finally:
        gc.set_threshold(*before)
