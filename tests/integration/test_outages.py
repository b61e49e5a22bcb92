"""Services that stop and restart: remaining functions, messages, and durations."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import http.server
import json
import threading
import time

import pytest

from conftest import check_error
from provider_doubles import Double, Silent
from service_client import Server, wait_for
from store_services import QUESTION, search
from store_services import env, folder, opensearch, postgres, qdrant, service  # fixtures


def test_while_the_store_is_down_a_search_says_so_at_once_and_after_it_all_is_as_before(program, folder, service, env):
    expected = [match["file"]["path"] for match in search(program, folder, env)["matches"]]
    service.stop()
    failed = program.run("search", QUESTION, "-p", folder, env=env)
    check_error(failed, cause=f"127.0.0.1:{service.port}", action="store.url")
    assert "is not reachable" in failed.err and "attempts" not in failed.err  # a search is not tried again
    service.start()
    assert [match["file"]["path"] for match in search(program, folder, env)["matches"]] == expected != []


def test_a_run_waits_for_a_store_that_comes_back_and_ends_where_it_does_not(program, folder, service, env):
    service.stop()
    failed = program.run("index", folder, env=env)  # after 1, 2 and 4 s
    check_error(failed, cause=f"127.0.0.1:{service.port}", action="store.url")
    late = threading.Timer(1.5, service.start)
    late.start()
    try:
        program.ok("index", folder, env=env)
    finally:
        late.join()
    assert search(program, folder, env)["matches"]


def test_the_server_goes_on_while_its_store_is_down_and_says_what_is_amiss(program, folder, service, env):
    with Server(program, "-p", folder, env={**env, "CODEWEAVER_INDEXING_WATCH": "false"}) as server:
        server.wait_until_indexed("shop")

        def ask():
            return server.call("POST", "/api/v1/search", {"query": QUESTION})

        def health():
            return server.call("GET", "/health")

        def part():
            return health().json()["services"]["vector_store"]

        assert ask().status == 200 and part()["status"] == "up" and part()["circuit_breaker_state"] == "closed"
        service.stop()
        refused = ask()
        error = refused.json()["error"]
        assert refused.status == 503 and "is not reachable" in error["message"], error
        sick = health()  # asks the store itself, also right after an answer
        assert (sick.status, sick.json()["status"]) == (503, "unhealthy")
        down = sick.json()["services"]["vector_store"]
        assert down["status"] == "down" and "is not reachable" in down["message"]
        service.start()
        assert ask().status == 200 and health().json()["status"] == "healthy"  # two failures open no breaker
        service.stop()
        assert health().json()["status"] == "unhealthy"
        assert server.call("GET", "/health/ready").json()["status"] == "not_ready"
        assert server.call("GET", "/health/live").status == 200
        service.start()
        assert ask().status == 200 and server.ok("GET", "/health/ready") == {"status": "ready"}

        service.stop()
        for _ in range(3):
            assert ask().status == 503
        suspended = ask().json()["error"]
        assert "failed several times in a row and is not called for another" in suspended["message"], suspended
        assert part()["circuit_breaker_state"] == "open"
        service.start()


def test_without_the_embedder_words_answer_and_without_either_there_is_an_error(program, folder):
    double = Double("ollama")
    env = double.settings()
    try:
        with Server(program, "-p", folder, env={**env, "CODEWEAVER_INDEXING_WATCH": "false"}) as server:
            server.wait_until_indexed("shop")

            def ask(query=QUESTION):
                return server.call("POST", "/api/v1/search", {"query": query})

            assert not ask().json()["warnings"]
            double.stop()
            answer = ask().json()
            assert any("using sparse search only" in warning for warning in answer["warnings"]), answer["warnings"]
            assert answer["matches"][0]["file"]["path"] == "src/billing/upload.py"
            nothing = ask("???")  # no words that could be looked for
            assert nothing.status == 503 and "not reachable" in nothing.json()["error"]["message"]
            check_error(program.run("search", "???", "-p", folder, env=env), cause="is not reachable", action="ollama serve")
            double.start()
            wait_for(lambda: not ask().json()["warnings"], "the embedder")
    finally:
        double.stop()


# A search has 1 s, a call without a deadline 10 s or more. In between lies what a slow machine takes.
MOST_SECONDS = 9
DEADLINE = {"CODEWEAVER_SEARCH_DEADLINE_MS": "1000", "CODEWEAVER_INDEXING_WATCH": "false"}


@pytest.mark.parametrize("kind", ["qdrant", "postgres", "opensearch"])
def test_a_deadline_holds_with_a_store_that_never_answers(program, folder, kind):
    program.ok("index", folder)
    with Silent() as silent:
        env = {**silent.store_settings(kind), **DEADLINE}
        begin = time.monotonic()
        failed = program.run("search", QUESTION, "-p", folder, env=env)
        assert time.monotonic() - begin < MOST_SECONDS
        check_error(failed, cause=f"127.0.0.1:{silent.port}", action="")
        for words in (("symbol", "upload_invoice", "-p", folder), ("refs", "upload_invoice", "-p", folder), ("tour", folder)):
            begin = time.monotonic()
            failed = program.run(*words, env=env)
            assert time.monotonic() - begin < MOST_SECONDS, words
            check_error(failed, cause=f"127.0.0.1:{silent.port}", action="")
        begin = time.monotonic()
        sick = program.run("doctor", "-p", folder, env=env)
        assert time.monotonic() - begin < MOST_SECONDS
        assert sick.code == 1 and f"127.0.0.1:{silent.port}" in sick.out + sick.err
        with Server(program, "-p", folder, env=env) as server:
            for _ in range(2):
                begin = time.monotonic()
                refused = server.call("POST", "/api/v1/search", {"query": QUESTION})
                assert time.monotonic() - begin < MOST_SECONDS
                assert refused.status == 503, refused.body
            begin = time.monotonic()
            sick = server.call("GET", "/health")
            assert time.monotonic() - begin < MOST_SECONDS and sick.status == 503
            assert server.stop() == 0


def test_a_deadline_holds_with_models_that_never_answer(program, folder):
    """Words answer, also where a changed file waits for its vectors."""
    double = Double("ollama")
    program.ok("index", folder, env=double.settings())
    double.stop()
    with Silent() as silent:
        env = {**double.settings(), "CODEWEAVER_EMBEDDING_URL": silent.url, "CODEWEAVER_RERANK_PROVIDER": "cohere",
               "CODEWEAVER_RERANK_URL": silent.url, "COHERE_API_KEY": "key-0123456789abcdef", **DEADLINE}
        for change in ("", "def retry_late(upload):\n    return upload\n"):
            if change:
                (folder / "late.py").write_text(change)
            begin = time.monotonic()
            answer = program.ok("search", QUESTION, "-p", folder, "-o", "json", env=env).json()
            assert time.monotonic() - begin < MOST_SECONDS
            assert answer["matches"][0]["file"]["path"] == "src/billing/upload.py"
            assert any("using sparse search only" in warning for warning in answer["warnings"]), answer["warnings"]


def test_status_says_which_vectors_an_index_lacks(program, folder):
    double = Double("ollama")
    env = double.settings()
    try:
        program.ok("index", "-q", folder, env=env)
        assert "Status:   up to date\n" in program.ok("status", "-p", folder, env=env).out
        double.stop()
        (folder / "late.py").write_text("def written_while_the_model_was_down():\n    return 1\n")
        program.ok("index", "-q", folder, env=env)
        status = program.ok("status", "-p", folder, "-o", "json", env=env).json()
        assert status["files_without_vectors"] == 1 and not status["is_stale"]
        assert len(status["warnings"]) == 1 and status["warnings"][0].startswith("1 file has no vectors")
        shown = program.ok("status", "-p", folder, env=env).out
        assert "Status:   up to date, but incomplete\n" in shown and f"Missing:  {status['warnings'][0]}\n" in shown
        double.start()
        program.ok("index", "-q", folder, env=env)
        assert program.ok("status", "-p", folder, "-o", "json", env=env).json()["warnings"] == []
    finally:
        double.stop()


class Yes(http.server.BaseHTTPRequestHandler):
    """Accepts everything, and keeps nothing."""

    protocol_version = "HTTP/1.1"

    def answer(self):
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        text = json.dumps({"status": "ok", "result": True, "acknowledged": True, "errors": False, "found": False}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    do_GET = do_PUT = do_POST = do_DELETE = do_HEAD = answer

    def log_message(self, *_):
        pass


@pytest.mark.parametrize("kind", ["qdrant", "opensearch"])
def test_a_store_that_says_yes_to_everything_is_noticed(program, folder, kind):
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Yes) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        env = {"CODEWEAVER_STORE_KIND": kind, "CODEWEAVER_STORE_URL": f"http://127.0.0.1:{server.server_port}"}
        failed = program.run("index", folder, env=env)
        server.shutdown()
    assert failed.code == 1 and failed.err.splitlines()[-3].startswith("Error: "), failed.err
