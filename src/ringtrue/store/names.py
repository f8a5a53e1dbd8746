"""Names and ids: short, printable everywhere, fit for an index."""

from ringtrue.store.refusal import refusal
from ringtrue.store.words import is_storable
from ringtrue.terms.hidden import unseen_in

LONGEST_NAME = 150  # characters; PostgreSQL indexes at most 2,700 bytes and an answer is known by four names


def fault_of_name(name: object) -> str | None:
    """What keeps this from being a name, None if nothing does."""
    if not isinstance(name, str):
        return f"is {name!r}, not a text"
    if not name.strip():
        return "is empty"
    if len(name) > LONGEST_NAME:
        return f"is longer than {LONGEST_NAME} characters"
    if not is_storable(name):
        return "holds characters no database stores (NUL, half a surrogate pair)"
    unseen = unseen_in(name)
    return f"holds a character nobody sees ({unseen})" if unseen else None


def checked_name(name: str, *, file: str, place: str) -> str:
    """The name, or a refusal that says what is wrong with it."""
    fault = fault_of_name(name)
    if fault:
        raise refusal(file, place, f"The name {fault}.", value=str(name)[:80], remedy="Give a short printable name.")
    return name
