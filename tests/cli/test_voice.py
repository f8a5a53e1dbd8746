"""`ringtrue voice`: one screen, one document, four files; refusals are answers, bad input is told together."""

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ringtrue.cli.voice import command
from writers import Writer


def run(*arguments: object) -> Result:
    return CliRunner(env={"COLUMNS": "100"}).invoke(command, [str(argument) for argument in arguments])


def write(folder: Path, texts: list[str]) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for number, text in enumerate(texts):
        (folder / f"{number:02}.txt").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """own/, replies/ by somebody else, others/ of four people, copies/ of the person's own texts."""
    root = tmp_path_factory.mktemp("voice")
    own = Writer("ada").texts(12, 250)
    write(root / "own", own)
    write(root / "replies", [f"{text} Moreover zanzibar is worth noting." for text in Writer("fay").texts(10, 110)])
    write(root / "copies", [" ".join(text.split()[20:150]) for text in own[:9]])
    write(root / "few", ["A short reply."])
    for name in ("bob", "cy", "dee", "eve"):
        write(root / "others" / name, Writer(name).texts(6, 250))
    (root / "facts.md").write_text("- She keeps bees.\n- She never sails.\n", encoding="utf-8")
    return root


@pytest.fixture(scope="module")
def answer(texts: Path) -> Result:
    """The whole command once, with everything."""
    options = ("--others", texts / "others", "--bare", texts / "replies", "--facts", texts / "facts.md")
    return run("--own", texts / "own", "--replies", texts / "replies", *options, "--out", texts / "out")


def test_one_screen_says_place_doubts_usages_advice_and_limits(answer: Result) -> None:
    assert answer.exit_code == 0, answer.output
    lines = answer.stdout.splitlines()
    assert lines[0].startswith("10 replies (1,150 words) against 12 texts (3,000 words)")
    assert len(lines) <= 66
    assert max(map(len, lines)) <= 100
    for words in (
        "impostors",
        "the person",
        "place ",
        "likelihood ",
        "AUC of the instrument",
        "both against 4 impostors",
    ):
        assert words in answer.stdout
    for title in ("Least like the person", "How the replies differ", "Advice for the prompt", "Documented facts"):
        assert title in lines or any(line.startswith(title) for line in lines)
    assert "\x1b" not in answer.stdout


def test_the_folder_holds_report_advice_picture_and_numbers(answer: Result, texts: Path) -> None:
    assert answer.exit_code == 0
    report = (texts / "out" / "report.md").read_text(encoding="utf-8")
    assert report.startswith("# Voice")
    assert "![" in report
    assert "| place | reply | note |" in report
    assert "zanzibar" in report.lower()
    assert (texts / "out" / "advice.md").read_text(encoding="utf-8").startswith("# Advice for the prompt\n\n1. ")
    assert (texts / "out" / "voice.svg").read_text(encoding="utf-8").lstrip().startswith("<?xml")
    document = json.loads((texts / "out" / "result.json").read_text(encoding="utf-8"))
    facts = {"facts_covered", "facts_expected"}
    assert set(document["estimates"]) == {"voice", "spread", "dispersion", "bare", "voice_over_bare", *facts}
    assert document["estimates"]["voice"]["kind"] == "statistic"
    assert document["estimates"]["voice"]["raw"] is not None
    assert [hint["name"] for hint in document["hints"]] == [f"{n:02}.txt" for n in range(10)]


def test_nothing_is_overwritten(answer: Result, texts: Path) -> None:
    again = run("--own", texts / "own", "--replies", texts / "replies", "--out", texts / "out")
    assert answer.exit_code == 0
    assert again.exit_code == 2
    assert "5 problems" in again.stderr
    assert run("--own", texts, "--replies", texts, "--out", texts / "facts.md").exit_code == 2


def test_copies_are_flagged_and_quoted(texts: Path) -> None:
    options = ("--others", texts / "others", "--json")
    document = json.loads(run("--own", texts / "own", "--replies", texts / "copies", *options).stdout)
    assert "copying" in {flag["kind"] for flag in document["flags"]}
    assert document["overlaps"][0]["words"] == 130
    assert (document["overlaps"][0]["name"], document["overlaps"][0]["source"]) == ("00.txt", "00.txt")
    shown = run("--own", texts / "own", "--replies", texts / "copies", "--others", texts / "others")
    assert "copying: 100%" in shown.stdout
    assert "(130 words, 00.txt, from 00.txt)" in " ".join(shown.stdout.split())


def test_replies_that_are_own_files_are_named(texts: Path) -> None:
    options = ("--others", texts / "others", "--json")
    document = json.loads(run("--own", texts / "own", "--replies", texts / "own", *options).stdout)
    (note,) = [note for note in document["notes"] if "word for word" in note]
    assert "00.txt is 00.txt, 01.txt is 01.txt, 02.txt is 02.txt and 9 more" in note


