"""Records what the embedded model says to the sample's prompts without any persona: answers/generic.jsonl.

Usage: python tools/record_generic.py WORK-FOLDER [PART ...]. The answers are collected by ordinary studies in that
folder, one a part, so a run that was stopped goes on; with parts named (control-quotes, style ...) the others keep the
answers they have. At the end the file is written, and what was said to control items is written into their suites too.
"""

import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import ringtrue.personas
from ringtrue.blind.leak_check import Tracer, contrasts
from ringtrue.collect.asking import WordRange, words_in
from ringtrue.files.atomic_write import write_text
from ringtrue.files.json_file import iter_jsonl, write_jsonl
from ringtrue.files.problems import Problems
from ringtrue.files.yaml_file import read_yaml, write_yaml
from ringtrue.formats.scenarios import as_line, read_scenarios
from ringtrue.study.study import Study
from ringtrue.terms.item import Response

PERSON = Path(ringtrue.personas.__file__).parent / "oda-brennick"
SUITES = PERSON / "suites"
SEED, ATTEMPTS, LONG = 20261115, 8, 90  # attempts with other seeds; words of a quote that is to be cut
USUAL = {"decision": WordRange(80, 140), "edge": WordRange(80, 140)}  # as the clones answer
SAMPLING = {"kind": "local", "temperature": 0.7, "threads": 1}
_SENTENCE_END = re.compile(r"[.!?][\"')\]]*(?=\s|$)")
Part = tuple[str, str, str, int, list[dict[str, Any]]]  # folder, protocol, speaker, most tokens, items


def main() -> None:
    """Collect part by part, then write the file in the order of the suites."""
    work, chosen = Path(sys.argv[1]), sys.argv[2:]
    kept = _lines_by_item()
    lines = []
    for part in _parts():
        lines += _recorded(work, *part) if part[0] in chosen or not chosen else _known(kept, part)
    write_jsonl(PERSON / "answers" / "generic.jsonl", lines)
    said = {line["item"]: line["text"] for line in lines}
    _write_into(SUITES / "blind.yaml", "generic", said)
    _write_into(SUITES / "pairs.yaml", "control", said)
    sys.stdout.write(f"{len(lines)} answers recorded\n")


def _parts() -> Iterator[Part]:
    """What is asked: quotes short, everything else at more length; the pairs twice, for their two runs."""
    blind = _plain(read_yaml(SUITES / "blind.yaml").data["items"])
    yield from _blind_parts("", [item for item in blind if not item["tags"].get("control")])
    yield "scenarios", "scenarios", "generic", 170, list(map(as_line, read_scenarios(SUITES / "scenarios.yaml")))
    pairs = read_yaml(SUITES / "pairs.yaml").data
    for run in (1, 2):
        yield f"pairs-{run}", "pairs", "control", 200, _accepted(pairs["pairs"])
    yield from _blind_parts("control-", [item for item in blind if item["tags"].get("control")])
    yield "control-pairs", "pairs", "control", 260, _accepted(pairs["controls"])


def _blind_parts(name: str, items: list[dict[str, Any]]) -> Iterator[Part]:
    yield f"{name}quotes", "blind", "generic", 120, [item for item in items if item["kind"] == "quote"]
    yield f"{name}style", "blind", "generic", 340, [item for item in items if item["kind"] == "style"]
    yield f"{name}rest", "blind", "generic", 200, [item for item in items if item["kind"] in ("decision", "edge")]


def _accepted(pairs: Iterable[Any]) -> list[dict[str, Any]]:
    return [{**pair, "kind": "pair", "status": "accepted"} for pair in _plain(pairs)]


def _lines_by_item() -> dict[tuple[str, int], dict[str, Any]]:
    """What was recorded before, by item and run."""
    lines = (record.data for record in iter_jsonl(PERSON / "answers" / "generic.jsonl", Problems()))
    return {(str(line["item"]), int(line.get("run", 0))): line for line in lines}


def _known(kept: dict[tuple[str, int], dict[str, Any]], part: Part) -> list[dict[str, Any]]:
    run = _run(part[0]).get("run", 0)
    return [kept[item["id"], run] for item in part[4] if (item["id"], run) in kept]


