"""Studies ready to be rated, a real server in a process of its own, and a visitor who speaks HTTP to it."""

import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from http.client import HTTPConnection
from pathlib import Path
from time import monotonic
from typing import Any
from urllib.parse import urlencode, urlsplit

from result_files import agreed_to
from ringtrue.study.hosted_rating import HostedRating
from ringtrue.study.study import Study

_PATIENCE = 40.0  # seconds
ORGANISER, PASSWORD = "Ines Vogel", "four boats in the harbour"
DOMAINS = ("TECH", "ANAL", "PHIL", "SELF", "NARR")
GOLD = (
    "I say what I know and then I stop. When a thing breaks, I ask who will be cold tonight, and begin there.\n\n"
    "A plan is a promise to somebody, so I make it short enough to be kept, and I write the day on it."
)
_TEXTS = {
    "full": "I would go and look before anybody writes about number {0}. Most of what we fear is a door left open.",
    "compressed": "I would send a note to everybody about number {0} first. Most of what we fear is easily explained.",
    "control": "It depends on many things, as number {0} shows once more. Most of us would weigh it up with some care.",
}


def lite_study(
    folder: Path, *, pairs: int = 3, controls: int = 0, rating: str = "", texts: Mapping[str, str] = _TEXTS
) -> Study:
    """A lite study of so many pairs with a gold text, so many of its items controls only, ready to be dealt."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    gold = folder.parent / f"{folder.name}-gold.md"
    gold.write_text(GOLD, encoding="utf-8")
    Study.create(folder, protocol="lite", gold=gold, who="Ines")
    items = [_pair(number, texts, control=number >= pairs) for number in range(pairs + controls)]
    (folder / "items.yaml").write_text(json.dumps(items), encoding="utf-8")
    if rating:
        settings = folder / "study.yaml"
        settings.write_text(settings.read_text(encoding="utf-8") + rating, encoding="utf-8")
    return Study.open(folder, who="Ines")


def _pair(number: int, texts: Mapping[str, str], *, control: bool) -> dict[str, Any]:
    return {
        "id": f"pair-{number + 1}",
        "kind": "pair",
        "prompt": f"What would you do about number {number}?",
        "status": "accepted",
        "domain": DOMAINS[number % len(DOMAINS)],
        "responses": {speaker: text.format(number) for speaker, text in texts.items()},
        **({"tags": {"control": True}} if control else {}),
    }


@dataclass
class Reply:
    """What came back."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes

    def header(self, name: str) -> str:
        return next((value for key, value in self.headers if key.lower() == name.lower()), "")

    @property
    def text(self) -> str:
        return self.body.decode("utf-8")

    @property
    def document(self) -> Any:
        return json.loads(self.body)

    @property
    def everything(self) -> str:
        """Status, headers and body as one text, to look for what must not be there."""
        return (
            "\n".join(f"{name}: {value}" for name, value in self.headers) + "\n" + self.body.decode("utf-8", "replace")
        )


@dataclass
class Visitor:
    """Somebody with a browser's cookies and none of its other habits."""

    url: str
    cookies: dict[str, str] = field(default_factory=dict)

    def ask(self, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] | None = None) -> Reply:
        parts = urlsplit(self.url)
        connection = HTTPConnection(parts.hostname or "", parts.port, timeout=30)
        held = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        try:
            connection.request(method, path, body, {**({"Cookie": held} if held else {}), **(headers or {})})
            got = connection.getresponse()
            reply = Reply(got.status, got.getheaders(), got.read())
        finally:
            connection.close()
        for name, value in reply.headers:
            if name.lower() == "set-cookie":
                key, _, rest = value.partition("=")
                self.cookies[key] = rest.partition(";")[0]
                if not self.cookies[key].strip('"'):
                    del self.cookies[key]
        return reply

    def get(self, path: str, **headers: str) -> Reply:
        return self.ask("GET", path, headers=headers)

    def send(self, path: str, document: Any, **headers: str) -> Reply:
        """What the rating page does."""
        given = {"Content-Type": "application/json", "X-Ringtrue": "1"} | headers
        return self.ask("POST", path, json.dumps(document).encode(), given)

    def fill(self, page: str, path: str, **fields: str) -> Reply:
        """Open the page with the form, then send the form."""
        token = re.search(r'name="form_token" value="([^"]+)"', self.get(page).text)
        return self.submit(path, form_token=token.group(1) if token else "", **fields)

    def submit(self, path: str, **fields: str) -> Reply:
        """Send a form as it is."""
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        return self.ask("POST", path, urlencode(fields).encode(), headers)

    def claim(self, link: str) -> "Visitor":
        """Use a personal link."""
        path = urlsplit(link).path
        assert self.fill(path, path).status == 303
        return self

    def ready(self) -> "Visitor":
        """Agree to everything and pass the check."""
        document = self.packet()["document"]
        for kind, body in conditions_met(document).items():
            told = self.send("/api/sitting", {"name": document["name"], "kind": kind, "body": body})
            assert told.status == 200, told.text
        return self

    def packet(self) -> dict[str, Any]:
        reply = self.get("/api/packet")
        assert reply.status == 200, reply.text
        found: dict[str, Any] = reply.document
        return found


