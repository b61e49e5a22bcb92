"""CodeWeaver for asyncio: calls run on threads; cancelling a task stops its search."""
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
    """Raised in a callback of a stopped run."""


async def _on_thread(call: Callable[[], _T], stop: threading.Event) -> _T:
    """Runs `call` on a thread and returns its result. If the task is cancelled, sets `stop` and waits until the call has ended."""
    work = asyncio.ensure_future(asyncio.to_thread(call))
    try:
        return await asyncio.shield(work)
    except asyncio.CancelledError:
        stop.set()
        with contextlib.suppress(CodeWeaverError, _Stopped):
            await work
        raise


class AsyncCodeWeaver:
    """A CodeWeaver with awaitable calls; arguments and results are the same. Any number of tasks may use one."""

    def __init__(self, engine: CodeWeaver) -> None:
        self.engine = engine

    def __repr__(self) -> str:
        return f"Async{self.engine!r}"

    @classmethod
    async def open(cls, path: str | os.PathLike[str], state_dir: str | os.PathLike[str] | None = None, **options: Any) -> AsyncCodeWeaver:
        """Opens a CodeWeaver with these arguments on a thread."""
        return cls(await asyncio.to_thread(functools.partial(CodeWeaver, path, state_dir, **options)))

    def with_overlay(self, texts: Mapping[Any, str | bytes | None] | None) -> AsyncCodeWeaver:
        """Returns the same project with texts in place of its files; costs nothing before the first search."""
        return AsyncCodeWeaver(self.engine.with_overlay(texts))

    async def search(self, query: str, limit: int = 8, file_glob: str | None = None, **options: Any) -> list[SearchResult]:
        """Returns the best chunks, best first. Cancelling stops the search within 50 ms."""
        stop = threading.Event()
        return await _on_thread(functools.partial(self.engine.search, query, limit, file_glob, stop=stop, **options), stop)

    async def find_code(self, query: str, **options: Any) -> FindCodeResponseSummary:
        """Returns the complete answer. Cancelling stops the search within 50 ms."""
        stop = threading.Event()
        return await _on_thread(functools.partial(self.engine.find_code, query, stop=stop, **options), stop)

    async def index(
        self, force: bool = False, progress: Callable[[IndexProgress], object] | bool | None = None, **old: bool
    ) -> IndexReport:
        """Indexes changed files. `progress` is called on the event loop; True shows a tqdm progress bar. Cancelling stops the
        run; finished work is kept."""
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
            return await _on_thread(functools.partial(self.engine.index, force, tell, **old), stop)
        finally:
            if bar is not None:
                bar.close()

    async def update(self, paths: Sequence[str | os.PathLike[str]]) -> int:
        """Indexes changes at these paths without checking other files."""
        return await asyncio.to_thread(self.engine.update, paths)

    async def find_symbol(self, name: str, limit: int = 20, **options: Any) -> list[SymbolMatch]:
        """Definitions with this name or qualified name."""
        return await asyncio.to_thread(functools.partial(self.engine.find_symbol, name, limit, **options))

    async def search_text(self, pattern: str, **options: Any) -> TextHits:
        """Finds lines that match a regular expression or contain a text."""
        return await asyncio.to_thread(functools.partial(self.engine.search_text, pattern, **options))

    async def status(self) -> RepoStatus:
        """State and size of the index."""
        return await asyncio.to_thread(self.engine.status)
