"""Which controls a rater gets."""

from ringtrue.blind.controls import chosen_controls
from ringtrue.blind.draw import Draw
from ringtrue.blind.faces import Face
from ringtrue.blind.key import Placed
from ringtrue.blind.tally import Tally

FACES = [
    Face("quote", "?", ("x", "y"), Placed(f"Q{place}", ("real", "generic"), "generic", "control")) for place in range(8)
]


def chosen(
    count: int, tally: Tally | None = None, signs: dict[str, int] | None = None, taken: str = "", repeating: str = ""
) -> list[str]:
    faces = chosen_controls(
        FACES,
        count,
        tally=tally or Tally(),
        signs=signs or {},
        taken=taken.split(),
        repeating=repeating.split(),
        draw=Draw(1),
        rater="r",
    )
    return sorted(face.placed.item for face in faces)


def test_cards_begun_on_one_side_come_first_then_unused_ones() -> None:
    columns = [(f"Q{place}", "generic") for place in range(8)]
    tally = Tally({columns[0]: 1, columns[1]: 0, columns[5]: -1}, {columns[0]: 1, columns[1]: 2, columns[5]: 1})
    assert chosen(2, tally) == ["Q0", "Q5"]
    assert "Q1" not in chosen(7, tally)


def test_items_the_rater_sees_anyway_come_last() -> None:
    assert chosen(3, taken="Q0 Q1", repeating="Q2 Q3 Q4") == ["Q5", "Q6", "Q7"]
    assert chosen(6, taken="Q0 Q1", repeating="Q2 Q3 Q4") == ["Q2", "Q3", "Q4", "Q5", "Q6", "Q7"]


def test_as_many_are_taken_from_either_side_of_the_own_cards() -> None:
    signs = {f"Q{place}": 1 if place < 6 else -1 for place in range(8)}
    taken = chosen(4, signs=signs)
    assert {"Q6", "Q7"} <= set(taken)
    assert len(taken) == 4


def test_there_are_no_more_than_there_are() -> None:
    assert len(chosen(20)) == 8
    assert chosen(0) == []
