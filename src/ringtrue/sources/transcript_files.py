"""Captions (srt, vtt), web pages and chat exports (WhatsApp, Slack, ChatGPT) as plain text, with who speaks where.

Captions, pages and WhatsApp chats keep their lines: what is no speech becomes an empty line, so that a citation names
the line of the file. JSON has no lines to speak of: those of Slack and ChatGPT are counted message by message.
"""

import html
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from ringtrue.sources.turns import PERSON, Turn, has_unnamed_turns


@dataclass(frozen=True, slots=True)
class Transcript:
    """The text, and its turns where the form of the file says whose they are (None: labels are looked for)."""

    text: str
    turns: tuple[Turn, ...] | None = None
    note: str = ""


# Captions: numbers, times and settings are no speech. In WebVTT a voice tag says who speaks.


_CUE_TIME = re.compile(r"\s*(?:\d+:)?\d{1,2}:\d{2}[.,]\d{1,3}\s*-->")
_VOICE = re.compile(r"<v(?:\.[^\s>]*)?\s+([^>]+)>", re.IGNORECASE)
_TAG = re.compile(r"</?[A-Za-z0-9:.][^>\n]{0,80}>|\{\\[^}\n]*\}")
_BLOCKS = ("WEBVTT", "NOTE", "STYLE", "REGION")
_UNNAMED = "Several people speak and nobody is named"


def captions(text: str) -> Transcript:
    """The spoken lines of a .srt or .vtt file."""
    lines = text.split("\n")
    spoken = [""] * len(lines)
    turns: list[Turn] = []
    within = False
    for number, line in enumerate(lines):
        if not line.strip():
            within = False
        elif _CUE_TIME.match(line):
            within = True
        elif within:
            voice = _VOICE.search(line)
            if voice and (not turns or turns[-1].speaker != voice[1].strip()):
                turns.append(Turn(number + 1, voice[1].strip()))
            spoken[number] = html.unescape(_TAG.sub("", line)).strip()
    plain = "\n".join(spoken)
    if not turns and has_unnamed_turns(plain):
        return Transcript(plain, (Turn(1, "unnamed speakers"),), f"{_UNNAMED}.")
    return Transcript(plain, tuple(turns) or None)


# Web pages: what a reader sees, without navigation, and without what is quoted from somebody.


_UNSEEN = ("script", "style", "head", "nav", "footer", "aside", "form", "button", "noscript", "template", "svg")
_QUOTED = ("blockquote", "q")
_VOID = ("br", "hr", "img")
_INLINE = ("a", "b", "i", "em", "strong", "span", "u", "code", "sup", "sub")


class _Page(HTMLParser):
    """Seen text by the line it stands on."""

    def __init__(self, lines: int) -> None:
        super().__init__(convert_charrefs=False)
        self.lines = [""] * lines
        self._hidden: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002 - the parser gives them
        """Note what is not to be seen."""
        if tag in _UNSEEN or tag in _QUOTED:
            self._hidden.append(tag)
        elif tag in _VOID:
            self._put(" ")

    def handle_endtag(self, tag: str) -> None:
        """Back to what can be seen."""
        if tag in self._hidden:
            while self._hidden.pop() != tag:
                pass
        else:
            self._put("" if tag in _INLINE else " ")

    def handle_data(self, data: str) -> None:
        """Text."""
        self._put(data)

    def handle_entityref(self, name: str) -> None:
        """A named character."""
        self._put(html.unescape(f"&{name};"))

    def handle_charref(self, name: str) -> None:
        """A numbered character."""
        self._put(html.unescape(f"&#{name};"))

    def _put(self, data: str) -> None:
        if not self._hidden:
            first = self.getpos()[0] - 1
            for offset, piece in enumerate(data.split("\n")):
                if first + offset < len(self.lines):
                    self.lines[first + offset] += piece


def web_page(text: str) -> Transcript:
    """The text of an .html file, line by line where it stands; what a blockquote holds is somebody else's."""
    page = _Page(text.count("\n") + 1)
    page.feed(text)
    page.close()
    return Transcript("\n".join(" ".join(line.split()) for line in page.lines))


# WhatsApp: one message begins with date, time and name; lines without them go on.


_MESSAGE = re.compile(
    r"\u200e?\[?\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?\s+\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:[\s\u202f]*[AaPp]\.?\s?[Mm]\.?)?\]?"
    r"\s*(?:[-–]\s*)?(?:\u200e?(?P<name>[^:\n]{1,60}):\s?)?"
)
_LEFT_OUT = re.compile(
    r"\u200e|<[^<>\n]{0,20}(?:omitted|omitid[ao]|oculta|attached|anexad[ao])[^<>\n]{0,40}>|"
    r"^(?:This message was deleted|You deleted this message|Mensagem apagada|Essa mensagem foi apagada)\.?$"
)
_FEWEST_MESSAGES = 2


