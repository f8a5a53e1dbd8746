"""The sample's pairs to rate oneself: one page, whole, made once."""

from pathlib import Path

from ringtrue.study import Study
from ringtrue.study.demo_rate import RATER, rating_demo


def test_a_page_to_rate_is_made_once(tmp_path: Path) -> None:
    made = rating_demo(tmp_path / "out")
    page = made.page.read_bytes()
    assert b"<script" in page
    again = rating_demo(tmp_path / "out")
    assert again == made
    assert again.page.read_bytes() == page
    with Study.open(made.study).records() as records:
        (packet,) = records.packets()
    assert packet.packet.rater == RATER
    # Five pairs and one card of attention: a sitting of about ten minutes.
    assert len(packet.packet.cards) == 6


def test_a_kill_in_between_leaves_nothing_that_is_in_the_way(tmp_path: Path) -> None:
    rating_demo(tmp_path / "other")  # lays the sample out
    (tmp_path / "other" / ".rate-left").mkdir()
    assert rating_demo(tmp_path / "other").page.is_file()


def test_the_command_names_page_and_study(tmp_path: Path) -> None:
    import json

    from click.testing import CliRunner

    from ringtrue.cli import main

    done = CliRunner().invoke(main, ["demo", "--rate", "--out", str(tmp_path / "out"), "--json"])
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert Path(told["page"]).is_file()
    assert Path(told["study"]).is_dir()
    plain = CliRunner().invoke(main, ["demo", "--rate", "--out", str(tmp_path / "out")])
    assert "ringtrue take-in" in plain.stdout
