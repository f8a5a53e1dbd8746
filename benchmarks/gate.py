"""Operating characteristics of the gate by seeded simulation: how often each speaker is declared indistinguishable.

Run: python benchmarks/gate.py [--studies N]
"""

import argparse

from ringtrue.stats.detection.planning import PickDesign, operating_rates

SHARES = (0.50, 0.55, 0.65, 0.90, 0.10)
WIDTHS = (7, 8, 10, 7, 14, 8)
DESIGNS = [
    PickDesign(items, raters, item_sd=item_sd, rater_sd=rater_sd)
    for items, raters in ((30, 3), (30, 5), (30, 7), (40, 10))
    for item_sd, rater_sd in ((0.0, 0.0), (0.5, 0.3), (0.8, 0.5))
]


def main() -> None:
    """Print one line for each design."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--studies", type=int, default=10_000)
    studies = parser.parse_args().studies
    print(f"share declared indistinguishable, margin .65, 6 generic cards a rater; {studies} simulated studies each")
    print("items x raters  item sd  rater sd   person  good .55  margin .65  bot .90  caricature .10  guessers")
    for design in DESIGNS:
        passed = [operating_rates(design, share, studies=studies).indistinguishable for share in SHARES]
        guess = operating_rates(design, 0.5, generic_share=0.5, studies=studies).indistinguishable
        print(
            f"{design.items:5d} x {design.raters:<6d}  {design.item_sd:7.1f}  {design.rater_sd:8.1f}  "
            + "  ".join(f"{rate:{width}.3f}" for rate, width in zip([*passed, guess], WIDTHS, strict=True))
        )


if __name__ == "__main__":
    main()
