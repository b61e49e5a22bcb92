"""Metadata, place and id of a search result, for the retrievers of other frameworks."""
# SPDX-License-Identifier: MIT OR Apache-2.0

from __future__ import annotations

from typing import Any

from codeweaver._core import CodeWeaver, SearchResult

MISSING = "{package} is not installed. Run: pip install 'codeweaver[{extra}]'"


def place_of(result: SearchResult) -> str:
    """"src/pool.py:10-24", the form of citations in answers."""
    return f"{result.file_path}:{result.start_line}-{result.end_line}"


def id_of(engine: CodeWeaver, result: SearchResult) -> str:
    """An id of the chunk that is unique among all projects; the same for the same lines of the same file."""
    return f"{engine.project_id}:{place_of(result)}"


def metadata_of(engine: CodeWeaver, result: SearchResult) -> dict[str, Any]:
    """The fields of a search result except its text, plus `source` (its place) and `project_id`; values are texts and numbers."""
    facts = result.to_dict()
    del facts["content"]
    return {"source": place_of(result), "project_id": engine.project_id, **facts}
