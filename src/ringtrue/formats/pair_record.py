"""One record of a pair: its keys read, and its faults noted with their place."""

from collections.abc import Mapping
from math import isfinite
from typing import Any

from ringtrue.files import Problems
from ringtrue.files.collector import excerpt
from ringtrue.formats.pair import Pair, pair_id, speaker_of
from ringtrue.terms import Problem

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
