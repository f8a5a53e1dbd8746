"""The demo's picture: every mark stands where its number is, on the speaker's line; nothing is drawn for no number."""

import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ringtrue.study import demo_picture
from ringtrue.study.demo_layout import SPEAKERS, Place
from ringtrue.study.demo_picture import picture
from ringtrue.study.demo_run import Demo
from ringtrue.study.demo_voice import Heard
from ringtrue.terms import Estimate, Result, Verdict

HEARD = Heard("x", 9, 1.2, 0.8, 1.6, 0.97, "", (), 0, ())
NONE = Estimate.absent("nobody rated")


def result(found: Estimate = NONE, fidelity: Estimate = NONE) -> Result:
    done = Verdict("done", ())
    return Result({}, {"found_share": found, "aggregate_valid": fidelity}, done, done)


def demo(**heard: Heard) -> Demo:
    blind = {name: result(Estimate(0.1 * place, 0.05, 0.5, 9)) for place, name in enumerate(SPEAKERS, 1)}
    scenarios = {name: result(fidelity=Estimate(90.0 + place, n=9)) for place, name in enumerate(SPEAKERS)}
    voice = {name: replace(HEARD, speaker=name) for name in SPEAKERS} | heard
    return Demo(Place(Path("/nowhere")), blind, scenarios, {}, voice)


@pytest.fixture
def axes() -> Axes:
    found: Axes = Figure().subplots()
    return found


def drawn(axes: Axes) -> list[tuple[list[float], list[float]]]:
    return [([*map(float, line.get_xdata())], [*map(float, line.get_ydata())]) for line in axes.lines]  # type: ignore[arg-type]


def words(axes: Axes) -> list[tuple[str, float, float]]:
    return [(text.get_text(), *map(float, text.get_position())) for text in axes.texts]  # type: ignore[misc]


def test_a_mark_and_its_interval_stand_on_the_speaker_s_line(axes: Axes) -> None:
    demo_picture._panel(axes, {"faithful": Estimate(0.5, 0.4, 0.7, 9), "generic": Estimate(0.9, n=9)})
    # Four lines from the top: the first speaker on 3, the last on 0.
    assert drawn(axes) == [([0.4, 0.7], [3.0, 3.0]), ([0.5], [3.0]), ([0.9], [0.0])]


def test_no_number_no_mark(axes: Axes) -> None:
    demo_picture._panel(axes, {"faithful": NONE})
    assert drawn(axes) == []


def test_the_band_lies_where_it_is_said(axes: Axes) -> None:
    demo_picture._panel(axes, {}, (0.35, 0.65))
    (band,) = axes.patches
    left, right = band.get_window_extent().intervalx
    assert axes.transData.inverted().transform([(left, 0), (right, 0)])[:, 0] == pytest.approx([0.35, 0.65])


def test_every_speaker_has_a_line_of_its_own() -> None:
    assert [demo_picture._height(name) for name in SPEAKERS] == [3, 2, 1, 0]
    assert set(demo_picture._COLOURS) == set(demo_picture._MARKERS) == set(SPEAKERS)


def test_voices_stand_between_impostors_and_her_and_flags_are_said(axes: Axes) -> None:
    silent = Heard("generic", 2, None, None, None, None, "not enough material", (), 0, ())
    flagged = replace(HEARD, speaker="caricature", value=2.5, low=2.0, high=2.9, flags=("louder",))
    demo_picture._voice(axes, demo(generic=silent, caricature=flagged))
    marks = [(x, y) for x, y in drawn(axes) if len(x) == 1]
    assert marks == [([1.2], [3.0]), ([1.2], [2.0]), ([2.5], [1.0])]  # the silent one has none
    told = {text: (x, y) for text, x, y in words(axes)}
    assert (told["impostors"][0], told["she"][0]) == (0.0, 1.0)
    assert told["flagged"][1] == pytest.approx(1.28)
    assert axes.get_xlim() == (-0.6, 3.0)


def test_the_picture_is_well_formed_names_everybody_and_is_always_the_same() -> None:
    first = picture(demo())
    root = ET.fromstring(first)  # noqa: S314 - it is our own
    said = {element.text for element in root.iter() if element.text and element.tag.endswith("text")}
    assert set(SPEAKERS) <= said
    assert picture(demo()) == first
    assert picture(demo(faithful=replace(HEARD, speaker="faithful", value=0.2))) != first


def test_a_demo_without_one_number_is_drawn_all_the_same() -> None:
    silent = {name: Heard(name, 0, None, None, None, None, "no words", (), 0, ()) for name in SPEAKERS}
    bare = Demo(
        Place(Path("/nowhere")), dict.fromkeys(SPEAKERS, result()), dict.fromkeys(SPEAKERS, result()), {}, silent
    )
    ET.fromstring(picture(bare))  # noqa: S314 - it is our own
