"""How long a million judgments take, against bare sqlite3 with the same rows: `python benchmarks/store.py [ROWS]`."""

import json
import resource
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from ringtrue.store.backup import restore
from ringtrue.store.judgment_records import JudgmentRecord
from ringtrue.store.schema import digested, judgments
from ringtrue.store.store import Store

T = TypeVar("T")
RATERS = 20


def records(count: int) -> Iterator[JudgmentRecord]:
    """Judgments as a large study has them: twenty raters, one question, a time and now and then a comment."""
    for n in range(count):
        comment = "sounds like a brochure" if n % 10 == 0 else ""
        yield JudgmentRecord(
            f"rater{n % RATERS}", f"item{n // RATERS}", "voice", float(n % 5), seconds=9.5, comment=comment
        )


def timed(act: Callable[[], T]) -> tuple[float, T]:
    """Seconds on the clock, and what came out."""
    start = time.perf_counter()
    result = act()
    return time.perf_counter() - start, result


def bare(path: Path, count: int) -> float:
    """The same values by executemany into one table with the same keys, one transaction, the same durability."""
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    columns = ["study", "act", *digested(judgments)]
    connection.execute(f"CREATE TABLE j ({', '.join(columns)}, PRIMARY KEY (study, seq)) WITHOUT ROWID")
    connection.execute("CREATE UNIQUE INDEX answer ON j (study, rater, item, question, speaker, card, version)")
    rows = (
        (
            "s" * 16,
            2,
            n + 1,
            n % RATERS,
            f"item{n // RATERS}",
            "voice",
            "",
            "",
            1,
            "1.0",
            "person",
            9.5,
            "",
            "",
            None,
            None,
        )
        for n in range(count)
    )
    marks = ", ".join("?" * len(columns))
    insert = f"INSERT INTO j VALUES ({marks})"  # noqa: S608 - question marks
    seconds, _ = timed(lambda: (connection.executemany(insert, rows), connection.commit()))
    connection.close()
    return seconds


def main(count: int) -> None:
    """Measure and print one JSON document."""
    with tempfile.TemporaryDirectory() as folder:
        least = bare(Path(folder) / "bare.db", count)
        with Store.open(Path(folder) / "study.db", create=True) as store:
            study = store.create_study("speed", protocol={"name": "p", "version": "1", "hash": "h"}, who="benchmark")
            recorded, _ = timed(lambda: study.record_judgments(records(count), who="benchmark"))
            read, found = timed(lambda: sum(1 for _ in study.judgments()))
            assert found == count
            verified, problems = timed(study.verify_audit)
            assert problems == []
            single, _ = timed(
                lambda: [study.record_judgments([JudgmentRecord("one", str(n), "q", 1)], who="x") for n in range(200)]
            )
            backed_up, _ = timed(lambda: store.backup(Path(folder) / "b", who="benchmark"))
        restored, _ = timed(lambda: restore(Path(folder) / "b", Path(folder) / "restored.db", who="benchmark"))
    measured = {
        "rows": count,
        "bare_sqlite3_s": least,
        "record_s": recorded,
        "record_over_bare": recorded / least,
        "read_s": read,
        "verify_s": verified,
        "one_at_a_time_ms": single / 200 * 1000,
        "backup_s": backed_up,
        "restore_s": restored,
        "peak_memory_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }
    print(json.dumps({name: round(value, 2) for name, value in measured.items()}, indent=1))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
