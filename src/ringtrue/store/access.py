"""Who may come in: one-time invites for raters, sessions, and organisers with a password. Only hashes are stored."""

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import scrypt, sha256
from hmac import compare_digest
from secrets import token_bytes, token_urlsafe
from time import time
from typing import Any, Literal

from sqlalchemy import Connection, Row, bindparam, delete, insert, select, update

from ringtrue.files.problems import refusal
from ringtrue.store.schema import invites, organisers, raters, sessions
from ringtrue.store.transaction import StudyPart
from ringtrue.terms.text import checked_name

# Passwords of organisers: hashed slowly, compared in constant time, names without one looked at as long.


SHORTEST_PASSWORD = 10
LONGEST_PASSWORD = 1000
_COST = {"n": 2**14, "r": 8, "p": 1, "dklen": 32}  # 16 MB and some 50 ms a try
_NOBODY = bytes(16).hex()


def store_password(connection: Connection, study: str, name: str, password: str) -> None:
    """Keep the hash of an organiser's password; one that is too short is refused."""
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        what = f"A password has {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters."
        raise refusal("access", what, place="password", remedy="Choose another; a few words in a row do well.")
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
    """Forget an organiser and end their sessions."""
    connection.execute(delete(organisers).where(organisers.c.study == study, organisers.c.name == name))
    connection.execute(delete(sessions).where(sessions.c.study == study, sessions.c.organiser == name))


def organiser_names(connection: Connection, study: str) -> list[str]:
    """The names of those who have a password."""
    asked = select(organisers.c.name).where(organisers.c.study == study).order_by(organisers.c.name)
    return list(connection.execute(asked).scalars())


def _hashed(password: str, salt: str) -> str:
    return scrypt(password.encode("utf-8", "surrogatepass"), salt=bytes.fromhex(salt), **_COST).hex()


_HOUR = 3600.0
_TOKEN_BYTES = 32
RATER_HOURS = 24.0 * 30  # a session of a rater, who may put a packet aside for weeks
ORGANISER_HOURS = 12.0

# Built once: it is asked for every few seconds by everybody who rates.
_SESSION = (
    select(sessions, raters.c.name, raters.c.state)
    .outerjoin(raters, (raters.c.study == sessions.c.study) & (raters.c.number == sessions.c.rater))
    .where(sessions.c.study == bindparam("study"), sessions.c.hash == bindparam("hash"))
)

InviteState = Literal["open", "claimed", "revoked", "expired"]


@dataclass(frozen=True, slots=True)
class Invite:
    """An invite as an organiser sees it: whose, what became of it, and until when it holds (seconds since 1970)."""

    rater: str
    state: InviteState
    expires: float


@dataclass(frozen=True, slots=True)
class Session:
    """Who is there: a rater or an organiser, and their name."""

    kind: Literal["rater", "organiser"]
    name: str
    expires: float


