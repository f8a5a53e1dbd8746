"""Passwords of organisers: hashed slowly, compared in constant time, names without one looked at as long."""

from hashlib import scrypt
from hmac import compare_digest
from secrets import token_bytes

from sqlalchemy import Connection, delete, insert, select

from ringtrue.store.access_tables import organisers, sessions
from ringtrue.store.refusal import refusal

SHORTEST_PASSWORD = 10
LONGEST_PASSWORD = 1000
_COST = {"n": 2**14, "r": 8, "p": 1, "dklen": 32}  # 16 MB and some 50 ms a try
_NOBODY = bytes(16).hex()


def store_password(connection: Connection, study: str, name: str, password: str) -> None:
    """Keep the hash of an organiser's password; one that is too short is refused."""
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        what = f"A password has {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters."
        raise refusal("access", "password", what, remedy="Choose another; a few words in a row do well.")
    salt = token_bytes(16).hex()
    row = {"study": study, "name": name, "salt": salt, "password": _hashed(password, salt)}
    connection.execute(insert(organisers).values(row))


def is_right(connection: Connection, study: str, name: str, password: str) -> bool:
    """Whether the organiser has this password; for a name nobody has, the answer takes as long."""
    asked = select(organisers).where(organisers.c.study == study, organisers.c.name == name)
    row = connection.execute(asked).one_or_none()
    given = _hashed(password[:LONGEST_PASSWORD], row.salt if row else _NOBODY)
    return compare_digest(given, row.password if row else _NOBODY) and row is not None


def delete_organiser(connection: Connection, study: str, name: str) -> None:
    """Forget an organiser and end his sessions."""
    connection.execute(delete(organisers).where(organisers.c.study == study, organisers.c.name == name))
    connection.execute(delete(sessions).where(sessions.c.study == study, sessions.c.organiser == name))


def organiser_names(connection: Connection, study: str) -> list[str]:
    """The names of those who have a password."""
    asked = select(organisers.c.name).where(organisers.c.study == study).order_by(organisers.c.name)
    return list(connection.execute(asked).scalars())


def _hashed(password: str, salt: str) -> str:
    return scrypt(password.encode("utf-8", "surrogatepass"), salt=bytes.fromhex(salt), **_COST).hex()
