"""Results of offline pages: read whole, or refused with what happened to them on the way."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import given as tried
from hypothesis import strategies as st

from result_files import summed, written
from ringtrue.judge.result_file import (
    LIMITS,
    MOST_ROWS,
    ResultFile,
    checksum,
    is_result_file,
    read_answers,
    read_result,
    sound_result,
)
from ringtrue.protocols.scales import LONGEST_TEXT
from ringtrue.terms.answer import Given
from ringtrue.terms.problem import BadInput, Problem

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


def test_a_result_that_ended_at_the_check_says_why_it_has_no_answers(tmp_path: Path) -> None:
    failed = summed(WHOLE | {"answers": [], "comprehension": {"attempts": 2, "passed": False}})
    ((place, what),) = problems(written(tmp_path / "r.json", failed))
    assert place == "answers"
    assert "did not pass the check" in what


def test_what_a_rater_did_not_get_to_is_told_from_what_is_not_in_the_file(tmp_path: Path) -> None:
    bare = {key: value for key, value in WHOLE.items() if key != "practice"}
    read = read_result(written(tmp_path / "r.json", summed(bare | {"comprehension": None})))
    assert "comprehension" in read.left_open
    assert not {"consent", "practice"} & read.left_open


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


# The text of a result: found, put together again, summed.


VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-(2**53), 2**53), st.text(max_size=8)),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=12,
)


@given(st.dictionaries(st.text(max_size=5), VALUES, max_size=4), st.sampled_from([None, 1]), st.booleans())
def test_whatever_a_page_says_is_read_as_it_was_said(more: dict[str, Any], indent: int | None, plain: bool) -> None:
    whole = summed(more | {"ringtrue": 1, "packet": "t"})
    assert whole["checksum"] == checksum(whole)
    text = json.dumps(whole, indent=indent, ensure_ascii=plain)
    assert sound_result("f", text, pasted=False) == whole
    assert sound_result("f", f"Dear all,\n{text}\nBest", pasted=True) == whole


def test_the_order_of_keys_does_not_matter() -> None:
    assert checksum({"a": 1, "b": {"c": 2, "d": 3}}) == checksum({"b": {"d": 3, "c": 2}, "a": 1})
    assert checksum({"a": 1}) != checksum({"a": True})
    assert checksum({"a": "1"}) != checksum({"a": 1})


def test_the_first_reason_is_told_where_nothing_helps() -> None:
    text = "> " + json.dumps(summed({"ringtrue": 1, "packet": "t"}))[:-1]
    with pytest.raises(BadInput) as refused:
        sound_result("f", text, pasted=True)
    assert [problem.what for problem in refused.value.problems] == [
        "The file is damaged: it was cut off or changed on the way."
    ]
    with pytest.raises(BadInput, match="empty"):
        sound_result("f", "", pasted=True)


# Answers as a page sends them: read against the document, every fault listed, nothing converted.


def asked(name: str, type_: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "type": type_, "low": None, "high": None, "step": None, "list": None, **more}


DOCUMENT = {
    "kinds": {
        "pair": {
            "questions": [
                asked("found", "pick", ties=True),
                asked("forced", "pick"),
                asked("voice", "bipolar", low=-2, high=2, step=1),
                asked("grade", "steps", low=1, high=3, step=0.5),
                asked("mark", "anchored", low=0, high=100),
                asked("trap", "flag"),
                asked("criteria", "checklist", list="criteria"),
                asked("words", "text"),
            ]
        },
        "other": {"questions": [asked("found", "pick")]},
    },
    "cards": [
        {"id": "c1", "kind": "pair", "texts": ["one", "two"], "lists": {"criteria": ["a", "b", "c"]}},
        {"id": "c2", "kind": "other", "texts": ["one"], "lists": {}},
    ],
}


def row(question: str, value: Any, **more: Any) -> dict[str, Any]:
    return {"card": "c1", "question": question, "value": value, **more}


def places(rows: Any) -> list[str]:
    with pytest.raises(BadInput) as refused:
        read_answers(DOCUMENT, rows, file="sent")
    assert {problem.file for problem in refused.value.problems} == {"sent"}
    return [problem.place for problem in refused.value.problems]


@pytest.mark.parametrize(
    ("question", "value", "read"),
    [
        ("found", "A", "A"),
        ("found", "tie", "tie"),
        ("forced", "B", "B"),
        ("voice", -2, -2.0),
        ("voice", 1.0, 1.0),
        ("grade", 2.5, 2.5),
        ("mark", 33.3, 33.3),
        ("trap", False, False),
        ("criteria", [True, False, True], (True, False, True)),
        ("words", "é \ud800 \x00", "é \ud800 \x00"),
        ("words", "", ""),
        ("voice", None, None),
    ],
)
def test_fitting_values(question: str, value: Any, read: Any) -> None:
    [found] = read_answers(DOCUMENT, [row(question, value)])
    assert found == Given("c1", question, read)
    assert type(found.value) is type(read)


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("found", "C"),
        ("forced", "tie"),
        ("found", 0),
        ("found", "a"),
        ("voice", 3),
        ("voice", -2.5),
        ("voice", "1"),
        ("voice", True),
        ("voice", float("nan")),
        ("voice", float("inf")),
        ("voice", 10**400),
        ("voice", []),
        ("grade", 1.25),
        ("mark", -0.001),
        ("trap", 1),
        ("trap", "true"),
        ("criteria", [True, False]),
        ("criteria", [1, 0, 1]),
        ("criteria", "1;0;1"),
        ("words", 5),
        ("words", "x" * (LONGEST_TEXT + 1)),
        ("words", ["a"]),
        ("voice", [1]),
    ],
)
def test_values_that_do_not_fit(question: str, value: Any) -> None:
    assert places([row(question, value)]) == [f"answer 1, {question}"]


def test_circumstances_are_kept() -> None:
    told = {
        "shown": ["0123456789ab", "cdef01234567"],
        "seconds": 12.5,
        "visible_seconds": 11,
        "comment": "<b>odd</b>",
        "recognised": True,
        "position": 3,
    }
    [found] = read_answers(DOCUMENT, [row("voice", 1, **told)])
    assert found == Given("c1", "voice", 1.0, **{**told, "shown": tuple(told["shown"])})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "told",
    [
        {"shown": ["0123456789ab"]},
        {"shown": ["0123456789AB", "cdef01234567"]},
        {"shown": "0123456789ab"},
        {"shown": [1, 2]},
        {"seconds": -1},
        {"seconds": "3"},
        {"seconds": 1e9},
        {"visible_seconds": float("nan")},
        {"comment": None},
        {"comment": "x" * (LONGEST_TEXT + 1)},
        {"recognised": 1},
        {"position": 0},
        {"position": 1.5},
        {"position": True},
        {"speaker": "clone"},
    ],
)
def test_circumstances_that_cannot_be(told: dict[str, Any]) -> None:
    assert places([row("voice", 1, **told)]) == [f"answer 1, {next(iter(told))}"]


def test_cards_and_questions_that_are_not_there() -> None:
    rows = [
        {"card": "c9", "question": "voice", "value": 1},
        {"card": ["c1"], "question": "voice", "value": 1},
        {"question": "voice"},
        row("vice", 1),
        {"card": "c2", "question": "voice", "value": 1},
        row(None, 1),  # type: ignore[arg-type]
        "c1",
        None,
    ]
    assert places(rows) == [
        "answer 1, card",
        "answer 2, card",
        "answer 3, card",
        "answer 4, question",
        "answer 5, question",
        "answer 6, question",
        "answer 7",
        "answer 8",
    ]


def test_every_fault_of_every_row_comes_at_once_and_nothing_passes() -> None:
    rows = [row("voice", 9, seconds=-1), row("voice", 1), row("trap", 3, comment=4, extra=1)]
    assert places(rows) == [
        "answer 1, voice",
        "answer 1, seconds",
        "answer 3, extra",
        "answer 3, trap",
        "answer 3, comment",
    ]


def test_what_is_no_list_or_too_long_a_list() -> None:
    for rows in ({}, "x", None, 5, [row("voice", 1)] * (MOST_ROWS + 1)):
        assert places(rows) == ["answers"]
    assert read_answers(DOCUMENT, []) == []


def test_a_long_value_is_not_repeated_whole() -> None:
    with pytest.raises(BadInput) as refused:
        read_answers(DOCUMENT, [row("voice", "x" * 100_000)])
    assert len(refused.value.problems[0].value) == 200


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
NAMES = st.sampled_from(["found", "voice", "grade", "mark", "trap", "criteria", "words"])


@tried(st.lists(st.one_of(JSON, st.builds(row, NAMES, JSON, seconds=JSON, shown=JSON)), max_size=4))
def test_whatever_is_sent_is_read_or_refused(rows: list[Any]) -> None:
    try:
        read = read_answers(DOCUMENT, rows)
    except BadInput:
        return
    assert len(read) == len(rows)
    assert json.dumps([one.as_dict() for one in read], allow_nan=False)
