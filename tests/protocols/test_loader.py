"""Loading and checking whole files: clean ones, one with every fault, damaged ones."""

import re
from contextlib import suppress
from copy import deepcopy
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.files.document import Document
from ringtrue.files.yaml_file import read_yaml
from ringtrue.protocols.loader import (
    BUILT_IN,
    check_file,
    data_of,
    designed,
    from_document,
    graded_both,
    grades_both,
    hash_of,
    load,
    sized,
)
from ringtrue.terms.problem import BadInput
from ringtrue.terms.protocol import Protocol

FAULTY = Path(__file__).parent / "faulty.yaml"
FOLDER = Path(str(files("ringtrue.protocols")))


def announced() -> set[tuple[int, str]]:
    """The faults the file itself announces in its comments."""
    faults = set()
    for number, line in enumerate(FAULTY.read_text(encoding="utf-8").splitlines(), 1):
        if number > 1 and "#! " in line:
            faults |= {(number, what.strip()) for what in line.split("#! ")[1].split(" | ")}
    return faults


def test_one_fault_of_each_kind_is_found_on_its_line_and_nothing_else() -> None:
    found = [(int(re.match(r"line (\d+)", p.place)[1]), p.what) for p in check_file(FAULTY)]
    assert set(found) == announced()
    assert len(found) == len(set(found)) == 100
    assert [line for line, _ in found] == sorted(line for line, _ in found)


def test_every_fault_comes_with_a_remedy() -> None:
    assert [problem for problem in check_file(FAULTY) if not problem.remedy] == []


def test_a_faulty_file_is_refused_with_all_its_faults() -> None:
    with pytest.raises(BadInput) as refusal:
        load(FAULTY)
    assert list(refusal.value.problems) == check_file(FAULTY)


def test_the_built_in_protocols_are_the_nine_files_beside_the_loader() -> None:
    sheets = {"recognition", "continuity", "boundary", "non-merge", "non-drift"}
    assert set(BUILT_IN) == {"blind", "pairs", "lite", "scenarios", *sheets}
    assert {path.stem for path in FOLDER.glob("*.yaml")} == set(BUILT_IN)


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_built_in_protocol_is_clean_and_loads_by_name_and_by_path(name: str) -> None:
    assert check_file(FOLDER / f"{name}.yaml") == []
    protocol = load(name)
    assert isinstance(protocol, Protocol)
    assert protocol.name == name
    assert load(FOLDER / f"{name}.yaml") == protocol
    assert re.fullmatch("[0-9a-f]{64}", protocol.hash)


# Studies name the protocol they were made with by its hash: whoever changes one of these says so in CHANGELOG.md.
SHIPPED = {
    "blind": "3f21ba0ed1f92ec7dd739ebf8fbd75027620cc16461b5e471a74479918299944",
    "boundary": "16d9c61b3f1327039378dd9755176317c863bf2d0e07f1a69e4b92e8e96801cc",
    "continuity": "a8408e3f035d185a1e5ad4f22ffc17038ab5b19ee9c9eba52dd8af2dc9f2fa84",
    "lite": "12655429dd83f15e457b02808243105f0d7cf15492c9cf2482cf8cd220e0ecd3",
    "non-drift": "67c176c716e421954d1097cc3b761e27c71187c0f8336129d96f5c974d4c99c3",
    "non-merge": "00da3a54b351f625a4fc72c177b73df06c08d95d9067dd99a407d3ccd52ddf2b",
    "pairs": "562245a98367ba5348582a2cdd00ca5e2fe283a82ceb9865c9bdb3aaa41a8af3",
    "recognition": "b3c4e821ca5730d45d61fc6accc7a42236f71083b7337a2d30c174df672505f3",
    "scenarios": "a49dc5456c1e65fad9a7df58d0e2598f89784400117c1de3dd4eced5b9f70bc8",
}


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_hash_of_a_built_in_protocol_is_the_one_that_was_shipped(name: str) -> None:
    assert load(name).hash == SHIPPED[name]


def test_a_loaded_protocol_holds_what_the_file_says() -> None:
    blind = load("blind")
    assert blind.kinds["quote"].share == 0.3
    assert blind.kinds["quote"].show == ("real", "clone")
    assert blind.scales["real-one"].toward == "real"
    assert list(blind.measures)[:3] == ["style_each", "quote_score", "alignment"]
    assert blind.measures["discrimination"].source == "found_share"
    assert blind.bands is not None
    assert blind.bands.steps[-1] == ("failing", None)
    assert blind.verdict[-1].conditions == ()
    voice = load("pairs").question("voice")
    assert voice is not None
    assert load("pairs").scales[voice.scale].labels[-2.0] == "definitely the other"
    assert load("recognition").question("r2").counts_on == (3, 9)


