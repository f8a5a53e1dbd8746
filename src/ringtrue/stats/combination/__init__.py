"""Putting many judges or many comparisons together: prediction-powered means, rater quality, ladders."""
