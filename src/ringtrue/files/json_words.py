"""Say what the JSON decoder complains about in words a person can act on."""

_WORDS = {
    "Expecting value": ("A value is missing here.", "Give a value, or take away the comma before it."),
    "Expecting property name enclosed in double quotes": (
        "A key in double quotes is missing here.",
        'Write keys as "key", and no comma after the last entry.',
    ),
    "Expecting ':' delimiter": ("A colon is missing after the key.", 'Write "key": value.'),
    "Expecting ',' delimiter": ("A comma or a closing bracket is missing here.", "Add it before this place."),
    "Illegal trailing comma before end of object": ("The last entry is followed by a comma.", "Take the comma away."),
    "Illegal trailing comma before end of array": ("The last entry is followed by a comma.", "Take the comma away."),
    "Unexpected UTF-8 BOM (decode using utf-8-sig)": (
        "An invisible mark (U+FEFF) stands before the value.",
        "Take it away: save the text as UTF-8 without a byte order mark.",
    ),
    "Extra data": ("More text follows after the value.", "Keep one value; for many, write one per line as .jsonl."),
    "Unterminated string starting at": ("A text is not closed.", "Close it with a double quote."),
    "Invalid control character at": (
        "A text holds a raw line break or control character.",
        "Close the text with a double quote; inside it write \\n for a line break, \\t for a tab.",
    ),
    "Invalid \\escape": ("A backslash is followed by a letter that means nothing.", "Write \\\\ for a backslash."),
    "Invalid \\uXXXX escape": ("After \\u four hexadecimal digits are needed.", "Write \\\\ for a backslash."),
}


def in_plain_words(complaint: str) -> tuple[str, str]:
    """What is wrong and what to do about it, for a message of the decoder."""
    return _WORDS.get(complaint.removesuffix(": "), (f"This is not JSON: {complaint}.", "Mend the text here."))
