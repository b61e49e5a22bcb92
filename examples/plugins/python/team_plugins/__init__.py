"""One plug-in of each kind. Each is created with the section of the settings that names it."""
# SPDX-License-Identifier: MIT OR Apache-2.0

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence

import codeweaver
import numpy
import numpy.typing


class LetterEmbedder(codeweaver.Embedder):
    """Vectors count the groups of three letters in a text."""

    def __init__(self, config: Mapping[str, object]) -> None:
        dimension = config.get("dimension", 128)
        if not isinstance(dimension, int):
            raise TypeError(f"dimension: {dimension!r} is not an integer")
        super().__init__("team", f"letters-{dimension}", dimension)

    def embed_documents(self, texts: Sequence[str]) -> numpy.typing.NDArray[numpy.float32]:
        out = numpy.zeros((len(texts), self.dimension), dtype=numpy.float32)
        for row, text in zip(out, texts):
            for at in range(len(text) - 2):
                row[zlib.crc32(text[at:at + 3].encode()) % self.dimension] += 1
        return out


class StatementChunker(codeweaver.Chunker):
    """Splits SQL after each statement, and other files as usual."""

    def __init__(self, config: Mapping[str, object]) -> None:
        super().__init__("statements", version="1")

    def cut(self, path: str, language: str, text: str) -> list[codeweaver.FilePiece]:
        if language != "sql":
            return super().cut(path, language, text)
        pieces = []
        begin = 0
        while begin < len(text):
            end = text.find(";", begin) + 1 or len(text)
            pieces.append(codeweaver.FilePiece(begin, end))
            begin = end
        return pieces


def abbreviations(config: Mapping[str, object]) -> codeweaver.SparseEncoder:
    """Words with the same meaning in this team."""
    return codeweaver.SynonymEncoder([["ctx", "context"], ["auth", "authentication"], ["conn", "connection"]])


class ShallowFirst(codeweaver.Reranker):
    """The scores of the built-in reranker, reduced for files in deep folders."""

    def __init__(self, config: Mapping[str, object]) -> None:
        super().__init__("team/shallow-first")

    def rerank(self, query: str, candidates: Sequence[codeweaver.RerankCandidate]) -> list[float]:
        scores = super().rerank(query, candidates)
        return [float(score) / (1 + 0.5 * one.path.count("/")) for score, one in zip(scores, candidates)]


class PlaceModel(codeweaver.AnswerModel):
    """Names the place of the best passage and quotes its first line."""

    def __init__(self, config: Mapping[str, object]) -> None:
        super().__init__("team", "place-1")

    def answer(self, question: str, passages: Sequence[codeweaver.Passage], token_limit: int = 1000) -> codeweaver.ModelAnswer:
        if not passages:
            return codeweaver.ModelAnswer("")
        best = passages[0]
        line = codeweaver.Span(best.lines.start_line, best.lines.start_line)
        return codeweaver.ModelAnswer(f"See {best.path} [1]: {best.content.splitlines()[0]}", [codeweaver.Citation(0, line)])
