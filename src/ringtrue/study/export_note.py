"""The note beside exported pages: for the organiser, who sends what to whom and what comes back."""

from collections.abc import Sequence
from pathlib import Path

from ringtrue.study.folder import StudyFolder

_NOTE = """\
Rating pages of this study
==========================

Each page is for one rater and one session. It works without a network: the rater opens it in a web browser
(Firefox, Chrome, Edge or Safari), rates, and at the end saves a result file to send back to you.

{table}

1. Send each rater his own page, as an attachment or on a stick. Nobody may rate from another rater's page.
2. Ask him to save the attachment first and to open the saved file in a browser, not in the preview of the mail program.
3. Every answer is kept on his machine as it is given. He may close the page and go on later, on the same machine, in
   the same browser, with the same file. A private window forgets everything when it is closed.
4. Where files cannot be saved, the page shows the result as text to copy into a mail. Save that text as a .txt file.
5. Take in what comes back, all at once or one by one:

       ringtrue take-in {folder} FILE...

   A damaged, foreign or twice-sent file is refused with its reason.

A page holds no answer key: it cannot tell anybody whose text is whose. It does hold the packet's token, so treat it as
you treat a ballot: whoever has the file can answer in the rater's place, and a determined rater can write any answers
into his own result file. Where that matters, use the hosted page: ringtrue serve {folder}
"""


def export_note(study: StudyFolder, pages: Sequence[tuple[str, Path]]) -> str:
    """The note for these pages, by rater."""
    width = max(len("rater"), *(len(rater) for rater, _ in pages)) + 2
    rows = [f"  {'rater'.ljust(width)}page", *(f"  {rater.ljust(width)}{page.name}" for rater, page in pages)]
    return _NOTE.format(table="\n".join(rows), folder=study.folder)
