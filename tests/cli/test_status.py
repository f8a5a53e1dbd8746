"""`ringtrue status`, as a user reads it."""

from pathlib import Path

from dealt_studies import answer_packet, nearer_to, pair_study


def test_a_dealt_study_tells_packets_answers_and_key(here, tmp_path: Path) -> None:
    study = pair_study(tmp_path / "s")
    before = here("status", study.folder).stdout
    assert "packets" not in before
    assert "accepted 5" in before
    study.deal(["ann", "bob"], force=True, why="a small study")
    with study.records() as records:
        first, second = records.packets()
    answer_packet(study, first, nearer_to("alpha"))
    answer_packet(study, second, nearer_to("alpha"), cards=1, finish=False)
    lines = [" ".join(line.split()) for line in here("status", study.folder).stdout.splitlines()]
    assert "packets 2 12 cards for 2 raters" in lines
    assert "out 1 with bob" in lines
    assert "back 1 returned 1" in lines
    assert "blind answers 18 wait for the key; 3 more saved in packets that are out" in lines
    assert "answer key sealed" in lines
    study.unblind(early=True, why="x")
    assert "answer key opened" in " ".join(here("status", study.folder).stdout.split())


def test_a_long_list_of_raters_is_cut(here, tmp_path: Path) -> None:
    study = pair_study(tmp_path / "s")
    study.deal(14, force=True, why="a small study")
    assert "r12 ..." in " ".join(here("status", study.folder).stdout.split())
