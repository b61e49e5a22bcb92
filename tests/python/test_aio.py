"""AsyncCodeWeaver: the same answers, awaitable; cancelling a task stops its search."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import asyncio
import threading

import numpy as np
import pytest
from codeweaver import CancelledError, CodeWeaver, Embedder
from codeweaver.aio import AsyncCodeWeaver


class WaitingEmbedder(Embedder):
    """Embeds a question only once somebody lets it."""

    def __init__(self):
        super().__init__("tests", "waiting", 8)
        self.entered, self.allowed = threading.Event(), threading.Event()

    def embed_documents(self, texts):
        return np.ones((len(texts), self.dimension), dtype=np.float32)

    def embed_query(self, text):
        self.entered.set()
        assert self.allowed.wait(60)
        return np.ones(self.dimension, dtype=np.float32)


def test_calls_are_awaited_and_run_beside_one_another(shop, state):
    async def use():
        engine = await AsyncCodeWeaver.open(shop, state)
        told = []
        report = await engine.index(progress=told.append)
        assert report.total_files > 0
        pool, upload = await asyncio.gather(engine.search("connection pool", limit=1), engine.find_code("retry failed uploads"))
        assert pool[0].file_path == "src/database/pool.py" and upload.matches[0].file.path == "src/billing/upload.py"
        unsaved = engine.with_overlay({"src/lamp.py": "def light_lantern():\n    pass\n"})
        assert (await unsaved.find_symbol("light_lantern"))[0].path == "src/lamp.py" and not await engine.find_symbol("light_lantern")
        assert (await unsaved.search_text("light_lantern")).files[0].path == "src/lamp.py"
        (shop / "src" / "told.py").write_text("def told_of():\n    pass\n")
        assert await engine.update(["src/told.py"]) == 1
        assert (await engine.status()).indexed and told

    asyncio.run(use())


def test_a_cancelled_task_stops_its_search_and_waits_for_its_end(shop, state):
    model = WaitingEmbedder()
    engine = CodeWeaver(shop, state, embedder=model)
    engine.index()

    async def use():
        task = asyncio.create_task(AsyncCodeWeaver(engine).search("connection pool"))
        assert await asyncio.to_thread(model.entered.wait, 60)
        task.cancel()
        await asyncio.sleep(0)  # the task sees it
        assert not task.done()
        model.allowed.set()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(use())


def test_a_search_ends_once_its_event_is_set(shop, state):
    model = WaitingEmbedder()
    engine = CodeWeaver(shop, state, embedder=model)
    engine.index()

    class Event:
        """Set from the start; lets the embedder go on once the library has seen that."""

        asked = 0

        def is_set(self):
            self.asked += 1
            if self.asked > 1:
                model.allowed.set()
            return True

    with pytest.raises(CancelledError) as stopped:
        engine.search("connection pool", stop=Event())
    assert stopped.value.code == "CANCELLED"
