"""The first organiser: created through a set-up link that the server prints at its first start and that works once."""

from hmac import compare_digest
from secrets import token_urlsafe

from ringtrue.terms.problem import BadInput, Problem

SHORTEST_PASSWORD = 10
_LONGEST = 200


class FirstStart:
    """The set-up link: random, kept in memory only, gone once used or when the server stops."""

    def __init__(self, needed: bool) -> None:
        """Create a link where nobody can log in yet."""
        self.token = token_urlsafe(32) if needed else None

    def fits(self, token: str) -> bool:
        """Whether this is the link."""
        return self.token is not None and compare_digest(self.token.encode(), token.encode())

    def done(self) -> None:
        """The link no longer works."""
        self.token = None


def check_organiser(name: str, password: str, again: str | None = None) -> None:
    """Validate name and password; BadInput with every problem."""
    problems = []
    if not name.strip() or len(name) > _LONGEST or not name.isprintable():
        problems.append(_problem("name", "Give a name of at most 200 printable characters."))
    if not SHORTEST_PASSWORD <= len(password) <= _LONGEST:
        problems.append(_problem("password", f"Use {SHORTEST_PASSWORD} to {_LONGEST} characters."))
    elif password.casefold() == name.casefold() or len(set(password)) < 4:
        problems.append(_problem("password", "This password is too easy to guess."))
    if again is not None and again != password:
        problems.append(_problem("again", "The two passwords differ."))
    if problems:
        raise BadInput(problems)


def _problem(place: str, what: str) -> Problem:
    return Problem("organiser", place, what)
