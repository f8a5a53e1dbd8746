"""Withdraw raters and items, also after dealing: recorded in the audit log; scoring leaves them out from then on."""

from dataclasses import dataclass

from ringtrue.store.keys import sealed_keys
from ringtrue.study.folder import StudyFolder
from ringtrue.study.items import set_statuses
from ringtrue.study.verification import changing
from ringtrue.terms.problem import BadInput, Problem

ITEM_WITHDRAWN = "item withdrawn"  # the act in the audit log


@dataclass(frozen=True, slots=True)
class WithdrawnRater:
    """What became of a rater: the name they are known by now, and how many packets were taken back."""

    name: str
    packets: int
    answers: int
    anonymised: bool
    counted: bool  # whether the answers still count


def withdraw_rater(
    study: StudyFolder, name: str, *, why: str, anonymise: bool = False, keep_answers: bool = False
) -> WithdrawnRater:
    """Take back the packets that are out, leave the answers out from now on, and erase the name on request.

    With `keep_answers` the rater is anonymised only: the answers go on counting under another name.
    """
    if not why.strip():
        raise BadInput([Problem(str(study.folder), "why", "A withdrawal needs a reason.", remedy="Say why.")])
    if keep_answers and not anonymise:
        what = "To keep the answers of a rater who is not anonymised, there is nothing to do."
        raise BadInput([Problem(str(study.folder), "--keep-answers", what, remedy="Add --anonymise.")])
    with study.records() as records:
        answers = sum(row.rater == name for row in records.judgments(withdrawn=True))
        out = [one for one in records.packets() if one.packet.rater == name and one.state == "out"]
        with records.together():
            if not keep_answers:
                records.withdraw_rater(name, who=study.who, why=why)
                for one in out:
                    records.change_packet(one.packet.token, "withdrawn", who=study.who, why=why)
        known_as = records.anonymise_rater(name, who=study.who) if anonymise else name
    return WithdrawnRater(known_as, 0 if keep_answers else len(out), answers, anonymise, keep_answers)


def withdraw_item(study: StudyFolder, name: str, *, why: str) -> int:
    """Mark an item as withdrawn in the list and in the records; returns how many cards of it were dealt."""
    if not why.strip():
        raise BadInput([Problem(str(study.folder), "why", "A withdrawal needs a reason.", remedy='Add --why "..."')])
    with changing(study, why), study.records() as records:
        set_statuses(study.items_file, study.settings.protocol, {name: "withdrawn"})
        with records.together():
            records.note(ITEM_WITHDRAWN, {"item": name, "why": why}, who=study.who)
            records.record_items(study.items(), who=study.who, file=study.items_file.name)
        return sum(entry["item"] == name for key in sealed_keys(records).values() for entry in key.values())
