"""Do two series go together: correlations with intervals, order tests."""
