"""The voice account as a report: the place first, what to change, what is least like the person, what is open."""

from ringtrue.report.html import as_html
from ringtrue.report.section import Figure, Links
from ringtrue.report.voice_report import voice_report
from ringtrue.terms.result import Estimate
from ringtrue.voice.result import Reading, VoiceEstimate
from voice_accounts import account, reading


def made(read: Reading | None = None) -> object:
    one = account(read=read) if read else account()
    replies = dict(zip(one.names, one.request.replies.texts, strict=True))
    return voice_report(one.reading, one.explanation, replies, one.request.own.names, ["Open."], "2 replies")


def test_it_says_the_place_with_its_interval_and_draws_it() -> None:
    report = made()
    assert report.headline.startswith(
        "On a scale from 0, where impostors stand, to 1, the person, the replies stand at"
    )
    (first,) = report.with_role("first")
    assert isinstance(first.blocks[0], Figure)
    assert "<svg" in as_html(report)


def test_the_replies_least_like_the_person_lead_to_their_cards() -> None:
    report = made()
    ids = [card.id for card in report.cards()]
    links = [
        link.item
        for one in report.with_role("next")
        for block in one.blocks
        if isinstance(block, Links)
        for link in block.links
    ]
    assert links
    assert set(links) <= set(ids)


def test_without_a_number_it_says_why() -> None:
    none = VoiceEstimate(None, reason="too little text")
    report = made(reading(estimate=none, hints=(), spread=Estimate.absent("too little text")))
    assert report.headline == "Inconclusive: too little text."
