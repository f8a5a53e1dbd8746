"""Parse pairs from records, folders of texts and suites, and merge them by name."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import isfinite
from pathlib import Path
from typing import Any

from ringtrue.files.csv_file import Table, read_csv
from ringtrue.files.document import Document
from ringtrue.files.json_file import iter_jsonl, read_json, read_jsonl
from ringtrue.files.problems import Problems, excerpt
from ringtrue.files.text_file import read_text, shown
from ringtrue.files.yaml_file import read_yaml
from ringtrue.formats.flag import Flag
from ringtrue.formats.model_index import is_model_index, read_model_index
from ringtrue.terms.problem import BadInput, Problem

# A pair: one prompt answered by the full persona, by the compressed one and perhaps by a control.


_COMPRESSED = re.compile(r"T\d+", re.IGNORECASE)
_SPEAKERS = {"FULL": "full", "GAMMA": "control"}


def speaker_of(regime: str) -> str | None:
    """Whose text a regime's is: FULL full, T3 and its like compressed, GAMMA (the name alone) control; or None."""
    return "compressed" if _COMPRESSED.fullmatch(regime) else _SPEAKERS.get(regime.upper())


def pair_id(persona: str, domain: str, run: int) -> str:
    """The name of a pair where none is given."""
    return f"{persona}_{domain}_run{run}"


@dataclass(frozen=True, slots=True)
class Pair:
    """One pair as read; `texts` by speaker, `definition` what its model index is, `extra` keys nobody here knows."""

    id: str
    persona: str
    domain: str
    run: int
    texts: Mapping[str, str] = field(default_factory=dict)
    prompt: str = ""
    pfi_model: float | None = None
    definition: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict)
    source: str = ""  # the file or folder, for problems

    def as_item(self) -> dict[str, Any]:
        """The pair as an entry of items.yaml."""
        item: dict[str, Any] = {"id": self.id, "kind": "pair", "prompt": self.prompt, "domain": self.domain}
        if self.texts:
            item["responses"] = dict(self.texts)
        if self.pfi_model is not None:
            item["pfi_model"] = self.pfi_model
            item["pfi_model_definition"] = self.definition or "as the file gives it"
        return {
            **item,
            **{key: self.extra[key] for key in self.extra if key not in item},
            "tags": {"persona": self.persona, "run": self.run},
        }


@dataclass(frozen=True, slots=True)
class Pairs:
    """The pairs of one file or folder, with what should be known about them."""

    pairs: tuple[Pair, ...]
    flags: tuple[Flag, ...] = ()


# One record of a pair: its keys read, and its faults noted with their place.


_TEXT = "_text"
_INDEX = ("PFI_model", "pfi_model", "pfi")
_OWN = ("pair_id", "persona", "domain", "run", "prompt", *_INDEX)
_TAKEN = ("id", "kind", "status", "tags", "responses", "pfi_model_definition")  # what an item calls its own


