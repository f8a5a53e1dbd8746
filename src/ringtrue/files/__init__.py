"""Files in and out: YAML, JSON, CSV and text with line numbers, limits, and writes that are whole or not at all."""

from ringtrue.files.atomic import replacing, write_bytes, write_text
from ringtrue.files.collector import Problems, nearest
from ringtrue.files.csv_files import Table, read_csv, write_csv
from ringtrue.files.document import Document, Record, Trail
from ringtrue.files.json_files import iter_jsonl, read_json, read_jsonl
from ringtrue.files.json_writing import json_pieces, write_json, write_jsonl
from ringtrue.files.limits import Limits
from ringtrue.files.paths import inside
from ringtrue.files.text_files import read_bytes, read_text
from ringtrue.files.yaml_files import read_yaml, write_yaml

__all__ = [
    "Document",
    "Limits",
    "Problems",
    "Record",
    "Table",
    "Trail",
    "inside",
    "iter_jsonl",
    "json_pieces",
    "nearest",
    "read_bytes",
    "read_csv",
    "read_json",
    "read_jsonl",
    "read_text",
    "read_yaml",
    "replacing",
    "write_bytes",
    "write_csv",
    "write_json",
    "write_jsonl",
    "write_text",
    "write_yaml",
]
