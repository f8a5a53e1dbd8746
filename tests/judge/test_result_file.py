"""Results of offline pages: read whole, or refused with what happened to them on the way."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from result_files import summed, written
from ringtrue.judge.result_file import LIMITS, ResultFile, is_result_file, read_result
from ringtrue.judge.result_text import checksum
from ringtrue.terms import BadInput, Problem

ANSWER = {
    "card": "c1",
    "question": "voice",
    "value": -1,
    "shown": ["0a0a0a0a0a0a", "0b0b0b0b0b0b"],
    "seconds": 12.345,
    "visible_seconds": 12,
    "comment": "mais aberto: <script>alert(1)</script> \u202e 😀 \x7f",
    "recognised": False,
    "position": 1,
}
WHOLE: dict[str, Any] = {
    "ringtrue": 1,
    "packet": "abcdefgh",
    "language": "pt",
    "started": "2026-11-16T08:00:00.000Z",
    "finished": None,
    "partial": True,
    "consent": {"version": "1", "hash": "ff", "statements": {"adult": True}},
    "qualification": {},
    "comprehension": None,
    "practice": None,
    "sitting": {"reloads": 2, "breaks": [{"after": 20, "seconds": 61.5}]},
    "answers": [ANSWER],
}
GOOD = summed(WHOLE)


def problems(path: Path) -> list[tuple[str, str]]:
    with pytest.raises(BadInput) as refused:
        read_result(path)
    assert all(problem.remedy for problem in refused.value.problems)
    return [(problem.place, problem.what) for problem in refused.value.problems]


def test_a_result_is_read_with_all_that_was_told(tmp_path: Path) -> None:
    read = read_result(written(tmp_path / "r.json", GOOD))
    assert (read.packet, read.answers) == ("abcdefgh", (ANSWER,))
    assert read.told == {"consent": WHOLE["consent"], "sitting": WHOLE["sitting"]}
    assert read.about == {"language": "pt", "started": "2026-11-16T08:00:00.000Z", "partial": True}


def test_the_checksum_is_that_of_a_form_written_out_by_hand() -> None:
    document = {"b": [1, 2.5, True, None], "a": 'é"\n😀', "checksum": "not part of it"}
    form = rb'{"a":"\u00e9\"\n\ud83d\ude00","b":[1,2.5,true,null]}'
    assert checksum(document) == sha256(form).hexdigest()
    assert checksum({"b": [1.0]}) == checksum({"b": [1]})  # a browser knows one kind of number


def test_pasted_text_is_read_with_a_mail_around_it(tmp_path: Path) -> None:
    path = tmp_path / "mail.txt"
    path.write_text(f"Hello,\r\nhere it is:\r\n\r\n{json.dumps(GOOD)}\r\n\r\n-- \r\nJo", encoding="utf-8")
    assert read_result(path).packet == "abcdefgh"
    path.write_text(f"\ufeff{json.dumps(GOOD, indent=2)}", encoding="utf-8")
    assert read_result(path).packet == "abcdefgh"


LONG = summed(WHOLE | {"answers": [ANSWER | {"comment": "a word and another " * 20}]})


@pytest.mark.parametrize("wrapped_by", ["\n", " \n"], ids=["blank lost", "blank kept"])
@pytest.mark.parametrize("quoted", ["", "> ", ">> "])
def test_what_a_mail_program_wrapped_and_quoted_is_put_together_again(
    tmp_path: Path, wrapped_by: str, quoted: str
) -> None:
    """Lines broken at a blank, within an answer too: only the checksum can tell how they were."""
    broken = json.dumps(LONG).replace("another a", f"another{wrapped_by}a")
    path = tmp_path / "mail.txt"
    path.write_text("".join(f"{quoted}{line}" for line in broken.splitlines(keepends=True)), encoding="utf-8")
    assert read_result(path).answers == tuple(LONG["answers"])
    path.rename(tmp_path / "mail.json")
    assert "changed on the way" in problems(tmp_path / "mail.json")[0][1]  # a file is not put together


@pytest.mark.parametrize(
    ("name", "text", "is_one"),
    [
        ("r.json", '{"ringtrue": 1, "packet": "x"}', True),
        ("r.json", '{"packet": "x", "checksum" : "y"', True),
        ("r.txt", "anything", True),
        ("r.json", '[{"rater": "a", "comment": "\\"ringtrue\\": 1"}]', False),
        ("r.jsonl", '{"ringtrue": 1}', False),
        ("r.csv", "rater,item", False),
    ],
)
def test_results_are_told_from_other_files(tmp_path: Path, name: str, text: str, is_one: bool) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert is_result_file(tmp_path / name) is is_one


@pytest.mark.parametrize("share", [0.01, 0.2, 0.5, 0.9, 0.999])
def test_a_truncated_file_is_called_damaged(tmp_path: Path, share: float) -> None:
    whole = json.dumps(GOOD, indent=1, ensure_ascii=False)
    path = tmp_path / "r.json"
    path.write_text(whole[: int(len(whole) * share)], encoding="utf-8")
    ((_, what),) = problems(path)
    assert "cut off or changed on the way" in what


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "The file is empty."),
        (" \n", "The file is empty."),
        ("see attachment", "There is no result of a page in it."),
        ("[1]", "There is no result of a page in it."),
        ("{}", "This is not the result of a page of ringtrue."),
        ('{"ringtrue": true, "packet": "x"}', "This is not the result of a page of ringtrue."),
        ('{"ringtrue": 1}', "This is not the result of a page of ringtrue."),
        ('{"ringtrue": 2, "packet": "x"}', "It has form 2; this program reads form 1."),
        ('{"ringtrue": 1, "packet": NaN}', "The file cannot be read: NaN is no number."),
        ('{"ringtrue": 1, "packet": "x"}', "The file was damaged or changed: it does not fit its checksum."),
        ('{"ringtrue": 1, "packet": 1e999, "checksum": "x"}', "The file was damaged or changed: it does not fit"),
        ("{" * 100_000, "The file is damaged"),
    ],
)
def test_what_is_no_result_is_refused(tmp_path: Path, text: str, what: str) -> None:
    path = tmp_path / "r.txt"
    path.write_text(text, encoding="utf-8")
    ((_, told),) = problems(path)
    assert told.startswith(what)


def test_deep_nesting_and_endless_numbers_are_refused_in_words(tmp_path: Path) -> None:
    for text in ('{"ringtrue": 1, "packet": ' + "[" * 100_000 + "]" * 100_000 + "}", f'{{"ringtrue": {"9" * 10_000}}}'):
        path = tmp_path / "r.txt"
        path.write_text(text, encoding="utf-8")
        ((_, told),) = problems(path)
        assert told.startswith("The file cannot be read")


def test_a_huge_file_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "r.json"
    with path.open("wb") as stream:
        stream.write(b'{"ringtrue": 1, "packet": "')
        stream.truncate(LIMITS.max_bytes + 1)
    ((_, what),) = problems(path)
    assert what == "The file is larger than 16 MiB."


@pytest.mark.parametrize(
    ("changed", "place"),
    [
        ({"packet": 7}, "packet"),
        ({"packet": ""}, "packet"),
        ({"answers": []}, "answers"),
        ({"answers": {"a": 1}}, "answers"),
        ({"consent": "yes"}, "consent"),
        ({"qualification": {"why": "x" * 60_000}}, "qualification"),
        ({"started": "x" * 200}, "started"),
        ({"finished": 5}, "finished"),
        ({"partial": "no"}, "partial"),
    ],
)
def test_a_well_summed_file_of_the_wrong_shape_is_refused(tmp_path: Path, changed: dict[str, Any], place: str) -> None:
    assert [found for found, _ in problems(written(tmp_path / "r.json", summed(WHOLE | changed)))] == [place]


def test_every_fault_of_the_shape_is_told(tmp_path: Path) -> None:
    bad = summed(WHOLE | {"packet": None, "answers": None, "sitting": []})
    assert [place for place, _ in problems(written(tmp_path / "r.json", bad))] == ["packet", "answers", "sitting"]


TEXT = json.dumps(GOOD, indent=1, ensure_ascii=False)


@settings(max_examples=300)
@given(
    place=st.integers(0, len(TEXT) - 1),
    new=st.one_of(st.just(""), st.characters(codec="utf-8"), st.sampled_from('0123456789"{}[],:. tfn')),
    insert=st.booleans(),
)
def test_any_single_change_is_refused_or_changes_nothing(
    tmp_path_factory: pytest.TempPathFactory, place: int, new: str, insert: bool
) -> None:
    changed = TEXT[:place] + new + TEXT[place if insert else place + 1 :]
    path = _folder(tmp_path_factory) / "r.json"
    path.write_bytes(changed.encode("utf-8"))
    read = result_or_faults(path)
    if isinstance(read, ResultFile):
        assert (read.packet, read.answers) == ("abcdefgh", (ANSWER,))
        assert read.told == {"consent": WHOLE["consent"], "sitting": WHOLE["sitting"]}
    else:
        assert all(problem.what and problem.remedy for problem in read)


def result_or_faults(path: Path) -> ResultFile | tuple[Problem, ...]:
    try:
        return read_result(path)
    except BadInput as refused:
        return refused.problems


def _folder(factory: pytest.TempPathFactory) -> Path:
    """One folder for all examples."""
    place = factory.getbasetemp() / "changed"
    place.mkdir(exist_ok=True)
    return place
