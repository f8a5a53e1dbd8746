"""What a status means: try again, give the call up, or stop the run."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.calls import CallFault, Refused, Rejected, Retry
from ringtrue.calls.status import fault_of, said_in


def fault(status: int, said: str = "", headers: dict[str, str] | None = None) -> CallFault:
    return fault_of(status, headers or {}, said, label="e", key="MY_KEY")


@pytest.mark.parametrize(
    ("status", "said", "kind"),
    [
        (429, "slow down", Retry),
        (529, "overloaded", Retry),
        (500, "", Retry),
        (503, "", Retry),
        (599, "", Retry),
        (408, "", Retry),
        (409, "", Retry),
        (429, "insufficient_quota", Refused),
        (400, "Your credit balance is too low", Refused),
        (402, "", Refused),
        (401, "", Refused),
        (403, "", Refused),
        (404, "", Refused),
        (400, "model: not found", Refused),
        (400, "invalid model ID", Refused),
        (400, "The model `x` does not exist", Refused),
        (400, "Unsupported parameter: max_tokens is not supported with this model", Rejected),
        (400, "maximum context length exceeded", Rejected),
        (422, "messages too long", Rejected),
        (413, "", Rejected),
        (301, "", Refused),
        (204, "", Refused),
    ],
)
def test_statuses(status: int, said: str, kind: type[CallFault]) -> None:
    assert type(fault(status, said)) is kind


def test_what_was_said_and_the_remedy_are_told() -> None:
    refused = fault(401, "Who are you?")
    assert isinstance(refused, Refused)
    assert "401: Who are you?" in refused.what
    assert "MY_KEY" in refused.remedy
    assert "http://elsewhere" in str(fault(302, "", {"Location": "http://elsewhere"}))


def test_a_wait_is_read() -> None:
    busy = fault(429, "", {"Retry-After": "12"})
    assert isinstance(busy, Retry)
    assert (busy.after, busy.kind) == (12.0, "busy")


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"", ""),
        (b'{"error": {"message": "No.", "type": "x"}}', "No."),
        (b'{"error": "No."}', "No."),
        (b'{"detail": "No."}', "No."),
        (b'{"message": "No\\n\\nway."}', "No way."),
        (b'{"detail": [{"loc": ["body"]}]}', '{"detail": [{"loc": ["body"]}]}'),
        (b"<html>\n Bad  gateway</html>", "<html> Bad gateway</html>"),
        (b"\xff\xfe", "\ufffd\ufffd"),
    ],
)
def test_an_error_is_read_whatever_its_form(body: bytes, said: str) -> None:
    assert said_in(body) == said


@given(st.binary(max_size=3000))
def test_no_body_is_too_strange_or_too_long(body: bytes) -> None:
    assert len(said_in(body)) <= 310


def test_a_deep_body_is_survived() -> None:
    assert said_in(b'{"error":' * 100_000)


def test_what_an_endpoint_says_cannot_steer_a_terminal() -> None:
    assert said_in(b'{"error": {"message": "busy \\u001b[31m now"}}') == "busy \ufffd[31m now"
    assert said_in(b"down\x07 for\nrepair") == "down\ufffd for repair"
