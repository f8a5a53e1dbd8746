"""The audit chain: one entry per act, each holding the hash of the one before it."""

from dataclasses import asdict, dataclass

from sqlalchemy import RowMapping

from ringtrue.store.canonical import digest_of

GENESIS = "0" * 64  # what the first entry has before it


@dataclass(frozen=True, slots=True)
class Entry:
    """One act: when, by whom, what; `detail` is canonical JSON, `hash` covers everything else and the study's id."""

    study: str
    seq: int
    at: str
    who: str
    act: str
    detail: str
    previous: str
    hash: str = ""

    def own_hash(self, seq: int | None = None) -> str:
        """The hash this entry should have, at its own place or at another."""
        fields = asdict(self)
        del fields["hash"]
        if seq is not None:
            fields["seq"] = seq
        return digest_of(fields)


def entry_of(row: RowMapping) -> Entry:
    """The entry in a row of the audit table."""
    return Entry(**{name: row[name] for name in Entry.__dataclass_fields__})
