"""About how many tokens a text is to a language model, where none is at hand to ask."""

_BYTES_PER_TOKEN = 3.5  # English has some 4.3, Portuguese 3.6, Chinese 3 to 4: rather too many than too few


def tokens_in(text: str) -> int:
    """An estimate on the safe side, from the length in UTF-8."""
    return -(-len(text.encode("utf-8", "replace")) * 2 // int(_BYTES_PER_TOKEN * 2))
