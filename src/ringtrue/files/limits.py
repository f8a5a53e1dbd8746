"""How large, deep and wide an input may be, so that a hostile or mistaken file is refused before it does harm."""

from typing import NamedTuple

MIB = 1024 * 1024


class Limits(NamedTuple):
    """What one input may cost: bytes of the file, lists and tables inside one another, values in all."""

    max_bytes: int = 64 * MIB
    max_depth: int = 64
    max_nodes: int = 1_000_000


TEXT = Limits()
YAML = Limits(max_bytes=8 * MIB)  # the reader that keeps comments manages about 0.1 MB a second
JSON = Limits(max_nodes=10_000_000)
JSONL_LINE = Limits(max_bytes=8 * MIB)  # of one line: the file itself is streamed and may be of any length
CSV = Limits(max_bytes=256 * MIB)