class PairRecord:
    """A record {pair_id, persona, domain, run, PFI_model, FULL_text, T3_text, prompt} while it is checked."""

    def __init__(self, data: Any, file: str, place: str, problems: Problems) -> None:
        """Begin without faults."""
        self._data: Mapping[str, Any] = data if isinstance(data, Mapping) else {}
        self._file = file
        self._place = place
        self._problems = problems
        self._faults = 0
        if not isinstance(data, Mapping):
            self._fault("", "A pair is an object with keys.", "Give pair_id, persona, domain, run and the texts.")

    def pair(self) -> Pair | None:
        """The pair; None, its faults noted, where it is none."""
        if self._is_faulty():
            return None
        given, persona, domain, prompt = map(self._word, ("pair_id", "persona", "domain", "prompt"))
        run, texts, index = self._run(), self._texts(), self._index()
        if not domain:
            self._fault("domain", "A pair needs a domain.", "Name it, such as TECH.")
        if not given and not (persona and run):
            self._fault("pair_id", "A pair needs a name.", "Give pair_id, or persona, domain and run.")
        if self._is_faulty():
            return None
        name = given or pair_id(persona, domain, run or 1)
        return Pair(name, persona, domain, run or 1, texts, prompt, index, extra=self._extra(), source=self._file)

    def _fault(self, key: str, what: str, remedy: str) -> None:
        self._faults += 1
        place = f"{self._place}, {key}" if key else self._place
        self._problems.add(Problem(self._file, place, what, excerpt(str(self._data.get(key, ""))), remedy))

    def _is_faulty(self) -> bool:
        return self._faults > 0

    def _word(self, key: str) -> str:
        value = self._data.get(key)
        if value is None or isinstance(value, str):
            return (value or "").strip()
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        self._fault(key, f"The {key} is not a text.", "Put it in quotes.")
        return ""

    def _run(self) -> int | None:
        value = self._data.get("run")
        if value in (None, ""):
            return None
        text = str(value).strip()
        if text.isascii() and text.isdigit() and len(text) < 10 and int(text):
            return int(text)
        self._fault("run", "A run is a whole number from 1 up.", "Write run: 1.")
        return None

    def _texts(self) -> dict[str, str]:
        """The texts by speaker: FULL_text is the full persona's, T3_text the compressed, GAMMA_text the control's."""
        texts: dict[str, str] = {}
        for key, text in self._data.items():
            speaker = _speaker(key)
            if speaker is None:
                continue
            if not isinstance(text, str) or not text.strip():
                self._fault(key, "There is no text.", "Give the text, or leave the key out.")
            elif speaker in texts:
                self._fault(key, f"There are two texts of {speaker}.", "Keep one of them.")
            else:
                texts[speaker] = text
        return texts

    def _index(self) -> float | None:
        key = next((name for name in _INDEX if self._data.get(name) not in (None, "")), None)
        if key is None:
            return None
        try:
            number = float("nan") if isinstance(self._data[key], bool) else float(self._data[key])
        except (TypeError, ValueError, OverflowError):
            number = float("nan")
        if isfinite(number) and -1.0 <= number <= 1.0:
            return number
        self._fault(key, "A model index is a number between -1 and 1.", "Write a number, or leave it out.")
        return None

    def _extra(self) -> dict[str, Any]:
        known = (*_OWN, *_TAKEN)
        return {key: value for key, value in self._data.items() if key not in known and not _speaker(key)}


def _speaker(key: str) -> str | None:
    """Whose text a key like T3_text holds; None for other keys."""
    return speaker_of(key.removesuffix(_TEXT)) if key.endswith(_TEXT) else None


# Read pairs from records (JSON or JSON Lines) and tables (CSV): with texts, without them, or a whole model index.


_NAMED = ("pair_id", "persona", "domain")
_PLACED = tuple[Any, str]  # a record, and where it stands


def read_pair_records(path: Path | str) -> Pairs:
    """Pairs {pair_id, persona, domain, run, PFI_model, FULL_text, T3_text, prompt}, or every fault of them.

    A CSV may leave the texts out, or be a model index: the last measured row of a comparison gives a pair's value.
    """
    if Path(path).suffix.lower() == ".csv":
        table = read_csv(path)
        if is_model_index(tuple(table.columns)):
            return _of_model_index(path)
        return _pairs(_rows(table), table.file)
    lines = Path(path).suffix.lower() == ".jsonl"
    return _pairs(_records(path) if lines else _listed(path), shown(path))


def _pairs(records: Iterator[_PLACED], file: str) -> Pairs:
    problems = Problems()
    found: dict[str, Pair] = {}
    for data, place in records:
        pair = PairRecord(data, file, place, problems).pair()
        if pair and pair.id in found:
            what = "There is a pair of this name already."
            problems.add(Problem(file, place, what, pair.id, "Give every pair a name of its own."))
        elif pair:
            found[pair.id] = pair
    problems.raise_if_any()
    return Pairs(tuple(found.values()))


def _records(path: Path | str) -> Iterator[_PLACED]:
    for record in read_jsonl(path):
        yield record.data, f"line {record.line}"


def _listed(path: Path | str) -> Iterator[_PLACED]:
    """The objects of a list, or of a list under the key pairs."""
    document = read_json(path)
    data: Any = document.data
    trail: tuple[str, ...] = ()
    if isinstance(data, dict) and isinstance(data.get("pairs"), list):
        data, trail = data["pairs"], ("pairs",)
    if not isinstance(data, list):
        raise BadInput([document.problem((), "This is not a list of pairs.", remedy="Give a list of records.")])
    for number, one in enumerate(data):
        yield one, document.place((*trail, number))


