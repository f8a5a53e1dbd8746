"""The demo's folder: the sample laid out as ordinary files, as somebody with a clone to test would have them."""

from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from shutil import rmtree

from ringtrue import personas
from ringtrue.files.atomic_write import write_bytes
from ringtrue.files.json_file import read_json, write_json
from ringtrue.files.text_file import read_bytes
from ringtrue.terms.problem import BadInput, Problem

PERSON = "Oda Brennick (invented)"
SPEAKERS = ("faithful", "drifted", "caricature", "generic")
PAIRED = ("compressed", "name-only", "generic")  # who stands beside the full persona in a pair
SIMULATED = "Made for the demo: the ratings are simulated, no person rated. The person is invented."
_MARK = "demo.json"
_PARTS = ("sample", "live", "blind", "scenarios", "pairs", "recognition", "voice", "compared", "rate")
_ROOT = Path(personas.__file__).parent
_SAMPLE = _ROOT / "oda-brennick"
_PERSON_FOLDER = _SAMPLE / "agents" / "persons" / "ODA-BRENNICK"
GOLD = _PERSON_FOLDER / "GOLD.md"  # a sample of her voice, as raters read it


@dataclass(frozen=True)
class DemoFolder:
    """Where everything of one demo lies; `out` is an absolute path."""

    out: Path

    @property
    def sample(self) -> Path:
        """The sample as files."""
        return self.out / "sample"

    @property
    def texts(self) -> Path:
        """The person's own texts, one plain folder of them."""
        return self.sample / "oda-brennick"

    @property
    def others(self) -> Path:
        """Other people's texts, a folder for each."""
        return self.sample / "others"

    @property
    def voice(self) -> Path:
        """What the voice instrument says."""
        return self.out / "voice"

    @property
    def compared(self) -> Path:
        """The speakers compared with each other."""
        return self.out / "compared"

    @property
    def rate(self) -> Path:
        """The study for a reader who wants to rate a few pairs."""
        return self.out / "rate"

    def answers(self, speaker: str) -> Path:
        """Recorded answers."""
        return self.sample / "answers" / f"{speaker}.jsonl"

    def conversation(self, speaker: str) -> Path:
        """A recorded conversation."""
        return self.sample / "conversations" / f"{speaker}.jsonl"

    def ratings(self, name: str) -> Path:
        """Simulated ratings, or answers of the simulated judge."""
        return self.sample / "ratings" / name

    def suite(self, name: str) -> Path:
        """Prompts and items."""
        return self.sample / "suites" / f"{name}.yaml"

    def study(self, protocol: str, speaker: str) -> Path:
        """The folder of one study."""
        return self.out / protocol / speaker

    @property
    def gold(self) -> Path:
        """A sample of the person's voice."""
        return self.sample / "GOLD.md"

    @cached_property
    def prompt(self) -> Path:
        """The clone's system prompt."""
        return self.sample / "SYSTEM-PROMPT.md"


def lay_out(out: Path) -> DemoFolder:
    """The folder with the sample in it, made or gone on with; BadInput where something else lies there.

    What a demo of another version of ringtrue or of the sample made there is made again.
    """
    place = DemoFolder(out.resolve())
    mark = {"ringtrue": version("ringtrue"), "sample": _digest()}
    _check(place.out)
    _make(place.out)
    _afresh(place.out, mark)
    write_json(place.out / _MARK, mark)
    for source, target in _files(place):
        if not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            write_bytes(target, read_bytes(source))
    return place


def write_plain_texts(folder: Path) -> list[Path]:
    """The sample person as a plain folder of texts: every source document, without the clone's files around them."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for source in _documents():
        write_bytes(folder / source.name, read_bytes(source))
        written.append(folder / source.name)
    return written


def _files(place: DemoFolder) -> list[tuple[Path, Path]]:
    texts = [(source, place.texts / source.name) for source in _documents()]
    impostors = _ROOT / "impostors"
    others = [(path, place.others / path.relative_to(impostors)) for path in sorted(impostors.glob("*/*.txt"))]
    parts = ("answers", "ratings", "suites", "conversations")
    kept = [path for part in parts for path in sorted((_SAMPLE / part).iterdir())]
    rest = [(path, place.sample / path.relative_to(_SAMPLE)) for path in kept]
    about = [(_PERSON_FOLDER / name, place.sample / name) for name in ("SYSTEM-PROMPT.md", "GOLD.md")]
    return [*texts, *others, *rest, *about]


def _documents() -> list[Path]:
    """The source documents in order of time: their names begin with the date."""
    return sorted((_SAMPLE / "inbox").rglob("*.txt"), key=lambda path: path.name)


def _digest() -> str:
    """A fingerprint of the whole sample: results of another one are not mixed with it."""
    total = sha256()
    for path in sorted(path for path in _ROOT.rglob("*") if path.is_file() and path.suffix != ".pyc"):
        total.update(path.relative_to(_ROOT).as_posix().encode() + b"\0" + read_bytes(path))
    return total.hexdigest()


def _make(out: Path) -> None:
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        what = f"The folder cannot be made: {error.strerror}."
        raise BadInput([Problem(str(out), "--out", what, remedy="Name a folder you can write to.")]) from None


def _check(out: Path) -> None:
    """Refuse a folder that is somebody's."""
    remedy = "Name another: ringtrue demo --out FOLDER."
    if out.exists() and not out.is_dir():
        raise BadInput([Problem(str(out), "--out", "This is a file, not a folder.", remedy=remedy)])
    if out.is_dir() and any(out.iterdir()) and not (out / _MARK).is_file():
        raise BadInput([Problem(str(out), "--out", "There is something else here already.", remedy=remedy)])


def _afresh(out: Path, mark: dict[str, str]) -> None:
    """Take away what a demo of another version left: its results must not be mixed with these."""
    if not (out / _MARK).is_file() or read_json(out / _MARK).data == mark:
        return
    for name in _PARTS:
        rmtree(out / name, ignore_errors=True)
