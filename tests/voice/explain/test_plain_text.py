"""Other people's words on one line."""

import pytest

from ringtrue.voice.explain.plain_text import escaped, plain


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\n b\t\x00c", "a b c"),
        ("\ud800", "\ufffd"),
        ("x\u202egnp", "xgnp"),
        ("न\u200dम", "न\u200dम"),
    ],
)
def test_plain(text: str, shown: str) -> None:
    assert plain(text) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a|b", r"a\|b"),
        ("<b>&amp; & c", "&lt;b>&amp;amp; & c"),
        ("*x* _y_ `z` [l](u) ~s~", r"\*x\* \_y\_ \`z\` \[l\](u) \~s\~"),
        ("# head", r"\# head"),
        ("- item", r"\- item"),
        ("12. item", r"12\. item"),
        ("> quote", r"\> quote"),
    ],
)
def test_escaped(text: str, shown: str) -> None:
    assert escaped(text) == shown
