"""CodeWeaver.watch: indexes changes, calls back on the calling thread, and can be stopped."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import shutil
import threading

import codeweaver
import pytest
from codeweaver import CodeWeaver


@pytest.fixture
def engine(shop, state, monkeypatch):
    monkeypatch.setenv("CODEWEAVER_INDEXING_WATCH_DEBOUNCE_MS", "20")
    return CodeWeaver(shop, state)


def test_changes_are_told_until_the_event_is_set(engine, shop):
    batches, threads, stop = [], set(), threading.Event()

    def on_batch(batch):
        batches.append(batch)
        threads.add(threading.get_ident())
        if len(batches) == 1:
            (shop / "src" / "late.py").write_text("def arrived_under_watch():\n    return 1\n")
        else:
            stop.set()

    engine.watch(on_batch, stop=stop)
    assert [batch.report.files_indexed for batch in batches] == [10, 1]
    assert [batch.generation for batch in batches] == [1, 2]
    assert threads == {threading.get_ident()}
    assert engine.search("arrived_under_watch")[0].file_path == "src/late.py"


def test_it_runs_beside_searches_of_other_threads(engine):
    ready, stop = threading.Event(), threading.Event()
    thread = threading.Thread(target=engine.watch, kwargs={"on_batch": lambda batch: ready.set(), "stop": stop})
    thread.start()
    ready.wait()
    assert engine.search("connection pool")
    stop.set()
    thread.join()


def test_what_a_callback_raises_ends_it(engine):
    class Enough(Exception):
        pass

    def on_batch(batch):
        raise Enough

    with pytest.raises(Enough):
        engine.watch(on_batch)
    assert not engine.status().is_stale


def test_the_end_of_the_folder_raises(engine, shop):
    with pytest.raises(codeweaver.NotFoundError, match="The watched folder was deleted or moved"):
        engine.watch(lambda batch: shutil.rmtree(shop))
