"""Screens that real packets lead to, light and dark, wide and narrow: axe finds nothing, and nothing sticks out."""

from re import findall

from axe_playwright_python.sync_playwright import Axe

from page.packets import blind_cards, document
from page.rater import ABOUT, BLIND, Rater, Visit
from ringtrue.terms.item import Card

AXE = Axe().axe_script
LOOKS = [(colours, width) for width in (1280, 390) for colours in ("light", "dark")]
HEIGHT = 800


def clean(rater: Rater, screen: str) -> None:
    """In all four looks axe finds nothing on the screen shown, and it does not scroll sideways."""
    page = rater.page
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE)
    for colours, width in LOOKS:
        page.set_viewport_size({"width": width, "height": HEIGHT})
        page.emulate_media(color_scheme=colours, reduced_motion="reduce")  # no colour halfway between two
        found = page.evaluate("axe.run({resultTypes: ['violations']})")["violations"]
        told = [(one["id"], [node["html"][:200] for node in one["nodes"]]) for one in found]
        assert told == [], f"{screen}, {colours}, {width} pixels wide"
        sideways = page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert sideways <= 0, f"{screen} is {sideways} pixels too wide at {width}"


def test_every_card_of_a_blind_suite(visit: Visit) -> None:
    rater = visit.open(document(blind_cards(), "blind")).consent().sees("qualification.title")
    clean(rater, "qualification")
    rater.qualify(ABOUT).practise({"found": "A"})
    for number, card in enumerate(rater.document["cards"], 1):
        rater.on_card(number)
        clean(rater, card["kind"])
        rater.rate(number, BLIND[card["id"]])
    rater.sees("thanks.title")
    clean(rater, "thanks")


def test_anchored_levels_of_a_scenario_in_portuguese(visit: Visit) -> None:
    cards = [Card("c", "scenario", "Fechar a loja?", ("Ainda não.",))]
    rater = visit.open(document(cards, "scenarios", "pt", qualification=(), practice=None)).consent().on_card(1)
    clean(rater, "scenario")


def test_dark_is_dark_and_light_is_light(visit: Visit) -> None:
    page = visit.open(document()).sees("welcome.title").page
    shades = {}
    for colours in ("light", "dark"):
        page.emulate_media(color_scheme=colours)
        ground = page.evaluate("() => getComputedStyle(document.body).backgroundColor")
        shades[colours] = sum(map(int, findall(r"\d+", ground)[:3]))
    assert shades["dark"] < 200
    assert shades["light"] > 600
