"""Embedders: the built-in model with numpy in and out, and models written in Python."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import gc
import threading
import zlib

import codeweaver
import numpy as np
import pytest
from codeweaver import CodeWeaver, Embedder, HybridSearcher, Indexer, StaticEmbedder


class HashingEmbedder(Embedder):
    """Bags of hashed words; rows are not normalised, and calls are recorded."""

    def __init__(self, dimension=64):
        super().__init__("tests", "hashing-1", dimension)
        self.threads = set()
        self.texts = 0

    def embed_documents(self, texts):
        self.threads.add(threading.get_ident())
        self.texts += len(texts)
        out = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for row, text in zip(out, texts):
            assert isinstance(text, str)
            for word in text.lower().split():
                row[zlib.crc32(word.encode()) % self.dimension] += 1
        return out


class ReturningEmbedder(Embedder):
    """Returns, or raises, what it was given."""

    def __init__(self, make):
        super().__init__("tests", "returning", 8)
        self.make = make

    def embed_documents(self, texts):
        value = self.make(len(texts))
        if isinstance(value, BaseException):
            raise value
        return value


def hashed_rows(count):
    """Rows that differ from each other."""
    return np.eye(8, dtype=np.float32)[np.arange(count) % 8]


def test_documents_become_float32_rows_of_length_one_that_numpy_owns():
    model = StaticEmbedder()
    rows = model.embed_documents(["open a file", "def connect(host, port): ...", ""])
    assert rows.dtype == np.float32 and rows.shape == (3, model.dimension)
    assert rows.flags.c_contiguous and rows.flags.writeable and rows.flags.aligned
    assert np.allclose(np.linalg.norm(rows[:2], axis=1), 1, atol=1e-5)
    assert not rows[2].any()
    del model
    gc.collect()
    before = rows.copy()
    rows[0] = 0  # its own memory
    assert (rows[1:] == before[1:]).all()


def test_a_query_becomes_one_vector_close_to_what_it_is_about():
    model = StaticEmbedder()
    query = model.embed_query("parse json text")
    assert query.dtype == np.float32 and query.shape == (model.dimension,)
    near, far = model.embed_documents(["def parse_json(text): return json.loads(text)", "class SocketTimeout: pass"])
    assert query @ near > query @ far
    assert (model.embed_query("parse json text") == query).all()
    assert model.embed_documents([]).shape == (0, model.dimension)


def test_the_model_says_what_it_is():
    info = StaticEmbedder().info
    assert (info.provider, info.is_remote) == ("codeweaver", False)
    assert info.to_dict() == {"provider": "codeweaver", "model": info.model, "dimension": info.dimension,
                              "is_remote": False, "is_costly": False, "is_built_in": True}


@pytest.mark.parametrize("texts", ["one text", [b"bytes"], [1], [None], 5])
def test_anything_but_a_list_of_texts_is_a_type_error(texts):
    with pytest.raises(TypeError):
        StaticEmbedder().embed_documents(texts)


def test_a_model_file_that_is_not_there_or_no_model_is_refused(tmp_path):
    with pytest.raises(codeweaver.NotFoundError):
        StaticEmbedder(tmp_path / "none.bin")
    (tmp_path / "bad.bin").write_bytes(b"no model" * 100)
    with pytest.raises(RuntimeError) as caught:
        StaticEmbedder(tmp_path / "bad.bin")
    assert caught.value.category == "corruption"


def test_an_embedder_in_python_serves_index_and_search(shop, state):
    model = HashingEmbedder()
    report = Indexer(shop, state, embedder=model).run()
    assert report.status == "success" and model.texts >= report.total_chunks > 0
    searcher = HybridSearcher(state, embedder=model)
    answer = searcher.search("connection pool")
    assert any("pool" in match.file.path for match in answer.matches)
    assert "hybrid_search" in answer.search_strategy and not answer.warnings
    assert answer.matches[0].audit.embedder_model == "hashing-1"
    assert searcher.statistics().embedder_provider == "tests"


def test_an_embedder_lives_as_long_as_its_users(shop, state):
    workspace = CodeWeaver(shop, state, embedder=HashingEmbedder())
    gc.collect()
    assert workspace.search("connection pool")


def test_an_index_of_one_model_is_refused_to_another(shop_index):
    with pytest.raises(ValueError) as caught:
        HybridSearcher(shop_index, embedder=HashingEmbedder())
    assert caught.value.code == "MODEL_MISMATCH" and "tests/hashing-1/64" in str(caught.value)


def test_without_an_embedder_words_alone_are_searched(shop, state):
    Indexer(shop, state, embedder=None).run()
    answer = HybridSearcher(state, embedder=None).search("connection pool")
    assert answer.matches and answer.matches[0].dense_score is None
    assert "sparse_only" in answer.search_strategy


@pytest.mark.parametrize("make, message", [
    (lambda n: np.zeros((n, 8)), "float64 of shape"),
    (lambda n: np.zeros((n, 9), dtype=np.float32), "float32 of shape .*, 9\\)"),
    (lambda n: np.zeros((n + 1, 8), dtype=np.float32), "expected float32 of shape"),
    (lambda n: [[0.0] * 8] * n, "list"),
    (lambda n: np.full((n, 8), np.nan, dtype=np.float32), "not finite"),
])
def test_wrong_answers_of_an_embedder_are_errors_that_name_them(shop, state, make, message):
    with pytest.raises(ValueError, match=message) as caught:
        Indexer(shop, state, embedder=ReturningEmbedder(make)).run()
    assert caught.value.code == "INVALID_EMBEDDING"


def test_what_an_embedder_raises_while_it_indexes_leaves_the_words(shop, state):
    model = ReturningEmbedder(lambda n: KeyError("no such model"))
    report = Indexer(shop, state, embedder=model).run()
    assert report.status == "success"
    assert any("no such model" in warning and "EMBEDDER_FAILED" in warning for warning in report.warnings)
    answer = HybridSearcher(state, embedder=ReturningEmbedder(hashed_rows)).search("connection pool")
    assert answer.matches and any("have no vectors" in warning for warning in answer.warnings)
    model.make = hashed_rows
    assert Indexer(shop, state, embedder=model).run().warnings == []
    assert HybridSearcher(state, embedder=model).search("connection pool").warnings == []


def test_what_an_embedder_raises_degrades_a_search_to_words(shop, state):
    good = lambda n: np.ones((n, 8), dtype=np.float32)  # noqa: E731
    Indexer(shop, state, embedder=ReturningEmbedder(good)).run()
    searcher = HybridSearcher(state, embedder=ReturningEmbedder(lambda n: OSError("unplugged")))
    answer = searcher.search("connection pool")
    assert answer.matches and any("unplugged" in warning for warning in answer.warnings)


def test_rows_that_are_not_contiguous_are_copied(shop, state):
    wide = lambda n: np.ones((n, 16), dtype=np.float32)[:, ::2]  # noqa: E731
    assert Indexer(shop, state, embedder=ReturningEmbedder(wide)).run().status == "success"


def test_the_base_class_asks_for_embed_documents():
    with pytest.raises(NotImplementedError, match="Embedder does not define embed_documents"):
        Embedder("tests", "abstract", 8).embed_query("x")
    for provider, model, dimension in [("", "m", 8), ("p", "", 8), ("p", "m", 0)]:
        with pytest.raises(ValueError):
            Embedder(provider, model, dimension)


@pytest.mark.parametrize("given, error", [(3, TypeError), (object(), TypeError), ("voyages", codeweaver.UnsupportedError)])
def test_other_things_are_no_embedder(shop, state, given, error):
    with pytest.raises(error):
        Indexer(shop, state, embedder=given)
