"""Offline packets: packet documents, one HTML page per packet, and a README for the organiser."""

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from ringtrue.files.atomic_write import write_text
from ringtrue.page.briefing import Briefing, consent_form
from ringtrue.page.offline import offline_page
from ringtrue.page.packet_document import packet_document
from ringtrue.store.packets import PacketRecord
from ringtrue.study.admission import admitted_raters, for_admitted
from ringtrue.study.briefing import read_briefing
from ringtrue.study.folder import StudyFolder
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.terms.protocol import Protocol

# The README beside exported pages: which file to send to which rater, and what comes back.


_NOTE = """\
Rating pages of this study
==========================

Each page is for one rater and one session. It works without a network: the rater opens it in a web browser
(Firefox, Chrome, Edge or Safari), rates, and at the end saves a result file to send back to you.

{table}

1. Send each rater their own page, as an attachment or on a USB stick. Nobody may rate from another rater's page.
2. Ask them to save the attachment first and to open the saved file in a browser, not in the mail preview.
3. Every answer is saved on their device right away. They can close the page and continue later, on the same device, in
   the same browser, with the same file. A private window forgets everything when it is closed.
4. Where files cannot be saved, the page shows the result as text to copy into a mail. Save that text as a .txt file.
5. Import what comes back, all at once or one by one:

       ringtrue import {folder} FILE...

   A file that is damaged, from another study or imported before is refused, with the reason.

A page contains no answer key: it cannot show anybody whose text is whose. It does contain the packet's token, so treat
it like a ballot: anyone who has the file can answer in the rater's place, and a determined rater can write any answers
into their own result file. Where that matters, use the hosted page: ringtrue serve {folder}
"""


def export_note(study: StudyFolder, pages: Sequence[tuple[str, Path]]) -> str:
    """The note for these pages, by rater."""
    width = max(len("rater"), *(len(rater) for rater, _ in pages)) + 2
    rows = [f"  {'rater'.ljust(width)}page", *(f"  {rater.ljust(width)}{page.name}" for rater, page in pages)]
    return _NOTE.format(table="\n".join(rows), folder=study.folder)


# Packets as pages: the document of each packet that is out, and a folder with one offline page for each.


README = "README.txt"
_UNFIT = re.compile(r"[^\w.-]+")  # in a file name
_LONGEST = 60  # characters of a rater's id in a file name; some disks count bytes, up to four for each


class Documents:
    """Makes the documents of a study's packets; the briefing is read once."""

    def __init__(
        self,
        protocol: Protocol,
        briefing: Briefing,
        packets: Iterable[PacketRecord],
        admitted: frozenset[str] = frozenset(),
    ) -> None:
        """Take the packets in the order issued: a packet's number is its place among its rater's.

        Of `admitted` raters no offline page asks the check on the sample: it was overruled.
        """
        self._admitted = admitted
        self._protocol = protocol
        self._briefing = briefing
        self._records = {record.packet.token: record for record in packets}
        self._sessions: dict[str, list[str]] = {}
        for token, record in self._records.items():
            if record.state != "withdrawn":
                self._sessions.setdefault(record.packet.rater, []).append(token)

    def __contains__(self, token: str) -> bool:
        """Whether the packet is known and not withdrawn."""
        return token in self._records and self._records[token].state != "withdrawn"

    def of(self, token: str, *, hosted: bool) -> dict[str, Any]:
        """What a rater's machine gets of a packet; BadInput where the study has no such packet to rate."""
        if token not in self:
            remedy = "Check which study it belongs to, and whether it was withdrawn."
            raise BadInput([Problem("packet", "token", "There is no such packet to rate.", remedy=remedy)])
        packet = self._records[token].packet
        number, of = self.session(token)
        earlier = () if hosted else self._sessions[packet.rater][: number - 1]
        made = packet_document(
            packet, self._protocol, self._briefing, hosted=hosted, session=(number, of), earlier=earlier
        )
        return made if hosted else for_admitted(made, packet.rater, self._admitted)

    def session(self, token: str) -> tuple[int, int]:
        """The packet's number among its rater's packets, and how many these are."""
        tokens = self._sessions[self._records[token].packet.rater]
        return tokens.index(token) + 1, len(tokens)


