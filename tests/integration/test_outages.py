"""Services that stop and start again in the middle: what still works, what is said, and for how long."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import threading

from conftest import check_error
from provider_doubles import Double
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

        def part():
            return server.call("GET", "/health").json()["services"]["vector_store"]

        assert ask().status == 200 and part()["status"] == "up" and part()["circuit_breaker_state"] == "closed"
        service.stop()
        refused = ask()
        error = refused.json()["error"]
        assert refused.status == 503 and "is not reachable" in error["message"], error
        assert part()["status"] == "down" and "is not reachable" in part()["message"]
        service.start()
        assert ask().status == 200 and part()["status"] == "up"  # one failure opens no breaker

        service.stop()
        for _ in range(3):
            assert ask().status == 503
        suspended = ask().json()["error"]
        assert "failed several times in a row and is not asked for another" in suspended["message"], suspended
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
