"""Providers in settings: listed by doctor, used if available, rejected otherwise."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import pathlib
import shutil

import pytest

from conftest import ROOT, check_error

MODEL = ROOT / "models" / "static-code-3.bin"


@pytest.fixture
def folder(tmp_path) -> pathlib.Path:
    return pathlib.Path(shutil.copytree(ROOT / "tests" / "data" / "shop", tmp_path / "shop"))


def search(program, folder, *options) -> dict:
    return program.ok("search", "validate a token", "-p", folder, "-o", "json", *options).json()


def test_doctor_lists_providers_with_what_they_can_do_and_need(program, folder):
    program.ok("index", folder)
    said = program.ok("doctor", "-p", folder).out
    assert "ok    providers: all providers in the settings are available" in said
    assert "    * embedder codeweaver: local, deterministic" in said
    assert "      store qdrant: shared, api_key, url; needs the Qdrant server\n" in said
    assert "      sparse encoder splade: local, deterministic, model_path; needs the ONNX Runtime library\n" in said
    check, = [row for row in program.ok("doctor", "-p", folder, "-o", "json").json() if row["name"] == "providers"]
    roles = {provider["role"] for provider in check["providers"]}
    assert roles == {"embedder", "sparse encoder", "reranker", "store", "vector index", "chunker", "answer model"}
    chosen = [provider for provider in check["providers"] if provider["is_chosen"]]
    assert sorted(provider["role"] for provider in chosen) == sorted(roles)
    for provider in check["providers"]:
        assert provider["capabilities"] and provider["is_available"] != ("missing" in provider)


def test_a_model_of_ones_own_is_taken_from_its_file(program, folder, tmp_path):
    shutil.copyfile(MODEL, tmp_path / "own.bin")
    own = ("--set", f"embedding.model_path={tmp_path / 'own.bin'}")
    program.ok("index", folder, *own)
    assert search(program, folder, *own)["matches"] == search(program, folder)["matches"] != []
    (tmp_path / "own.bin").unlink()
    check_error(program.run("search", "token", "-p", folder, *own), cause=str(tmp_path / "own.bin"),
                context="embedding.model_path", action="Check the path")


def test_without_a_reranker_the_fused_order_is_final(program, folder):
    program.ok("index", folder)
    answer = search(program, folder, "--set", "rerank.provider=none")
    assert answer["matches"] and answer["search_strategy"] == ["hybrid_search"]
    assert all("rerank_score" not in match for match in answer["matches"])
    assert "semantic_rerank" in search(program, folder)["search_strategy"]


@pytest.mark.parametrize("command", [["index"], ["search", "token", "-p"], ["status", "-p"], ["reconcile", "-p"]])
def test_each_command_refuses_what_is_not_there(program, folder, command):
    if command[0] == "reconcile":  # it knows indexed projects only
        program.ok("index", folder)
    outcome = program.run(*command, folder, env={"CODEWEAVER_SPARSE_PROVIDER": "splade"})
    check_error(outcome, cause='sparse.provider is "splade"', context="environment CODEWEAVER_SPARSE_PROVIDER",
                action='Set sparse.model_path to the model\'s folder, or set sparse.provider to "codeweaver"')


def test_the_program_for_developers_refuses_it_too(bench_program, folder):
    outcome = bench_program.run("speed", folder, env={"CODEWEAVER_SPARSE_PROVIDER": "splade"})
    check_error(outcome, cause='sparse.provider is "splade"', context="environment CODEWEAVER_SPARSE_PROVIDER",
                action='Set sparse.model_path to the model\'s folder')


def test_a_cloned_project_cannot_hide_its_provider(program, folder):
    (folder / "codeweaver.toml").write_text('[embedding]\nprovider = "voyage"\n')
    check_error(program.run("index", folder, env={"VOYAGE_API_KEY": "key-of-the-user"}),
                cause='embedding.provider is "voyage" in the project\'s own file: it would send the code to the Voyage AI API',
                context="from the project file", action="set it in your own settings")
    program.ok("config", "--show", "-p", folder)
    program.ok("projects")


def test_doctor_says_that_a_store_keeps_nothing(program, folder):
    program.ok("index", folder)
    said = program.ok("doctor", "-p", folder, "--set", "store.kind=memory").out
    assert "\nok    store: memory keeps records in memory; each process fills" in said
    assert " store: " not in program.ok("doctor", "-p", folder).out


def test_with_a_store_in_memory_answers_are_the_same(program, folder):
    program.ok("index", folder)
    memory = ("--set", "store.kind=memory")
    embedded, found = search(program, folder), search(program, folder, *memory)
    backends = [answer["matches"][0]["audit"]["vector_backend"] for answer in (embedded, found)]
    assert backends == ["codeweaver-scan", "memory"]
    for answer in (embedded, found):
        answer.pop("execution_time_ms")
        for match in answer["matches"]:
            match["audit"].pop("vector_backend")
    assert found == embedded
    assert "    * store memory: local, exact" in program.ok("doctor", "-p", folder, *memory).out
