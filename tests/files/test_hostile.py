"""Whatever the bytes, a reader gives data or a refusal, never another error; and the data can be written again."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ringtrue.files.atomic_write import write_text
from ringtrue.files.csv_file import read_csv, write_csv
from ringtrue.files.json_file import read_json, read_jsonl, write_json
from ringtrue.files.text_file import read_text
from ringtrue.files.yaml_file import read_yaml, write_yaml
from ringtrue.terms.problem import BadInput

TOKENS = {
    "yaml": (
        *("a", "b: ", "- ", "\n", "\n  ", "[", "]", "{", "}", ",", ": ", "#c", "&a ", "*a ", "|", ">\n  ", "'", '"'),
        *("\\", "!", "!!str ", "%", "---\n", "...\n", "? ", "0", "1e5", "-_", "0x", ".5", "~", "<<: ", "\t", "@"),
        *("\x85", "\u2028", "é", "\ufeff", "=", "|2\n", ">+\n", "\r", "\x07", "1e999", "2020-01-01", "\\ud800"),
    ),
    "json": (
        *("[", "]", "{", "}", ",", ":", '"', '"a"', "1", "-", "1e5", "1e999", "NaN", "null", "true", "\\", "\n"),
        *("\r", "\\ud800", "\\udc00", "\\u00e9", " ", "\ufeff", "é", "\t", "0", ".", "Infinity", "\u2028"),
    ),
    "csv": ("a", "b", ",", ";", "\t", '"', '""', "\n", "\r\n", "\r", " ", "é", "\ufeff", "1,5", "item", "\u2028", "'"),
}


def texts(kind: str) -> st.SearchStrategy[bytes]:
    """Rubbish of two sorts: any bytes, and the words of a format in any order."""
    shuffled = st.lists(st.sampled_from(TOKENS[kind]), max_size=14).map(lambda parts: "".join(parts).encode())
    return shuffled | shuffled | st.binary(max_size=40)


def outcome(path: Path, data: bytes, read: Any) -> Any:
    """What a reader makes of the bytes; None for a refusal whose every problem can be printed."""
    path.write_bytes(data)
    try:
        return read(path)
    except BadInput as refusal:
        for problem in refusal.problems:
            " ".join(problem.as_dict().values()).encode("utf-8")
            assert problem.file == str(path)
            assert problem.place
            assert problem.what
        return None


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("hostile") / "file"


@given(texts("json"))
def test_no_bytes_break_the_json_reader(path: Path, data: bytes) -> None:
    document = outcome(path, data, read_json)
    if document is not None:
        write_json(path, document.data)
        assert read_json(path).data == document.data
        assert document.line(()) is not None


@given(texts("json"))
def test_no_bytes_break_the_json_lines_reader(path: Path, data: bytes) -> None:
    for record in outcome(path, data, read_jsonl) or ():
        write_json(path, record.data)
        assert read_json(path).data == record.data


@settings(deadline=None, max_examples=200, suppress_health_check=[HealthCheck.too_slow])
@given(texts("yaml"))
def test_no_bytes_break_the_yaml_reader(path: Path, data: bytes) -> None:
    document = outcome(path, data, read_yaml)
    if document is not None and isinstance(document.data, (dict, list)):
        write_yaml(path, document.data)
        assert read_yaml(path).data == document.data
        write_json(path, document.data if all_keys_are_texts(document.data) else None)


@given(texts("csv"))
def test_no_bytes_break_the_csv_reader(path: Path, data: bytes) -> None:
    table = outcome(path, data, read_csv)
    if table is not None:
        assert all(len(column) == len(table) for column in table.columns.values())
        write_csv(path, list(table.columns), zip(*table.columns.values(), strict=True))
        assert read_csv(path).columns == table.columns


@given(texts("yaml"))
def test_no_bytes_break_the_text_reader(path: Path, data: bytes) -> None:
    text = outcome(path, data, read_text)
    if text is not None:
        write_text(path, text)
        assert read_text(path) == text.removeprefix("\ufeff")


def test_importing_the_room_loads_nothing_slow() -> None:
    program = (
        "import sys, ringtrue.files; print(*sorted({'ruamel', 'numpy', 'difflib', 'tempfile'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True)
    assert done.stdout.split() == []


def all_keys_are_texts(value: Any) -> bool:
    if isinstance(value, dict):
        return all(isinstance(key, str) and all_keys_are_texts(inner) for key, inner in value.items())
    return all(map(all_keys_are_texts, value)) if isinstance(value, list) else True
