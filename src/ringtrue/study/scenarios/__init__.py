"""Scenario runs: from files to a scored, reported run."""
