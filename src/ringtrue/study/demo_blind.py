"""The demo's blind studies: a hundred items, one study for each speaker in the place of the clone."""

from ringtrue.files import read_text
from ringtrue.study.demo_layout import Place
from ringtrue.study.demo_study import finished, go_on, made, rated, recorded
from ringtrue.terms import Result

PROTOCOL = "blind"


def blind_study(place: Place, speaker: str) -> Result:
    """Collect the recorded answers, take the simulated ratings in, score."""
    folder = place.study(PROTOCOL, speaker)
    known = finished(folder)
    if known is not None:
        return known
    speakers = {
        "real": {"kind": "documented"},
        "clone": recorded(folder, place.answers(speaker), speaker),
        "generic": recorded(folder, place.answers("generic"), "generic"),
    }
    study = made(place, folder, PROTOCOL, read_text(place.suite("blind")), speakers)
    go_on(study.collect().stop, folder)
    return rated(study, place.ratings(f"blind-{speaker}.csv"))