def _run(name: str) -> dict[str, int]:
    return {"run": int(name[-1])} if name.startswith("pairs-") else {}


def _write_into(suite: Path, speaker: str, said: dict[str, str]) -> None:
    """Put the texts where the suite's control items hold them: one line each, as the suites are written."""
    item, lines = "", []
    for line in suite.read_text(encoding="utf-8").splitlines():
        item = line.removeprefix("  - id: ") if line.startswith("  - id: ") else item
        text = said.get(item) if line.startswith(f"      {speaker}: ") else None
        plain = text and text.replace("’", "'")  # her own texts have straight quotation marks
        lines.append(line if plain is None else f"      {speaker}: {json.dumps(plain, ensure_ascii=False)}")
    write_text(suite, "\n".join([*lines, ""]))


def _recorded(work: Path, name: str, protocol: str, speaker: str, most: int, items: list[Any]) -> Iterator[Any]:
    """The lines of a part; what is much too long or short is asked for again, quotes at more length and then cut."""
    said: dict[str, list[Response]] = defaultdict(list)
    left = items
    for attempt in range(ATTEMPTS):
        folder = work / (f"{name}-again-{attempt}" if attempt else name)
        seed = SEED + 1000 * attempt + (100 if name == "pairs-2" else 0)
        how = SAMPLING | {"max_tokens": most, "seed": seed}
        asked = [{**item, "words": LONG} if attempt and "real" in item else item for item in left]
        for response in _collected(folder, protocol, speaker, how, asked):
            said[response.item].append(response)
        left = [item for item in left if not _fits(item, _chosen(item, said[item["id"]])[0])]
        if not left:
            break
    for item in items:
        text, used = _chosen(item, said[item["id"]])
        yield {"item": item["id"], "speaker": "generic", **_run(name), "text": text, "meta": _label(used, text)}


def _collected(folder: Path, protocol: str, speaker: str, how: dict[str, Any], items: list[Any]) -> list[Response]:
    if not (folder / "study.yaml").exists():
        Study.create(folder, protocol=protocol)
        write_yaml(folder / "study.yaml", {"protocol": protocol, "speakers": {speaker: how}})
        (folder / "items.yaml").unlink()
        write_jsonl(folder / "items.jsonl", items)
    study = Study.open(folder)
    study.collect(speaker)
    with study.records() as records:
        return [one.response for one in records.responses() if one.response.text]


def _ranges(item: dict[str, Any]) -> list[WordRange]:
    """The lengths an answer must have: as others answer, as the item says, or of the person's own words beside it."""
    if item.get("kind") in USUAL:
        return [USUAL[str(item["kind"])]]
    given = [WordRange(*item["words"])] if "words" in item else []
    return given + [WordRange.around(words_in(text)) for text in _beside(item)]


def _beside(item: dict[str, Any]) -> list[str]:
    """The texts an answer stands beside on a card."""
    held = item.get("responses", {})
    beside = [item["real"], held.get("self")] if "real" in item else [held.get("full")]
    return [text for text in beside if text]


def _fits(item: dict[str, Any], text: str) -> bool:
    told = [*Tracer().traces(text), *(trait for other in _beside(item) for trait in contrasts(text, other))]
    return not (told and _beside(item)) and all(wanted.holds(words_in(text)) for wanted in _ranges(item))


def _chosen(item: dict[str, Any], said: list[Response]) -> tuple[str, Response]:
    """The answer cut after a whole sentence; of several, and of several places to cut, the nearest in length."""
    ranges = _ranges(item)
    if not ranges:
        return _cuts((said[-1].text or "").strip())[-1], said[-1]
    aim = sum(wanted.middle for wanted in ranges) / len(ranges)
    cuts = ((cut, one) for one in said for cut in _cuts((one.text or "").strip()))
    return min(cuts, key=lambda found: (not _fits(item, found[0]), abs(words_in(found[0]) - aim)))


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
    return [json.loads(json.dumps(entry, default=str)) for entry in entries]


if __name__ == "__main__":
    main()
