"""The whole demo, step by step; what was done before is not done again."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

from ringtrue.study.demo_blind import blind_study
from ringtrue.study.demo_layout import PAIRED, SPEAKERS, Place, lay_out
from ringtrue.study.demo_live import Live, live_answers
from ringtrue.study.demo_pairs import pair_study
from ringtrue.study.demo_scenarios import scenario_study
from ringtrue.study.demo_voice import Heard, voices
from ringtrue.terms import Result

STEPS = 3 + 2 * len(SPEAKERS) + len(PAIRED)  # layout, live, voice; two studies of each speaker; the pairs

Watch = Callable[[str, float], None]  # told what was done and how many seconds it took


@dataclass(frozen=True)
class Demo:
    """Everything the demo found out, by speaker."""

    place: Place
    blind: dict[str, Result] = field(default_factory=dict)
    scenarios: dict[str, Result] = field(default_factory=dict)
    pairs: dict[str, Result] = field(default_factory=dict)
    voice: dict[str, Heard] = field(default_factory=dict)
    live: Live = field(default_factory=lambda: Live({}))


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
    with step("wording held against the person's texts"):
        heard = voices(place, live.texts)
    return Demo(place, blind, scenarios, pairs, heard, live)


class _Stepper:
    """Tells the watcher what was done once it is done."""

    def __init__(self, watch: Watch) -> None:
        self._watch = watch

    @contextmanager
    def __call__(self, what: str) -> Iterator[None]:
        began = monotonic()
        yield
        self._watch(what, monotonic() - began)
