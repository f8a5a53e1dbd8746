"""Other people's files in and out."""

from typing import TYPE_CHECKING

from ringtrue.terms.on_demand import on_demand

if TYPE_CHECKING:
    from ringtrue.formats.flag import Flag
    from ringtrue.formats.merging import merged
    from ringtrue.formats.model_index import IndexRow, ModelIndex
    from ringtrue.formats.model_index_csv import read_model_index
    from ringtrue.formats.older_raw import OlderRating, is_older_raw, read_older_raw
    from ringtrue.formats.pair import Pair, Pairs
    from ringtrue.formats.pair_folder import read_pair_folder
    from ringtrue.formats.pair_records import read_pair_records
    from ringtrue.formats.pair_suite import is_answers, read_pair_answers, read_pair_suite
else:
    __getattr__ = on_demand(
        __name__,
        {
            "flag": "Flag",
            "merging": "merged",
            "model_index": "IndexRow ModelIndex",
            "model_index_csv": "read_model_index",
            "older_raw": "OlderRating is_older_raw read_older_raw",
            "pair": "Pair Pairs",
            "pair_folder": "read_pair_folder",
            "pair_records": "read_pair_records",
            "pair_suite": "is_answers read_pair_answers read_pair_suite",
        },
    )

__all__ = [
    "Flag",
    "IndexRow",
    "ModelIndex",
    "OlderRating",
    "Pair",
    "Pairs",
    "is_answers",
    "is_older_raw",
    "merged",
    "read_model_index",
    "read_older_raw",
    "read_pair_answers",
    "read_pair_folder",
    "read_pair_records",
    "read_pair_suite",
]
