"""Everything recorded about studies, in SQLite or PostgreSQL: the only room that speaks SQL.

Answer keys are not offered here: see `ringtrue.store.keys`.
"""

from ringtrue.store.audit import AuditEntry
from ringtrue.store.backup import restore
from ringtrue.store.call_log import CallLog
from ringtrue.store.call_row import CallRow
from ringtrue.store.judgment_record import JudgmentRecord
from ringtrue.store.packets import PacketRecord, PacketState
from ringtrue.store.provenance import Provenance, Source
from ringtrue.store.raters import RaterRecord
from ringtrue.store.responses import ResponseRecord
from ringtrue.store.results import ResultRecord
from ringtrue.store.store import Store
from ringtrue.store.studies import StudyRecord, StudyStore

__all__ = [
    "AuditEntry",
    "CallLog",
    "CallRow",
    "JudgmentRecord",
    "PacketRecord",
    "PacketState",
    "Provenance",
    "RaterRecord",
    "ResponseRecord",
    "ResultRecord",
    "Source",
    "Store",
    "StudyRecord",
    "StudyStore",
    "restore",
]
