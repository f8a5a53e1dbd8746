"""Faults in designs, presets and checks are found on their line, like every other."""

from pathlib import Path

import pytest

from ringtrue.protocols import check_file

PAIRS = (Path(check_file.__globals__["__file__"]).parent / "pairs.yaml").read_text(encoding="utf-8")


def faults(folder: Path, old: str, new: str) -> list[str]:
    """What the checker says of pairs.yaml with one part changed."""
    assert old in PAIRS
    path = folder / "changed.yaml"
    path.write_text(PAIRS.replace(old, new, 1), encoding="utf-8")
    found = check_file(path)
    assert all(problem.remedy for problem in found)
    return [problem.what for problem in found]


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("  discrimination:\n", "  discriminaton:\n", "unknown design 'discriminaton'"),
        ("show: {pair: [control, compressed]}", "show: {pear: [control, compressed]}", "there is no kind 'pear'"),
        ("[control, compressed]}", "[control, full]}", "the candidate 'compressed' is not shown"),
        ("[control, compressed]}", "[compressed]}", "the design shows another number of speakers than the kind"),
        ("{self: full}", "{self: compressed}", "the self control is the candidate itself"),
        ("{self: full}", "{selves: full}", "unknown key 'selves'"),
        ("[voice_toward_low > 0]", "[voice_towards_low > 0]", "unknown name 'voice_towards_low'"),
        ("5x7: {items: 5, raters: 7}", "5x7: {items: 5}", "the key 'raters' is missing"),
        ("5x7: {items: 5, raters: 7}", "5x7: {items: 0, raters: 7}", "'items' is not a whole number from 1 up"),
        ("when: items() >= 3,", "when: pears >= 3,", "unknown name 'pears'"),
        ("over_raters: true", "over_raters: often", "'over_raters' is not true or false"),
        ("refuted: r_high < 0.70", "refuted: q_high < 0.70", "unknown name 'q_high'"),
        ("Does text {side} carry", "Does the text carry", "'both' does not say which text is meant"),
        ("at_least: 0.80}", "at_least: 0.80, refuted: r < 1}", "'refuted' means nothing without 'when'"),
    ],
)
def test_a_fault_is_found(tmp_path: Path, old: str, new: str, what: str) -> None:
    assert what in faults(tmp_path, old, new)


def test_over_raters_only_one_comparison_can_be_asked(tmp_path: Path) -> None:
    old = '"domain_NARR <= min(domain_TECH, domain_ANAL, domain_PHIL, domain_SELF)", over_raters'
    for new in ("domain_NARR < 1 and r < 1", "domain_NARR == r", "0 < domain_NARR < r"):
        assert faults(tmp_path, old, f'"{new}", over_raters') == ["over raters only one comparison can be asked"]
    (what,) = faults(tmp_path, old, '"domain_NARR < r + pfi_combined + voice_toward", over_raters')
    assert what == "over raters only crossed means can be compared, not pfi_combined, r"


def test_a_rule_list_of_a_design_covers_every_case(tmp_path: Path) -> None:
    last = "      - {label: cannot be told}\npresets"
    assert faults(tmp_path, last, "presets") == ["the rules do not cover every case"]
