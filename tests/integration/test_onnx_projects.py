"""ONNX models in projects: indexing and searching, no mixing of models, and the report of doctor."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import math
import pathlib
import shutil

import pytest
import tiny_models as tiny
from conftest import ROOT, check_error

QUESTION = "where do we retry failed uploads"


@pytest.fixture
def folder(tmp_path) -> pathlib.Path:
    return pathlib.Path(shutil.copytree(ROOT / "tests" / "data" / "shop", tmp_path / "shop"))


@pytest.fixture
def models(tmp_path) -> pathlib.Path:
    return tmp_path / "models"


def settings(**paths: pathlib.Path) -> dict[str, str]:
    """The environment that names models: embedding, rerank or sparse."""
    out = {"CODEWEAVER_ONNX_LIBRARY": str(tiny.library())}
    for section, path in paths.items():
        out[f"CODEWEAVER_{section.upper()}_PROVIDER"] = "splade" if section == "sparse" else "onnx"
        out[f"CODEWEAVER_{section.upper()}_MODEL_PATH"] = str(path)
    return out


def search(program, folder, env, *options) -> dict:
    return program.ok("search", QUESTION, "-p", folder, "-o", "json", *options, env=env).json()


def test_a_transformer_embeds_a_project_and_a_changed_one_is_refused(program, folder, models):
    env = settings(embedding=tiny.make_embedder(models / "tiny"))
    said = program.ok("index", folder, env=env)
    assert "Warning" not in said.out, said.out
    found = search(program, folder, env)
    assert not found["warnings"] and found["search_strategy"][0] == "hybrid_search"
    audit = found["matches"][0]["audit"]
    assert audit["embedder_provider"] == "onnx" and audit["embedder_model"].startswith("tiny-")
    assert "ok    embedding model: onnx/tiny-" in program.ok("doctor", "-p", folder, env=env).out
    assert "is local: nothing would be sent" in program.ok("index", folder, "--estimate", env=env).out

    (folder / "src" / "moved").mkdir()
    shutil.move(folder / "src" / "billing" / "upload.py", folder / "src" / "moved" / "upload.py")
    program.ok("index", folder, env=env)
    again = search(program, folder, env)
    assert any(match["file"]["path"] == "src/moved/upload.py" for match in again["matches"]) and not again["warnings"]

    tiny.make_embedder(models / "tiny", seed=9)
    check_error(program.run("search", QUESTION, "-p", folder, env=env), cause="built with embedder 'onnx/tiny-", action="codeweaver index --force")
    program.ok("index", folder, "--force", env=env)
    assert search(program, folder, env)["matches"][0]["audit"]["embedder_model"] != audit["embedder_model"]
    check_error(program.run("search", QUESTION, "-p", folder, env={**env, "CODEWEAVER_EMBEDDING_POOLING": "cls"}), cause="-cls/16' is configured",
                action="codeweaver index --force")


def test_a_cross_encoder_orders_the_candidates(program, folder, models):
    env = settings(rerank=tiny.make_reranker(models / "judge"))
    program.ok("index", folder, env=env)
    found = search(program, folder, env, "--set", "search.min_similarity=0")
    assert "semantic_rerank" in found["search_strategy"] and not found["warnings"]
    reference = tiny.Reference(models / "judge")
    assert len(found["matches"]) == 10
    for match in found["matches"]:
        name = match["content"]["chunk_name"].partition(":")[2]
        read = "\n".join([match["file"]["path"], *([name] if name else []), match["content"]["content"]])
        number, = reference(QUESTION, read).tolist()
        assert match["rerank_score"] == pytest.approx(1 / (1 + math.exp(-number)), abs=1e-5)
    assert "ok    reranker: onnx/judge-" in program.ok("doctor", "-p", folder, env=env).out


def test_splade_adds_words_that_a_text_does_not_say(program, folder, models):
    env = settings(sparse=tiny.make_splade(models / "words"))
    program.ok("index", folder, env=env)
    assert "ok    sparse encoder: splade/words-" in program.ok("doctor", "-p", folder, env=env).out
    assert not search(program, folder, env)["warnings"]
    check_error(program.run("search", QUESTION, "-p", folder), cause="+splade/words-", action="codeweaver index --force")
    # The encoder is part of the records' model identity, so copying them to a store needs it.
    gone = {**env, "CODEWEAVER_ONNX_LIBRARY": str(models / "libonnxruntime.so.1")}
    check_error(program.run("migrate", "--to", "memory", "-p", folder, env=gone), cause=str(models / "libonnxruntime.so.1"), action="onnx.library")
    program.ok("migrate", "--to", "memory", "-p", folder, env=env)


def test_what_is_missing_is_told_with_the_setting_that_names_it(program, folder, models):
    env = settings(embedding=tiny.make_embedder(models / "tiny"))
    gone = {**env, "CODEWEAVER_ONNX_LIBRARY": str(models / "libonnxruntime.so.1")}
    check_error(program.run("index", folder, env=gone), cause=str(models / "libonnxruntime.so.1"), context="embedding.model_path", action="onnx.library")
    nowhere = {**env, "CODEWEAVER_EMBEDDING_MODEL_PATH": str(models)}
    check_error(program.run("index", folder, env=nowhere), cause="has no model.onnx", context="embedding.model_path", action="Check the path")
    nothing = {"CODEWEAVER_EMBEDDING_PROVIDER": "onnx"}
    check_error(program.run("index", folder, env=nothing), cause='embedding.provider is "onnx", but no model is given',
                context="environment CODEWEAVER_EMBEDDING_PROVIDER", action="embedding.model_path")
    failed = program.run("doctor", "-p", folder, env=gone)
    assert failed.code == 1 and "FAULT embedding model: ONNX Runtime cannot be used" in failed.out


def test_a_cloned_project_cannot_name_a_library_or_a_model(program, folder, models):
    (folder / "codeweaver.toml").write_text('[onnx]\nlibrary = "evil.so"\n\n[rerank]\nmodel_path = "evil"\n')
    shown = {row["key"]: row["value"] for row in program.ok("config", "--show", "-p", folder, "-o", "json").json()}
    assert shown["onnx.library"] == shown["rerank.model_path"] == '""'
