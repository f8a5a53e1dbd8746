"""Rates and ratios as people read them."""


def rate(value: float) -> str:
    """Two figures below ten, whole numbers above; 0 only for none at all."""
    if value == 0:
        return "0"
    if value >= 9.95:
        return f"{value:,.0f}"
    if value >= 0.095:
        return f"{value:.1f}"
    return f"{value:.2f}" if value >= 0.005 else "<0.01"


def times(ratio: float) -> str:
    """How many times as much, in words."""
    if ratio < 1.4:
        return "somewhat more often"
    if ratio < 1.75:
        return "half as often again"
    if ratio < 2.5:
        return "about twice as often"
    return f"about {ratio:.0f} times as often" if ratio < 20 else "far more often"
