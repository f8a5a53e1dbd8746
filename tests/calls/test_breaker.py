"""The circuit breaker: when an endpoint is taken to be of no use."""

from ringtrue.calls.breaker import Breaker
from ringtrue.calls.limits import Limits


def fail(breaker: Breaker, kind: str, times: int, attempt: int = 1, items: int = 3) -> list[bool]:
    names = [f"item {number % items}" for number in range(times)]
    return [breaker.failed(kind, name, attempt, "what") is not None for name in names]  # type: ignore[arg-type]


def test_nobody_there_is_told_at_the_third_try_of_a_call() -> None:
    breaker = Breaker("e", Limits(concurrency=8))
    assert fail(breaker, "unreachable", 15, attempt=2) == [False] * 15
    refused = breaker.failed("unreachable", "a", 3, "connection refused")
    assert refused is not None
    assert "e cannot be reached: connection refused" in refused.what
    assert "address" in refused.remedy


def test_one_call_that_cannot_connect_is_no_end_while_others_are_answered() -> None:
    breaker = Breaker("e", Limits(concurrency=8))
    for attempt in range(1, 11):
        assert breaker.failed("unreachable", "a", attempt, "connection refused") is None
        breaker.answered()


def test_one_item_that_always_fails_says_nothing_about_the_others() -> None:
    breaker = Breaker("e", Limits(concurrency=8))
    assert not any(fail(breaker, "transport", 1000, items=1) + fail(breaker, "timeout", 1000, items=2))
    assert fail(breaker, "transport", 3) == [False, False, True]  # a third one


def test_failures_in_a_row_over_all_calls() -> None:
    assert fail(Breaker("e", Limits(concurrency=4)), "transport", 20).index(True) == 19
    assert fail(Breaker("e", Limits(concurrency=64)), "timeout", 130).index(True) == 127
    mixed = Breaker("e", Limits(concurrency=1))
    assert not any(fail(mixed, "transport", 10) + fail(mixed, "timeout", 9))
    refused = mixed.failed("unreachable", "item 0", 1, "refused")
    assert refused is not None
    assert "cannot be reached: refused" in refused.what  # what is wrong now, not what was


def test_an_answer_forgives() -> None:
    breaker = Breaker("e", Limits(concurrency=1))
    for _ in range(10):
        assert not any(fail(breaker, "transport", 19))
        breaker.answered()


def test_an_answer_of_no_use_shows_that_it_lives() -> None:
    breaker = Breaker("e", Limits(concurrency=1))
    for _ in range(10):
        assert not any(fail(breaker, "transport", 19) + fail(breaker, "answer", 1))


def test_answers_of_no_use_end_the_run_where_none_was_ever_of_use() -> None:
    assert fail(Breaker("e", Limits(concurrency=8)), "answer", 50).index(True) == 49
    assert fail(Breaker("e", Limits(concurrency=64)), "answer", 256).index(True) == 255
    assert fail(Breaker("e", Limits(concurrency=64, unusable=3)), "answer", 5).index(True) == 2
    able = Breaker("e", Limits(concurrency=8))
    able.answered()
    assert fail(able, "answer", 500).index(True) == 499
    able.answered()
    assert not any(fail(able, "answer", 499))


def test_one_that_is_busy_is_not_down_until_calls_have_used_up_their_attempts() -> None:
    breaker = Breaker("e", Limits(attempts=5))
    assert not any(fail(breaker, "busy", 1000, attempt=4))
    breaker.answered()
    assert fail(breaker, "busy", 15, attempt=5).index(True) == 14


def test_rejections_count_less_once_something_was_answered() -> None:
    assert fail(Breaker("e", Limits(concurrency=1)), "rejected", 8).index(True) == 7
    later = Breaker("e", Limits(concurrency=1))
    later.answered()
    assert fail(later, "rejected", 50).index(True) == 49
    assert not any(fail(Breaker("e", Limits(concurrency=1)), "alone", 1000))
