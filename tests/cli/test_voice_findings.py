"""Everything the voice command is given and finds out: read together, refused together, nothing silently the same."""

from pathlib import Path

import pytest

from ringtrue.cli.voice_findings import VoiceRequest, account, read_facts
from ringtrue.terms.problem import BadInput
from ringtrue.voice.embedding.backend import EmbeddingFailed
from writers import Writer


def write(folder: Path, *texts: str) -> str:
    folder.mkdir(parents=True, exist_ok=True)
    for number, text in enumerate(texts):
        (folder / f"{number}.txt").write_text(text, encoding="utf-8")
    return str(folder)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("account")
    write(root / "own", *(text.replace(". ", ".\n") for text in Writer("ada").texts(12, 250)))
    write(root / "replies", *Writer("fay").texts(9, 110))
    for name in ("bob", "cy", "dee", "eve"):
        write(root / "others" / name, *Writer(name).texts(4, 250))
    (root / "facts.md").write_text("- She keeps bees.\n- She never sails.\n", encoding="utf-8")
    return root


def read(place: Path, own: str = "own", replies: str = "replies", **options: str) -> VoiceRequest:
    named = {name: str(place / options[name]) if name in options else None for name in ("others", "bare", "facts")}
    return VoiceRequest.read(str(place / own), str(place / replies), *named.values(), options.get("embedding", "tfidf"))


def test_what_is_not_given_is_none(place: Path) -> None:
    request = read(place)
    assert (request.others, request.bare, request.facts) == (None, None, None)
    assert (len(request.own.texts), len(request.replies.texts)) == (12, 9)


def test_everything_given_is_read(place: Path) -> None:
    request = read(place, others="others", bare="replies", facts="facts.md", embedding="tfidf")
    assert request.others is not None
    assert sorted(request.others) == ["bob", "cy", "dee", "eve"]
    assert request.bare is not None
    assert request.bare.texts == request.replies.texts
    assert request.facts is not None
    assert [fact.text for fact in request.facts] == ["She keeps bees.", "She never sails."]


def test_recorded_answers_may_be_named_as_a_speaker_is(place: Path, tmp_path: Path) -> None:
    lines = tmp_path / "said.jsonl"
    lines.write_text('{"item": "a", "text": "Salt wind."}\n{"item": "b", "text": "雪 falls."}\n', encoding="utf-8")
    plain = VoiceRequest.read(str(place / "own"), str(lines), None, None, None, "tfidf")
    spelled = VoiceRequest.read(str(place / "own"), f"recorded:{lines}", None, None, None, "tfidf")
    assert plain.replies == spelled.replies
    assert plain.replies.texts == ("Salt wind.", "雪 falls.")


def test_every_place_that_cannot_be_read_is_told_together(tmp_path: Path) -> None:
    places = [str(tmp_path / name) for name in ("own", "replies", "others", "bare", "facts.md")]
    with pytest.raises(BadInput) as refusal:
        VoiceRequest.read(*places, "tfidf")  # type: ignore[arg-type]
    told = {problem.file for problem in refusal.value.problems}
    assert told == set(places)
    assert {problem.place for problem in refusal.value.problems} >= {"--own", "--replies", "--others", "--bare"}


def test_notes_on_what_was_left_out_are_kept(place: Path, tmp_path: Path) -> None:
    folder = write(tmp_path / "replies", "Salt wind.", "Salt wind.", "Slow hands.")
    (tmp_path / "replies" / "SOUL.md").write_text("About her.", encoding="utf-8")
    request = VoiceRequest.read(str(place / "own"), folder, None, None, None, "tfidf")
    assert len(request.replies.texts) == 2
    assert any("SOUL.md" in note for note in request.notes)


def test_an_account_without_facts_has_no_content(place: Path) -> None:
    found = account(read(place, others="others"))
    assert (found.coverage, found.contradictions) == (None, None)
    assert found.names == tuple(f"{number}.txt" for number in range(9))
    assert len(found.reading.hints) == 9
    assert found.reading.bare is None
    assert found.explanation.reply_words == 9 * 110


def test_an_account_with_everything(place: Path) -> None:
    found = account(read(place, others="others", bare="replies", facts="facts.md"))
    assert found.reading.bare is not None
    assert found.reading.bare.estimate.value == pytest.approx(found.reading.estimate.value)  # the same replies
    assert found.coverage is not None
    assert len(found.coverage.matches) == 2
    assert found.contradictions is not None


def test_a_wrong_backend_is_told_before_anything_is_computed(place: Path) -> None:
    with pytest.raises((BadInput, EmbeddingFailed)):
        account(read(place, embedding="word2vec"))


def test_replies_that_are_the_person_s_own_are_named_the_first_three(place: Path, tmp_path: Path) -> None:
    own = sorted((place / "own").iterdir())
    loose = ["  " + path.read_text(encoding="utf-8").replace(" ", "\n ") for path in own[:5]]  # blanks do not hide it
    folder = write(tmp_path / "copies", *loose)
    found = account(VoiceRequest.read(str(place / "own"), folder, None, None, None, "tfidf"))
    (note,) = [note for note in found.notes if "word for word" in note]
    named = [f"{number}.txt is {path.name}" for number, path in enumerate(own[:3])]
    assert note == f"Replies that are the person's own texts, word for word: {', '.join(named)} and 2 more."


def test_replies_of_another_hand_are_not_named_so(place: Path) -> None:
    assert not any("word for word" in note for note in account(read(place)).notes)


# Facts from lists and from DNA files.


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("facts.md", "# Positions\n- She keeps bees.\n- She never sails.\n"),
        ("facts.txt", "She keeps bees.\n\nShe never sails.\n"),
        (
            "facts.yaml",
            "pessoa: Ada\nfilosofias:\n- {id: F1, declaracao: She keeps bees.}\n- {id: F2, regra: She never sails.}\n",
        ),
        ("facts.json", '["She keeps bees.", {"id": "F2", "statement": "She never sails."}]'),
    ],
)
def test_every_form(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    assert [fact.text for fact in read_facts(str(path))] == ["She keeps bees.", "She never sails."]


@pytest.mark.parametrize(("name", "text"), [("a.md", "# x\n"), ("a.yaml", "name: Ada\n"), ("a.json", "3")])
def test_no_fact_is_refused(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match="no fact"):
        read_facts(str(path))
