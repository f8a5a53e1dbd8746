"""Which way round a whole deal faces, from its texts alone: so that exchanging all labels moves no text."""

from collections.abc import Sequence

from ringtrue.blind.draw import Draw
from ringtrue.blind.faces import Face


def facing(suite: Sequence[Face], draw: Draw) -> int:
    """1 or -1 from the texts of the first pair: with all labels exchanged it is the other, and every text stays put.

    So nothing but the key changes when the labels do, and no rater can see anything that depends on them.
    """
    for face in sorted((face for face in suite if face.two_sided), key=lambda face: face.placed.item):
        first, second = (draw.lot("facing", text) for text in face.turned(1).texts)
        if first != second:
            return 1 if first < second else -1
    return 1