def is_whatsapp(text: str) -> bool:
    """Whether the first lines of a text are messages of a WhatsApp export."""
    head = text[:4000].lstrip("\ufeff").split("\n")
    named = [match for line in head if (match := _MESSAGE.match(line)) and match["name"]]
    return len(named) >= _FEWEST_MESSAGES and _MESSAGE.match(head[0]) is not None


def whatsapp(text: str) -> Transcript:
    """The messages of a WhatsApp export; what the app itself says is left out."""
    lines: list[str] = []
    turns: list[Turn] = []
    for number, line in enumerate(text.lstrip("\ufeff").split("\n"), 1):
        begins = _MESSAGE.match(line)
        if begins:
            turns.append(Turn(number, begins["name"].strip() if begins["name"] else "WhatsApp"))
        lines.append(_LEFT_OUT.sub("", line[begins.end() :] if begins else line).strip())
    return Transcript("\n".join(lines), tuple(turns))


# Slack and ChatGPT: JSON, recognised by its keys.


def chat_export(text: str, path: Path) -> Transcript | None:
    """The messages of a Slack channel or of ChatGPT conversations; None where the JSON is something else."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    rows = data if isinstance(data, list) else [data]
    tables = [row for row in rows if isinstance(row, Mapping)]
    for fits, read in _EXPORTS:
        chosen = [row for row in tables if fits(row)]
        if chosen:
            return _joined(read(chosen, path))
    return None


def _joined(messages: Iterator[tuple[str, str]]) -> Transcript:
    """One message after the other, an empty line between them."""
    lines: list[str] = []
    turns: list[Turn] = []
    for speaker, said in messages:
        if said.strip():
            turns.append(Turn(len(lines) + 1, speaker))
            lines += [*said.strip().split("\n"), ""]
    return Transcript("\n".join(lines), tuple(turns))


def _is_conversation(row: Mapping[str, Any]) -> bool:
    return isinstance(row.get("mapping"), Mapping)


def _is_slack(row: Mapping[str, Any]) -> bool:
    return row.get("type") == "message" and "ts" in row and isinstance(row.get("text"), str)


_MENTION = re.compile(r"<[@#!][^>|\n]*(?:\|([^>\n]*))?>")
_ADDRESS = re.compile(r"<(https?:[^>|\s]*|mailto:[^>|\s]*)(?:\|([^>\n]*))?>")


def _slack(rows: list[Mapping[str, Any]], path: Path) -> Iterator[tuple[str, str]]:
    names = _slack_names(path)
    for row in sorted(rows, key=lambda one: str(one["ts"])):
        if not row.get("subtype"):
            user = str(row.get("user") or "")
            profile = row.get("user_profile") if isinstance(row.get("user_profile"), Mapping) else {}
            name = str((profile or {}).get("real_name") or names.get(user) or user or "unknown")
            said = _MENTION.sub(lambda found: found[1] or "", str(row["text"]))
            yield name, html.unescape(_ADDRESS.sub(lambda found: found[2] or "", said))


def _slack_names(path: Path) -> dict[str, str]:
    """The names of a workspace by their ids, from the export's users.json."""
    for folder in (path.parent, path.parent.parent):
        try:
            users = json.loads((folder / "users.json").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            continue
        if isinstance(users, list):
            tables = [user for user in users if isinstance(user, Mapping)]
            return {str(user.get("id")): str(user.get("real_name") or user.get("name") or "") for user in tables}
    return {}


def _chatgpt(rows: list[Mapping[str, Any]], _: Path) -> Iterator[tuple[str, str]]:
    for row in rows:
        for message in _branch(row):
            author = message.get("author")
            role = str(author.get("role") or "") if isinstance(author, Mapping) else ""
            content = message.get("content")
            parts = content.get("parts") if isinstance(content, Mapping) else None
            if role in ("user", "assistant") and isinstance(parts, list):
                said = "\n".join(part for part in parts if isinstance(part, str))
                yield PERSON if role == "user" else role, said


def _branch(row: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The messages of a conversation as it was last shown, in order; of older exports all of them."""
    nodes = row["mapping"]
    here, found, seen = row.get("current_node"), [], set()
    while here in nodes and here not in seen and isinstance(nodes[here], Mapping):
        seen.add(here)
        found.append(nodes[here])
        here = nodes[here].get("parent")
    listed = found[::-1] or [node for node in nodes.values() if isinstance(node, Mapping)]
    return [node["message"] for node in listed if isinstance(node.get("message"), Mapping)]


_Read = Callable[[list[Mapping[str, Any]], Path], Iterator[tuple[str, str]]]
_EXPORTS: tuple[tuple[Callable[[Mapping[str, Any]], bool], _Read], ...] = (
    (_is_conversation, _chatgpt),
    (_is_slack, _slack),
)
