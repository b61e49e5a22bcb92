"""What the retrievers of other frameworks say of a search result: its facts, its place, an id."""
# SPDX-License-Identifier: MIT OR Apache-2.0

from __future__ import annotations

from typing import Any

from codeweaver._core import CodeWeaver, SearchResult

MISSING = "{package} is not installed. Run: pip install 'codeweaver[{extra}]'"


def place_of(result: SearchResult) -> str:
    """"src/pool.py:10-24", as answers cite it."""
    return f"{result.file_path}:{result.start_line}-{result.end_line}"


def id_of(engine: CodeWeaver, result: SearchResult) -> str:
    """Names the chunk among those of all projects; the same for the same lines of the same file."""
    return f"{engine.project_id}:{place_of(result)}"


def metadata_of(engine: CodeWeaver, result: SearchResult) -> dict[str, Any]:
    """The fields of a search result but for its text, with `source`, its place, and `project_id`; values are text and numbers."""
    facts = result.to_dict()
    del facts["content"]
    return {"source": place_of(result), "project_id": engine.project_id, **facts}
