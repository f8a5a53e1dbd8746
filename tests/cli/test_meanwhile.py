"""What is got ready meanwhile is done at the end of the block, whatever became of that."""

from threading import Event, current_thread

import pytest

from ringtrue.cli.meanwhile import meanwhile


def test_it_is_done_in_another_thread_by_the_end() -> None:
    done_by: list[object] = []
    with meanwhile(lambda: done_by.append(current_thread())):
        pass
    assert len(done_by) == 1
    assert done_by[0] is not current_thread()


def test_an_error_within_comes_through_and_it_is_done_all_the_same() -> None:
    done: list[bool] = []
    with pytest.raises(ZeroDivisionError), meanwhile(lambda: done.append(True)):
        1 / 0  # noqa: B018
    assert done == [True]


def test_what_is_done_within_may_wait_for_it() -> None:
    ready = Event()
    with meanwhile(ready.set):
        assert ready.wait(60)
