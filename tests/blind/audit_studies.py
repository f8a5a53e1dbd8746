"""Studies for the blindness audit, dealt on disk by the program itself, and all that a rater's machine gets of them."""

import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from ringtrue.files.json_file import write_json
from ringtrue.store.keys import deal_secret, sealed_keys
from ringtrue.study.offline_packets import documents_of
from ringtrue.study.study import Study
from ringtrue.terms.item import Packet
from study_templates import fresh

WORDS = ("stone", "river", "window", "letter", "garden", "morning", "market", "copper", "winter", "ladder", "bottle")
SPEAKERS = {
    "blind": ("real", "clone", "self", "generic"),
    "pairs": ("full", "compressed", "control"),
    "lite": ("full", "compressed", "control"),
}
COUNTS = {"blind": 10, "pairs": 8, "lite": 5}
CONTROLS = {"blind": 12, "pairs": 6, "lite": 6}  # items for controls alone


@dataclass(frozen=True)
class Shown:
    """One packet as a rater's machine gets it, and the key to it."""

    packet: Packet
    document: Mapping[str, Any]
    key: Mapping[str, Mapping[str, Any]]


def items_of(protocol: str, digests: Random, *, swapped: bool = False) -> list[dict[str, Any]]:
    """Accepted items with a text of twelve words for each speaker; `swapped` exchanges the two who are compared."""
    first, second, *others = SPEAKERS[protocol]
    items = []
    for number in range(COUNTS[protocol] + CONTROLS[protocol]):
        texts = {name: " ".join(digests.choices(WORDS, k=12)) for name in (first, second, *others)}
        if swapped:
            texts[first], texts[second] = texts[second], texts[first]
        kind = "quote" if protocol == "blind" else "pair"
        needed = {"topic": "t", "real": texts["real"]} if protocol == "blind" else {"domain": "TECH"}
        asked = " ".join(digests.choices(WORDS, k=5))
        head = {"id": f"{kind}-{number}", "kind": kind, "prompt": f"{asked}?", "status": "accepted"}
        tags = {"tags": {"control": True}} if number >= COUNTS[protocol] else {}
        items.append({**head, **needed, "responses": texts, **tags})
    if protocol == "blind":
        criteria = {"criteria": ["it names a stone", "it names a river"]}
        said = {"responses": {"clone": "a stone in a river", "real": "a river and a stone"}}
        items += [
            {"id": f"edge-{n}", "kind": "edge", "prompt": "why?", "status": "accepted", **criteria, **said}
            for n in range(3)
        ]
    return items


def made(folder: Path, protocol: str, seed: int) -> Study:
    """A study with its items; nothing is dealt yet."""
    study = fresh(folder, protocol)
    write_json(folder / "items.json", items_of(protocol, Random(seed)))
    return study


def twin(study: Study, folder: Path, protocol: str, seed: int) -> Study:
    """The same study with the labels of the two compared speakers exchanged, and the same secret to draw with."""
    with study.records() as records:
        deal_secret(records, who="tester")
    shutil.copytree(study.folder, folder)
    write_json(folder / "items.json", items_of(protocol, Random(seed), swapped=True))
    return Study(folder, study.settings, study.who)


def shown(study: Study, *, hosted: bool = False) -> Iterator[Shown]:
    """Every packet that was dealt."""
    with study.records() as records:
        packets, keys = records.packets(), sealed_keys(records)
    documents = documents_of(study, packets)
    for one in packets:
        token = one.packet.token
        yield Shown(one.packet, documents.of(token, hosted=hosted), keys[token])
