"""Stores of services: the C++ suites on each, and the program end to end, with and without outages."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import importlib.util
import json
import os
import pathlib
import shutil
import subprocess
import sys
import urllib.request

import pytest

from conftest import BUILD, ROOT, check_error
from provider_doubles import Double
from store_services import QUESTION, QdrantShim, place, search
from store_services import env, folder, opensearch, postgres, qdrant, service  # fixtures

# The suites that open projects as programs do; of what takes long one seed will do, which test_engine runs on memory.
ENGINE = ("--source-file=*push_test*,*rebuild_test*,*reconcile_run_test*,*watch_test*,*workspace_test*,*worktrees_test*,"
          "*store_searcher_test*")
LONG = "--test-case-exclude=any sequence of pushes*,*the best ten are those of the index,*definitions and texts of files*"


@pytest.fixture
def suite_env(service) -> dict:
    """The same for C++ suites, which make places of their own."""
    return service.settings()


def run_suite(name: str, env: dict, *options: str) -> None:
    """Runs a C++ suite on the store that the settings name."""
    suite = BUILD / "tests" / name
    if not suite.exists():
        pytest.skip(f"{suite} is not built")
    kind = env["CODEWEAVER_STORE_KIND"]
    done = subprocess.run([suite, "--no-path-filenames=true", *options], text=True, capture_output=True, timeout=600,
                          env={**os.environ, **{key: value for key, value in env.items() if not key.startswith("CODEWEAVER_")},
                               "CODEWEAVER_TEST_STORE": kind, f"CODEWEAVER_TEST_{kind.upper()}_URL": env["CODEWEAVER_STORE_URL"],
                               "OMP_WAIT_POLICY": "passive"})
    assert done.returncode == 0 and " 0 passed" not in done.stdout, done.stdout[-4000:]


def without_backend(answer: dict) -> dict:
    answer = json.loads(json.dumps(answer))
    for key in ("execution_time_ms", "stage_times"):
        answer.pop(key, None)
    for match in answer["matches"]:
        assert match["audit"].pop("vector_backend")
    return answer


def test_the_contract_holds(suite_env):
    run_suite("test_remote", suite_env)


@pytest.mark.slow  # each collection is a shard on the disk
def test_the_contract_holds_on_the_engine_of_qdrant_itself():
    shim = QdrantShim(engine=True)
    try:
        run_suite("test_remote", shim.settings())
    finally:
        shim.remove()


# OpenSearch takes some tenths of a second to make an index, and each project here has two.
@pytest.mark.parametrize("service", ["qdrant", "postgres", pytest.param("opensearch", marks=pytest.mark.slow)], indirect=True)
def test_projects_are_opened_searched_and_pushed_to_as_without(suite_env):
    run_suite("test_engine", suite_env, ENGINE, LONG)


@pytest.mark.slow  # local mode looks at each record in Python
def test_four_hundred_questions_are_answered_byte_by_byte_as_by_the_index(suite_env):
    run_suite("test_engine", suite_env, "--source-file=*store_search_test*")


@pytest.mark.slow  # the same
def test_without_an_index_four_hundred_questions_have_the_best_ten_of_the_index(suite_env):
    run_suite("test_engine", suite_env, "--source-file=*store_searcher_test*")


def test_answers_are_those_of_the_index_and_say_who_gave_them(program, folder, env):
    expected = search(program, folder, {})
    answer = search(program, folder, env)
    assert {match["audit"]["vector_backend"] for match in answer["matches"]} == {env["CODEWEAVER_STORE_KIND"]}
    assert without_backend(answer) == without_backend(expected)
    (folder / "src" / "fresh.py").write_text("def reconcile_ledger(entries):\n    return sum(entries)\n")
    found = program.ok("search", "reconcile_ledger", "-p", folder, "-o", "json", env=env).json()
    assert found["matches"][0]["file"]["path"] == "src/fresh.py"
    filtered = search(program, folder, env, "--file-glob", "src/billing/*.py")
    assert without_backend(filtered) == without_backend(search(program, folder, {}, "--file-glob", "src/billing/*.py"))
    assert filtered["matches"]


def test_a_machine_with_nothing_but_settings_answers_from_the_store(program, folder, env, tmp_path):
    expected = search(program, folder, {})
    program.ok("index", folder, env=env)
    shutil.rmtree(folder)
    node = {**env, "XDG_DATA_HOME": str(tmp_path / "query-node")}
    found = program.ok("search", QUESTION, "--from-store", "-p", "shop", "-o", "json", env=node).json()
    assert [place(match) for match in found["matches"]] == [place(match) for match in expected["matches"]]
    assert {match["audit"]["vector_backend"] for match in found["matches"]} == {env["CODEWEAVER_STORE_KIND"]}
    assert not (tmp_path / "query-node").exists()
    check_error(program.run("search", QUESTION, "--from-store", "-p", "nowhere", env=node),
                cause="The store has no records of a project 'nowhere'", action="index the project with this store")
    check_error(program.run("search", QUESTION, "--from-store", "-p", "shop", env={"XDG_DATA_HOME": node["XDG_DATA_HOME"]}),
                cause="needs a vector store", action="store.kind")


def test_python_answers_from_the_store_as_the_command_does(program, folder, env, tmp_path):
    if importlib.util.find_spec("codeweaver") is None:
        pytest.skip("the Python package is not installed")
    program.ok("index", folder, env=env)
    shutil.rmtree(folder)
    node = {**program.environment, **env, "XDG_DATA_HOME": str(tmp_path / "query-node")}
    script = """