class Server:
    """`ringtrue serve` in a process of its own."""

    def __init__(self, folder: Path, *options: str, port: int = 0) -> None:
        command = [sys.executable, "-m", "ringtrue", "serve", str(folder), "--port", str(port), "--json", *options]
        self.log = folder.parent / f"{folder.name}-server.log"
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, stdin=subprocess.DEVNULL)
        lines = []
        assert self.process.stdout is not None
        for line in self.process.stdout:
            lines.append(line.decode())
            if line.rstrip() == b"}":
                break
        assert lines, self.log.read_text(encoding="utf-8")
        self.said: dict[str, Any] = json.loads("".join(lines))
        self.url: str = self.said["url"]
        self.port = urlsplit(self.url).port or 0

    def visitor(self) -> Visitor:
        return Visitor(self.url)

    def organiser(self) -> Visitor:
        """Somebody logged in, set up where this is the first start."""
        visitor = self.visitor()
        if self.said["set_up"]:
            path = urlsplit(self.said["set_up"]).path
            reply = visitor.fill(path, path, name=ORGANISER, password=PASSWORD, again=PASSWORD)
            self.said["set_up"] = None
        else:
            reply = visitor.fill("/organiser/log-in", "/organiser/log-in", name=ORGANISER, password=PASSWORD)
        assert reply.status == 303, reply.text
        return visitor

    def logged(self, *lines: str) -> str:
        """The log once it holds these lines: a request's own is written when the visitor has the answer already."""
        deadline = monotonic() + _PATIENCE
        while True:
            log = self.log.read_text(encoding="utf-8")
            missing = [line for line in lines if line not in log]
            if not missing:
                return log
            assert monotonic() < deadline, (missing, log)

    def kill(self) -> None:
        """As a power cut does."""
        self.process.send_signal(signal.SIGKILL)
        self._gone()

    def end(self, how: int = signal.SIGTERM) -> int:
        """Told to end; returns its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        return self._gone()

    def _gone(self) -> int:
        code = self.process.wait(timeout=30)
        if self.process.stdout is not None:
            self.process.stdout.close()
        return code


@contextmanager
def serving(folder: Path, *options: str, port: int = 0) -> Iterator[Server]:
    """A server for the duration."""
    server = Server(folder, *options, port=port)
    try:
        yield server
    finally:
        server.end()


def links_on(page: str) -> list[str]:
    """The personal links shown on a page."""
    return re.findall(r'value="(http[^"]+/r/[^"]+)"', page)


def invited(study: Study, names: Sequence[str], url: str) -> dict[str, str]:
    """Personal links made without a dashboard."""
    from ringtrue.store.access import Access

    with study.records() as records:
        access = Access(records)
        return {name: f"{url}/r/{access.invite(name)}" for name in names}


def conditions_met(document: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """What a rater says who agrees to every statement and passes the check, by the kind of note."""
    return {"consent": agreed_to(document), "comprehension": {"attempts": 1, "passed": True}}


def make_ready(rating: HostedRating, token: str) -> None:
    """The rater of a packet agrees and passes the check, without a server."""
    for kind, body in conditions_met(rating.document(token)).items():
        rating.note(token, kind, body)


def everybody_ready(study: Study) -> None:
    """Every rater of a dealt study has agreed and passed the check, without a page."""
    with study.records() as records, records.together():
        for one in records.packet_standings():
            for kind, body in conditions_met(study.packet_document(one.token, hosted=True)).items():
                records.note_about_rater(one.rater, kind, body, who="raters")


def answers_to(document: Mapping[str, Any], cards: slice = slice(None), comment: str = "") -> list[dict[str, Any]]:
    """One fitting answer to every required question of some cards, as the page sends them."""
    position = {card["id"]: number for number, card in enumerate(document["cards"], 1)}
    made = []
    for card in document["cards"][cards]:
        shown = [sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12] for text in card["texts"]]
        for question in document["kinds"][card["kind"]]["questions"]:
            if not question["required"]:
                continue
            value = {"pick": "A", "flag": True, "text": "words", "position": "1"}.get(
                question["type"], question["high"]
            )
            if question["type"] == "checklist":
                value = [True] * len(card["lists"].get(question["list"], []))
            made.append(
                {
                    "card": card["id"],
                    "question": question["name"],
                    "value": value,
                    "shown": shown,
                    "seconds": 12.5,
                    "visible_seconds": 11.0,
                    "comment": comment,
                    "recognised": False,
                    "position": position[card["id"]],
                }
            )
    return made
