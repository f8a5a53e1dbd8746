"""Say what the YAML library complains about in words a person can act on."""

from ruamel.yaml.composer import MaxDepthExceededError
from ruamel.yaml.error import MarkedYAMLError
from ruamel.yaml.reader import ReaderError

from ringtrue.files.collector import refuse
from ringtrue.files.limits import Limits
from ringtrue.files.text_files import Lines
from ringtrue.terms import BadInput

_QUOTE = "Put the text in quotes."
_QUOTE_OR_MOVE = "Put the text in quotes, or line it up with those above."
# A part of the library's message, what it means, what to do; the first that fits is taken.
_WORDS = (
    (
        "mapping values are not allowed",
        "There is a second colon on the line, or the line stands in too far.",
        _QUOTE_OR_MOVE,
    ),
    ("expected a single document", "A second document begins here.", "Keep one document to a file."),
    ("document separator", "A document marker (--- or ...) stands inside a quoted text.", "Close the quote."),
    ("'\\t' that cannot start", "The line is indented with a tab.", "Indent with spaces."),
    ("cannot start any token", "The value begins with a character that has another meaning in YAML.", _QUOTE),
    ("undefined alias", "The alias has no anchor above it.", "Set it with &name first; or put the text in quotes."),
    ("end of stream", "The quoted text that begins here is not closed.", "Close the quote."),
    ("<stream end>", "The file ends in the middle of a value.", "Close every [ and {."),
    ("unknown escape", "A backslash is followed by a letter that means nothing.", "Use single quotes, or \\\\."),
    ("',' or", "A comma or a closing bracket is missing.", "Close every [ and {, and put commas between entries."),
    ("unclosed '['", "A bracket is not closed, or the line stands in wrongly.", "Close every [ and {."),
    ("expected ':'", "A key without a colon.", "Write key: value, with a space after the colon."),
    ("<block end>", "The line does not line up with those above it.", "Give entries of one table the same indent."),
    ("sequence entries are not allowed", "A list item cannot begin here.", "Put it on its own line, below the key."),
)


def refusal(error: Exception, text: str, file: str, limits: Limits) -> BadInput:
    """The refusal for whatever the library raised on a text."""
    if isinstance(error, (RecursionError, MaxDepthExceededError)):
        what, remedy = f"Lists and tables are nested more than {limits.max_depth} deep.", "Flatten the data."
    elif isinstance(error, ReaderError):
        what, remedy = f"Control characters are not allowed (U+{error.character:04X}).", 'Write them as "\\x07".'
        return refuse(file, what, place=f"line {Lines(text).at(error.position)}", remedy=remedy)
    else:
        what, remedy = _plain(error)
    mark = getattr(error, "problem_mark", None)
    if "end of stream" in (getattr(error, "problem", None) or ""):
        mark = getattr(error, "context_mark", None) or mark  # where the quote opens, not where the file ends
    if mark is None:
        return refuse(file, what, remedy=remedy)
    written = text[mark.index :].partition("\n")[0] if mark.index < len(text) else ""
    return refuse(file, what, place=f"line {mark.line + 1}", value=written, remedy=remedy)


def _plain(error: Exception) -> tuple[str, str]:
    if not isinstance(error, MarkedYAMLError):
        return "This cannot be read as YAML.", "Check indents, quotes and brackets."
    words = f"{error.context or ''}: {error.problem or ''}"
    for part, what, remedy in _WORDS:
        if part in words:
            return what, remedy
    return f"This is not YAML: {error.problem or error.context}.", "Check indents, quotes and brackets."