def documents_of(
    study: StudyFolder, packets: Iterable[PacketRecord], admitted: frozenset[str] = frozenset()
) -> Documents:
    """The documents of these packets of a study, all of them in the order issued."""
    return Documents(study.settings.protocol, read_briefing(study.folder, study.settings), packets, admitted)


def document_of(study: StudyFolder, token: str, *, hosted: bool) -> dict[str, Any]:
    """The document of one packet."""
    with study.records() as records:
        return documents_of(study, records.packets(), admitted_raters(records)).of(token, hosted=hosted)


def export(study: StudyFolder, folder: Path) -> list[Path]:
    """Write one offline page for each packet that is out, and a note on how to send them; returns the pages.

    A page's name says the rater's id and the number of the session, and nothing else.
    """
    pages, raters = [], []
    for rater, stem, document in documents_out(study, folder):
        page = folder / f"{stem}.html"
        write_text(page, offline_page(document))
        pages.append(page)
        raters.append(rater)
    write_text(folder / README, export_note(study, list(zip(raters, pages, strict=True))))
    return pages


def documents_out(study: StudyFolder, folder: Path) -> list[tuple[str, str, dict[str, Any]]]:
    """Rater, name of a file without its ending, and document of each packet that is out; makes the folder."""
    with study.records() as records:
        opened, packets, admitted = records.is_opened, records.packets(), admitted_raters(records)
    documents = documents_of(study, packets, admitted)
    out = [record for record in packets if record.state == "out"]
    _check(study, out, opened)
    _make(folder)
    _refuse_others(study, folder)
    return [
        (record.packet.rater, stem, documents.of(record.packet.token, hosted=False))
        for record, stem in _named(out, documents)
    ]


def _refuse_others(study: StudyFolder, folder: Path) -> None:
    """Refuse a folder with the pages of another study: pages of raters with the same ids would be lost."""
    note = folder / README
    if note.is_file() and _import_line(study) not in note.read_text(encoding="utf-8", errors="replace"):
        what = "The folder holds the pages of another study."
        raise BadInput([Problem(str(note), "export", what, remedy="Name another folder: --out FOLDER.")])


def _import_line(study: StudyFolder) -> str:
    return f"ringtrue import {study.folder} FILE..."


def missing_sample(study: StudyFolder) -> str:
    """What an organiser should know where raters are asked to compare with a sample that the study does not have."""
    wants = any(kind.gold for kind in study.settings.protocol.kinds.values())
    if not wants or read_briefing(study.folder, study.settings).gold:
        return ""
    return (
        "The questions refer to a sample, and the study has none: add gold: FILE to study.yaml, "
        "then ringtrue record-change, and export again."
    )


def consent_form_of(study: StudyFolder) -> str:
    """The consent text of a study as a form to sign; empty where it asks for none on its page."""
    briefing = read_briefing(study.folder, study.settings)
    return consent_form(briefing.consent, briefing.language, briefing.title) if briefing.consent else ""


def _check(study: StudyFolder, out: Sequence[PacketRecord], opened: bool) -> None:
    place = str(study.folder)
    if opened:
        what = "The answer key was opened: no more answers are accepted."
        raise BadInput([Problem(place, "packets", what, remedy="Start a new study for further raters.")])
    if not out:
        remedy = f"Deal first: ringtrue deal {study.folder} --raters N"
        raise BadInput([Problem(place, "packets", "No packet is out.", remedy=remedy)])


def _named(out: Iterable[PacketRecord], documents: Documents) -> Iterator[tuple[PacketRecord, str]]:
    """A file name for each packet; where two raters' ids would give the same one, the later gets a number."""
    taken: set[str] = set()
    for record in out:
        number, _ = documents.session(record.packet.token)
        stem = f"{_UNFIT.sub('_', record.packet.rater)[:_LONGEST].strip('.') or 'rater'}-{number}"
        name, again = stem, 1
        while name.casefold() in taken:  # some disks do not tell A from a
            again += 1
            name = f"{stem}-{again}"
        taken.add(name.casefold())
        yield record, name


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        what = f"The folder cannot be made: {error.strerror}."
        raise BadInput([Problem(str(folder), "--out", what, remedy="Name another folder.")]) from None
