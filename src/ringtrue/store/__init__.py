"""Everything recorded about studies, in SQLite or PostgreSQL: the only room that speaks SQL.

Answer keys are not offered here: see `ringtrue.store.keys`.
"""

from typing import TYPE_CHECKING

from ringtrue.store.answer_rows import GivenRecord
from ringtrue.store.answers import PacketClosed
from ringtrue.store.audit import AuditEntry
from ringtrue.store.call_log import CallLog
from ringtrue.store.call_row import CallRow
from ringtrue.store.call_sql import Busy
from ringtrue.store.judgment_reading import CardJudged, CardsJudged
from ringtrue.store.judgment_record import JudgmentRecord
from ringtrue.store.overview import AnswerMark, PacketStanding
from ringtrue.store.packets import PacketRecord, PacketState
from ringtrue.store.provenance import Provenance, Source
from ringtrue.store.raters import RaterRecord
from ringtrue.store.responses import ResponseRecord
from ringtrue.store.results import ResultRecord
from ringtrue.store.store import Store
from ringtrue.store.studies import StudyRecord, StudyStore
from ringtrue.terms.on_demand import on_demand

if TYPE_CHECKING:
    from ringtrue.store.access import Access, Invite, Session
    from ringtrue.store.backup import restore
else:
    # Doors are for servers, backups for now and then.
    __getattr__ = on_demand(__name__, {"access": "Access Invite Session", "backup": "restore"})

__all__ = [
    "Access",
    "AnswerMark",
    "AuditEntry",
    "Busy",
    "CallLog",
    "CallRow",
    "CardJudged",
    "CardsJudged",
    "GivenRecord",
    "Invite",
    "JudgmentRecord",
    "PacketClosed",
    "PacketRecord",
    "PacketStanding",
    "PacketState",
    "Provenance",
    "RaterRecord",
    "ResponseRecord",
    "ResultRecord",
    "Session",
    "Source",
    "Store",
    "StudyRecord",
    "StudyStore",
    "restore",
]
