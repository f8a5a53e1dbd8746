"""The cosines behind a model index: each pair's own, and its controls', from one embedding of everything."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ringtrue.stats.arrays import Array
from ringtrue.voice.embedding import Backend
from ringtrue.voice.embedding.vectors import has_words, paired_cosines

Texts = Mapping[str, str | Sequence[str]]
ROLES = ("compressed", "again", "another", "name_only")


@dataclass(frozen=True, slots=True)
class Cosines:
    """Cosines of each pair's full text with the texts of every role; `left_out` says what could not be used."""

    pairs: tuple[str, ...]
    of: Mapping[str, tuple[Array, ...]]  # role -> for every pair the cosines with its texts of that role
    left_out: tuple[str, ...]

    def means(self, role: str) -> Array:
        """The mean cosine of every pair with its texts of a role; nan where it has none."""
        return np.array([values.mean() if values.size else np.nan for values in self.of[role]])

    def number(self, role: str) -> int:
        """How many texts of a role were compared."""
        return sum(values.size for values in self.of[role])


def cosines(full: Mapping[str, str], others: Mapping[str, Texts], backend: Backend) -> Cosines:
    """Compare each full text with its counterparts; `others` holds the texts of each role by pair."""
    pairs, left_out = _usable(full, others["compressed"])
    left_out += [
        f"{pair}: the {_ROLE_NAMES[role]} belongs to no pair"
        for role in ROLES[1:]
        for pair in others[role]
        if pair not in full
    ]
    row: dict[str, int] = {}
    links: dict[str, list[list[int]]] = {role: [] for role in ROLES}
    for pair in pairs:
        row.setdefault(full[pair], len(row))
        for role in ROLES:
            texts, faults = _counterparts(pair, full[pair], role, others[role])
            left_out += faults
            links[role].append([row.setdefault(text, len(row)) for text in texts])
    of = _compare([row[full[pair]] for pair in pairs], links, list(row), backend)
    return Cosines(tuple(pairs), of, tuple(left_out))


def _compare(
    starts: Sequence[int], links: Mapping[str, list[list[int]]], texts: Sequence[str], backend: Backend
) -> dict[str, tuple[Array, ...]]:
    if not texts:
        return dict.fromkeys(ROLES, ())
    vectors = backend.embed(texts)
    found: dict[str, tuple[Array, ...]] = {}
    for role in ROLES:
        sizes = [len(rows) for rows in links[role]]
        left = np.repeat(np.array(starts, dtype=np.int64), sizes)
        right = np.array([index for rows in links[role] for index in rows], dtype=np.int64)
        found[role] = tuple(np.split(paired_cosines(vectors, left, right), np.cumsum(sizes)[:-1]))
    return found


def _usable(full: Mapping[str, str], compressed: Texts) -> tuple[list[str], list[str]]:
    """Pairs with both texts, and a word about each of the others."""
    faults: list[str] = []
    pairs: list[str] = []
    for pair in dict.fromkeys([*full, *compressed]):
        if pair not in full or pair not in compressed:
            faults.append(f"{pair}: the {'compressed' if pair in full else 'full'} text is missing")
        elif not has_words(full[pair]) or not any(map(has_words, _as_list(compressed[pair]))):
            faults.append(f"{pair}: one of its two texts holds no word")
        else:
            pairs.append(pair)
    return pairs, faults


_ROLE_NAMES = {
    "compressed": "compressed text",
    "again": "text of the same speaker again",
    "another": "text of another persona",
    "name_only": "name-only text",
}


def _counterparts(pair: str, full: str, role: str, texts: Texts) -> tuple[list[str], list[str]]:
    """The usable texts of a role; a copy of the full text is no control, it only shows that a file was given twice."""
    kept: list[str] = []
    faults: list[str] = []
    for text in _as_list(texts.get(pair, ())):
        if not has_words(text):
            faults.append(f"{pair}: a {_ROLE_NAMES[role]} holds no word")
        elif role != "compressed" and text.split() == full.split():
            faults.append(f"{pair}: a {_ROLE_NAMES[role]} is the full text itself")
        else:
            kept.append(text)
    return kept, faults


def _as_list(texts: str | Sequence[str]) -> list[str]:
    return [texts] if isinstance(texts, str) else list(texts)
