"""Which packet a rater is at: the first of his that is out. Others' packets cannot be named, whatever is sent."""

from typing import Any

from starlette.concurrency import run_in_threadpool

from ringtrue.page import packet_name
from ringtrue.web.refusal import Refused, taken_no_more
from ringtrue.web.site import Site


async def current_packet(site: Site, rater: str) -> tuple[str, dict[str, Any]] | None:
    """Token and document of the packet the rater is at, None where none is left."""
    found = await run_in_threadpool(_current, site, rater)
    site.at[rater] = found
    return found


async def named_packet(site: Site, rater: str, name: str) -> tuple[str, dict[str, Any]]:
    """The packet the rater is at, if it has this name; Refused with 409 if it has another or is closed."""
    at = site.at.get(rater)
    if at is None or at[1]["name"] != name:
        at = await current_packet(site, rater)
    if at is None or at[1]["name"] != name:
        raise Refused(409, "This packet is not the one you are at.", "Reload the page.")
    return at


def handed_out(site: Site, rater: str) -> dict[str, Any] | None:
    """What the page gets: the packet the rater is at, what was answered in it, and what need not be asked again.

    None where none is left; Refused with 409 where something unfinished can be finished no more.
    """
    if cut_short(site, rater):
        raise taken_no_more()
    found = site.at[rater] = _current(site, rater)
    if found is None:
        return None
    token, document = found
    answers = [one.as_dict() for one in site.desk.answers(token)]
    return {"document": document, "answers": answers, "sitting": site.desk.sitting(token)}


def cut_short(site: Site, rater: str) -> bool:
    """Whether the rater has something unfinished that can be finished no more: closed, or the key was opened."""
    if site.gate.state != "closed" and not site.desk.opened:
        return False
    return any(packet.rater == rater and packet.state != "returned" for packet in site.desk.packets())


def left_for(site: Site, rater: str) -> int:
    """How many packets of the rater are out."""
    return sum(packet.rater == rater and packet.state == "out" for packet in site.desk.packets())


def is_handed_in(site: Site, rater: str, name: str) -> bool:
    """Whether the rater has handed in the packet of this name: a page that missed the answer asks again."""
    mine = (one for one in site.desk.packets() if one.rater == rater and one.state == "returned")
    return any(packet_name(one.token) == name for one in mine)


def _current(site: Site, rater: str) -> tuple[str, dict[str, Any]] | None:
    """Looked up in a list that may be a second old: who is no longer where it says is told so when saving."""
    token = site.lately.packet_of(rater)
    return None if token is None else (token, site.desk.document(token))
