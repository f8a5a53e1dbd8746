"""Run the demo step by step, resuming where it stopped; or make a page to rate."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

from ringtrue.demo.comparison import compare_speakers
from ringtrue.demo.conversations import SHOWN, conversation_study
from ringtrue.demo.layout import GOLD, PAIRED, PERSON, SPEAKERS, DemoFolder, lay_out
from ringtrue.demo.pairs import pair_study
from ringtrue.demo.scenarios import scenario_study
from ringtrue.demo.studies import Heard, Live, blind_study, live_answers, voices
from ringtrue.demo.study import WHO
from ringtrue.study.folder import made_whole
from ringtrue.study.study import Study
from ringtrue.terms.result import Result

# The whole demo, step by step; what was done before is not done again.


# layout, live, conversation, voice, comparison; two studies of each speaker; the pairs
STEPS = 5 + 2 * len(SPEAKERS) + len(PAIRED)

Watch = Callable[[str, float], None]  # told what was done and how many seconds it took


@dataclass(frozen=True)
class Demo:
    """Everything the demo found out, by speaker."""

    place: DemoFolder
    blind: dict[str, Result] = field(default_factory=dict)
    scenarios: dict[str, Result] = field(default_factory=dict)
    pairs: dict[str, Result] = field(default_factory=dict)
    voice: dict[str, Heard] = field(default_factory=dict)
    live: Live = field(default_factory=lambda: Live({}))
    conversations: dict[str, Result] = field(default_factory=dict)


def run_demo(out: Path, watch: Watch) -> Demo:
    """Lay the sample out, collect, rate, score; killed, it goes on where it was when it is run again."""
    step = _Stepper(watch)
    with step("the sample laid out as files"):
        place = lay_out(out)
    with step("the embedded model asked as generic bot"):
        live = live_answers(place)
    blind, scenarios, pairs = {}, {}, {}
    for speaker in SPEAKERS:
        with step(f"blind study of {speaker}"):
            blind[speaker] = blind_study(place, speaker)
        with step(f"scenarios put to {speaker}"):
            scenarios[speaker] = scenario_study(place, speaker)
    for speaker in PAIRED:
        with step(f"pairs: full beside {speaker}"):
            pairs[speaker] = pair_study(place, speaker)
    with step(f"a conversation with the {SHOWN}"):
        conversations = {SHOWN: conversation_study(place)}
    with step("wording held against the person's texts"):
        heard = voices(place, live.texts)
    with step("the four speakers compared"):
        compare_speakers(place)
    return Demo(place, blind, scenarios, pairs, heard, live, conversations)


class _Stepper:
    """Tells the watcher what was done once it is done."""

    def __init__(self, watch: Watch) -> None:
        self._watch = watch

    @contextmanager
    def __call__(self, what: str) -> Iterator[None]:
        began = monotonic()
        yield
        self._watch(what, monotonic() - began)


# The sample's pairs as a rating page of one's own, to see what raters see.


RATER = "you"
_PAGES = "pages"


@dataclass(frozen=True, slots=True)
class RatingDemo:
    """The study, and the page to open in a browser."""

    study: Path
    page: Path


def rating_demo(out: Path) -> RatingDemo:
    """Deal the sample's pairs to one rater and write the offline page; what was made before is kept."""
    place = lay_out(out)
    if not place.rate.is_dir():
        _make(place)
    if not any((place.rate / _PAGES).glob("*.html")):  # after the move: the README beside the page names the folder
        Study.open(place.rate, who=WHO).export(place.rate / _PAGES)
    (page,) = sorted((place.rate / _PAGES).glob("*.html"))
    return RatingDemo(place.rate, page)


def _make(place: DemoFolder) -> None:
    """Made beside its place and moved there: half a study never stands."""
    settings = {"subject": {"name": PERSON, "about": "bell founder"}, "gold": f"gold{GOLD.suffix}"}
    with made_whole(place.rate) as scratch:
        study = Study.create(scratch, protocol="lite", gold=GOLD, who=WHO, settings=settings)
        study.import_items([place.suite("pairs"), place.answers("pairs")])
        study.set_status({item.id: "accepted" for item in study.items()})
        study.deal([RATER], force=True, why="the demo has one rater: you")
