"""Outcomes and rows of the journal, one made from the other."""

from collections.abc import Mapping
from json import loads
from typing import Any

from ringtrue.store import CallRow
from ringtrue.terms import Outcome


def outcome_of(row: CallRow, *, repeated: bool = False, meta: Mapping[str, Any] | None = None) -> Outcome:
    """The outcome a row of the journal stands for; `meta`, where it is at hand, saves reading it again."""
    text = row.text if row.error is None else None
    if meta is None:
        meta = loads(row.meta)
    return Outcome(
        row.key, text, row.error, row.attempt, row.tokens_in, row.tokens_out, row.seconds, meta, repeated=repeated
    )
