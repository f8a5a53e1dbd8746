"""Packets read a moment ago: one reading for many, and none that is old where something changed."""

from pathlib import Path

from hosted_studies import lite_study
from ringtrue.study.desk import Desk
from ringtrue.web.lately import Lately


class CountingDesk(Desk):
    """A real desk that counts how often it is asked."""

    asked = 0

    def packets(self):
        self.asked += 1
        return super().packets()


def test_one_reading_serves_many_until_something_changes(tmp_path: Path) -> None:
    study = lite_study(tmp_path / "study")
    study.deal(["anna", "bert"])
    with study.records() as records:
        desk = CountingDesk(study, records)
        tokens = {one.rater: one.token for one in reversed(desk.packets())}
        lately = Lately(desk)
        assert {name: lately.packet_of(name) for name in tokens} == tokens
        lately.forget()
        asked = desk.asked
        assert lately.packet_of("anna") == tokens["anna"]
        assert desk.asked == asked + 1


def test_somebody_dealt_to_a_moment_ago_is_found(tmp_path: Path) -> None:
    study = lite_study(tmp_path / "study")
    study.deal(["anna"])
    with study.records() as records:
        lately = Lately(Desk(study, records))
        assert lately.packet_of("bert") is None
        study.deal(["bert"])
        assert lately.packet_of("bert") is not None


def test_a_rater_is_at_the_first_packet_that_is_out(tmp_path: Path) -> None:
    study = lite_study(tmp_path / "study")
    study.deal(["anna"])
    with study.records() as records:
        desk = Desk(study, records)
        lately = Lately(desk)
        first = lately.packet_of("anna")
        assert first is not None
        records.change_packet(first, "withdrawn", who="Ines")
        lately.forget()
        assert lately.packet_of("anna") is None
