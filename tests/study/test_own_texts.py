"""Which texts a statistic judge gets to see."""

from pathlib import Path

import pytest

from ringtrue import Study
from ringtrue.store import Store
from ringtrue.study.own_texts import answers_by_speaker, digest, read_material
from ringtrue.terms import Response

ITEMS = """\
- {id: A, kind: pair, domain: T, responses: {full: one, compressed: two, control: " "}}
- {id: B, kind: pair, domain: T, status: withdrawn, responses: {full: gone}}
- {id: C, kind: pair, domain: T}
"""


@pytest.fixture
def study(tmp_path: Path) -> Study:
    made = Study.create(tmp_path / "study", protocol="pairs")
    (made.folder / "items.yaml").write_text(ITEMS, encoding="utf-8")
    return made


def answers(study: Study) -> dict[str, dict[str, str]]:
    with Store.open(study.folder / "study.db") as store:
        records = store.study(store.studies()[0].id)
        found = answers_by_speaker(study.items(), records, study.settings)
    return {speaker: dict(said) for speaker, said in found.items()}


def record(study: Study, *responses: Response) -> None:
    with Store.open(study.folder / "study.db") as store:
        store.study(store.studies()[0].id).record_responses(responses, who="tester")


def test_texts_of_items_and_collected_ones_the_last_of_each(study: Study) -> None:
    assert answers(study) == {"full": {"A": "one"}, "compressed": {"A": "two"}}
    record(study, Response("A", "full", "first"), Response("C", "full", "new"), Response("B", "full", "withdrawn"))
    record(study, Response("A", "full", "last"), Response("C", "compressed", None, error="time-out"))
    assert answers(study) == {"full": {"A": "last", "C": "new"}, "compressed": {"A": "two"}}


def test_the_person_s_own_documents_are_not_held_against_themselves(tmp_path: Path, study: Study) -> None:
    settings = (study.folder / "study.yaml").read_text(encoding="utf-8")
    (study.folder / "study.yaml").write_text(f"{settings}speakers: {{full: {{kind: documented}}}}\n", encoding="utf-8")
    assert set(answers(Study.open(study.folder))) == {"compressed"}


def test_the_folder_is_named_beside_study_yaml_or_from_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "ada").mkdir()
    (tmp_path / "ada" / "a.txt").write_text("Her words.", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for folder in ("../ada", "ada", str(tmp_path / "ada")):
        made = Study.create(tmp_path / f"study{len(folder)}", protocol="pairs")
        yaml = (made.folder / "study.yaml").read_text(encoding="utf-8").splitlines()
        yaml = [f'subject: {{name: Ada, folder: "{folder}"}}' if line.startswith("subject") else line for line in yaml]
        (made.folder / "study.yaml").write_text("\n".join(yaml), encoding="utf-8")
        again = Study.open(made.folder)
        assert read_material(again.folder, again.settings, None, None).own == ("Her words.",)


def test_a_digest_tells_every_change() -> None:
    base = {"full": {"A": "one", "B": "two"}}
    others = ({"full": {"A": "one"}}, {"full": {"A": "oneB", "B": "two"}}, {"fullA": {"A": "one", "B": "two"}})
    assert len({digest(one) for one in (base, *others)}) == 4
    assert digest({"full": {"B": "two", "A": "one"}}) == digest(base)
