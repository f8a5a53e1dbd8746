"""Putting many judges or many comparisons together: prediction-powered means, rater quality, ladders."""

from ringtrue.stats.combination.bradley_terry import bradley_terry
from ringtrue.stats.combination.dawid_skene import RaterQuality, dawid_skene
from ringtrue.stats.combination.prediction_powered import prediction_powered_mean

__all__ = ["RaterQuality", "bradley_terry", "dawid_skene", "prediction_powered_mean"]
