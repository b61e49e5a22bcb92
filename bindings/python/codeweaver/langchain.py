"""A retriever for LangChain: search results of a project as documents. Needs the extra ``codeweaver[langchain]``."""
# SPDX-License-Identifier: MIT OR Apache-2.0

from __future__ import annotations

from typing import Any

from codeweaver._core import CodeWeaver, SearchResult
from codeweaver._retrieval import MISSING, id_of, metadata_of
from codeweaver.aio import AsyncCodeWeaver

try:
    from langchain_core.callbacks import (  # type: ignore[import-not-found, unused-ignore]
        AsyncCallbackManagerForRetrieverRun,
        CallbackManagerForRetrieverRun,
    )
    from langchain_core.documents import Document  # type: ignore[import-not-found, unused-ignore]
    from langchain_core.retrievers import BaseRetriever  # type: ignore[import-not-found, unused-ignore]
    from pydantic import AliasChoices, ConfigDict, Field  # type: ignore[import-not-found, unused-ignore]
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(MISSING.format(package=error.name, extra="langchain"), name=error.name) from error

__all__ = ["CodeWeaverRetriever"]


class CodeWeaverRetriever(BaseRetriever):  # type: ignore[misc, unused-ignore]
    """The best chunks of one project, best first, as documents. Their metadata are the fields of SearchResult, `source` and
    `project_id`. Keyword arguments of invoke() and ainvoke() override `options`."""

    model_config = ConfigDict(arbitrary_types_allowed=True, extra="forbid")

    engine: CodeWeaver
    """The project, or the result of its with_overlay()."""
    limit: int = Field(default=8, validation_alias=AliasChoices("limit", "top_k"))
    """Maximum number of documents."""
    options: dict[str, Any] = Field(default_factory=dict)
    """Further keywords of CodeWeaver.search(), for example intent, focus_languages, file_glob, include_tests."""

    def _documents(self, results: list[SearchResult]) -> list[Document]:
        return [Document(id=id_of(self.engine, result), page_content=result.content, metadata=metadata_of(self.engine, result))
                for result in results]

    def _keywords(self, given: dict[str, Any]) -> dict[str, Any]:
        return {"limit": self.limit, **self.options, **given}

    def _get_relevant_documents(self, query: str, *, run_manager: CallbackManagerForRetrieverRun, **options: Any) -> list[Document]:
        return self._documents(self.engine.search(query, **self._keywords(options)))

    async def _aget_relevant_documents(
        self, query: str, *, run_manager: AsyncCallbackManagerForRetrieverRun, **options: Any
    ) -> list[Document]:
        return self._documents(await AsyncCodeWeaver(self.engine).search(query, **self._keywords(options)))
