"""The sample person's files as the tests read them: items, answers, and runs of words or sentences to compare."""

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import ringtrue.personas
from ringtrue.files.yaml_file import read_yaml
from ringtrue.items.items_file import read_items
from ringtrue.protocols.loader import load
from ringtrue.sources.citation_check import folded
from ringtrue.terms.item import Item

ROOT = Path(ringtrue.personas.__file__).parent
PERSON = ROOT / "oda-brennick"
INBOX = PERSON / "inbox" / "ODA BRENNICK"
CLONES = ("faithful", "drifted", "caricature")
SPEAKERS = (*CLONES, "generic")
RUN = 7  # words in a row that nobody uses twice by chance
SENTENCE = 6  # words from which on a sentence gives its card away


def blind_items(*, control: bool) -> list[Item]:
    """The suite, or what is kept beside it for controls."""
    read = read_items(PERSON / "suites" / "blind.yaml", load("blind"))
    return [item for item in read if bool(item.tags.get("control")) == control]


def pair_controls() -> list[dict[str, Any]]:
    """The control prompts of the pairs with their texts."""
    found: list[dict[str, Any]] = read_yaml(PERSON / "suites" / "pairs.yaml").data["controls"]
    return found


def answers(name: str) -> list[dict[str, Any]]:
    """The recorded answers of a file."""
    lines = (PERSON / "answers" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def runs(text: str) -> Iterator[tuple[str, ...]]:
    """Every seven words in a row."""
    words = re.findall(r"[a-z0-9]+", text.lower().replace("'", ""))
    return zip(*(words[start:] for start in range(RUN)), strict=False)


def sentences(text: str) -> set[str]:
    """The sentences that are long enough to know again."""
    found = re.split(r"(?<=[.?!])\s+", folded(text))
    return {sentence for sentence in found if len(sentence.split()) >= SENTENCE}


def own_texts(item: Item) -> Iterator[str]:
    """What the person herself says on cards of a control item."""
    if item.kind == "quote":
        yield str(item.fields["real"])
    yield str(item.fields["responses"]["self"])


def length(text: str) -> int:
    """In words."""
    return len(text.split())


def within_a_fifth(texts: Sequence[str]) -> bool:
    """Whether any two of the texts differ by at most 20 % of the shorter one."""
    lengths = [length(text) for text in texts]
    return 5 * max(lengths) <= 6 * min(lengths)
