"""Whatever the JSON decoder complains about is said in words a person can act on."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.files.json_words import in_plain_words

UNKNOWN = "This is not JSON"
TOKENS = [
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    '"',
    '"a"',
    "1",
    "-",
    "tru",
    "null",
    "\\",
    "\\u00",
    "\\x",
    "\n",
    "\t",
    " ",
    "NaN",
]


def complaint(text: str) -> str:
    """The decoder's own message; empty where it is content."""
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        return error.msg
    return ""


@pytest.mark.parametrize(
    ("text", "what", "remedy"),
    [
        ("[1, ]", "A value is missing|followed by a comma", "comma"),  # newer decoders know the comma
        ("", "A value is missing here", "Give a value"),
        ("{a: 1}", "A key in double quotes is missing", '"key"'),
        ('{"a": 1,}', "A key in double quotes is missing|followed by a comma", "comma"),
        ('{"a" 1}', "A colon is missing", '"key": value'),
        ('{"a": 1 "b": 2}', "A comma or a closing bracket is missing", "Add it"),
        ("[1 2]", "A comma or a closing bracket is missing", "Add it"),
        ("{} {}", "More text follows", ".jsonl"),
        ('"abc', "A text is not closed", "Close it"),
        ('"a\nb"', "raw line break", r"\n"),
        (r'"\x"', "A backslash is followed by a letter", r"\\"),
        (r'"\u12"', "four hexadecimal digits", r"\\"),
        ("\ufeff{}", "invisible mark", "byte order mark"),
    ],
)
def test_each_fault_has_its_words_and_its_remedy(text: str, what: str, remedy: str) -> None:
    said, advice = in_plain_words(complaint(text))
    assert any(part in said for part in what.split("|"))
    assert remedy in advice


@given(st.lists(st.sampled_from(TOKENS), max_size=8).map("".join) | st.text(max_size=8))
def test_no_complaint_of_the_decoder_is_unknown(text: str) -> None:
    said = complaint(text)
    if said:
        what, remedy = in_plain_words(said)
        assert UNKNOWN not in what, said
        assert what.endswith(".")
        assert remedy


@pytest.mark.parametrize("said", ["Something new", "Something new: ", ""])
def test_a_complaint_nobody_knows_is_passed_on(said: str) -> None:
    what, remedy = in_plain_words(said)
    assert what.startswith("This is not JSON: ")
    assert said.strip() in what
    assert remedy == "Mend the text here."
