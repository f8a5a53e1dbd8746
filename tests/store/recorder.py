"""A program of its own for the tests of durability: records batches, and says so after each one."""

import sys

from ringtrue.store.store import Store
from ringtrue.terms.answer import Rating


def main(place: str, study: str, rater: str, batches: int, size: int) -> None:
    """Record batches of `size` answers; print the batch's number once it has been recorded."""
    with Store.open(place) as store:
        handle = store.study(study)
        for batch in range(batches):
            rows = [Rating(rater, f"{batch}-{n}", "q", float(n)) for n in range(size)]
            handle.record_judgments(rows, who=rater)
            print(batch, flush=True)  # noqa: T201 - the acknowledgement itself


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]), int(sys.argv[5]))
