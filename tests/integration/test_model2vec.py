"""A model2vec folder as the embedder: indexing, searching, and never mixed with another model."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import shutil

from conftest import ROOT, check_error

FOLDERS = ROOT / "tests" / "data" / "model2vec"


def test_a_folder_of_model2vec_embeds_a_project_and_another_one_is_refused(program, tmp_path):
    shop = shutil.copytree(ROOT / "tests" / "data" / "shop", tmp_path / "shop")
    env = {"CODEWEAVER_EMBEDDING_MODEL_PATH": str(FOLDERS / "plain")}
    program.ok("index", shop, env=env)
    found = program.ok("search", "retry the upload", "-p", shop, "-o", "json", env=env).json()
    audit = found["matches"][0]["audit"]
    assert audit["embedder_provider"] == "model2vec" and audit["embedder_model"].startswith("plain-")
    other = program.run("search", "retry the upload", "-p", shop, env={"CODEWEAVER_EMBEDDING_MODEL_PATH": str(FOLDERS / "weighted")})
    check_error(other, cause="but 'model2vec/weighted-", action="codeweaver index --force")
    missing = program.run("index", shop, env={"CODEWEAVER_EMBEDDING_MODEL_PATH": str(tmp_path)})
    check_error(missing, cause="tokenizer.json", action="Check the path")
