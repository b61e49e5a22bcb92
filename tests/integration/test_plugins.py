"""The plugin examples build with an installed library, and their plugins change the results."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import os
import pathlib
import shutil
import subprocess

import pytest

from conftest import BUILD, ROOT

CPP = ROOT / "examples" / "plugins" / "cpp"
STATEMENTS = """create table users (id integer, name text);

create table orders (id integer, total numeric);
create index orders_by_total on orders (total);
"""


def run(*command) -> str:
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, f"{command}\\n{done.stdout[-3000:]}{done.stderr[-3000:]}"
    return done.stdout


@pytest.fixture(scope="module")
def programs(tmp_path_factory):
    """The folder of the examples, built where only the installed library can serve them."""
    folder = tmp_path_factory.mktemp("plugins")
    run("cmake", "--install", BUILD, "--prefix", folder / "prefix")
    shutil.copytree(CPP, folder / "cpp")
    launchers = [f"-DCMAKE_CXX_COMPILER_LAUNCHER={shutil.which('ccache')}"] if shutil.which("ccache") else []
    run("cmake", "-G", "Ninja", "-S", folder / "cpp", "-B", folder / "build", f"-DCMAKE_PREFIX_PATH={folder / 'prefix'}",
        "-DCMAKE_BUILD_TYPE=Debug", *launchers)
    run("cmake", "--build", folder / "build")
    return folder / "build"


@pytest.fixture
def shop(tmp_path) -> pathlib.Path:
    folder = tmp_path / "shop"
    shutil.copytree(ROOT / "tests" / "data" / "shop", folder)
    (folder / "tables.sql").write_text(STATEMENTS)
    (folder / "handler.py").write_text("def handle(ctx):\n    return ctx.request\n")
    return folder


@pytest.fixture
def ask(programs, shop, tmp_path):
    def ask(program, query, *more):
        return run(programs / program, shop, tmp_path / f"state-{program}", query, *more).splitlines()

    return ask


def test_every_interface_has_an_example(programs):
    names = {source.stem for source in CPP.glob("*.cpp")}
    assert names == {"chunker", "sparse_encoder", "embedder", "reranker", "vector_store", "answer_model", "registry"}
    assert all(os.access(programs / name, os.X_OK) for name in names)


def test_the_chunker_cuts_sql_at_its_statements(ask):
    assert ask("chunker", "orders by total")[0].startswith("tables.sql:4-4")
    assert ask("chunker", "retry failed uploads")[0].startswith("src/billing/upload.py:")


def test_the_sparse_encoder_finds_code_by_words_that_it_does_not_say(ask):
    assert any(line.startswith("handler.py:1-2") for line in ask("sparse_encoder", "context"))


def test_the_embedder_and_the_reranker_are_those_of_the_program(ask):
    assert ask("embedder", "retry failed uploads")[0].startswith("src/billing/upload.py:")
    assert ask("reranker", "handle request")[0].startswith("handler.py:")


def test_the_store_is_asked(ask):
    *_, counted = ask("vector_store", "retry failed uploads")
    records, searches = counted.split(" records, ")
    assert int(records) >= 10 and int(searches.split()[0]) == 2


def test_the_answer_model_says_where_and_the_built_in_one_quotes(ask):
    said = ask("answer_model", "where are failed uploads retried")
    assert said[0].startswith("See src/billing/upload.py [1]: ") and said[1] == "src/billing/upload.py"
    assert said[3].startswith("src/billing/upload.py:") and said[3].endswith("[1]")


def test_the_registry_serves_names_and_refuses_others(ask, programs, shop, tmp_path):
    assert ask("registry", "retry failed uploads", "rules")[0] == "codeweaver/rules-1"
    refused = subprocess.run([programs / "registry", shop, tmp_path / "other", "x", "ruels"], capture_output=True, text=True)
    assert refused.returncode == 1
    assert refused.stderr == ('rerank.provider is "ruels": there is no such provider (choosing rerank.provider). '
                              'Choose one of: codeweaver, cohere, jina, none, onnx, rules, voyage.\n')
