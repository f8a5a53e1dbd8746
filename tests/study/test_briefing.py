import re
from pathlib import Path

import pytest

from ringtrue import Study
from ringtrue.page import Briefing, standard
from ringtrue.study.briefing import read_briefing
from ringtrue.terms import BadInput, Problem

GOLD = "I count before I judge, and I judge before I talk. The rest of the day belongs to the river and to nobody else."


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "gold.txt").write_text(GOLD, encoding="utf-8")
    Study.create(tmp_path / "study", protocol="lite", gold=tmp_path / "gold.txt")
    return tmp_path / "study"


def told(folder: Path, rating: str = "") -> Briefing:
    """The briefing of the study with these lines under `rating:`."""
    file = folder / "study.yaml"
    lines = "".join(f"  {line}\n" for line in rating.splitlines())
    file.write_text(file.read_text(encoding="utf-8") + (f"rating:\n{lines}" if rating else ""), encoding="utf-8")
    return read_briefing(folder, Study.open(folder).settings)


def refused(folder: Path, rating: str) -> list[Problem]:
    with pytest.raises(BadInput) as refusal:
        told(folder, rating)
    return list(refusal.value.problems)


def test_a_study_without_the_key_has_everything(folder: Path) -> None:
    briefing = told(folder)
    assert (briefing.language, briefing.title, briefing.contact) == ("en", standard("en")["title"], "")
    assert (briefing.minutes, briefing.breaks) == (None, 20)
    assert briefing.consent is not None
    assert briefing.practice is not None
    assert [ask.name for ask in briefing.qualification] == ["reading"]
    assert briefing.gold == GOLD
    assert len(briefing.check) == 2
    assert briefing.questions == {}


def test_a_study_without_a_gold_text_has_no_check(tmp_path: Path) -> None:
    Study.create(tmp_path / "study", protocol="blind")
    briefing = told(tmp_path / "study")
    assert (briefing.gold, briefing.check) == ("", ())
    assert [ask.name for ask in briefing.qualification] == ["hours", "familiarity", "distinctive"]


def test_the_studys_own_words(folder: Path) -> None:
    rating = "title: Bells\ncontact: b@example.org\nminutes: 9.5\nbreaks: 10\nquestions: {vibe: Is the mood right?}"
    briefing = told(folder, rating)
    assert (briefing.title, briefing.contact, briefing.minutes, briefing.breaks) == ("Bells", "b@example.org", 9.5, 10)
    assert briefing.questions == {"vibe": "Is the mood right?"}
    assert briefing.consent is not None
    assert '"Bells"' in briefing.consent.paragraphs[0]
    assert "b@example.org" in briefing.consent.paragraphs[-1]


def test_portuguese_changes_every_default(folder: Path) -> None:
    briefing = told(folder, "language: pt")
    assert briefing.title == "Estudo de leitura"
    assert briefing.consent is not None
    assert briefing.consent.statements["adult"] == "Tenho pelo menos 18 anos."
    assert briefing.check[0].text.startswith("Qual destas frases")


def test_attestations_of_ones_own(folder: Path) -> None:
    briefing = told(folder, "attest: [I am rested., I am alone.]")
    assert briefing.consent is not None
    assert list(briefing.consent.statements.items())[3:] == [("attest-1", "I am rested."), ("attest-2", "I am alone.")]


def test_parts_can_be_left_out(folder: Path) -> None:
    briefing = told(folder, "consent: false\npractice: false\nqualification: false\ngold_check: false\nbreaks: 0")
    assert (briefing.consent, briefing.practice, briefing.qualification, briefing.check) == (None, None, (), ())
    assert briefing.gold == GOLD
    assert briefing.breaks == 0


def test_files_of_ones_own(folder: Path) -> None:
    (folder / "consent.md").write_text("For {title}.\nOne paragraph.\n\nAnother: {contact}", encoding="utf-8")
    (folder / "check.yaml").write_text("- {text: What is counted?, options: [a, b], answer: b}", encoding="utf-8")
    (folder / "who.yaml").write_text("- {name: age, type: number, low: 18, text: How old?}", encoding="utf-8")
    (folder / "try.yaml").write_text("kind: pair\nprompt: '?'\ntexts: [one, two]", encoding="utf-8")
    briefing = told(
        folder,
        "title: T\ncontact: c@example.org\nconsent: consent.md\ngold_check: check.yaml\nqualification: who.yaml\n"
        "practice: try.yaml",
    )
    assert briefing.consent is not None
    assert briefing.consent.paragraphs == ("For T. One paragraph.", "Another: c@example.org")
    assert [checked.answer for checked in briefing.check] == ["b"]
    assert [(ask.name, ask.low) for ask in briefing.qualification] == [("age", 18)]
    assert briefing.practice is not None
    assert briefing.practice.texts == ("one", "two")


