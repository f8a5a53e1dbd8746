"""JSON of what comes again all through a run: settings, a system prompt, what a model says about itself."""

from json import JSONEncoder

encode = JSONEncoder(sort_keys=True, separators=(",", ":"), allow_nan=False).encode
_MOST = 256


class Written:
    """Remembers the JSON of objects by their identity; for those that are never changed."""

    def __init__(self) -> None:
        """Nothing remembered yet."""
        self._known: dict[int, tuple[object, str]] = {}  # the object itself is kept, so that its id stays its own

    def of(self, value: object) -> str:
        """The value as JSON, ASCII, keys sorted."""
        known = self._known.get(id(value))
        if known is not None:
            return known[1]
        if len(self._known) >= _MOST:
            self._known.clear()
        written = encode(value)
        self._known[id(value)] = (value, written)
        return written
