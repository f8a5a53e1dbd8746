"""Read a folder of answers, one file for each persona, domain, run and regime, with the tables that lie beside them."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from ringtrue.files import Problems, read_text
from ringtrue.files.text_files import shown
from ringtrue.formats.flag import Flag
from ringtrue.formats.merging import merged
from ringtrue.formats.pair import Pair, Pairs, pair_id, speaker_of
from ringtrue.formats.pair_records import read_pair_records
from ringtrue.terms import BadInput, Problem

NAME = "Persona_T3_DOMAIN_runN_REGIME.txt"
_NAME = re.compile(
    r"(?P<persona>.+)_(?P<kind>[^_]+)_(?P<domain>[^_]+)_run(?P<run>\d{1,9})_(?P<regime>[^_]+)\.(?:txt|md)"
)
_TEXTS = (".txt", ".md")
_TABLES = (".csv", ".json", ".jsonl")


def read_pair_folder(folder: Path | str) -> Pairs:
    """Pairs from files named Persona_T3_DOMAIN_runN_REGIME.txt, joined with records and tables in the same folder.

    Regimes: FULL is the full persona, T3 the compressed one, GAMMA the control. Every unreadable or empty file and
    every unknown regime is listed; files of other names are left out and flagged.
    """
    place = Path(folder)
    if not place.is_dir():
        raise BadInput([Problem(shown(place), "folder", "There is no such folder.", remedy="Check the path.")])
    files = sorted(path for path in place.iterdir() if path.is_file() and not path.name.startswith("."))
    problems = Problems()
    texts = _texts([path for path in files if path.suffix.lower() in _TEXTS], shown(place), problems)
    tables = [_table(path, problems) for path in files if path.suffix.lower() in _TABLES]
    problems.raise_if_any()
    together = merged([texts, *(table for table in tables if table)])
    if not together.pairs:
        what = "There are no pairs in this folder."
        raise BadInput([Problem(shown(place), "folder", what, remedy=f"Name the files {NAME}, or give records.")])
    return Pairs(together.pairs, (*together.flags, *_about_pairs(shown(place), together.pairs)))


def _texts(files: Sequence[Path], folder: str, problems: Problems) -> Pairs:
    """The text files as pairs."""
    texts: dict[tuple[str, str, int], dict[str, str]] = defaultdict(dict)
    others = []
    for path in files:
        found = _NAME.fullmatch(path.name)
        if not found:
            others.append(path.name)
            continue
        key = found["persona"], found["domain"], int(found["run"])
        speaker, text = _answer(path, found["regime"], problems)
        if speaker and speaker in texts[key]:
            what = f"{pair_id(*key)} has two texts of {speaker}."
            problems.add(Problem(shown(path), "file name", what, path.name, "Keep one of them."))
        elif speaker:
            texts[key][speaker] = text
    pairs = tuple(
        Pair(pair_id(*key), *key, texts=dict(sorted(by_speaker.items(), key=_order)), source=folder)
        for key, by_speaker in texts.items()
    )
    what = f"{len(others)} text files are not named {NAME} and were left out: {', '.join(others[:5])}"
    return Pairs(pairs, (Flag("left out", folder, f"{what}{' ...' if len(others) > 5 else ''}."),) if others else ())


def _order(entry: tuple[str, str]) -> int:
    return ("full", "compressed", "control").index(entry[0])


def _answer(path: Path, regime: str, problems: Problems) -> tuple[str | None, str]:
    """Whose text a file is, and the text; a regime unknown or a text missing is a problem."""
    speaker = speaker_of(regime)
    if speaker is None:
        remedy = "FULL, GAMMA, or T with a number"
        problems.add(Problem(shown(path), "file name", "There is no such regime.", regime, remedy))
    try:
        text = read_text(path)
    except BadInput as refusal:
        problems.extend(refusal.problems)
        return None, ""
    if not text.strip():
        problems.add(Problem(shown(path), "whole file", "There is no text in it.", remedy="Take the file away."))
        return None, ""
    return speaker, text.strip("\n")


def _table(path: Path, problems: Problems) -> Pairs | None:
    """The pairs of a table beside the texts."""
    try:
        return read_pair_records(path)
    except BadInput as refusal:
        problems.extend(refusal.problems)
        return None


def _about_pairs(folder: str, pairs: Sequence[Pair]) -> Iterator[Flag]:
    """Pairs with a text missing, and pairs whose two texts are one."""
    missing: Mapping[str, list[str]] = {
        speaker: [pair.id for pair in pairs if pair.texts and speaker not in pair.texts]
        for speaker in ("full", "compressed")
    }
    for speaker, ids in missing.items():
        if ids:
            yield Flag("missing text", folder, f"{len(ids)} pairs have no text of {speaker}: {', '.join(ids[:5])}.")
    textless = [pair.id for pair in pairs if not pair.texts]
    if textless and len(textless) < len(pairs):
        yield Flag("missing text", folder, f"{len(textless)} pairs have no text at all: {', '.join(textless[:5])}.")
    for pair in pairs:
        if "full" in pair.texts and pair.texts["full"] == pair.texts.get("compressed"):
            yield Flag("same text", folder, f"{pair.id}: full and compressed are the same text.")
