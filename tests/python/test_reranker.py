"""Rerankers: the built-in rules, and overrides written in Python."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import codeweaver
import numpy as np
import pytest
from codeweaver import HybridSearcher, RerankCandidate, Reranker

CANDIDATES = [
    RerankCandidate("src/pool.py", "class ConnectionPool:\n    def acquire(self): ...", symbol="ConnectionPool"),
    RerankCandidate("src/cart.ts", "export function total(items) { return 0; }", symbol="total"),
]


class Preferring(Reranker):
    """Puts the files of one folder first."""

    def __init__(self, folder):
        super().__init__("tests/preferring")
        self.folder = folder
        self.seen = []

    def rerank(self, query, candidates):
        self.seen.append((query, len(candidates)))
        assert all(isinstance(candidate, RerankCandidate) and candidate.content for candidate in candidates)
        return [1.0 if candidate.path.startswith(self.folder) else 0.0 for candidate in candidates]


class Returning(Reranker):
    """Returns, or raises, what it was given."""

    def __init__(self, make):
        super().__init__()
        self.make = make

    def rerank(self, query, candidates):
        value = self.make(len(candidates))
        if isinstance(value, BaseException):
            raise value
        return value


def test_the_rules_score_each_candidate_in_float32():
    reranker = Reranker()
    scores = reranker.rerank("connection pool", CANDIDATES)
    assert scores.dtype == np.float32 and scores.shape == (2,)
    assert 1 >= scores[0] > scores[1] >= 0
    assert reranker.rerank("connection pool", []).shape == (0,)
    assert "/" in reranker.name
    with pytest.raises(TypeError):
        reranker.rerank("connection pool", ["text"])


def test_an_override_decides_the_order(shop_index):
    reranker = Preferring("src/billing")
    searcher = HybridSearcher(shop_index, reranker=reranker)
    answer = searcher.search("token", weights={"rerank": 1, "dense": 0, "sparse": 0, "semantic": 0}, min_similarity=0)
    assert reranker.seen[0][0] == "token" and reranker.seen[0][1] >= len(answer.matches)
    scores = [match.rerank_score for match in answer.matches]
    assert scores == sorted(scores, reverse=True) and set(scores) == {0.0, 1.0}
    assert answer.matches[0].file.path.startswith("src/billing")


def test_an_override_can_build_on_the_built_in_one(shop_index):
    class Halved(Reranker):
        def rerank(self, query, candidates):
            return super().rerank(query, candidates) / 2

    query = "how are connections handed back"  # no name: names have an order of their own with the built-in one
    plain = {match.audit.node_id: match.rerank_score for match in HybridSearcher(shop_index).search(query).matches}
    halved = HybridSearcher(shop_index, reranker=Halved()).search(query).matches
    assert halved
    for match in halved:
        if match.audit.node_id in plain:
            assert match.rerank_score == pytest.approx(plain[match.audit.node_id] / 2)


@pytest.mark.parametrize("make, message", [
    (lambda n: [0.5] * (n + 1), "expected"),
    (lambda n: [2.0] * n, "score 2"),
    (lambda n: [float("nan")] * n, "score"),
    (lambda n: ["a"] * n, "ValueError"),
    (lambda n: LookupError("gone"), "LookupError: gone"),
])
def test_a_failing_override_is_replaced_by_the_rules_and_said(shop_index, make, message):
    answer = HybridSearcher(shop_index, reranker=Returning(make)).search("connection pool")
    assert answer.matches[0].rerank_score is not None
    assert any(message in warning for warning in answer.warnings)


def test_without_a_reranker_the_fused_order_is_final(shop_index):
    answer = HybridSearcher(shop_index, reranker=None).search("connection pool")
    assert answer.matches and answer.matches[0].rerank_score is None
    for given, error in [("voyage", codeweaver.UnsupportedError), (1, TypeError)]:
        with pytest.raises(error):
            HybridSearcher(shop_index, reranker=given)
