"""HTTP errors: status, sentence and remedy; and how responses are described in the OpenAPI document."""

from collections.abc import Sequence
from typing import Any

from ringtrue.terms.answer import Given
from ringtrue.terms.problem import BadInput, Problem

INVALID = "Some of this is not valid."


class HttpError(Exception):
    """A refused request: the status, one sentence, and what to do about it. Nothing else reaches the client."""

    def __init__(
        self,
        status: int,
        error: str,
        remedy: str = "",
        *,
        problems: Sequence[Problem] = (),
        finished: Sequence[Given] = (),
        headers: dict[str, str] | None = None,
    ) -> None:
        """Keep what is sent; of problems only place, text and remedy, never a file's path.

        `finished` are answers to finished cards: the page need not send them again.
        """
        super().__init__(error)
        self.status = status
        self.error = error
        self.remedy = remedy
        self.problems = tuple(problems)
        self.finished = tuple(finished)
        self.headers = headers or {}

    def as_document(self) -> dict[str, Any]:
        """The error as JSON."""
        document: dict[str, Any] = {"error": self.error, "remedy": self.remedy}
        if self.problems:
            document["problems"] = [
                {"place": one.place, "what": one.what, "remedy": one.remedy} for one in self.problems
            ]
        if self.finished:
            document["finished"] = [{"card": one.card, "question": one.question} for one in self.finished]
        return document


def not_signed_in() -> HttpError:
    """401: the request has no valid session."""
    return HttpError(401, "You are not signed in here.", "Open your personal link again, or ask for a new one.")


def unprocessable(refusal: BadInput) -> HttpError:
    """422: every problem of what was sent."""
    return HttpError(422, INVALID, "Correct what is listed.", problems=refusal.problems)


def unmet(refusal: BadInput, finished: Sequence[Given] = ()) -> HttpError:
    """422: a condition of rating is not met; the first one is the sentence, all are listed."""
    first = refusal.problems[0]
    return HttpError(422, first.what, first.remedy, problems=refusal.problems, finished=finished)


def too_many_requests(seconds: int) -> HttpError:
    """429: beyond the rate limit."""
    remedy = f"Wait {seconds} second{'s' if seconds != 1 else ''} and try again."
    return HttpError(429, "Too many requests.", remedy, headers={"Retry-After": str(seconds)})


def closed() -> HttpError:
    """409: the packet or the study is closed."""
    return HttpError(409, "This packet is closed.", "Reload the page. Your earlier answers are saved.")


def paused() -> HttpError:
    """503: the organiser has paused the study."""
    remedy = "Your answers are saved. Leave the page open or come back later."
    return HttpError(503, "The study is paused.", remedy, headers={"Retry-After": "30"})


# Responses as the OpenAPI document describes them.


_HTML = {"text/html": {"schema": {"type": "string"}}}
_STATES = {
    401: "Not signed in",
    403: "Not from our own page (CSRF), or a wrong password",
    404: "Not found",
    409: "Not possible in the present state",
    410: "The link is no longer valid",
    413: "Too large",
    415: "Not a form",
    422: "Invalid; lists every problem",
    429: "Rate limit",
    503: "Paused",
}


def _described(*statuses: int) -> dict[int | str, dict[str, Any]]:
    return {status: {"description": _STATES[status], "content": _HTML} for status in statuses}


PAGE: dict[int | str, dict[str, Any]] = {
    200: {"description": "The page", "content": _HTML},
    **_described(401, 404, 410, 429),
}
TURN: dict[int | str, dict[str, Any]] = {
    200: {"description": "A page shown only once", "content": _HTML},
    303: {"description": "Done; see Location"},
    **_described(*_STATES),
}
FILE: dict[int | str, dict[str, Any]] = {200: {"description": "The file"}, **_described(401, 404, 429)}


def form_of(*fields: str) -> dict[str, Any]:
    """The body of a form for the OpenAPI document: its fields and the CSRF token of our own page."""
    properties = {name: {"type": "string"} for name in ("form_token", *fields)}
    schema = {"type": "object", "properties": properties, "required": ["form_token"]}
    return {"requestBody": {"required": True, "content": {"application/x-www-form-urlencoded": {"schema": schema}}}}
