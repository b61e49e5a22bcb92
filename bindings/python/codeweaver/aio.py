"""CodeWeaver for asyncio: calls run on threads, and a task that is cancelled stops the search."""
# SPDX-License-Identifier: MIT OR Apache-2.0

from __future__ import annotations

import asyncio
import contextlib
import functools
import os
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from codeweaver._core import (
    CodeWeaver,
    FindCodeResponseSummary,
    IndexProgress,
    IndexReport,
    RepoStatus,
    SearchResult,
    SymbolMatch,
    TextHits,
)
from codeweaver._progress import Bar
from codeweaver.errors import CodeWeaverError

__all__ = ["AsyncCodeWeaver"]

_T = TypeVar("_T")


class _Stopped(Exception):
    """Raised in a callback of a run that somebody stopped."""


async def _on_thread(call: Callable[[], _T], stop: threading.Event) -> _T:
    """What a call returns that ends soon after `stop` is set; set when the task is cancelled, which waits for that end."""
    work = asyncio.ensure_future(asyncio.to_thread(call))
    try:
        return await asyncio.shield(work)
    except asyncio.CancelledError:
        stop.set()
        with contextlib.suppress(CodeWeaverError, _Stopped):
            await work
        raise


class AsyncCodeWeaver:
    """A CodeWeaver whose calls are awaited; arguments and answers are the same. Any number of tasks may use one."""

    def __init__(self, engine: CodeWeaver) -> None:
        self.engine = engine

    def __repr__(self) -> str:
        return f"Async{self.engine!r}"

    @classmethod
    async def open(cls, path: str | os.PathLike[str], state_dir: str | os.PathLike[str] | None = None, **options: Any) -> AsyncCodeWeaver:
        """A CodeWeaver of these arguments, opened on a thread."""
        return cls(await asyncio.to_thread(functools.partial(CodeWeaver, path, state_dir, **options)))

    def with_overlay(self, texts: Mapping[Any, str | bytes | None] | None) -> AsyncCodeWeaver:
        """The same project with texts in place of those of its files; costs nothing before the first search."""
        return AsyncCodeWeaver(self.engine.with_overlay(texts))

    async def search(self, query: str, top_k: int = 8, file_glob: str | None = None, **options: Any) -> list[SearchResult]:
        """The best chunks, best first. Cancelling stops the search within a twentieth of a second."""
        stop = threading.Event()
        return await _on_thread(functools.partial(self.engine.search, query, top_k, file_glob, stop=stop, **options), stop)

    async def find_code(self, query: str, **options: Any) -> FindCodeResponseSummary:
        """The whole answer. Cancelling stops the search within a twentieth of a second."""
        stop = threading.Event()
        return await _on_thread(functools.partial(self.engine.find_code, query, stop=stop, **options), stop)

    async def index(
        self, force_rebuild: bool = False, progress: Callable[[IndexProgress], object] | bool | None = None
    ) -> IndexReport:
        """Indexes what changed; `progress` is called on the event loop, True shows a bar by tqdm. Cancelling ends the run; what
        was done is kept."""
        stop = threading.Event()
        loop = asyncio.get_running_loop()
        bar = Bar() if progress is True else None
        told = bar if isinstance(progress, bool) else progress

        def tell(state: IndexProgress) -> None:
            if stop.is_set():
                raise _Stopped
            if told is not None:
                loop.call_soon_threadsafe(told, state)

        try:
            return await _on_thread(functools.partial(self.engine.index, force_rebuild, tell), stop)
        finally:
            if bar is not None:
                bar.close()

    async def update(self, paths: Sequence[str | os.PathLike[str]]) -> int:
        """Indexes what changed at these paths, without a look at the rest."""
        return await asyncio.to_thread(self.engine.update, paths)

    async def find_symbol(self, name: str, limit: int = 20, **options: Any) -> list[SymbolMatch]:
        """Definitions by exact name or qualified name."""
        return await asyncio.to_thread(functools.partial(self.engine.find_symbol, name, limit, **options))

    async def search_text(self, pattern: str, **options: Any) -> TextHits:
        """The lines that match a regular expression or hold a text."""
        return await asyncio.to_thread(functools.partial(self.engine.search_text, pattern, **options))

    async def status(self) -> RepoStatus:
        """Whether there is an index, how large, and how fresh."""
        return await asyncio.to_thread(self.engine.status)