@pytest.mark.parametrize(("asked", "remedy"), [("blnd", "did you mean blind?"), ("zzz", "built in: blind")])
def test_an_unknown_name_lists_the_known_ones(asked: str, remedy: str) -> None:
    with pytest.raises(BadInput) as refusal:
        load(asked)
    assert remedy in refusal.value.problems[0].remedy


def test_a_missing_or_unreadable_file_is_a_problem_like_any_other(tmp_path: Path) -> None:
    assert [problem.what for problem in check_file(tmp_path / "gone.yaml")] == ["There is no such file."]
    torn = tmp_path / "torn.yaml"
    torn.write_text("name: [", encoding="utf-8")
    assert len(check_file(torn)) == 1
    listed = tmp_path / "listed.yaml"
    listed.write_text("- name: x", encoding="utf-8")
    assert check_file(listed)[0].what == "a protocol is a table of keys"


def test_a_name_that_is_also_a_file_here_is_the_file_unless_built_in(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("mine", "lite"):
        (tmp_path / name).write_text((FOLDER / "pairs.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    assert load("mine").name == "pairs"
    assert load("lite").name == "lite"


def plain(data: Any) -> Any:
    """Data without layout, free to be changed."""
    if isinstance(data, dict):
        return {key: plain(value) for key, value in data.items()}
    return [plain(value) for value in data] if isinstance(data, list) else data


def places(data: Any, trail: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The trails of all values within."""
    entries = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [found for step, value in entries for found in ((*trail, step), *places(value, (*trail, step)))]


DATA = {name: plain(read_yaml(FOLDER / f"{name}.yaml").data) for name in BUILT_IN}
PLACES = [(name, trail) for name, data in DATA.items() for trail in places(data)]
JUNK = st.one_of(st.none(), st.booleans(), st.integers(-3, 3), st.text("ab ()<1", max_size=6), st.just([]), st.just({}))


@given(st.sampled_from(PLACES), st.sampled_from(["drop", "rename", "replace"]), JUNK)
def test_random_damage_is_refused_in_words_or_harmless(place: tuple[str, tuple[Any, ...]], act: str, junk: Any) -> None:
    name, trail = place
    data = plain(DATA[name])
    holder = data
    for step in trail[:-1]:
        holder = holder[step]
    value = holder.pop(trail[-1])
    if act == "replace" and isinstance(holder, dict):
        holder[trail[-1]] = junk
    elif act == "replace":
        holder.insert(trail[-1], junk)
    elif act == "rename" and isinstance(holder, dict):
        holder[f"{trail[-1]}x"] = value
    with suppress(BadInput):  # anything else would be a fault of the checker
        assert isinstance(from_document(Document("damaged", data, lambda _: 1)), Protocol)


@pytest.mark.parametrize("data", [None, 3, "blind", [], [{}], {}, {1: 2, None: 3, False: [], 2.5: {}}])
def test_data_that_are_no_protocol_at_all_are_refused_too(data: Any) -> None:
    with pytest.raises(BadInput):
        from_document(Document("odd", data, lambda _: 1))


# The hash: what a file says counts, how it is laid out does not.


DATA_CANONICAL = {name: read_yaml(FOLDER / f"{name}.yaml").data for name in BUILT_IN}


def shuffled(data: Any, draw: Any, keep: bool = False) -> Any:
    """The data with the keys of every table in another order, those of `measures` excepted."""
    if isinstance(data, dict):
        keys = list(data) if keep else draw(st.permutations(list(data)))
        return {key: shuffled(data[key], draw, keep=key == "measures") for key in keys}
    return [shuffled(value, draw) for value in data] if isinstance(data, list) else data


@given(st.data())
def test_the_order_of_keys_does_not_count(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(["lite", "recognition"]))
    assert hash_of(shuffled(DATA_CANONICAL[name], data.draw)) == hash_of(DATA_CANONICAL[name])


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_order_of_measures_and_of_rules_counts(name: str) -> None:
    whole = data_of(name)
    for key in ("measures", "verdict"):
        turned = deepcopy(whole)
        part = turned[key]
        turned[key] = dict(reversed(list(part.items()))) if isinstance(part, dict) else part[::-1]
        assert hash_of(turned) != hash_of(whole)


def test_comments_quotes_layout_and_ways_to_write_a_number_do_not_count(tmp_path: Path) -> None:
    original = (FOLDER / "recognition.yaml").read_text(encoding="utf-8")
    changes = (
        ("name: recognition", "# more words\nname:   'recognition'   # here too"),
        ("labels: {0: not at all, 0.25: a trace", "labels: {0.0: not at all,\n    .25: 'a trace'"),
        ("low: 0, high: 1,", "low: 0e0, high: 1.0,"),
        ("scopes: [M0, M1, M2, M3, M4]", "scopes:\n  - M0\n  - M1\n  - M2\n  - M3\n  - M4"),
    )
    text = original
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path = tmp_path / "other.yaml"
    path.write_text(text, encoding="utf-8")
    assert load(path).hash == load("recognition").hash


@pytest.mark.parametrize(
    ("old", "new"),
    [("0.80", "0.81"), ("Is the decoy resisted?", "Was the decoy resisted?"), ("version: 1.3.0", "version: 1.3.1")],
)
def test_a_changed_limit_word_or_version_counts(tmp_path: Path, old: str, new: str) -> None:
    text = (FOLDER / "recognition.yaml").read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "other.yaml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    assert load(path).hash != load("recognition").hash


def test_the_canonical_form_is_what_it_was() -> None:
    # By hand: sha256 of {"\"a\"":1.0,"\"measures\"":[["x",{}],["b",{}]]} - a change of form changes every stored hash.
    assert hash_of({"measures": {"x": {}, "b": {}}, "a": 1}) == (
        "4e31f06f682088a5a366d69290040f02c589631dbe699f4b31920bd7aed1562f"
    )


def test_true_is_not_one_and_a_text_is_not_a_number() -> None:
    hashes = {hash_of({"a": value}) for value in (True, 1, "1", "true", None, "null")}
    assert len(hashes) == 6
    assert len({hash_of({key: 0}) for key in (1, "1", None, "null")}) == 4


# Designs, presets and grading: what a study's own form of a protocol shows, asks and decides by.


PAIR_PROTOCOLS = ("pairs", "lite")


@pytest.mark.parametrize("name", PAIR_PROTOCOLS)
def test_the_first_design_is_the_protocol_as_the_file_has_it(name: str) -> None:
    protocol = load(name)
    assert list(protocol.designs) == ["equivalence", "discrimination"]
    assert designed(protocol, "equivalence") == protocol


@pytest.mark.parametrize("name", PAIR_PROTOCOLS)
def test_discrimination_shows_compressed_beside_the_control(name: str) -> None:
    protocol = load(name)
    other = designed(protocol, "discrimination")
    assert other.kinds["pair"].show == ("control", "compressed")
    assert dict(other.controls) == {"self": "full"}
    assert [rule.label for rule in other.sound_verdict] == [*["provisional"] * 4, "FAIL", "PASS", "inconclusive"]
    assert other.sound_verdict[5].all == ("voice_toward_low > 0", "voice_toward >= .5", "voice_self_low > 0")
    assert (other.hash, other.verdict, other.measures) == (protocol.hash, protocol.verdict, protocol.measures)


def test_both_presets_by_name() -> None:
    for name in PAIR_PROTOCOLS:
        sizes = {preset.name: (preset.items, preset.raters) for preset in load(name).presets.values()}
        assert sizes == {"5x7": (5, 7), "3x10": (3, 10)}


def test_the_second_preset_of_pairs_asks_for_three_pairs() -> None:
    protocol = load("pairs")
    assert sized(protocol, "5x7") == protocol
    assert [rule.name for rule in sized(protocol, "3x10").suite] == ["at least 3 pairs", "at least 5 people"]
    lite = load("lite")
    assert sized(lite, "3x10").suite == lite.suite  # three to five pairs hold for both


@pytest.mark.parametrize("name", PAIR_PROTOCOLS)
def test_three_pairs_are_not_asked_about_domains_they_leave_out(name: str) -> None:
    protocol = load(name)
    whole, small = protocol.verdict, sized(protocol, "3x10").verdict
    assert [rule.label for rule in small] == ["PASS", "FAIL"]
    assert small[0].all == tuple(condition for condition in whole[0].all if "domain_" not in condition)
    assert sized(protocol, "5x7").verdict == whole


def test_both_texts_graded_makes_two_questions_of_one() -> None:
    asked = graded_both(load("pairs")).kinds["pair"].questions
    assert [question.name for question in asked] == [
        *("voice", "vibe_a", "vibe_b", "logic_a", "logic_b", "continuity_a", "continuity_b", "comment")
    ]
    vibe = [question for question in asked if question.answers == "vibe"]
    assert [question.side for question in vibe] == [0, 1]
    assert [question.text for question in vibe] == [
        "Does text A carry the spirit of the sample?",
        "Does text B carry the spirit of the sample?",
    ]
    assert {question.scale for question in vibe} == {"grade"}
    assert asked[0].side is None
    assert not asked[5].required  # continuity is optional in pairs, for each text as well


def test_protocols_without_such_wordings_cannot_grade_both() -> None:
    assert all(grades_both(load(name)) for name in PAIR_PROTOCOLS)
    blind = load("blind")
    assert not grades_both(blind)
    assert graded_both(blind) == blind
    assert not blind.designs
    assert not blind.presets
