"""The rating section of study.yaml: defaults, own words and files, and every fault with its line."""

import re
from pathlib import Path

import pytest

from ringtrue.page.briefing import Ask, Briefing, Checked, Consent, standard
from ringtrue.page.packet_document import questions_of
from ringtrue.protocols.loader import load
from ringtrue.study.briefing import read_briefing, read_check, read_consent, read_practice, read_qualification
from ringtrue.study.study import Study
from ringtrue.terms.problem import BadInput, Problem

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
    assert [ask.name for ask in briefing.qualification] == ["reading", "closeness"]
    assert briefing.gold == GOLD
    assert len(briefing.check) == 2
    assert briefing.questions == {}


def test_a_study_without_a_gold_text_has_no_check(tmp_path: Path) -> None:
    Study.create(tmp_path / "study", protocol="blind")
    briefing = told(tmp_path / "study")
    assert (briefing.gold, briefing.check) == ("", ())
    assert [ask.name for ask in briefing.qualification] == ["hours", "familiarity", "closeness", "distinctive"]


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
        "rating.language: unknown language 'fr' (known here: en, pt)",
        "rating.titel: unknown key 'titel' (did you mean 'title'?",
        "rating.minutes: 'minutes' is not a number from 1 to 1000 (write minutes: 10",
        "rating.breaks: 'breaks' is not a number from 0 to 1000",
        "rating.attest: 'attest' is not a list",
        "none.md",
        "check.yaml line 1, [0].answer: the answer is none of the options",
        "rating.questions.vibes: the protocol asks no such question (did you mean 'vibe'?",
        "rating.questions.logic: 'logic' is not a text",
        "rating.practice: 'practice' is not the name of a file, or false",
    ):
        assert expected in text
    assert len(problems) == 10
    assert all(re.search(r"line \d+", one.place) for one in problems if one.file.endswith(".yaml"))


@pytest.mark.parametrize("rating", ["rating: yes please\n", "rating: [a]\n"])
def test_the_key_is_a_table(folder: Path, rating: str) -> None:
    file = folder / "study.yaml"
    file.write_text(file.read_text(encoding="utf-8") + rating, encoding="utf-8")
    with pytest.raises(BadInput, match="'rating' is not a table"):
        read_briefing(folder, Study.open(folder).settings)


def test_an_empty_key_is_no_fault(folder: Path) -> None:
    file = folder / "study.yaml"
    file.write_text(file.read_text(encoding="utf-8") + "rating:\n", encoding="utf-8")
    assert read_briefing(folder, Study.open(folder).settings).language == "en"


@pytest.mark.parametrize(
    ("line", "what"), [("title: 3", "'title' is not a text"), ("language: [en]", "unknown language '['en']'")]
)
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


USUAL = Consent("1", ("Usual.",), {"adult": "I am 18."})
LITE = load("lite")


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def faults(read: object) -> list[str]:
    with pytest.raises(BadInput) as refusal:
        read()  # type: ignore[operator]
    return [f"{one.place}: {one.what}" for one in refusal.value.problems]


def test_plain_text_is_cut_at_blank_lines_and_keeps_the_usual_statements(tmp_path: Path) -> None:
    path = written(tmp_path, "c.txt", "\n\nOne\nof two {title}.\n \t\nTwo for {contact}.\n\n\n")
    assert read_consent(path, USUAL, "T", "C") == Consent("own", ("One of two T.", "Two for C."), USUAL.statements)


def test_a_table_gives_version_paragraphs_and_statements(tmp_path: Path) -> None:
    path = written(tmp_path, "c.yaml", 'version: "2026-03"\nparagraphs: ["Hello {title}"]\nstatements: {yes: I do.}')
    assert read_consent(path, USUAL, "T", "") == Consent("2026-03", ("Hello T",), {"yes": "I do."})


def test_what_a_table_leaves_out_stays_as_usual(tmp_path: Path) -> None:
    assert read_consent(written(tmp_path, "c.yml", "version: 7"), USUAL, "T", "") == Consent(
        "7", ("Usual.",), USUAL.statements
    )


