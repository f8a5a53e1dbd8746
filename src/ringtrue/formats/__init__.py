"""Other people's files in and out."""

from ringtrue.formats.flag import Flag
from ringtrue.formats.merging import merged
from ringtrue.formats.model_index import IndexRow, ModelIndex
from ringtrue.formats.model_index_csv import read_model_index
from ringtrue.formats.pair import Pair, Pairs
from ringtrue.formats.pair_folder import read_pair_folder
from ringtrue.formats.pair_records import read_pair_records

__all__ = [
    "Flag",
    "IndexRow",
    "ModelIndex",
    "Pair",
    "Pairs",
    "merged",
    "read_model_index",
    "read_pair_folder",
    "read_pair_records",
]
