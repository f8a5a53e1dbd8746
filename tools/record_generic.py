"""Records answers/generic.jsonl of the sample: what the embedded model says to its prompts without any persona.

Usage: python tools/record_generic.py WORK-FOLDER. The answers are collected by ordinary studies in that folder, so a
run that was stopped goes on; the file is written at the end.
"""

import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import ringtrue.personas
from ringtrue import Study
from ringtrue.collect import word_range
from ringtrue.files import read_yaml, write_jsonl, write_yaml
from ringtrue.formats.scenarios import read_scenarios
from ringtrue.formats.scenarios_fields import as_line
from ringtrue.terms import Item, Response

PERSON = Path(ringtrue.personas.__file__).parent / "oda-brennick"
SUITES = PERSON / "suites"
SAMPLING = {"kind": "local", "temperature": 0.7, "threads": 1}
_SENTENCE_END = re.compile(r"[.!?][\"')\]]*(?=\s|$)")
Part = tuple[str, str, str, int, list[dict[str, Any]]]  # folder, protocol, speaker, most tokens, items


def main() -> None:
    """Collect part by part, then write the file in the order of the suites."""
    work = Path(sys.argv[1])
    lines = [line for part in _parts() for line in _recorded(work, *part)]
    write_jsonl(PERSON / "answers" / "generic.jsonl", lines)
    sys.stdout.write(f"{len(lines)} answers recorded\n")


def _parts() -> Iterator[Part]:
    """What is asked: quotes short, everything else at more length; the pairs twice, for their two runs."""
    blind = _plain(read_yaml(SUITES / "blind.yaml").data["items"])
    yield "quotes", "blind", "generic", 120, [item for item in blind if item["kind"] == "quote"]
    yield "style", "blind", "generic", 340, [item for item in blind if item["kind"] == "style"]
    yield "rest", "blind", "generic", 200, [item for item in blind if item["kind"] in ("decision", "edge")]
    yield "scenarios", "scenarios", "generic", 170, list(map(as_line, read_scenarios(SUITES / "scenarios.yaml")))
    pairs = _plain(read_yaml(SUITES / "pairs.yaml").data["pairs"])
    for run in (1, 2):
        asked = [{**pair, "kind": "pair", "status": "accepted"} for pair in pairs]
        yield f"pairs-{run}", "pairs", "control", 200, asked


def _recorded(work: Path, name: str, protocol: str, speaker: str, most: int, items: list[Any]) -> Iterator[Any]:
    folder = work / name
    if not (folder / "study.yaml").exists():
        Study.create(folder, protocol=protocol)
        how = SAMPLING | {"max_tokens": most, "seed": 20261115 + (100 if name == "pairs-2" else 0)}
        write_yaml(folder / "study.yaml", {"protocol": protocol, "speakers": {speaker: how}})
        (folder / "items.yaml").unlink()
        write_jsonl(folder / "items.jsonl", items)
    study = Study.open(folder)
    study.collect(speaker)
    run = {"run": int(name[-1])} if name.startswith("pairs-") else {}
    with study.records() as records:
        for item in study.items():
            said = [one.response for one in records.responses(item=item.id) if one.response.text]
            text, used = _chosen(item, study, said)
            yield {"item": item.id, "speaker": "generic", **run, "text": text, "meta": _label(used, text)}


def _chosen(item: Item, study: Study, said: list[Response]) -> tuple[str, Response]:
    """The answer cut after a whole sentence; of several, and of several places to cut, the nearest in length."""
    wanted = word_range(item, study.settings.protocol)
    if wanted is None:
        return _cuts((said[-1].text or "").strip())[-1], said[-1]
    cuts = ((cut, one) for one in said for cut in _cuts((one.text or "").strip()))
    return min(cuts, key=lambda found: abs(len(found[0].split()) - wanted.real))


def _cuts(text: str) -> list[str]:
    """Every beginning of the text that ends with a sentence, the whole text where there is none."""
    return [text[: found.end()] for found in _SENTENCE_END.finditer(text)] or [text]


def _label(used: Response, text: str) -> dict[str, Any]:
    settings = {key: used.meta["settings"][key] for key in ("temperature", "max_tokens")}
    cut = {"cut": "after a whole sentence"} if text != (used.text or "").strip() else {}
    made = {"recorded": "from SmolLM2-135M-Instruct without a persona", "model": used.meta["model"]}
    return made | settings | {"seed": used.meta["seed"]} | cut


def _plain(entries: Iterable[Any]) -> list[dict[str, Any]]:
    """Entries of a YAML file as ordinary tables, which JSON takes."""
    import json

    return [json.loads(json.dumps(entry, default=str)) for entry in entries]


if __name__ == "__main__":
    main()
