"""The items of a study: read from the file people write, checked against the protocol."""
