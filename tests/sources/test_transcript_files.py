"""Captions, web pages and chats: the words on their lines, and whose they are."""

import json
from pathlib import Path

from ringtrue.sources.text_files import EVERY_SUFFIX, SourceText, read_source, read_texts
from ringtrue.sources.transcript_files import captions, chat_export, is_whatsapp, web_page, whatsapp
from ringtrue.sources.turns import own_part

SRT = (
    "1\n00:00:01,000 --> 00:00:03,000\n<i>A bell is cast</i>\nin a pit.\n\n"
    "2\n00:00:04,000 --> 00:00:05,000\nIt cools &amp; rings.\n"
)
VTT = (
    "WEBVTT - talk\n\nNOTE not spoken\n\nintro\n00:01.000 --> 00:02.000 align:start\n<v Host>Why bells?\n\n"
    "00:03.000 --> 00:04.000\n<v.loud Ada Example>Because <b>they</b> last.\n"
)


def test_captions_keep_the_lines_of_the_file() -> None:
    found = captions(SRT)
    assert found.text == "\n\nA bell is cast\nin a pit.\n\n\n\nIt cools & rings.\n"
    assert found.turns is None


def test_voices_of_webvtt_are_turns() -> None:
    found = captions(VTT)
    assert own_part(found.text, ["Ada Example"], found.turns).text.strip() == "Because they last."
    assert found.text.split("\n")[9] == "Because they last."


def test_captions_of_several_unnamed_people_are_nobodys() -> None:
    cue = "00:01.000 --> 00:02.000\n"
    found = captions("WEBVTT\n\n" + "\n".join(f"{cue}- Line {n}.\n" for n in range(3)))
    part = own_part(found.text, ["Ada"], found.turns)
    assert part.unclear
    assert not part.text.strip()
    assert "nobody is named" in found.note


def test_a_web_page_is_what_a_reader_sees_line_by_line() -> None:
    page = (
        "<html><head><title>No</title>\n<style>p {}</style></head>\n<body><nav>Menu</nav>"
        "<p>I cast &eacute; <b>be</b>lls.\n"
        "And <br>tune them.</p><blockquote>You should\nnot.</blockquote>\n<script>var x = 1</script><p>Still.</p>"
    )
    assert web_page(page).text.split("\n") == ["", "", "I cast é bells.", "And tune them.", "", "Still."]


WHATSAPP = (
    "12/03/2021, 14:05 - Messages and calls are end-to-end encrypted.\n12/03/2021, 14:06 - Bob: Well?\n"
    "12/03/2021, 14:07 - Ada Example: I am at the pit.\nIt is cold.\n12/03/2021, 14:08 - Bob: <Media omitted>\n"
    "12/03/2021, 14:09 - Ada Example: No.\n"
)


def test_a_whatsapp_chat_gives_only_the_persons_messages() -> None:
    assert is_whatsapp(WHATSAPP)
    assert not is_whatsapp("On 12/03/2021 we met.\nBob: hello")
    found = whatsapp(WHATSAPP)
    assert own_part(found.text, ["Ada Example"], found.turns).text == "\n\nI am at the pit.\nIt is cold.\n\nNo.\n"


def test_the_whatsapp_of_other_phones_is_read_too() -> None:
    chat = "\u200e[12.03.21, 14:06:01] Bob: Oi\n[12.03.21, 14:07:11 PM] Ada: Tudo bem?\n"
    assert is_whatsapp(chat)
    assert own_part(whatsapp(chat).text, ["Ada"], whatsapp(chat).turns).text.strip() == "Tudo bem?"


def test_a_slack_channel_by_names_of_the_workspace(tmp_path: Path) -> None:
    (tmp_path / "users.json").write_text(json.dumps([{"id": "U1", "real_name": "Ada Example"}]), encoding="utf-8")
    (tmp_path / "pit").mkdir()
    day = [
        {"type": "message", "ts": "2", "user": "U2", "text": "<@U1> really?", "user_profile": {"real_name": "Bob"}},
        {"type": "message", "ts": "1", "user": "U1", "text": "See <https://a.example|the ledger> &amp; weep"},
        {"type": "message", "ts": "3", "user": "U1", "text": "joined", "subtype": "channel_join"},
    ]
    found = chat_export(json.dumps(day), tmp_path / "pit" / "day.json")
    assert found is not None
    assert own_part(found.text, ["Ada Example"], found.turns).text.strip() == "See the ledger & weep"


def test_of_chatgpt_the_user_is_the_person_and_only_the_branch_shown() -> None:
    def node(parent: str | None, role: str, said: object) -> dict[str, object]:
        return {"parent": parent, "message": {"author": {"role": role}, "content": {"parts": [said]}}}

    mapping = {
        "a": node(None, "system", ""),
        "b": node("a", "user", "Why is it flat?"),
        "c": node("b", "assistant", "Because."),
        "d": node("b", "assistant", "Dropped."),
        "e": node("c", "user", "I doubt that."),
    }
    found = chat_export(json.dumps([{"title": "x", "mapping": mapping, "current_node": "e"}]), Path("c.json"))
    assert found is not None
    assert "Dropped" not in found.text
    assert own_part(found.text, [], found.turns).text.split("\n") == [
        "Why is it flat?",
        "",
        "",
        "",
        "I doubt that.",
        "",
    ]


def test_other_json_is_no_chat_and_is_left_out(tmp_path: Path) -> None:
    assert chat_export('{"a": 1}', Path("a.json")) is None
    assert chat_export("[" * 100_000, Path("a.json")) is None
    (tmp_path / "data.json").write_text('{"a": 1}', encoding="utf-8")
    (tmp_path / "talk.srt").write_text(SRT, encoding="utf-8")
    read = read_texts(tmp_path, suffixes=EVERY_SUFFIX)
    assert [text.path for text in read] == ["talk.srt"]
    assert "no export of a chat" in read.left_out[0].what


def test_every_form_has_a_digest(tmp_path: Path) -> None:
    (tmp_path / "talk.srt").write_text(SRT, encoding="utf-8")
    read = read_source(tmp_path / "talk.srt", "talk.srt")
    assert isinstance(read, SourceText)
    assert len(read.digest) == 64
