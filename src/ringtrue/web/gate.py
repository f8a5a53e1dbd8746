"""Whether answers are taken: open, paused or closed. Each change stands in the audit log, and the last one holds."""

from typing import Literal

from ringtrue.store import StudyStore
from ringtrue.web.refusal import paused, taken_no_more

State = Literal["open", "paused", "closed"]
_PREFIX = "noted: rating "
_ACTS: dict[str, State] = {"opened": "open", "paused": "paused", "closed": "closed"}


class Gate:
    """The state of a study's hosted rating, kept across restarts by the audit log."""

    def __init__(self, records: StudyStore) -> None:
        """Read where it stood."""
        self._records = records
        self.state: State = "open"
        for entry in records.audit_entries():
            if entry.act.startswith(_PREFIX):
                self.state = _ACTS.get(entry.act.removeprefix(_PREFIX), self.state)

    def set(self, act: Literal["opened", "paused", "closed"], *, who: str) -> None:
        """Change it; nothing happens, and nothing is logged, where it stands so already."""
        if _ACTS[act] != self.state:
            self._records.note(f"rating {act}", {}, who=who)
            self.state = _ACTS[act]

    def refuse_unless_open(self) -> None:
        """Refused with 503 while paused, with 409 once closed."""
        if self.state == "paused":
            raise paused()
        if self.state == "closed":
            raise taken_no_more()
