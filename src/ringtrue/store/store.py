"""A database of studies: open it, list them, take one."""

from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from ringtrue.store.database import Database, opened
from ringtrue.store.study_store import StudyRecord, StudyStore, all_studies, create_study


class Store:
    """An open database. What a recording method has returned from survives a killed program and a power cut."""

    def __init__(self, database: Database) -> None:
        """Take over an open database; `Store.open` is the usual way."""
        self._database = database

    @classmethod
    def open(cls, place: Path | str, *, create: bool = False) -> Self:
        """Open the file or `postgresql://` address, its tables brought to this program's version.

        `create` makes what is missing. BadInput: nothing there, something else there, or written by a newer ringtrue.
        """
        return cls(opened(place, create=create))

    def __enter__(self) -> Self:
        """The store itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Close it."""
        self.close()

    def close(self) -> None:
        """Close every connection."""
        self._database.close()

    def create_study(
        self, name: str, *, protocol: Mapping[str, str], who: str, settings: Mapping[str, Any] | None = None
    ) -> StudyStore:
        """Add a study; `protocol` has name, version and hash."""
        return create_study(self._database, name, protocol=protocol, settings=settings or {}, who=who)

    def studies(self) -> list[StudyRecord]:
        """Every study here, the oldest first."""
        return all_studies(self._database)

    def first_study(self) -> StudyStore:
        """The handle of the oldest study, the only one where the database is that of a study folder."""
        return StudyStore(self._database, self.studies()[0].id)

    def study(self, study: str) -> StudyStore:
        """The handle of a study; BadInput if it is not here."""
        handle = StudyStore(self._database, study)
        handle.record()
        return handle

    def backup(self, path: Path | str, *, who: str, study: str | None = None) -> str:
        """Write all studies, or one, into a file that `restore` reads; returns the digest of its content."""
        from ringtrue.store.backup import back_up

        ids = [one.id for one in self.studies()] if study is None else [self.study(study).id]
        return back_up(self._database, path, ids, who=who)
