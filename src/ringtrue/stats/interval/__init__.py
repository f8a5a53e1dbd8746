"""Intervals of means when raters and items are crossed, clustered or paired."""

from ringtrue.stats.interval.cluster import cluster_mean
from ringtrue.stats.interval.crossed import crossed_mean, crossed_mean_of
from ringtrue.stats.interval.paired import Difference, paired_difference
from ringtrue.stats.interval.pigeonhole import pigeonhole_mean

__all__ = ["Difference", "cluster_mean", "crossed_mean", "crossed_mean_of", "paired_difference", "pigeonhole_mean"]