def _rows(table: Table) -> Iterator[_PLACED]:
    """The rows of a table, empty cells left out."""
    if not any(name in table.columns for name in _NAMED[:2]) or _NAMED[2] not in table.columns:
        what = "This is neither a table of pairs nor a model index."
        remedy = "A table of pairs has the columns pair_id, persona, domain, run, PFI_model."
        raise BadInput([Problem(table.file, "header", what, ", ".join(table.columns)[:200], remedy)])
    for line, cells in zip(table.lines, zip(*table.columns.values(), strict=True), strict=True):
        yield {name: cell for name, cell in zip(table.columns, cells, strict=True) if cell.strip()}, f"line {line}"


def _of_model_index(path: Path | str) -> Pairs:
    """The compressed regime's rows as pairs that have a model index and no texts."""
    index = read_model_index(path)
    pairs = [
        Pair(
            pair_id(row.persona, row.domain, row.run),
            row.persona,
            row.domain,
            row.run,
            pfi_model=row.cosine if row.pfi is None else row.pfi,
            definition=index.definition,
            source=index.file,
        )
        for row in index.believed.values()
        if speaker_of(row.regime) == "compressed"
    ]
    return Pairs(tuple(pairs), index.flags)


# Join pairs of the same name from several files: texts from one, the model index from another.


def merged(sets: Sequence[Pairs]) -> Pairs:
    """All pairs, each once, in the order they came; what two files say differently about one is refused."""
    problems = Problems()
    found: dict[str, Pair] = {}
    for one in sets:
        for pair in one.pairs:
            first = found.get(pair.id)
            if first is None:
                found[pair.id] = pair
                continue
            problems.extend(_conflicts(first, pair))
            found[pair.id] = _joined(first, pair)
    problems.raise_if_any()
    return Pairs(tuple(found.values()), tuple(flag for one in sets for flag in one.flags))


def _joined(one: Pair, other: Pair) -> Pair:
    """What either says of the pair."""
    first, second = (one, other) if one.pfi_model is not None else (other, one)
    return replace(
        one,
        texts={**other.texts, **one.texts},
        prompt=one.prompt or other.prompt,
        persona=one.persona or other.persona,
        domain=one.domain or other.domain,
        pfi_model=first.pfi_model if first.pfi_model is not None else second.pfi_model,
        definition=first.definition or second.definition,
        extra={**other.extra, **one.extra},
    )


def _conflicts(one: Pair, other: Pair) -> Iterator[Problem]:
    """Where two files contradict each other about a pair."""
    remedy = f"Keep what is right; {one.source} says something else."
    for speaker in sorted(set(one.texts) & set(other.texts)):
        if one.texts[speaker] != other.texts[speaker]:
            yield Problem(other.source, one.id, f"There is another text of {speaker}.", remedy=remedy)
    for name in ("persona", "domain", "run", "prompt", "pfi_model"):
        mine, theirs = getattr(one, name), getattr(other, name)
        if mine not in (None, "") and theirs not in (None, "") and mine != theirs:
            yield Problem(other.source, one.id, f"The {name} is another.", str(theirs)[:200], remedy)


# Read a folder of answers, one file for each persona, domain, run and regime, with the tables that lie beside them.


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
        problems.add(Problem(shown(path), "whole file", "The file contains no text.", remedy="Remove the file."))
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


# Read pairs whose prompts are in a suite (YAML) and whose texts in a file of recorded answers (JSON Lines).


_SPEAKERS_pair_suite = {"full": "full", "compressed": "compressed", "control": "control", "name-only": "control"}


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
    return Pairs(tuple(found.values()), tuple(_unread(document)))


def _unread(document: Document) -> Iterator[Flag]:
    """What else the file lists: it is not taken for pairs, and not passed over in silence."""
    for key, value in document.data.items() if isinstance(document.data, dict) else ():
        if key != "pairs" and isinstance(value, list):
            where = f"{key}: {len(value)} entries were left out; control items go into the study's items file."
            yield Flag("left out", document.file, where)


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
        speaker = _SPEAKERS_pair_suite.get(name)
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