import codeweaver, json, sys
node = codeweaver.StoreSearcher("shop")
question = sys.argv[1]
answers = [node.search(question), node.find_code(question), node.search(question, limit=1)]
try:
    node.file_text("nowhere.py")
except codeweaver.NotFoundError as error:
    missing = error.code
try:
    node.find_references("upload_invoice")
except codeweaver.UnsupportedError as error:
    refused = error.code
several = codeweaver.search_projects([node], question)
try:
    codeweaver.StoreSearcher("nobody").search(question)
except codeweaver.NotFoundError as error:
    unknown = error.code
print(json.dumps({"places": [[[match.file.path, match.span.start_line, match.span.end_line] for match in answer.matches] for answer in answers],
                  "symbols": [found.qualified_name for found in node.find_symbol("upload_invoice")],
                  "text": node.file_text("src/billing/upload.py"), "missing": missing, "unknown": unknown, "refused": refused,
                  "several": [match.file.path for match in several.matches], "definitions": [one.name for one in node.definitions_in("src/billing/upload.py")],
                  "status": [node.project_id, node.status().total_files > 0]}))
"""
    done = subprocess.run([sys.executable, "-c", script, QUESTION], env=node, text=True, capture_output=True, timeout=120)
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    found = program.ok("search", QUESTION, "--from-store", "-p", "shop", "-o", "json", env=node).json()
    assert [tuple(one) for one in said["places"][0]] == [place(match) for match in found["matches"]]
    assert said["places"][1] and said["places"][2] == said["places"][0][:1]
    assert said["refused"] == "QUERY_NODE" and said["several"] and said["status"] == ["shop", True]
    assert "upload_invoice" in said["definitions"]
    assert said["symbols"] == ["upload_invoice"] and "def upload_invoice" in said["text"]
    assert said["missing"] == "FILE_NOT_INDEXED" and said["unknown"] == "PROJECT_NOT_FOUND"
    assert not (tmp_path / "query-node").exists()


def test_workers_of_two_projects_and_two_of_one_fill_a_store_at_once(program, folder, env, tmp_path):
    projects = [folder] + [pathlib.Path(shutil.copytree(folder, tmp_path / f"work{i}" / f"shop{i}")) for i in range(2)]
    workers = [(project, state) for project in projects for state in ("a", "b")]
    processes = [program.start("index", project, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                               env={**env, "XDG_DATA_HOME": str(tmp_path / f"data-{state}")}) for project, state in workers]
    for process in processes:
        error = process.communicate(timeout=300)[1]
        assert process.returncode == 0, error
    expected = [place(match) for match in search(program, folder, {})["matches"]]
    for project in projects:
        found = program.ok("search", QUESTION, "--from-store", "-p", project.name, "-o", "json", env=env).json()
        assert [place(match) for match in found["matches"]] == expected
        assert found["warnings"] == []
    for state in ("a", "b"):
        kind, url = env["CODEWEAVER_STORE_KIND"], env["CODEWEAVER_STORE_URL"]
        tree, = program.ok("migrate", "--to", kind, "--url", url, "-p", folder, "-o", "json",
                           env={**env, "XDG_DATA_HOME": str(tmp_path / f"data-{state}")}).json()["trees"]
        assert tree["records"] > 0 and len(tree["hash"]) == 32


def test_projects_are_divided_among_several_stores_and_found_there(program, folder, service, request, tmp_path):
    places = [service.settings(f"s{i}x" + str(abs(hash(request.node.name)))) for i in range(2)]
    both = {**places[0], "CODEWEAVER_STORE_URL": " ".join(one["CODEWEAVER_STORE_URL"] for one in places)}
    names, alone = [], [set(), set()]
    # Where a project lies depends on the addresses, which no two runs share: so many that both stores have some.
    while len(names) < 3 or not all(alone):
        assert len(names) < 32, f"all of {names} lie on one store"  # by chance once in 2^31 runs
        names.append(f"shop{len(names)}")
        program.ok("index", pathlib.Path(shutil.copytree(folder, tmp_path / "all" / names[-1])), env=both)
        holders = [i for i, one in enumerate(places) if program.run("search", QUESTION, "--from-store", "-p", names[-1], env=one).code == 0]
        assert len(holders) == 1
        alone[holders[0]].add(names[-1])
    for name in names:
        assert program.ok("search", QUESTION, "--from-store", "-p", name, "-o", "json", env=both).json()["matches"]


def test_doctor_asks_the_store(program, folder, env):
    program.ok("index", folder, env=env)
    kind = env["CODEWEAVER_STORE_KIND"]
    said = program.ok("doctor", "-p", folder, env=env).out
    assert "ok    store: " in said and "it has 1 collection of the project" in said and f"* store {kind}: " in said


def test_a_second_project_of_the_same_name_is_kept_out(program, folder, env, tmp_path):
    program.ok("index", folder, env=env)
    other = pathlib.Path(shutil.copytree(folder, tmp_path / "elsewhere" / "shop"))
    refused = program.run("index", other, env={**env, "XDG_DATA_HOME": str(tmp_path / "other-data")})
    check_error(refused, cause="The store already has records of a project 'shop' in", action="Give one of the two projects another id")
    assert without_backend(search(program, folder, env)) == without_backend(search(program, folder, {}))


def test_a_wrong_address_is_said_with_the_way_out(program, folder, env):
    kind = env["CODEWEAVER_STORE_KIND"]
    nowhere = {"qdrant": "http://127.0.0.1:9", "postgres": "postgresql://nobody@127.0.0.1:9/nowhere",
               "opensearch": "http://127.0.0.1:9"}[kind]
    program.ok("index", folder)
    failed = program.run("search", QUESTION, "-p", folder, env={**env, "CODEWEAVER_STORE_URL": nowhere})
    check_error(failed, cause="127.0.0.1:9", action="store.url")
    assert "is not reachable" in failed.err
    doctor = program.run("doctor", "-p", folder, env={**env, "CODEWEAVER_STORE_URL": nowhere})
    assert doctor.code == 1 and "FAULT store: The " in doctor.out


def test_qdrant_gets_the_key_and_a_wrong_one_is_said(program, folder):
    shim = QdrantShim(key="right-key-12345")
    try:
        program.ok("index", folder, env=shim.settings())
        wrong = {**shim.settings(), "QDRANT_API_KEY": "wrong-key-12345"}
        failed = program.run("search", QUESTION, "-p", folder, env=wrong)
        check_error(failed, cause="refused the key", action="Check the key in the environment")
        named = {**wrong, "CODEWEAVER_STORE_API_KEY_ENV": "TEAM_KEY"}
        check_error(program.run("search", QUESTION, "-p", folder, env=named), cause="TEAM_KEY, which is not set", action="TEAM_KEY")
        assert search(program, folder, {**named, "TEAM_KEY": "right-key-12345"})["matches"]
        program.run("search", QUESTION, "-p", folder, "--debug", env=shim.settings())
        for file in pathlib.Path(program.home).rglob("*"):
            assert not file.is_file() or b"right-key" not in file.read_bytes(), file
    finally:
        shim.remove()


def test_a_qdrant_of_a_newer_schema_is_left_alone(program, folder, qdrant):
    env = qdrant.settings("newer")
    program.ok("index", folder, env=env)

    def call(method, path, body):
        request = urllib.request.Request(f"{qdrant.url}/newer/collections/codeweaver{path}", json.dumps(body).encode(), method=method,
                                         headers={"Content-Type": "application/json"})
        return json.load(urllib.request.urlopen(request))["result"]

    points = call("POST", "/points/scroll", {"with_payload": True})["points"]
    for point in points:
        call("PUT", "/points?wait=true", {"points": [{"id": point["id"], "vector": {}, "payload": {**point["payload"], "schema": 99}}]})
    failed = program.run("search", QUESTION, "-p", folder, env=env)
    check_error(failed, cause="schema version 99; this version expects 1", action="Use the version of codeweaver that wrote it")
    assert call("POST", "/points/scroll", {"with_payload": True})["points"][0]["payload"]["schema"] == 99


def test_a_project_moves_to_a_store_without_a_text_sent_and_a_second_time_nothing_is_written(program, folder, service, request):
    place = "m" + str(abs(hash(request.node.name)))
    store = service.settings(place)
    kind = store["CODEWEAVER_STORE_KIND"]
    double = Double("ollama")
    try:
        env = {**double.settings(), **{key: value for key, value in store.items() if not key.startswith("CODEWEAVER_STORE")}}
        program.ok("index", folder, env=env)
        double.take_documents()
        target = ("migrate", "--to", kind, "--url", store["CODEWEAVER_STORE_URL"], "-p", folder)
        first = program.ok(*target, "-o", "json", env=env).json()
        tree, = first["trees"]
        assert first["store"] == kind and tree["written"] == tree["records"] > 0 and len(tree["hash"]) == 32
        again, = program.ok(*target, "-o", "json", env=env).json()["trees"]
        assert again == {**tree, "written": 0}
        said = program.ok(*target, env=env).out
        assert f"folder: {tree['records']} records verified, 0 written" in said and f'kind = "{kind}"' in said
        assert double.take_documents() == []
        answer = search(program, folder, {**env, **store})
        assert {match["audit"]["vector_backend"] for match in answer["matches"]} == {kind}
        assert double.take_documents() == [QUESTION]
        other = pathlib.Path(shutil.copytree(folder, folder.parent / "elsewhere" / "shop"))
        own = {**env, "XDG_DATA_HOME": str(folder.parent / "other-data")}
        program.ok("index", other, env=own)
        check_error(program.run(*target[:-1], other, env=own), cause="The store already has records of a project 'shop'", action="replace the records")
        assert program.ok(*target[:-1], other, "--replace", "-o", "json", env=own).json()["trees"][0]["records"] == tree["records"]
    finally:
        double.stop()


def test_a_project_without_an_index_or_to_a_store_that_there_is_not_does_not_move(program, folder):
    check_error(program.run("migrate", "--to", "memory", "-p", folder), cause="has no index to migrate", action="ndex")
    program.ok("index", folder)
    assert "nothing was copied" in program.ok("migrate", "--to", "embedded", "-p", folder).out
    check_error(program.run("migrate", "--to", "punchcards", "-p", folder), cause="Unknown store 'punchcards'", action="qdrant")


def test_postgres_says_a_wrong_password_and_a_newer_schema(program, folder, postgres):
    env = postgres.settings("newer")
    program.ok("index", folder, env=env)
    wrong = program.run("search", QUESTION, "-p", folder, env={**env, "PGPASSWORD": "not-that-one"})
    check_error(wrong, cause="refused the user or the password", action="store.api_key_env")
    assert "not-that-one" not in wrong.err
    missing = program.run("search", QUESTION, "-p", folder, env={**env, "CODEWEAVER_STORE_URL": postgres.url("nowhere")})
    check_error(missing, cause="no such database", action="createdb")
    postgres.query("newer", "UPDATE codeweaver.schema_version SET version = 99")
    failed = program.run("search", QUESTION, "-p", folder, env=env)
    check_error(failed, cause="schema version 99; this version expects 2", action="Use the version of codeweaver that wrote it")
    postgres.query("newer", "UPDATE codeweaver.schema_version SET version = 2")
    assert search(program, folder, env)["matches"]
