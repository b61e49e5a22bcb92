"""Models of services, end to end: formats, failures, sent data, and data that is never sent."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import json
import pathlib
import shutil
import subprocess
import threading

import pytest

from conftest import ROOT, check_error
from provider_doubles import ANSWER, EMBED, KEY, RERANK, Double, Fault
from service_client import Server
from test_terminal import on_terminal

QUESTION = "where do we retry failed uploads"


@pytest.fixture
def folder(tmp_path) -> pathlib.Path:
    return pathlib.Path(shutil.copytree(ROOT / "tests" / "data" / "shop", tmp_path / "shop"))


@pytest.fixture
def service(request):
    double = Double(getattr(request, "param", "ollama"))
    yield double
    double.stop()


def search(program, folder, env, query=QUESTION) -> dict:
    return program.ok("search", query, "-p", folder, "-o", "json", env=env).json()


def index(program, folder, env, *options):
    return program.ok("index", folder, *options, env=env)


@pytest.mark.parametrize("service", sorted(EMBED), indirect=True)
def test_each_service_makes_the_vectors_of_an_index_and_its_key_shows_nowhere(program, folder, service):
    env = service.settings()
    said = index(program, folder, env)
    assert "Warning" not in said.out, said.out
    assert len(service.requests) == 2  # for the dimension, and for the texts of ten files
    texts = service.take_documents()
    assert texts and len(texts) == len(set(texts))
    answer = search(program, folder, env)
    assert answer["matches"][0]["file"]["path"] == "src/billing/upload.py" and not answer["warnings"]
    assert answer["search_strategy"][0] == "hybrid_search"
    assert service.take_documents() == [] or service.provider in ("openai", "azure", "ollama")  # which do not tell a query
    doctor = program.ok("doctor", "-p", folder, env=env)
    assert f"embedding model: {service.provider}/tiny, 64 dimensions" in doctor.out
    program.run("search", QUESTION, "-p", folder, "--debug", env=env)
    for file in pathlib.Path(program.home).rglob("*"):
        assert not file.is_file() or KEY.encode() not in file.read_bytes(), file


def test_without_the_service_words_are_indexed_and_vectors_come_with_the_next_run(program, folder, service):
    service.model, service.dimension = "nomic-embed-text", 768
    env = service.settings()
    service.stop()
    said = index(program, folder, env)
    assert "files have no vectors" in said.out and "is not reachable" in said.out
    answer = search(program, folder, env)
    assert answer["matches"][0]["file"]["path"] == "src/billing/upload.py"
    assert any("using sparse search only" in warning and "not reachable" in warning for warning in answer["warnings"])
    failed = program.run("doctor", "-p", folder, env=env)
    assert failed.code == 1 and "FAULT embedding model: The Ollama server at http://127.0.0.1" in failed.out

    service.start()
    said = index(program, folder, env)
    assert "Warning" not in said.out
    texts = service.take_documents()
    assert len(texts) == len(set(texts)) >= 10
    assert not search(program, folder, env)["warnings"]
    assert "up to date" in program.ok("doctor", "-p", folder, env=env).out


def test_a_service_that_ends_in_the_middle_of_a_run_is_sent_only_the_rest_later(program, folder, service):
    env = service.settings()
    for i in range(40):
        (folder / "src" / f"module_{i}.py").write_text(f"def number_{i}(value):\n    return value + {i}\n")
    service.break_after = 3  # one asks for the dimension, each other holds the texts of 16 files
    assert "no vectors" in index(program, folder, env).out
    attempted = service.take_documents()
    service.is_broken, service.break_after = False, -1
    assert "Warning" not in index(program, folder, env).out
    rest = service.take_documents()
    assert not search(program, folder, env)["warnings"]
    paid = [text for text in attempted if text not in rest]
    assert len(paid) >= 16 and len(rest) == len(set(rest))
    assert len(set(paid) | set(rest)) >= 50


def test_moves_switches_and_forced_runs_send_nothing_twice(program, folder, service):
    env = service.settings()

    def git(*words):
        subprocess.run(["git", "-c", "user.name=x", "-c", "user.email=x@y", *words], cwd=folder, check=True, capture_output=True)

    git("init", "-q", "-b", "main")
    git("add", "-A")
    git("commit", "-qm", "one")
    index(program, folder, env)
    assert service.take_documents()
    shutil.move(folder / "src" / "billing", folder / "src" / "accounting")
    shutil.copyfile(folder / "src" / "database" / "pool.py", folder / "src" / "copy.py")
    index(program, folder, env)
    assert service.take_documents() == []
    index(program, folder, env, "--force")
    assert service.take_documents() == []
    git("stash", "-u", "-q")
    git("checkout", "-q", "-b", "other")
    (folder / "src" / "late.py").write_text("def late_comer():\n    return 1\n")
    git("add", "-A")
    git("commit", "-qm", "two")
    index(program, folder, env)
    assert len(service.take_documents()) == 1
    git("checkout", "-q", "main")
    index(program, folder, env)
    git("checkout", "-q", "other")
    index(program, folder, env)
    assert service.take_documents() == []


def test_an_estimate_counts_what_a_run_would_send_and_sends_nothing(program, folder, service):
    service.model, service.dimension = "nomic-embed-text", 768
    env = {**service.settings(), "CODEWEAVER_EMBEDDING_PRICE_PER_MILLION_TOKENS": "1000"}
    estimate = index(program, folder, env, "--estimate", "-o", "json").json()
    said = index(program, folder, env, "--estimate").out
    assert service.requests == [] and "Nothing was sent." in said
    assert f"{estimate['chunks']} chunks of 10 files would be sent to ollama/nomic-embed-text" in said
    assert estimate["price"] == estimate["tokens"] / 1000 > 0
    assert program.run("search", "token", "-p", folder).code == 0  # nothing was written that belongs to a model
    shutil.rmtree(program.data)
    index(program, folder, env)
    assert len(service.requests) == estimate["requests"] == 1
    assert len(service.take_documents()) == estimate["chunks"]
    (folder / "src" / "late.py").write_text("def late_comer():\n    return 1\n")
    again = index(program, folder, env, "--estimate", "-o", "json").json()
    assert (again["files"], again["chunks"], again["kept_chunks"]) == (1, 1, estimate["chunks"])
    assert "is local: nothing would be sent" in index(program, folder, {}, "--estimate").out


def test_what_is_wrong_with_a_service_is_told_with_the_way_out(program, folder, service):
    env = service.settings()
    index(program, folder, {**env, "CODEWEAVER_EMBEDDING_MODEL": "tiny"})
    other = copy_of(folder)
    check_error(program.run("index", other, env={**env, "CODEWEAVER_EMBEDDING_MODEL": "nope"}),
                cause="Model 'nope' is not on the Ollama server", action="Pull it: `ollama pull nope`.")
    service.faults.append(Fault(dimension=32))
    (folder / "src" / "late.py").write_text("def late_comer():\n    return 1\n")
    check_error(program.run("index", folder, env=env), cause="returns vectors of 32 numbers instead of 64", action="codeweaver index --force")
    service.faults.append(Fault(cut=True))
    assert "sent an invalid reply" in index(program, folder, env).out
    index(program, folder, env)
    service.faults.extend([Fault(status=429, headers={"Retry-After": "0"}), Fault(status=503, headers={"Retry-After": "0"})])
    (folder / "src" / "later.py").write_text("def later_comer():\n    return 2\n")
    assert "Warning" not in index(program, folder, env).out
    check_error(program.run("search", "token", "-p", folder), cause="The index was built with embedder 'ollama/tiny/64'",
                action="Configure the previous embedder")


def copy_of(folder: pathlib.Path) -> pathlib.Path:
    """Another folder with the same files."""
    return pathlib.Path(shutil.copytree(folder, folder.parent / "other"))


def test_health_tells_of_a_service_without_a_request_a_probe(program, folder, service):
    env = service.settings()
    index(program, folder, env)
    service.take_documents()
    with Server(program, "-p", folder, env=env) as server:
        def embedding() -> dict:
            return server.ok("GET", "/health")["services"]["embedding_provider"]

        def warnings() -> list[str]:
            return server.ok("POST", "/api/v1/search", {"query": QUESTION})["warnings"]

        assert [embedding()["status"] for _ in range(5)] == ["up"] * 5
        assert len(service.requests) <= 1
        service.stop()
        assert any("using sparse search only" in warning for warning in warnings())
        assert embedding()["status"] == "down" and server.ok("GET", "/health")["status"] == "degraded"
        for _ in range(3):
            warnings()
        assert embedding()["circuit_breaker_state"] == "open"
        figures = server.ok("GET", "/health")["metrics"]
        assert figures["circuit_breaker_state"] == "open" and figures["circuit_breaker_open_count"] == 1
        assert figures["embedding_api_requests_total"] >= figures["embedding_api_errors_total"] >= 3
        assert any("is not called for another" in warning for warning in warnings())
    service.start()


@pytest.mark.parametrize("service", sorted(RERANK), indirect=True)
def test_each_reranker_orders_the_answer_and_the_local_one_takes_over_when_it_fails(program, folder, service):
    env = service.rerank_settings()
    index(program, folder, {})
    answer = search(program, folder, env)
    assert answer["matches"][0]["file"]["path"] == "src/billing/upload.py" and not answer["warnings"]
    asked = service.requests[-1].body
    assert asked["query"] == QUESTION and len(asked["documents"]) == 10
    assert any(text.startswith("src/billing/upload.py\nupload_invoice\n") for text in asked["documents"])
    assert f"ok    reranker: {service.provider}/tiny" in program.ok("doctor", "-p", folder, env=env).out
    local = search(program, folder, {})
    for fault in (Fault(status=401), Fault(drop=True), Fault(cut=True)):
        service.faults.append(fault)
        answer = search(program, folder, env)
        assert any("Reranking service unavailable, using the local reranker" in warning for warning in answer["warnings"])
        assert answer["matches"][0]["file"]["path"] == local["matches"][0]["file"]["path"]
    service.stop()
    assert "FAULT reranker:" in program.run("doctor", "-p", folder, env=env).out
    service.start()


@pytest.mark.parametrize("service", sorted(ANSWER), indirect=True)
def test_each_answer_model_is_asked_about_what_was_found_and_held_to_it(program, folder, service):
    env = service.answer_settings()
    index(program, folder, {})
    said = program.ok("ask", QUESTION, "-p", folder, env=env).out
    assert said.startswith("They are retried with growing pauses [1].\n\n[1] src/billing/upload.py:1-20\n"), said
    assert said.endswith(f"Answered by {service.provider}/tiny.\n")
    sent = json.dumps(service.requests[-1].body)
    assert "[1] src/billing/upload.py:1-20 upload_invoice" in sent and "Question: " + QUESTION in sent
    service.says = "Never [9], or thrice [1]."
    answer = program.ok("ask", QUESTION, "-p", folder, "-o", "json", env=env).json()
    assert answer["text"] == "Never , or thrice [1]." and len(answer["citations"]) == 1
    assert answer["citations"][0]["path"] and answer["citations"][0]["text"]
    assert any("did not point to a given source" in warning for warning in answer["warnings"])


@pytest.mark.parametrize("service", sorted(ANSWER), indirect=True)
def test_an_answer_that_ends_badly_is_an_error_after_what_had_come(program, folder, service):
    env = service.answer_settings()
    index(program, folder, {})
    for service.ends, cause in (("cut", ""), ("error", "out of memory"), ("garbage", "")):
        done = program.run("ask", QUESTION, "-p", folder, env=env)
        assert done.code != 0 and cause in done.err and "They are" not in done.out, (service.ends, done)
    shown = on_terminal(program, "ask", QUESTION, "-p", folder, env=env, code=1)
    assert "They are " in shown and "Error" in shown


def test_a_terminal_shows_an_answer_while_the_model_writes_it(program, folder, service):
    env = service.answer_settings()
    index(program, folder, {})
    service.gate = threading.Event()

    def watch(written: str) -> None:
        if "They are " in written:  # the rest waits for this
            service.gate.set()

    service.says = 'They are "failed uploads with growing pauses" [1], "for ever" [1].'
    shown = on_terminal(program, "ask", QUESTION, "-p", folder, env=env, watch=watch)
    assert service.gate.is_set() and shown.count("They are") == 1
    assert 'does not contain "for ever"' in shown and 'does not contain "failed' not in shown and "Answered by ollama/tiny." in shown
    service.says = "Never [9], or thrice [1]."
    shown = on_terminal(program, "ask", QUESTION, "-p", folder, env=env)
    assert "Never [1], or thrice [2].\n" in shown and "After removing invalid citations:\nNever , or thrice [1].\n" in shown


def test_other_wordings_of_a_question_find_more_for_its_answer(program, folder, service):
    env = service.answer_settings()
    index(program, folder, {})
    program.ok("ask", QUESTION, "-p", folder, "--query", "session token is validated", "--query", "password hash", env=env)
    assert "Question: " + QUESTION in json.dumps(service.requests[-1].body) and "src/auth/" in json.dumps(service.requests[-1].body)


def test_asking_without_a_model_or_without_sending_anything(program, folder, service):
    index(program, folder, {})
    none = {"CODEWEAVER_ANSWER_PROVIDER": "none"}
    check_error(program.run("ask", QUESTION, "-p", folder, env=none), cause='answer.provider is "none"', action="CODEWEAVER_ANSWER_PROVIDER")
    env = service.answer_settings()
    said = program.ok("ask", QUESTION, "-p", folder, "--dry-run", env=env).out
    assert "[1] src/billing/upload.py:1-20 upload_invoice" in said and "to ollama (tiny)" in said and "Nothing was sent." in said
    assert service.requests == []
    quoted = program.ok("ask", QUESTION, "-p", folder).out
    assert "[1] src/billing/upload.py:" in quoted
    service.stop()
    check_error(program.run("ask", QUESTION, "-p", folder, env=env), cause="is not reachable", action="answer.url")
    service.start()


@pytest.mark.parametrize("service", ["voyage"], indirect=True)
def test_keys_come_from_the_environment_or_the_users_env_file(program, folder, service):
    env = service.settings()
    del env["VOYAGE_API_KEY"]
    check_error(program.run("index", folder, env={**env, "CODEWEAVER_EMBEDDING_URL": ""}),
                cause="The Voyage AI API needs an API key, and none is set", action="Set VOYAGE_API_KEY in the environment")
    check_error(program.run("index", folder, env={**env, "CODEWEAVER_EMBEDDING_API_KEY_ENV": "TEAM_KEY"}),
                cause="embedding.api_key_env names TEAM_KEY, which is not set", action="Set TEAM_KEY")
    check_error(program.run("index", folder, env={**env, "VOYAGE_API_KEY": "key-of-somebody"}),
                cause="refused the key (status 401): no such key: [redacted]", action="Check the key")
    (folder / ".env").write_text(f"VOYAGE_API_KEY={KEY}\n")  # the project's, which nobody reads
    assert program.run("index", folder, env=env).code == 1
    program.settings_file.parent.mkdir(parents=True, exist_ok=True)
    (program.settings_file.parent / ".env").write_text(f"VOYAGE_API_KEY={KEY}\n")
    index(program, folder, env)
    assert not search(program, folder, env)["warnings"]


def test_a_certificate_that_nobody_vouches_for_is_not_trusted(program, folder, tmp_path):
    if shutil.which("openssl") is None:
        pytest.skip("openssl is missing")
    import ssl
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "key.pem", "-out", "cert.pem", "-days", "2",
                    "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"], cwd=tmp_path, check=True, capture_output=True)
    double = Double("openai")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "cert.pem", tmp_path / "key.pem")
    double.server.socket = context.wrap_socket(double.server.socket, server_side=True)
    try:
        env = {**double.settings(), "CODEWEAVER_EMBEDDING_URL": f"https://localhost:{double.port}/v1"}
        check_error(program.run("index", folder, env=env), cause="has a certificate that is not trusted", action="embedding.url")
        assert double.requests == []
    finally:
        double.stop()
