"""A request that is refused: what is said to the person or to the page, and never more than that."""

from collections.abc import Sequence
from typing import Any

from ringtrue.terms import BadInput, Problem


class Refused(Exception):
    """One sentence, what to do about it, and the status that fits."""

    def __init__(
        self,
        status: int,
        error: str,
        remedy: str = "",
        *,
        problems: Sequence[Problem] = (),
        headers: dict[str, str] | None = None,
    ) -> None:
        """Keep what will be said; of problems only place, fault and remedy are told: a file's path is not."""
        super().__init__(error)
        self.status = status
        self.error = error
        self.remedy = remedy
        self.problems = tuple(problems)
        self.headers = headers or {}

    def as_document(self) -> dict[str, Any]:
        """The refusal as JSON."""
        document: dict[str, Any] = {"error": self.error, "remedy": self.remedy}
        if self.problems:
            document["problems"] = [
                {"place": one.place, "what": one.what, "remedy": one.remedy} for one in self.problems
            ]
        return document


def no_session() -> Refused:
    """Nobody is known by this request."""
    return Refused(401, "You are not signed in here.", "Open your personal link again, or ask for a new one.")


def wrong_values(refusal: BadInput) -> Refused:
    """Every fault of what was sent."""
    return Refused(422, "Something in this cannot be taken.", "Correct what is listed.", problems=refusal.problems)


def too_fast(seconds: int) -> Refused:
    """Too many requests."""
    remedy = f"Wait {seconds} second{'s' if seconds != 1 else ''} and try again."
    return Refused(429, "That was too much at once.", remedy, headers={"Retry-After": str(seconds)})


def taken_no_more() -> Refused:
    """The packet or the study is closed."""
    return Refused(409, "This packet takes no more answers.", "Reload the page; your earlier answers are safe.")


def paused() -> Refused:
    """The organiser has paused the study."""
    remedy = "Your answers are safe. Leave the page open or come back later."
    return Refused(503, "The study is paused.", remedy, headers={"Retry-After": "30"})
