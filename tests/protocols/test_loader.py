"""Loading and checking whole files: clean ones, one with every fault, damaged ones."""

import re
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.files import Document, read_yaml
from ringtrue.protocols import BUILT_IN, check_file, load
from ringtrue.protocols.loader import from_document
from ringtrue.terms import BadInput, Protocol

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


def test_the_built_in_protocols_are_the_five_files_beside_the_loader() -> None:
    assert set(BUILT_IN) == {"blind", "pairs", "lite", "scenarios", "recognition"}
    assert {path.stem for path in FOLDER.glob("*.yaml")} == set(BUILT_IN)


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_built_in_protocol_is_clean_and_loads_by_name_and_by_path(name: str) -> None:
    assert check_file(FOLDER / f"{name}.yaml") == []
    protocol = load(name)
    assert isinstance(protocol, Protocol)
    assert protocol.name == name
    assert load(FOLDER / f"{name}.yaml") == protocol
    assert re.fullmatch("[0-9a-f]{64}", protocol.hash)


def test_a_loaded_protocol_holds_what_the_file_says() -> None:
    blind = load("blind")
    assert blind.kinds["quote"].share == 0.3
    assert blind.kinds["quote"].show == ("real", "clone")
    assert blind.scales["real-one"].toward == "real"
    assert list(blind.measures)[:3] == ["quote_score", "alignment", "style_score"]
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
