"""A demo small enough to be worked out by hand: few items, short answers; all invented."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from ringtrue.demo.layout import DemoFolder
from scenario_files import PROMPT, SAID, judgment, scenario_table, write_lines_file, write_yaml_file

PAIRS = {
    "NQ-TECH": ("TECH", "How do you splice?"),
    "NQ-ANAL": ("ANAL", "Which comes first?"),
    "NQ-PHIL": ("PHIL", "What is owed?"),
    "NQ-SELF": ("SELF", "What are you worst at?"),
    "NQ-NARR": ("NARR", "Tell us of a storm."),
}
SPOKEN = "salt rope bell hand slow water mast"
AGAIN = "slow water mast rope bell beside the quay"
OTHERWISE = "quarterly margins rise where forecasts stay firm"


def small_place(out: Path) -> DemoFolder:
    """The folder of a demo, with the person's texts and nothing else yet."""
    place = DemoFolder(out.resolve())
    place.texts.mkdir(parents=True)
    (place.texts / "letter.txt").write_text("Nora Quill is invented. She keeps a ferry.\n", encoding="utf-8")
    for folder in ("answers", "ratings", "suites"):
        (place.sample / folder).mkdir()
    place.prompt.write_text(PROMPT, encoding="utf-8")
    place.gold.write_text("She says little, and says it late.\n", encoding="utf-8")
    return place


def write_answers(place: DemoFolder, name: str, said: Iterable[tuple[str, str, str]]) -> None:
    """Recorded answers: item, speaker, text."""
    rows = [{"item": item, "speaker": speaker, "text": text} for item, speaker, text in said]
    write_lines_file(place.answers(name), rows)


def with_pairs(place: DemoFolder) -> DemoFolder:
    """Five pairs: `compressed` says what the full persona says the second time, `name-only` what it says at first.

    Six control prompts hold their own texts.
    """
    entries = [{"id": name, "domain": domain, "prompt": asked} for name, (domain, asked) in PAIRS.items()]
    controls = [
        {"id": f"C{number}", "domain": "TECH", "prompt": f"And storm {number}?", "tags": {"control": True},
         "responses": {"full": f"{SPOKEN} {number}", "control": f"{OTHERWISE} {number}"}}
        for number in range(1, 7)
    ]  # fmt: skip
    write_yaml_file(place.suite("pairs"), {"pairs": entries, "controls": controls})
    spoken = (("full", SPOKEN), ("full", AGAIN), ("compressed", AGAIN), ("name-only", SPOKEN))
    said = [(pair, who, f"{text} {pair[3:].lower()}") for who, text in spoken for pair in PAIRS]
    write_answers(place, "pairs", said)
    write_answers(
        place,
        "generic",
        [(pair, "generic", f"{OTHERWISE} {pair[3:].lower()}") for pair in (*PAIRS, *PAIRS, "elsewhere")],
    )
    return place


def with_scenarios(place: DemoFolder, scores: Sequence[Sequence[float]], speaker: str = "faithful") -> DemoFolder:
    """So many scenarios as there are scores, each with five of them from a simulated judge."""
    table = scenario_table(len(scores))
    names = [str(row["id"]) for row in table["scenarios"]]
    write_yaml_file(place.suite("scenarios"), table)
    write_answers(place, speaker, ((name, speaker, SAID) for name in names))
    judged = [{"item": name, "text": judgment(five)} for name, five in zip(names, scores, strict=True)]
    write_lines_file(place.ratings(f"scenarios-{speaker}.jsonl"), judged)
    return place
