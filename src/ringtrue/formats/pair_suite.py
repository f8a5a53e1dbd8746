"""Read pairs whose prompts stand in a suite (YAML) and whose texts in a file of recorded answers (JSON Lines)."""

from pathlib import Path
from typing import Any

from ringtrue.files import Problems, iter_jsonl, read_yaml
from ringtrue.files.text_files import shown
from ringtrue.formats.flag import Flag
from ringtrue.formats.pair import Pair, Pairs
from ringtrue.formats.pair_record import PairRecord
from ringtrue.terms import BadInput, Problem

_SPEAKERS = {"full": "full", "compressed": "compressed", "control": "control", "name-only": "control"}


def read_pair_suite(path: Path | str) -> Pairs:
    """Prompts and domains of pairs: a list, or a list under the key pairs, of {id, domain, prompt}."""
    document = read_yaml(path)
    data: Any = document.data
    trail: tuple[str, ...] = ()
    if isinstance(data, dict) and "pairs" in data:
        data, trail = data["pairs"], ("pairs",)
    if not isinstance(data, list):
        remedy = "write pairs: [{id: P1, domain: TECH, prompt: ...}]"
        raise BadInput([document.problem((), "This is not a list of pairs.", remedy=remedy)])
    problems = Problems()
    found: dict[str, Pair] = {}
    for number, entry in enumerate(data):
        place = document.place((*trail, number))
        named = {**entry, "pair_id": entry.get("pair_id", entry.get("id"))} if isinstance(entry, dict) else entry
        pair = PairRecord(named, document.file, place, problems).pair()
        if pair and pair.id in found:
            what = "There is a pair of this name already."
            problems.add(Problem(document.file, place, what, pair.id, "Give every pair a name of its own."))
        elif pair:
            found[pair.id] = pair
    problems.raise_if_any()
    return Pairs(tuple(found.values()))


def is_answers(path: Path | str) -> bool:
    """Whether a file of JSON Lines holds recorded answers: its first line names an item and a text."""
    first = next(iter_jsonl(path, Problems()), None)
    return first is not None and isinstance(first.data, dict) and {"item", "text"} <= set(first.data)


def read_pair_answers(path: Path | str) -> Pairs:
    """The texts of pairs from lines {"item", "speaker", "text"}: full, compressed, and control or name-only.

    A speaker's first answer to an item is the one taken; how many further ones there are is flagged.
    """
    problems = Problems()
    texts: dict[str, dict[str, str]] = {}
    further, others = 0, set()
    for record in iter_jsonl(path, problems):
        item, text = (record.data.get(key) if isinstance(record.data, dict) else None for key in ("item", "text"))
        if not isinstance(item, str | int) or not isinstance(text, str) or not text.strip():
            remedy = 'Write {"item": ID, "speaker": "full", "text": "..."}.'
            problems.add(record.problem((), "A line names an item, its speaker and a text.", record.data, remedy))
            continue
        name = str(record.data.get("speaker") or "")
        speaker = _SPEAKERS.get(name)
        if speaker is None:
            others.add(name or "nobody")
        elif speaker in texts.setdefault(str(item), {}):
            further += 1
        else:
            texts[str(item)][speaker] = text
    problems.raise_if_any()
    file = shown(path)
    flags = (
        [Flag("left out", file, f"{further} further answers of the same speakers were left out.")] if further else []
    )
    if others:
        flags.append(Flag("left out", file, f"Answers of {', '.join(sorted(others))} were left out."))
    return Pairs(tuple(Pair(name, "", "", 1, found, source=file) for name, found in texts.items()), tuple(flags))
