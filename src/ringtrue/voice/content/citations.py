"""Citations taken out of a line: brackets are counted, because paths hold brackets of their own."""

import re

_START = re.compile(r"\^\[|\[(?=(?:RAIZ|FONTE|derivado):)")


def without_citations(text: str) -> tuple[str, list[str]]:
    """The text without `^[...]`, `[RAIZ:...]` and `[FONTE:...]`, and what stood inside them.

    A bracket that is never closed is left as it stands.
    """
    kept: list[str] = []
    cited: list[str] = []
    position = 0
    while (start := _START.search(text, position)) is not None:
        end = _closing(text, start.end())
        if end is None:
            break
        kept.append(text[position : start.start()])
        cited.append(text[start.end() : end].strip())
        position = end + 1
    kept.append(text[position:])
    plain = re.sub(r"\s+([.,;:!?])", r"\1", " ".join("".join(kept).split()))
    return plain, [place for place in cited if place]


def _closing(text: str, start: int) -> int | None:
    depth = 1
    for index in range(start, len(text)):
        depth += {"[": 1, "]": -1}.get(text[index], 0)
        if depth == 0:
            return index
    return None
