"""One plug-in of each kind. Each is made out of the section of the settings that names it."""
# SPDX-License-Identifier: MIT OR Apache-2.0

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence

import codeweaver
import numpy
import numpy.typing


class LetterEmbedder(codeweaver.Embedder):
    """Texts by the groups of three letters that they hold."""

    def __init__(self, config: Mapping[str, object]) -> None:
        dimension = config.get("dimension", 128)
        if not isinstance(dimension, int):
            raise TypeError(f"dimension: {dimension!r} is no number")
        super().__init__("team", f"letters-{dimension}", dimension)

    def embed_documents(self, texts: Sequence[str]) -> numpy.typing.NDArray[numpy.float32]:
        out = numpy.zeros((len(texts), self.dimension), dtype=numpy.float32)
        for row, text in zip(out, texts):
            for at in range(len(text) - 2):
                row[zlib.crc32(text[at:at + 3].encode()) % self.dimension] += 1
        return out


class ShallowFirst(codeweaver.Reranker):
    """What the built-in one says, but deep folders count less."""

    def __init__(self, config: Mapping[str, object]) -> None:
        super().__init__("team/shallow-first")

    def rerank(self, query: str, candidates: Sequence[codeweaver.RerankCandidate]) -> list[float]:
        scores = super().rerank(query, candidates)
        return [float(score) / (1 + 0.5 * one.path.count("/")) for score, one in zip(scores, candidates)]
