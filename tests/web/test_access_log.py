"""The log: nothing in it lets a reader in, and nothing in it breaks the line."""

import pytest

from ringtrue.web.access_log import shown_path


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("/rate", "/rate"),
        ("/r/cYNwVnmJX-zXtYNv2TWHoY0DfZTfdhqr8FUVGaSDEcI", "/r/..."),
        ("/r/", "/r/..."),
        ("/set-up/bmTRgqKyXDwFIGDoS0Eo", "/set-up/..."),
        ("/a\nb\x1b[2J", "/a?b?[2J"),
        ("/ключ", "/????"),
        ("/" + "x" * 500, "/" + "x" * 119),
    ],
)
def test_paths_as_they_stand_in_the_log(path: str, shown: str) -> None:
    assert shown_path(path) == shown
