"""Backends found by name, and what loading them costs."""

import subprocess
import sys
from pathlib import Path

import pytest

from ringtrue.terms import BadInput
from ringtrue.voice.embedding import BACKENDS, EmbeddingFailed, backend


def test_an_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(BadInput) as caught:
        backend("word2vec:file")
    problem = caught.value.problems[0]
    assert problem.value == "word2vec"
    assert all(form in problem.remedy for form in BACKENDS.values())


@pytest.mark.parametrize("name", ["tfidf:model", "wordllama:model", "gguf", "gguf:", "endpoint", ""])
def test_names_of_the_wrong_form_are_refused(name: str) -> None:
    with pytest.raises(BadInput):
        backend(name)


def test_only_an_endpoint_takes_a_key() -> None:
    for name in ("tfidf", "wordllama", "gguf:x.gguf"):
        with pytest.raises(BadInput):
            backend(name, key_env="KEY")


def test_tfidf_is_named_with_its_definition() -> None:
    made = backend(" tfidf ")
    assert made.name.startswith("tfidf (runs of 4 characters within words")
    assert made.licence


@pytest.mark.parametrize(
    ("name", "package", "pip"),
    [("wordllama", "wordllama", "ringtrue[embedding]"), ("gguf:x.gguf", "xllamacpp", "ringtrue[local]")],
)
def test_a_missing_package_is_named_with_the_line_that_installs_it(
    name: str, package: str, pip: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.gguf").write_bytes(b"GGUF")
    monkeypatch.setitem(sys.modules, package, None)  # what Python itself does for a package that cannot be imported
    with pytest.raises(EmbeddingFailed) as caught:
        backend(name)
    problem = caught.value.problems[0]
    assert problem.what == f"the package {package} is not installed"
    assert f"pip install '{pip}'" in problem.remedy


def test_nothing_of_a_backend_is_loaded_before_it_is_named() -> None:
    probe = (
        "import sys; from ringtrue.voice.embedding import backend; import ringtrue.voice.content; backend('tfidf');"
        "print([n for n in ('wordllama', 'xllamacpp', 'urllib.request', 'scipy.stats', 'sklearn') if n in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