def test_too_little_is_an_answer_and_not_an_error(texts: Path) -> None:
    done = run("--own", texts / "own", "--replies", texts / "few", "--others", texts / "others")
    assert done.exit_code == 0
    assert "Inconclusive: not enough material" in done.stdout
    assert "at least 8 replies and 800 words" in " ".join(done.stdout.split())
    document = json.loads(
        run("--own", texts / "own", "--replies", texts / "few", "--others", texts / "others", "--json").stdout
    )
    assert document["estimates"]["voice"]["value"] is None
    assert document["hints"] == []


def test_recorded_answers_serve_as_replies(texts: Path, tmp_path: Path) -> None:
    lines = tmp_path / "answers.jsonl"
    said = Writer("ada").texts(9, 110)
    lines.write_text("".join(json.dumps({"item": f"i{n}", "text": text}) + "\n" for n, text in enumerate(said)))
    options = ("--others", texts / "others", "--json")
    one = run("--own", texts / "own", "--replies", lines, *options)
    other = run("--own", texts / "own", "--replies", f"recorded:{lines}", *options)
    assert one.exit_code == other.exit_code == 0
    assert json.loads(one.stdout)["estimates"] == json.loads(other.stdout)["estimates"]


def test_everything_unreadable_is_told_together(texts: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    broken = write(tmp_path / "broken", ["fine"])
    (broken / "bad.txt").write_bytes(b"a picture\x00\x01\x02")
    facts = tmp_path / "facts.txt"
    facts.write_text("# Only a heading\n", encoding="utf-8")
    done = run("--own", tmp_path / "empty", "--replies", broken, "--bare", tmp_path / "no", "--facts", facts, "--json")
    assert done.exit_code == 2
    assert [problem["what"] for problem in json.loads(done.stdout)["problems"]] == [
        "There is no text in this folder.",
        "This is not a text.",
        "There is no such folder.",
        "There is no fact in this file.",
    ]


def test_an_unknown_embedding_is_refused(texts: Path) -> None:
    done = run("--own", texts / "own", "--replies", texts / "replies", "--embedding", "word2vec")
    assert done.exit_code == 2
    assert "tfidf" in done.stderr


def test_two_sets_are_set_against_each_other_item_by_item(texts: Path, tmp_path: Path) -> None:
    for name, writer in (("ada", "ada"), ("fay", "fay")):
        said = Writer(f"{writer}").texts(12, 110)
        rows = "".join(f"q{number},{text}\n" for number, text in enumerate(text.replace(",", "") for text in said))
        (tmp_path / f"{name}.csv").write_text(f"item,reply\n{rows}", encoding="utf-8")
    options = ("--own", texts / "own", "--others", texts / "others", "--replies", tmp_path / "ada.csv")
    against = ("--against", tmp_path / "fay.csv")
    found = json.loads(run(*options, *against, "--json").stdout)["estimates"]["difference"]
    assert found["low"] > 0
    assert found["n"] == 12
    assert "over 12 items answered by both: closer to the person" in " ".join(run(*options, *against).stdout.split())
    none = run(*options, "--against", texts / "replies")
    assert "no item has replies in both sets" in " ".join(none.stdout.split())


def test_what_does_not_go_together_is_told_together(texts: Path) -> None:
    done = run("--own", texts / "own", "--speaker", "local", "--replies", texts / "replies", "--json")
    assert done.exit_code == 2
    assert [problem["place"] for problem in json.loads(done.stdout)["problems"]] == ["--replies, --speaker", "--out"]
    assert run("--own", texts / "own", "--replies", texts / "replies", "--prompt", "p.md").exit_code == 2
    assert run("--own", texts / "own").exit_code == 2


def test_a_speaker_is_asked_and_measured(texts: Path, tmp_path: Path) -> None:
    said = Writer("ada").text(120)
    (tmp_path / "speak.py").write_text(f"print({said!r})\n", encoding="utf-8")
    speaker = f"command:{sys.executable} {tmp_path / 'speak.py'}"
    options = ("--own", texts / "own", "--others", texts / "others", "--speaker", speaker, "--out", tmp_path / "out")
    done = run(*options, "--json")
    assert done.exit_code == 0, done.output
    document = json.loads(done.stdout)
    assert document["material"]["replies"]["place"] == speaker
    assert (tmp_path / "out" / "asked" / "study.yaml").is_file()
    assert (tmp_path / "out" / "result.json").is_file()


def test_a_single_text_file_of_replies_is_refused(texts: Path, tmp_path: Path) -> None:
    (tmp_path / "all.txt").write_text("One.\n\nTwo.\n", encoding="utf-8")
    done = run("--own", texts / "own", "--replies", tmp_path / "all.txt")
    assert done.exit_code == 2
    assert "one single reply" in done.stderr
