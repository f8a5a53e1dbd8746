"""A protocol nobody had before: the one of the documentation, from its page to a verdict, no Python touched."""

import re
from pathlib import Path

import pytest

from ringtrue.study.study import Study

PAGE = Path(__file__).resolve().parents[2] / "docs" / "protocols" / "write-your-own.md"


@pytest.fixture
def warmth(tmp_path: Path) -> Path:
    block = re.search(r"```yaml\n(.*?)```", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL)
    path = tmp_path / "warmth.yaml"
    path.write_text(block.group(1), encoding="utf-8")
    return path


def test_it_is_about_twenty_lines(warmth: Path) -> None:
    assert len(warmth.read_text(encoding="utf-8").splitlines()) <= 30


def test_it_takes_in_answers_and_decides(warmth: Path, tmp_path: Path) -> None:
    study = Study.create(tmp_path / "study", protocol=str(warmth))
    protocol = study.settings.protocol
    (kind,) = protocol.kinds.values()
    question = kind.questions[0]
    scale = protocol.scales[question.scale]
    fields = "".join(f", {name}: x" for name in kind.needs)
    items = "".join(f"- {{id: I{n}, kind: {kind.name}, prompt: p{fields}}}\n" for n in range(8))
    (study.folder / "items.yaml").write_text(items, encoding="utf-8")
    rows = [f"r{rater},I{n},{question.name},{scale.high - (rater + n) % 2}" for rater in range(5) for n in range(8)]
    (tmp_path / "a.csv").write_text("rater,item,question,value\n" + "\n".join(rows), encoding="utf-8")
    assert study.take_in([tmp_path / "a.csv"]) == 40
    result = study.score(replicates=100)
    # Half of the answers are the highest step, half the one below it.
    crossed = next(measure for measure in protocol.measures.values() if measure.crossed == question.name)
    assert result.estimates[crossed.name].value == pytest.approx(scale.high - 0.5)
    assert result.verdict.label in {rule.label for rule in protocol.verdict}
    warmth.unlink()  # the study keeps its own copy, and so does its backup
    restored = Study.restore(study.backup(tmp_path / "b"), tmp_path / "again")
    assert restored.doctor() == []
    assert restored.settings.protocol.hash == protocol.hash
