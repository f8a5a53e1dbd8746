"""The pages about protocols: one for each, links that lead somewhere, an example that is clean, every key explained."""

import re
from pathlib import Path

import pytest

from ringtrue.protocols.loader import BUILT_IN, check_file, load
from ringtrue.protocols.reader import KEYS
from ringtrue.protocols.scales import MECHANISMS

PAGES = Path(__file__).resolve().parents[2] / "docs" / "protocols"
OWN = (PAGES / "write-your-own.md").read_text(encoding="utf-8")


def test_the_example_is_clean_and_short(warmth: Path) -> None:
    assert check_file(warmth) == []
    assert load(warmth).name == "warmth"
    assert len(warmth.read_text(encoding="utf-8").splitlines()) <= 25


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_protocol_has_a_page_of_the_same_form(name: str) -> None:
    page = (PAGES / f"{name}.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## (.*)$", page, flags=re.MULTILINE)
    assert [re.sub("What the .* sees?", "What the raters see", heading) for heading in headings] == [
        "What it is for",
        "What you need",
        "What the raters see",
        "How it decides",
        "Literal and sound",
        "Limits",
    ]
    assert f"({name}.md)" in (PAGES / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_page_names_only_measures_and_questions_its_protocol_has(name: str) -> None:
    protocol = load(name)
    known = {*protocol.measures, *(q.name for kind in protocol.kinds.values() for q in kind.questions)}
    known |= {speaker for kind in protocol.kinds.values() for speaker in kind.show}
    known |= {*protocol.controls, *protocol.controls.values()}
    known |= {number for kind in protocol.kinds.values() for number in kind.numbers}
    known |= {rule.label for rule in (*protocol.verdict, *protocol.sound_verdict, *protocol.cause)}
    known |= {"verdict", "sound_verdict", "words"}  # and a field any item may have
    named = re.findall(r"`([A-Za-z]\w*)`", (PAGES / f"{name}.md").read_text(encoding="utf-8"))
    assert set(named) <= known


def test_every_key_and_every_scale_is_explained() -> None:
    assert [key for key in KEYS if f"`{key}`" not in OWN] == []
    assert re.findall(r"^### (.*)$", OWN, flags=re.MULTILINE) == list(MECHANISMS)


@pytest.mark.parametrize("page", sorted(PAGES.glob("*.md")), ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+?)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target
