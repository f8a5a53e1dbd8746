"""Scoring: ratings to measures, intervals, checks, verdicts and causes. Pure, and unable to deal."""

from ringtrue.score.scoring import gathered, score, scored

__all__ = ["gathered", "score", "scored"]
