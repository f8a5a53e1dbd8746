"""Statistics as judges: always labelled so, recorded as their own, never mixed into people's numbers."""
