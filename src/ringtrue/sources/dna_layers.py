"""The layers of a person's DNA by all the names they go by, in Portuguese and English, in files and in lists."""

import re
import unicodedata
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LayerName:
    """One layer: its code, its English name, and other words for it as they are folded for comparison."""

    code: str
    name: str
    others: tuple[str, ...]


LAYERS = (
    LayerName("L1", "philosophies", ("filosofias", "filosofia", "philosophy")),
    LayerName("L2", "mental_models", ("modelosmentais", "modelomental", "mentalmodel")),
    LayerName("L3", "heuristics", ("heuristicas", "heuristica", "heuristic")),
    LayerName("L4", "frameworks", ("framework", "estruturas")),
    LayerName("L5", "methodologies", ("metodologias", "metodologia", "methodology")),
    LayerName("L6", "values", ("valores", "value", "valueshierarchy", "hierarquiadevalores")),
    LayerName("L7", "obsessions", ("obsessoes", "obsession", "coreobsessions")),
    LayerName("L8", "productive_paradoxes", ("paradoxes", "paradoxos", "paradoxosprodutivos", "paradox", "paradoxo")),
)
_PREFIX = re.compile(r"l([1-8])(?:layer|camada)?(?=\D|$)")
_BY_WORD = {word: layer.code for layer in LAYERS for word in (layer.name.replace("_", ""), *layer.others)}


def plain(name: object) -> str:
    """A name as it is compared: letters and digits alone, small, without accents."""
    letters = unicodedata.normalize("NFKD", str(name)).casefold()
    return "".join(letter for letter in letters if letter.isalnum())


def layer_code(name: object) -> str | None:
    """The code of the layer a key, a file or a link means (L3, L3_heuristics, HEURISTICAS), or None."""
    word = plain(name)
    numbered = _PREFIX.match(word)
    if numbered and (word == numbered[0] or _BY_WORD.get(word[numbered.end() :]) in (f"L{numbered[1]}", None)):
        return f"L{numbered[1]}"
    return _BY_WORD.get(word)