class Access:
    """Access to one study: invites and sessions. Tokens are given out once and cannot be read again."""

    def __init__(self, study: StudyPart, *, clock: Callable[[], float] = time) -> None:
        """Take a study's handle; `clock` gives seconds since 1970."""
        self._study = study
        self._database = study.database
        self._clock = clock

    def invite(self, rater: str, hours: float = 24.0 * 14, *, who: str = "organiser") -> str:
        """A new one-time token for a rater of this study; earlier ones that are open stay open."""
        with self._study.acting("rater invited", who) as act:
            number = self._rater(act.connection, rater)
            token = token_urlsafe(_TOKEN_BYTES)
            row = {"study": act.study, "hash": _hash(token), "rater": number, "state": "open"}
            act.connection.execute(insert(invites).values(row | {"expires": self._clock() + hours * _HOUR}))
            act.detail |= {"number": number, "hours": hours}
        return token

    def look_at(self, token: str) -> Invite | None:
        """The invite behind a token, whatever became of it; looking does not use it up."""
        with self._database.reading() as connection:
            row = connection.execute(self._invites().where(invites.c.hash == _hash(token))).one_or_none()
        return None if row is None else self._invite(row)

    def invites(self) -> list[Invite]:
        """All invites, by rater."""
        with self._database.reading() as connection:
            return [self._invite(row) for row in connection.execute(self._invites().order_by(raters.c.number))]

    def claim(self, token: str, *, hours: float = RATER_HOURS) -> str | None:
        """Use an open invite up and begin the rater's session: its token; None where the invite does not hold."""
        with self._study.acting("invite claimed", "rater") as act:
            mine = (invites.c.study == act.study) & (invites.c.hash == _hash(token))
            row = act.connection.execute(select(invites).where(mine).with_for_update()).one_or_none()
            if row is None or row.state != "open" or row.expires <= self._clock():
                act.empty = True
                return None
            act.connection.execute(update(invites).where(mine).values(state="claimed"))
            act.detail["number"] = row.rater
            return self._begin(act.connection, hours, kind="rater", rater=row.rater)

    def revoke(self, rater: str, *, who: str = "organiser") -> None:
        """Shut a rater out: open invites and running sessions hold no longer."""
        with self._study.acting("access revoked", who) as act:
            number = self._rater(act.connection, rater)
            mine = (invites.c.study == act.study) & (invites.c.rater == number) & (invites.c.state == "open")
            act.connection.execute(update(invites).where(mine).values(state="revoked"))
            begun = (sessions.c.study == act.study) & (sessions.c.rater == number)
            act.connection.execute(delete(sessions).where(begun))
            act.detail["number"] = number

    def session(self, token: str) -> Session | None:
        """Who holds this session; None where it is unknown, ended or expired, or its rater was withdrawn."""
        with self._database.reading() as connection:
            row = connection.execute(_SESSION, {"study": self._study.id, "hash": _hash(token)}).one_or_none()
        if row is None or row.expires <= self._clock() or (row.kind == "rater" and row.state == "withdrawn"):
            return None
        return Session(row.kind, row.name if row.kind == "rater" else row.organiser, row.expires)

    def end_session(self, token: str) -> None:
        """The session holds no longer."""
        with self._database.writing() as connection:
            mine = (sessions.c.study == self._study.id) & (sessions.c.hash == _hash(token))
            connection.execute(delete(sessions).where(mine))

    def set_organiser(self, name: str, password: str, *, who: str = "organiser") -> None:
        """Let an organiser log in with this password; an earlier one, and sessions begun with it, hold no longer."""
        checked_name(name, file="access", place="organiser")
        with self._study.acting("organiser set", who, {"organiser": name}) as act:
            delete_organiser(act.connection, act.study, name)
            store_password(act.connection, act.study, name, password)

    def log_in(self, name: str, password: str, *, hours: float = ORGANISER_HOURS) -> str | None:
        """Begin an organiser's session: its token; None where name or password is wrong, both in the same time."""
        with self._database.reading() as connection:
            right = is_right(connection, self._study.id, name, password)
        if not right:
            return None
        with self._database.writing() as connection:
            return self._begin(connection, hours, kind="organiser", organiser=name)

    def organisers(self) -> list[str]:
        """The names of those who can log in."""
        with self._database.reading() as connection:
            return organiser_names(connection, self._study.id)

    def _begin(self, connection: Connection, hours: float, **holder: Any) -> str:
        """A new session; those that have expired are cleared away on the occasion."""
        token = token_urlsafe(_TOKEN_BYTES)
        now = self._clock()
        old = (sessions.c.study == self._study.id) & (sessions.c.expires <= now)
        connection.execute(delete(sessions).where(old))
        row = {"study": self._study.id, "hash": _hash(token), "expires": now + hours * _HOUR, **holder}
        connection.execute(insert(sessions).values(row))
        return token

    def _rater(self, connection: Connection, rater: str) -> int:
        asked = select(raters.c.number, raters.c.state).where(raters.c.study == self._study.id, raters.c.name == rater)
        row = connection.execute(asked).one_or_none()
        if row is None or row.state == "withdrawn":
            what = "There is no such rater in this study." if row is None else "The rater was withdrawn."
            raise refusal("access", what, place="raters", value=rater, remedy="Deal to the rater first.")
        return int(row.number)

    def _invites(self) -> Any:
        people = (raters.c.study == invites.c.study) & (raters.c.number == invites.c.rater)
        return select(invites, raters.c.name).join(raters, people).where(invites.c.study == self._study.id)

    def _invite(self, row: Row[Any]) -> Invite:
        late = row.state == "open" and row.expires <= self._clock()
        return Invite(row.name, "expired" if late else row.state, row.expires)


def _hash(token: str) -> str:
    """The tokens are random: a plain hash of them cannot be turned round."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