def test_every_fault_is_told_at_once_with_its_line(folder: Path) -> None:
    (folder / "check.yaml").write_text("- {text: What?, options: [a, b], answer: c}", encoding="utf-8")
    problems = refused(
        folder,
        "language: fr\ntitel: T\nminutes: soon\nbreaks: -1\nattest: sure\nconsent: none.md\ngold_check: check.yaml\n"
        "questions: {vibes: x, logic: 3}\npractice: [x]",
    )
    text = "\n".join(f"{Path(one.file).name} {one.place}: {one.what} ({one.remedy})" for one in problems)
    for expected in (
        "rating.language: no such language (one of en, pt)",
        "rating.titel: unknown key (did you mean title?)",
        "rating.minutes: minutes is a number",
        "rating.breaks: breaks is a number",
        "rating.attest: attest is a list of sentences",
        "none.md",
        "check.yaml line 1, [0].answer: the answer is none of the options",
        "rating.questions.vibes: the protocol asks no such question (did you mean vibe?",
        "rating.questions.logic: the wording of a question is a text",
        "rating.practice: practice is the name of a file",
    ):
        assert expected in text
    assert len(problems) == 10
    assert all(re.search(r"line \d+", one.place) for one in problems if one.file.endswith(".yaml"))


@pytest.mark.parametrize("rating", ["rating: yes please\n", "rating: [a]\n"])
def test_the_key_is_a_table(folder: Path, rating: str) -> None:
    file = folder / "study.yaml"
    file.write_text(file.read_text(encoding="utf-8") + rating, encoding="utf-8")
    with pytest.raises(BadInput, match="rating is a table"):
        read_briefing(folder, Study.open(folder).settings)


def test_an_empty_key_is_no_fault(folder: Path) -> None:
    file = folder / "study.yaml"
    file.write_text(file.read_text(encoding="utf-8") + "rating:\n", encoding="utf-8")
    assert read_briefing(folder, Study.open(folder).settings).language == "en"


@pytest.mark.parametrize(("line", "what"), [("title: 3", "title is a text"), ("language: [en]", "language is a text")])
def test_texts_are_texts(folder: Path, line: str, what: str) -> None:
    assert what in [problem.what for problem in refused(folder, line)]


def test_a_gold_file_that_is_gone_is_one_of_the_faults(folder: Path) -> None:
    (folder / "gold.txt").unlink()
    assert len(refused(folder, "language: fr")) == 2


def test_with_both_texts_graded_either_name_can_be_worded(tmp_path: Path) -> None:
    Study.create(tmp_path / "study", protocol="pairs")
    file = tmp_path / "study" / "study.yaml"
    file.write_text(file.read_text(encoding="utf-8") + "grade: both\n", encoding="utf-8")
    briefing = told(tmp_path / "study", "questions: {vibe: 'Mood of {side}?', logic_b: And its logic?}")
    assert briefing.questions == {"vibe": "Mood of {side}?", "logic_b": "And its logic?"}


def test_the_example_of_the_documentation_works(folder: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "rating.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```yaml\n(.*?)```", page, flags=re.DOTALL)
    (rating,) = [block for block in blocks if block.startswith("rating:")]
    for block in blocks:
        if name := re.match(r"# (\w+\.yaml)", block):
            (folder / name[1]).write_text(block, encoding="utf-8")
    (folder / "consent.md").write_text("One paragraph.", encoding="utf-8")
    briefing = told(folder, "\n".join(line.removeprefix("  ") for line in rating.splitlines()[1:]))
    assert (briefing.title, briefing.minutes, len(briefing.questions)) == ("Voices of the foundry", 9, 2)
    assert [ask.name for ask in briefing.qualification] == ["hours", "met"]
    assert [checked.answer for checked in briefing.check] == ["She melted it"]
    assert briefing.practice is not None
    assert briefing.practice.feedback["voice"]["-2"] == "Most people say so."
    assert briefing.consent is not None
    assert briefing.consent.statements["attest-2"] == "I will not discuss the texts."
