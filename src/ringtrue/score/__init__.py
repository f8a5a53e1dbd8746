"""Scoring: ratings to measures, intervals, checks, verdicts and causes. Pure, and unable to deal."""
