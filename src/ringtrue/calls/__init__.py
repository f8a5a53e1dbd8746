"""Calls to speakers and judges: one runner that loses nothing, and adapters for every kind of endpoint."""
