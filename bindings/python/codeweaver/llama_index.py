"""A retriever for LlamaIndex: search results of a project as nodes. Needs the extra ``codeweaver[llama-index]``."""
# SPDX-License-Identifier: MIT OR Apache-2.0

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from codeweaver._core import CodeWeaver, SearchResult
from codeweaver._retrieval import MISSING, id_of, metadata_of
from codeweaver.aio import AsyncCodeWeaver

try:
    from llama_index.core.base.base_retriever import BaseRetriever  # type: ignore[import-not-found, unused-ignore]
    from llama_index.core.callbacks.base import CallbackManager  # type: ignore[import-not-found, unused-ignore]
    from llama_index.core.schema import NodeWithScore, QueryBundle, TextNode  # type: ignore[import-not-found, unused-ignore]
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(MISSING.format(package=error.name, extra="llama-index"), name=error.name) from error

__all__ = ["CodeWeaverRetriever"]

_FOR_MODELS = {"source", "scope", "language"}  # other metadata would cost tokens without helping a model


class CodeWeaverRetriever(BaseRetriever):  # type: ignore[misc, unused-ignore]
    """The best chunks of one project, best first, as nodes. Their metadata are the fields of SearchResult, `source` and
    `project_id`. Models see only the place, the symbol and the language."""

    def __init__(
        self,
        engine: CodeWeaver,
        limit: int = 8,
        options: Mapping[str, Any] | None = None,
        callback_manager: CallbackManager | None = None,
        **old: int,
    ) -> None:
        """engine: the project, or the result of its with_overlay(). options: further keywords of CodeWeaver.search(), for
        example intent, focus_languages, file_glob, include_tests."""
        super().__init__(callback_manager=callback_manager)
        self.engine = engine
        self.limit = old.pop("top_k", limit)
        if old:
            raise TypeError(f"unexpected keyword argument {next(iter(old))!r}")
        self.options = dict(options or {})

    def _node(self, result: SearchResult) -> NodeWithScore:
        metadata = metadata_of(self.engine, result)
        hidden = [name for name in metadata if name not in _FOR_MODELS]
        node = TextNode(id_=id_of(self.engine, result), text=result.content, metadata=metadata, excluded_llm_metadata_keys=hidden,
                        excluded_embed_metadata_keys=hidden)
        return NodeWithScore(node=node, score=result.score)

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        found = self.engine.search(query_bundle.query_str, **{"limit": self.limit, **self.options})
        return [self._node(result) for result in found]

    async def _aretrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        found = await AsyncCodeWeaver(self.engine).search(query_bundle.query_str, **{"limit": self.limit, **self.options})
        return [self._node(result) for result in found]
