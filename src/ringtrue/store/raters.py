"""Raters: their names are in this table alone, everything else knows them by number, so a name can be erased."""

from collections.abc import Iterable, Mapping
from hashlib import sha256
from json import loads
from secrets import token_hex
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, update

from ringtrue.files.problems import refusal
from ringtrue.store.canonical_json import as_document
from ringtrue.store.schema import forget_rater, rater_notes, raters
from ringtrue.store.transaction import Act, StudyPart
from ringtrue.terms.text import checked_name

PILOT = "pilot"  # the state of a rater who tries a study out and never counts


class RaterRecord(NamedTuple):
    """A rater: number, present name, active, pilot or withdrawn, and the notes: qualification, consent ..."""

    number: int
    name: str
    state: str
    notes: tuple[tuple[str, Mapping[str, Any]], ...] = ()


class RaterPart(StudyPart):
    """The raters of a study."""

    def raters(self) -> list[RaterRecord]:
        """All raters in the order they came, with their notes."""
        with self.database.reading() as connection:
            notes: dict[int, list[tuple[str, Mapping[str, Any]]]] = {}
            asked = select(rater_notes).where(rater_notes.c.study == self.id).order_by(rater_notes.c.seq)
            for note in connection.execute(asked):
                notes.setdefault(note.rater, []).append((note.kind, loads(note.body)))
            people = select(raters).where(raters.c.study == self.id).order_by(raters.c.number)
            return [
                RaterRecord(row.number, row.name, row.state, tuple(notes.get(row.number, ())))
                for row in connection.execute(people)
            ]

    def note_about_rater(self, rater: str, kind: str, body: Mapping[str, Any], *, who: str) -> None:
        """Keep a qualification, a briefing, a consent; a rater not heard of before is added."""
        checked_name(kind, file=self.database.shown, place=f"note about rater {rater}")
        with self.acting("rater noted", who) as act:
            number = numbers_of(act, [rater], file=self.database.shown)[rater]
            written = as_document(body)
            row = {"seq": act.next_seq(rater_notes), "rater": number, "kind": kind, "body": written}
            act.connection.execute(insert(rater_notes).values(study=self.id, act=act.seq, **row))
            salt = select(raters.c.salt).where(raters.c.study == self.id, raters.c.number == number)
            known = act.connection.execute(salt).scalar_one()
            sealed = {} if known is None else {"seal": sealed_note(known, kind, written)}
            act.detail |= {"rater": number, "kind": kind, **sealed}

    def notes_about(self, rater: str) -> tuple[tuple[str, Mapping[str, Any]], ...]:
        """The notes about one rater in the order they were made; none about somebody unknown."""
        mine = (raters.c.study == rater_notes.c.study) & (raters.c.number == rater_notes.c.rater)
        asked = select(rater_notes.c.kind, rater_notes.c.body).join(raters, mine)
        asked = asked.where(rater_notes.c.study == self.id, raters.c.name == rater).order_by(rater_notes.c.seq)
        with self.database.reading() as connection:
            return tuple((kind, loads(body)) for kind, body in connection.execute(asked))

    def add_pilot(self, rater: str, *, who: str) -> None:
        """Make somebody a pilot rater: whatever they answer is kept and counts nowhere, under any later name."""
        with self.acting("pilot rater added", who) as act:
            number = numbers_of(act, [rater], file=self.database.shown)[rater]
            act.connection.execute(self._update(number).values(state=PILOT))
            act.detail["rater"] = number

    def pilots(self) -> frozenset[str]:
        """The names of pilot raters, by the names they have now."""
        asked = select(raters.c.name).where(raters.c.study == self.id, raters.c.state == PILOT)
        with self.database.reading() as connection:
            return frozenset(connection.execute(asked).scalars())

    def withdraw_rater(self, rater: str, *, who: str, why: str) -> None:
        """Leave the rater's answers out from now on; they stay stored."""
        with self.acting("rater withdrawn", who, {"why": why}) as act:
            number = self._known(act.connection, rater)
            act.connection.execute(self._update(number).values(state="withdrawn"))
            act.detail["rater"] = number

    def anonymise_rater(self, rater: str, *, who: str) -> str:
        """Erase the name and the notes, keep the answers under the name returned. Earlier backups keep the name."""
        with self.acting("rater anonymised", who) as act:
            number = self._known(act.connection, rater)
            pseudonym = _pseudonym(act.connection, self.id, number)
            act.connection.execute(self._update(number).values(name=pseudonym, salt=None))
            about = (rater_notes.c.study == self.id) & (rater_notes.c.rater == number)
            act.connection.execute(delete(rater_notes).where(about))
            forget_rater(act.connection, self.id, number)
            act.detail["rater"] = number
        if self.database.path:
            self.database.sqlite_command("PRAGMA wal_checkpoint(TRUNCATE)")  # the log still holds the old page
        return pseudonym

    def _known(self, connection: Connection, rater: str) -> int:
        asked = select(raters.c.number).where(raters.c.study == self.id, raters.c.name == rater)
        number = connection.execute(asked).scalar_one_or_none()
        if number is None:
            raise refusal(self.database.shown, "There is no such rater in this study.", place="raters", value=rater)
        return int(number)

    def _update(self, number: int) -> Any:
        return update(raters).where(raters.c.study == self.id, raters.c.number == number)


def numbers_of(act: Act, names: Iterable[str], *, file: str) -> dict[str, int]:
    """Name -> number; new raters are added, and the act's entry gets a salted hash of each new name."""
    wanted = dict.fromkeys(names)
    asked = select(raters.c.name, raters.c.number).where(raters.c.study == act.study, raters.c.name.in_(list(wanted)))
    known = {row.name: int(row.number) for row in act.connection.execute(asked)}
    new = [checked_name(name, file=file, place="rater") for name in wanted if name not in known]
    if new:
        last = select(func.max(raters.c.number)).where(raters.c.study == act.study)
        first = (act.connection.execute(last).scalar_one() or 0) + 1
        for number, name in enumerate(new, start=first):
            salt = token_hex(16)
            row = {"study": act.study, "number": number, "name": name, "salt": salt, "state": "active"}
            act.connection.execute(insert(raters).values(row))
            act.detail.setdefault("raters", {})[str(number)] = sealed_name(salt, name)
            known[name] = number
    return known


def sealed_name(salt: str, name: str) -> str:
    """A hash that proves the name while its salt is there and says nothing once it is erased."""
    return sha256(f"{salt}:{name}".encode()).hexdigest()


def sealed_note(salt: str, kind: str, body: str) -> str:
    """The same of a note about a rater: a consent, a qualification, as it is stored."""
    return sha256(f"{salt}:{kind}:{body}".encode()).hexdigest()


def _pseudonym(connection: Connection, study: str, number: int) -> str:
    """`rater-7`, or the like where somebody is already called that."""
    taken = set(connection.execute(select(raters.c.name).where(raters.c.study == study)).scalars())
    name = f"rater-{number}"
    while name in taken:
        name += "x"
    return name