def test_every_fault_of_a_consent_table(tmp_path: Path) -> None:
    path = written(tmp_path, "c.yaml", "paragraphs: one\nstatements: [a]")
    assert faults(lambda: read_consent(path, USUAL, "", "")) == [
        "line 1, paragraphs: 'paragraphs' is not a list",
        "line 2, statements: 'statements' is not a table",
    ]
    lines = written(tmp_path, "d.yaml", "- a")
    assert faults(lambda: read_consent(lines, USUAL, "", "")) == ["line 1: the file is not a table"]


def test_a_practice_card(tmp_path: Path) -> None:
    text = "kind: pair\nprompt: Why?\ntexts: [a, b]\nfeedback: {voice: {-2: A indeed.}, '*': Fine.}"
    practice = read_practice(written(tmp_path, "p.yaml", text), LITE, "usual")
    assert (practice.kind, practice.prompt, practice.texts) == ("pair", "Why?", ("a", "b"))
    assert practice.feedback == {"voice": {"-2": "A indeed."}}
    assert practice.otherwise == "Fine."


def test_a_practice_card_with_lists_and_without_feedback(tmp_path: Path) -> None:
    text = "kind: decision\nprompt: Why?\ntexts: [a]\nlists: {criteria: [x, y]}"
    practice = read_practice(written(tmp_path, "p.yaml", text), load("blind"), "usual")
    assert practice.lists == {"criteria": ("x", "y")}
    assert (practice.feedback, practice.otherwise) == ({}, "usual")


def test_every_fault_of_a_practice_card(tmp_path: Path) -> None:
    path = written(tmp_path, "p.yaml", "kind: trio\nprompt: 3\ntexts: [a]\nlists: {a: b}\nfeedback: {voice: good}")
    assert [fault.split(": ")[1] for fault in faults(lambda: read_practice(path, LITE, ""))] == [
        "unknown kind 'trio'",
        "'prompt' is not a text",
        "'a' is not a list of texts",
        "'voice' is not a table by value",
    ]


def test_a_practice_card_has_as_many_texts_as_its_kind(tmp_path: Path) -> None:
    path = written(tmp_path, "p.yaml", "kind: pair\nprompt: Why?\ntexts: [a]")
    assert faults(lambda: read_practice(path, LITE, "")) == ["line 3, texts: a pair card shows 2 text(s)"]


def written_briefing_questions(folder: Path, text: str) -> Path:
    path = folder / "questions.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_questions_about_the_rater(tmp_path: Path) -> None:
    text = """\
- {name: hours, type: number, low: 0, text: How many?}
- {name: how, type: steps, low: 1, high: 3, step: 1, labels: {1: badly, 3: well}, text: How well?, required: false}
- {name: why, type: text, text: Why?}
- {name: met, type: flag, text: Have you met?}
"""
    assert read_qualification(written_briefing_questions(tmp_path, text)) == (
        Ask("hours", "How many?", "number", low=0),
        Ask("how", "How well?", "steps", False, 1, 3, 1, {"1": "badly", "3": "well"}),
        Ask("why", "Why?", "text"),
        Ask("met", "Have you met?", "flag"),
    )


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("{type: flag, text: x}", "the key 'name' is missing"),
        ("{name: a, type: flag}", "the key 'text' is missing"),
        ("{name: a, text: ' ', type: flag}", "'text' is not a text"),
        ("{name: a, text: x}", "the key 'type' is missing"),
        ("{name: a, text: x, type: pick}", "unknown type 'pick'"),
        ("{name: a, text: x, type: checklist}", "unknown type 'checklist'"),
        ("{name: a, text: x, type: steps, low: 1, high: 3}", "the key 'step' is missing"),
        ("{name: a, text: x, type: steps, low: 3, high: 1, step: 1}", "the high end is not above the low end"),
        ("{name: a, text: x, type: steps, low: 1, high: 3, step: 0}", "a step is above 0"),
        ("{name: a, text: x, type: number, low: many}", "'low' is not a number"),
        ("{name: a, text: x, type: number, low: true}", "'low' is not a number"),
        ("{name: a, text: x, type: flag, required: maybe}", "'required' is not true or false"),
        ("{name: a, text: x, type: steps, low: 1, high: 3, step: 1, labels: [a]}", "'labels' is not a table"),
        ("{name: a, text: x, type: flag, colour: red}", "unknown key 'colour'"),
        ("just a line", "the entry is not a table"),
    ],
)
def test_a_fault_is_named(tmp_path: Path, line: str, fault: str) -> None:
    with pytest.raises(BadInput) as refusal:
        read_qualification(written_briefing_questions(tmp_path, f"- {line}"))
    assert [one.what for one in refusal.value.problems] == [fault]


