"""Models of a real Ollama server: its vectors, streams and errors arrive correctly."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import shutil

import pytest

from conftest import ROOT, Program
from ollama_server import EMBEDDER, EMBEDDER_CONTEXT, WIDTH, WRITER, Ollama
from service_client import Server
from test_server_answers import ask

pytestmark = pytest.mark.slow  # scripts/ollama builds it for minutes
QUESTION = "where do we retry failed uploads"
UPLOAD = "src/billing/upload.py"


@pytest.fixture(scope="module")
def ollama(tmp_path_factory):
    server = Ollama(tmp_path_factory.mktemp("ollama"))
    yield server
    server.stop()


@pytest.fixture
def shop(tmp_path):
    return shutil.copytree(ROOT / "tests" / "data" / "shop", tmp_path / "shop")


def embedding(ollama, provider="ollama", model=EMBEDDER) -> dict:
    return {"CODEWEAVER_EMBEDDING_PROVIDER": provider, "CODEWEAVER_EMBEDDING_MODEL": model,
            "CODEWEAVER_EMBEDDING_URL": ollama.url + ("/v1" if provider == "openai" else "")}


def answering(ollama, provider="ollama", model=WRITER) -> dict:
    return {"CODEWEAVER_ANSWER_PROVIDER": provider, "CODEWEAVER_ANSWER_MODEL": model,
            "CODEWEAVER_ANSWER_URL": ollama.url + ("/v1" if provider == "openai" else "")}


@pytest.mark.parametrize("provider", ["ollama", "openai"])
def test_it_makes_the_vectors_of_an_index_in_its_own_shape_and_in_that_of_openai(program: Program, shop, ollama, provider):
    (shop / "long.py").write_text("NAMES = [\n" + "".join(f'    "name_{n}",\n' for n in range(EMBEDDER_CONTEXT)) + "]\n")
    env = embedding(ollama, provider)
    said = program.ok("index", shop, env=env)
    assert "Warning" not in said.out, said.out
    answer = program.ok("search", QUESTION, "-p", shop, "-o", "json", env=env).json()
    assert answer["search_strategy"][0] == "hybrid_search" and not answer["warnings"]
    assert f"embedding model: {provider}/{EMBEDDER}, {WIDTH} dimensions" in program.ok("doctor", "-p", shop, env=env).out


def test_a_model_that_it_has_not_is_told_with_what_to_pull(program: Program, shop, ollama):
    env = embedding(ollama, model="none-such")
    failed = program.run("doctor", "-p", shop, env=env)
    assert failed.code == 1 and "none-such" in failed.out and "ollama pull none-such" in failed.out
    said = program.run("index", shop, env=env)
    assert said.code == 1 and "ollama pull none-such" in said.err
    program.ok("index", shop)
    refused = program.run("ask", QUESTION, "-p", shop, env=answering(ollama, model="none-such"))
    assert refused.code == 1 and "ollama pull none-such" in refused.err


def test_a_server_that_stops_and_comes_back_gets_what_it_missed(program: Program, shop, ollama):
    env = embedding(ollama)
    program.ok("index", shop, env=env)
    (shop / "late.py").write_text("def late_comer():\n    return 1\n")
    ollama.stop()
    try:
        answer = program.ok("search", QUESTION, "-p", shop, "-o", "json", env=env).json()
        assert answer["matches"][0]["file"]["path"] == UPLOAD
        assert any("not reachable" in warning for warning in answer["warnings"])
    finally:
        ollama.start()
    assert "Warning" not in program.ok("index", shop, env=env).out
    assert not program.ok("search", QUESTION, "-p", shop, "-o", "json", env=env).json()["warnings"]


@pytest.mark.parametrize("provider", ["ollama", "openai"])
def test_its_answer_comes_as_a_stream_and_cites_nothing_that_it_was_not_given(program: Program, shop, ollama, provider):
    program.ok("index", shop)
    env = answering(ollama, provider)
    answer = program.ok("ask", QUESTION, "-p", shop, "-o", "json", "--token-limit", "40", env=env).json()
    assert answer["model"] == f"{provider}/{WRITER}" and answer["text"].endswith("[...]")  # it knows no end
    with Server(program, "-p", str(shop), env=env) as server:
        events = ask(server, {"question": QUESTION})
    kinds = [kind for kind, _ in events]
    assert kinds[0] == "passages" and kinds[-1] == "answer" and kinds.count("token") > 3
    assert UPLOAD in [passage["path"] for passage in events[0][1]]
