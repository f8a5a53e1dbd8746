"""A program of its own for the tests of durability: saves answers for many packets, and says so after each commit."""

import sys

from ringtrue.store.store import Store
from ringtrue.terms.answer import Given


def main(place: str, study: str, packets: int, rounds: int) -> None:
    """Save one answer for every packet at once; print the round's number once it is on the disk."""
    with Store.open(place) as store:
        handle = store.study(study)
        for number in range(rounds):
            saves = [(f"t{packet}", [Given("c", f"q{number}", float(number))]) for packet in range(packets)]
            assert handle.save_many(saves, who="raters") == [None] * packets
            print(number, flush=True)  # noqa: T201 - the acknowledgement itself


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