def test_faults_of_all_questions_come_together(tmp_path: Path) -> None:
    with pytest.raises(BadInput) as refusal:
        read_qualification(
            written_briefing_questions(tmp_path, "- {name: a, text: x, type: flag}\n- {name: a, text: y, type: flags}")
        )
    assert [(one.place, one.what) for one in refusal.value.problems] == [
        ("line 2, [1].name", "there is such a question already"),
        ("line 2, [1].type", "unknown type 'flags'"),
    ]


def test_a_file_that_is_no_list_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="the file is not a list"):
        read_check(written_briefing_questions(tmp_path, "text: What?"))


def test_questions_on_the_gold_text(tmp_path: Path) -> None:
    text = "- {text: How many?, options: [1, 2, 3], answer: 2}\n- {text: Who?, options: ['yes', 'no'], answer: 'no'}"
    assert read_check(written_briefing_questions(tmp_path, text)) == (
        Checked("How many?", ("1", "2", "3"), "2"),
        Checked("Who?", ("yes", "no"), "no"),
    )


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("{options: [a, b], answer: a}", "the key 'text' is missing"),
        ("{text: x, answer: a}", "the key 'options' is missing"),
        ("{text: x, options: [a], answer: a}", "'options' is not a list of two or more different texts"),
        ("{text: x, options: [a, a], answer: a}", "'options' is not a list of two or more different texts"),
        ("{text: x, options: [a, b]}", "the answer is none of the options"),
        ("{text: x, options: [a, b], answer: A}", "the answer is none of the options"),
    ],
)
def test_a_fault_of_a_question_on_the_text_is_named(tmp_path: Path, line: str, fault: str) -> None:
    with pytest.raises(BadInput) as refusal:
        read_check(written_briefing_questions(tmp_path, f"- {line}"))
    assert [one.what for one in refusal.value.problems] == [fault]


def test_raters_are_told_who_the_person_is_but_not_the_name_of_a_folder(folder: Path) -> None:
    assert told(folder).person == ("", "")  # the subject is called as the folder is
    text = (folder / "study.yaml").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("subject:")]
    named = ["subject: {name: Oda Brennick, about: bell founder}", "rating: {host: Mara Lind, traits: [dry, exact]}"]
    (folder / "study.yaml").write_text("\n".join([*lines, *named, ""]), encoding="utf-8")
    found = told(folder)
    assert (found.person, found.host, found.traits) == (("Oda Brennick", "bell founder"), "Mara Lind", ("dry", "exact"))
    assert found.guide.startswith("Compare with the sample only.")


def test_the_steps_of_a_scale_are_worded_by_the_study(folder: Path) -> None:
    briefing = told(folder, "labels: {vibe: {1: none, 3: all of it}, voice: {-2: Surely A, 0: No idea}}")
    assert briefing.labels == {"vibe": {"1": "none", "3": "all of it"}, "voice": {"-2": "Surely A", "0": "No idea"}}
    (kind,) = load("lite").kinds.values()
    asked = {one.name: one for one in questions_of(load("lite"), kind, "en", {}, briefing.labels)}
    assert asked["voice"].labels == {"-2": "Surely A", "0": "No idea"}
    assert asked["vibe"].labels["1"] == "none"
    assert asked["vibe"].labels["2"] == load("lite").scales[kind.questions[1].scale].labels[2]


@pytest.mark.parametrize(
    ("labels", "what"),
    [
        ("{vibes: {1: none}}", "the protocol asks no such question"),
        ("{vibe: {9: none}}", "a label is outside the range"),
        ("{vibe: {low: none}}", "a label belongs to a number"),
        ("{vibe: {1: [none]}}", "a label is a text"),
        ("{comment: {1: none}}", "the question has no steps"),
    ],
)
def test_a_label_of_no_step_is_refused(folder: Path, labels: str, what: str) -> None:
    assert what in [problem.what for problem in refused(folder, f"labels: {labels}")]
