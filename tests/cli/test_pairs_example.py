"""The worked example of docs/protocols/pairs.md, command by command, with what the page says comes out."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "protocols" / "pairs.md").read_text(encoding="utf-8").split("### A worked example")[1]
PATHS = {"$SAMPLE": ROOT / "src/ringtrue/personas/oda-brennick", "$EXAMPLE": ROOT / "docs/protocols/example"}
LEFT_OUT = ("deal", "export")  # the page says to leave them out for the rest; they are tried on their own below


def commands() -> list[list[str]]:
    blocks = re.findall(r"```sh\n(.*?)```", PAGE, flags=re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines() if line.startswith("ringtrue ")]
    return [[_path(word) for word in line.split()[1:]] for line in lines]


def _path(word: str) -> str:
    for name, place in PATHS.items():
        word = word.replace(name, str(place))
    return word


def told(output: str) -> list[list[str]]:
    """The first words and numbers of each row, however the columns are spaced."""
    return [re.split(r"\s{2,}", line.strip()) for line in output.splitlines()]


@pytest.fixture
def at_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    parts = (PATHS["$SAMPLE"] / "answers/pairs.jsonl", PATHS["$EXAMPLE"] / "another.jsonl")
    Path("controls.jsonl").write_text("".join(part.read_text(encoding="utf-8") for part in parts), encoding="utf-8")
    return tmp_path


def test_the_page_is_true(here, at_work: Path) -> None:
    outputs = {}
    for command in commands():
        if command[0] not in LEFT_OUT:
            done = here(*command)
            assert done.exit_code in (0, 1), done.output  # 1 is the verdict FAIL of the score
            outputs[" ".join(command[:2])] = done.output
    index, checks = re.findall(r"```text\n(.*?)```", PAGE, flags=re.DOTALL)
    for block, output, cells in ((index, outputs["items index"], 4), (checks, outputs["score oda"], 4)):
        rows = [row[:cells] for row in told(output)]
        assert [row for row in told(block)[1:] if row[:cells] not in rows] == []
    folder = at_work / "oda" / "reports" / "result-1"
    named = ("RESULTS_RAW", "RESULTS_AGG.csv", "PAIRS.csv", "methods.md", "methods.pt.md", "consent.md")
    assert [name for name in named if not (folder / name).exists()] == []


def test_the_cards_are_dealt_without_a_leak_and_exported(here, at_work: Path) -> None:
    steps = [command for command in commands() if command[0] not in ("import", "score", "report")]
    for command in steps:
        assert here(*command).exit_code == 0, command
    assert len(list((at_work / "pages").glob("*.html"))) == 7
    assert "sides balanced for raters and pairs  met" in here("items", "check", "oda").output
