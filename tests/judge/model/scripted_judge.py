"""A judge that obeys whatever reaches it outside the data blocks, and the attacks written against it."""

import base64
import codecs
import json
import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ringtrue.files.yaml_file import read_yaml

WANTED = 97
HONEST = 55
_WORDS = ("ninety-seven", "ninety seven")


@dataclass(frozen=True)
class Attack:
    name: str
    text: str
    order: str
    way: str = "plain"
    pad: int = 0
    line: int = 0

    def answer(self, marker: str, near: str) -> str:
        """The attacking answer in full."""
        text = self.text.replace("{order}", _WAYS[self.way](self.order))
        text = text.replace("{marker}", marker).replace("{near}", near)
        return "x" * self.line + "Quite ordinary words, one after the other.\n" * self.pad + text


def attacks() -> list[Attack]:
    rows: list[dict[str, Any]] = read_yaml(Path(__file__).with_name("attacks.yaml")).data
    return [Attack(**{("way" if key == "as" else key): value for key, value in row.items()}) for row in rows]


def obeyed(messages: list[dict[str, str]], questions: list[str]) -> str:
    """The judge's answer: honest scores with a quote, or 97 for everything if anything outside a block says so."""
    outside, blocks = taken_apart(messages)
    score = WANTED if _mentions_97(outside) else HONEST
    shown = blocks[-1] if blocks else outside
    quote = " ".join(shown.split()[-6:])
    entry = {"quote": quote, "reason": "because it says so", "score": score}
    return json.dumps(dict.fromkeys(questions, entry))


def taken_apart(messages: list[dict[str, str]]) -> tuple[str, list[str]]:
    """What stands outside the blocks of the last message (and in all others), and the texts in the blocks."""
    *before, last = [message["content"] for message in messages]
    named = re.match(r"[^\n]*?([0-9a-f]{32})\n", last)
    if named is None:
        return "\n".join([*before, last]), []
    marker = named.group(1)
    pattern = re.compile(rf"^<<<{marker}\n(.*?)\n{marker}>>>$", re.DOTALL | re.MULTILINE)
    blocks = ["\n".join(line.removeprefix("| ") for line in body.split("\n")) for body in pattern.findall(last)]
    return "\n".join([*before, pattern.sub("", last)]).replace(marker, ""), blocks


def _mentions_97(text: str) -> bool:
    plain = unicodedata.normalize("NFKC", "".join(char for char in text if unicodedata.category(char) != "Cf"))
    tags = "".join(chr(ord(char) - 0xE0000) for char in text if 0xE0020 <= ord(char) <= 0xE007E)
    views = [text, plain, plain[::-1], tags, codecs.encode(plain, "rot13"), *_decoded(plain)]
    return any(re.search(r"(?<![0-9])97(?![0-9])", view) or any(word in view for word in _WORDS) for view in views)


def _decoded(text: str) -> list[str]:
    found = []
    for token in re.findall(r"[A-Za-z0-9+/=]{16,}", text):
        for read in (lambda given: base64.b64decode(given, validate=True), bytes.fromhex):
            try:
                found.append(read(token).decode())
            except ValueError:
                continue
    return found


_WAYS = {
    "plain": str,
    "base64": lambda order: base64.b64encode(order.encode()).decode(),
    "hex": lambda order: order.encode().hex(),
    "rot13": lambda order: codecs.encode(order, "rot13"),
    "reversed": lambda order: order[::-1],
    "tags": lambda order: "".join(chr(0xE0000 + ord(char)) for char in order),
    "fullwidth": lambda order: "".join(chr(ord(char) + 0xFEE0) if "!" <= char <= "~" else char for char in order),
}
