"""The sample's pairs as a rating page of one's own, to see what raters see."""

from dataclasses import dataclass
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

from ringtrue.study.demo_layout import GOLD, Place, lay_out
from ringtrue.study.demo_study import WHO
from ringtrue.study.study import Study

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
    (page,) = sorted((place.rate / _PAGES).glob("*.html"))
    return RatingDemo(place.rate, page)


def _make(place: Place) -> None:
    """Made beside its place and moved there: half a study never stands."""
    scratch = Path(mkdtemp(prefix=".rate-", dir=place.out))
    try:
        study = Study.create(scratch, protocol="lite", gold=GOLD, who=WHO)
        study.import_items([place.suite("pairs"), place.answers("pairs")])
        study.set_status({item.id: "accepted" for item in study.items()})
        study.deal([RATER])
        study.export(scratch / _PAGES)
        scratch.chmod(0o755)
        scratch.replace(place.rate)
    except BaseException:
        rmtree(scratch, ignore_errors=True)
        raise
