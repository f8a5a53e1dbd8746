"""Names that must not be read on a card."""

import pytest

from ringtrue.protocols import load
from ringtrue.study.settings import Settings
from ringtrue.study.telltale_names import telltale_names


def settings(subject: str, **speakers: object) -> Settings:
    return Settings(load("pairs"), subject, data={"speakers": speakers})


@pytest.mark.parametrize(
    ("subject", "whole", "parts"),
    [
        ("Ada Quillon", ("Ada Quillon",), ("Ada", "Quillon")),
        ("Jan van der Post", ("Jan van der Post",), ("Jan", "Post")),
        ("Will", ("Will",), ()),
        ("ada-quillon", ("ada quillon", "ada-quillon"), ("Ada", "Quillon")),
        ("J. P. Ng", ("J. P. Ng",), ()),
        ("study", (), ("Study",)),  # the name of a folder: the word itself is in many texts
        ("s", (), ()),
        ("", (), ()),
    ],
)
def test_the_subject_s_name_and_its_parts(subject: str, whole: tuple[str, ...], parts: tuple[str, ...]) -> None:
    found = telltale_names(settings(subject))
    assert (found.whole, found.parts) == (whole, parts)


def test_models_and_weight_files_of_the_speakers() -> None:
    speakers = {
        "clone": {"kind": "openai", "model": "org/tiny-4", "url": "http://127.0.0.1:9/v1"},
        "control": {"kind": "local", "file": "/models/small.gguf"},
        "real": {"kind": "documented"},
    }
    assert telltale_names(settings("", **speakers)).whole == ("tiny-4", "small.gguf")
