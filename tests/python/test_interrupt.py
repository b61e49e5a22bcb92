"""Ctrl-C and failing callbacks end a run early; the next run completes the index."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import os
import signal
import subprocess
import sys
import threading

import numpy as np
import pytest
from codeweaver import CodeWeaver, Embedder, HybridSearcher, Indexer


class InterruptingEmbedder(Embedder):
    """Sends Ctrl-C to its own process once, and goes on only after it was handled."""

    def __init__(self):
        super().__init__("tests", "interrupting", 8)
        self.handled = threading.Event()
        self.armed = True

    def embed_documents(self, texts):
        if self.armed:
            self.armed = False
            os.kill(os.getpid(), signal.SIGINT)
            assert self.handled.wait(60)
        return np.ones((len(texts), self.dimension), dtype=np.float32)


@pytest.fixture
def model():
    """An InterruptingEmbedder, with the handler that tells it."""
    model = InterruptingEmbedder()

    def handle(number, frame):
        model.handled.set()
        raise KeyboardInterrupt

    former = signal.signal(signal.SIGINT, handle)
    yield model
    signal.signal(signal.SIGINT, former)


def test_ctrl_c_during_an_index_run_raises_and_the_next_run_completes_it(shop, state, model):
    indexer = Indexer(shop, state, embedder=model)
    with pytest.raises(KeyboardInterrupt):
        indexer.run()
    report = indexer.run()
    assert report.total_files == report.files_indexed + report.files_unchanged and report.total_chunks > 0
    assert not report.failures
    assert HybridSearcher(state, embedder=model).search("connection pool").matches


def test_ctrl_c_during_the_first_search_raises_and_the_next_search_answers(shop, state, model):
    engine = CodeWeaver(shop, state, embedder=model)
    with pytest.raises(KeyboardInterrupt):
        engine.search("connection pool")
    assert engine.search("connection pool")


def test_ctrl_c_during_a_query_raises(shop, state, model):
    model.armed = False
    Indexer(shop, state, embedder=model).run()
    searcher = HybridSearcher(state, embedder=model)
    model.armed = True
    with pytest.raises(KeyboardInterrupt):
        searcher.search("connection pool")
    assert searcher.search("connection pool").matches


def test_what_a_progress_callback_raises_ends_the_run(package, state):
    class Enough(Exception):
        pass

    def progress(report):
        if report.files_processed > 0:
            raise Enough

    indexer = Indexer(package, state, workers=1)
    with pytest.raises(Enough):
        indexer.run(progress=progress)
    report = indexer.run()
    assert report.total_files == report.files_indexed + report.files_unchanged > 10
    assert HybridSearcher(state).search("message_from_string").matches[0].file.path == "__init__.py"
    with pytest.raises(TypeError):
        indexer.run(force=True, progress=3)


def test_progress_comes_on_the_calling_thread(shop, state):
    threads = set()
    Indexer(shop, state).run(progress=lambda report: threads.add(threading.get_ident()))
    assert threads == {threading.get_ident()}


SCRIPT = """
import signal, sys, codeweaver
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs start with it ignored
engine = codeweaver.CodeWeaver(sys.argv[1], sys.argv[2], workers=1)
try:
    print("indexing", flush=True)
    while True:
        engine.index(force=True)
except KeyboardInterrupt:
    print("stopped", flush=True)
"""


def test_a_real_ctrl_c_stops_a_program_and_leaves_a_consistent_index(package, state):
    program = subprocess.Popen([sys.executable, "-c", SCRIPT, str(package), str(state)], stdout=subprocess.PIPE, text=True)
    assert program.stdout.readline() == "indexing\n"
    program.send_signal(signal.SIGINT)
    output, _ = program.communicate(timeout=120)
    assert (output, program.returncode) == ("stopped\n", 0)
    engine = CodeWeaver(package, state)
    assert engine.search("message_from_string")[0].file_path == "__init__.py"
    assert not engine.status().is_stale
