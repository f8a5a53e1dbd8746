"""The demo's comparison of the four speakers: each with the first of them, by blind study and by scenarios."""

from ringtrue.demo.layout import SPEAKERS, DemoFolder
from ringtrue.files.json_file import write_json

COMPARED = ("blind", "scenarios")


def compare_speakers(place: DemoFolder) -> None:
    """Compare them once; the pages and their figures lie in a folder of their own."""
    from ringtrue.study.comparison.comparison import compare
    from ringtrue.study.comparison.page import write_page

    for protocol in COMPARED:
        page = place.compared / f"{protocol}.html"
        if not page.is_file():
            found = compare([place.study(protocol, speaker) for speaker in SPEAKERS], against="first")
            place.compared.mkdir(exist_ok=True)
            write_json(page.with_suffix(".json"), found.as_dict())
            write_page(found, page)
