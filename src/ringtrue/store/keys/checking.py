"""Check that keys and plans are those that were committed to."""

from json import loads

from sqlalchemy import Connection, select

from ringtrue.store.act import StudyPart
from ringtrue.store.keys.tables import deal_hash, packet_hash, packets_by_act, seals, stored
from ringtrue.store.packets import fingerprint
from ringtrue.store.schema import audit
from ringtrue.terms import Problem

_RESTORE = "Compare with a backup."


def verify_keys(study: StudyPart) -> list[Problem]:
    """Keys and plans that are not what was committed to; reads them, shows none."""
    with study.database.reading() as connection:
        return broken(connection, study.id)


def broken(connection: Connection, study: str) -> list[Problem]:
    """The same inside a transaction that is already open."""
    sealed = select(audit.c.seq, audit.c.detail).where(audit.c.study == study, audit.c.act == "key sealed")
    promised: dict[str, str] = {}
    deals: dict[int, str] = {}
    for act, told in connection.execute(sealed):
        detail = loads(told)
        promised |= detail["commitments"]
        if "seal" in detail:
            deals[act] = detail["seal"]
    return _broken_packets(connection, study, promised) + _broken_deals(connection, study, deals)


def _broken_packets(connection: Connection, study: str, promised: dict[str, str]) -> list[Problem]:
    problems = []
    for token, (salt, key) in stored(connection, study).items():
        if promised.pop(fingerprint(token), None) != packet_hash(salt, key):
            what = "The key is not the one that was committed to."
            problems.append(Problem("answer key", f"packet {fingerprint(token)}", what, remedy=_RESTORE))
    return problems + [Problem("answer key", f"packet {name}", "The key is gone.") for name in promised]


def _broken_deals(connection: Connection, study: str, promised: dict[int, str]) -> list[Problem]:
    rows = {row.act: row for row in connection.execute(select(seals).where(seals.c.study == study))}
    packets = packets_by_act(connection, study)
    keys = {token: key for token, (_, key) in stored(connection, study).items()}
    problems = []
    for act in sorted(promised.keys() | rows.keys()):
        row = rows.get(act)
        dealt = {token: keys[token] for token in packets.get(act, ())}
        if row is None or promised.get(act) != deal_hash(row.salt, dealt, loads(row.plan)):
            what = "Keys and plan of this deal are not what was sealed."
            problems.append(Problem("answer key", f"audit entry {act}", what, remedy=_RESTORE))
    return problems
