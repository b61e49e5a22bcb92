"""Three OpenSearch nodes as one store; one is killed during writes and searches."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import concurrent.futures
import pathlib
import shutil
import subprocess
import time
import urllib.error

import pytest

from conftest import ROOT
from opensearch_service import OpenSearch
from store_services import QUESTION, place
from store_services import folder  # a fixture

pytestmark = pytest.mark.slow  # three Java machines


@pytest.fixture(scope="module")
def cluster():
    """Each index in three shards, each of them twice."""
    made = OpenSearch(3, heap="400m")
    made.call("PUT", "/_index_template/copies",
              {"index_patterns": ["*"], "template": {"settings": {"number_of_shards": 3, "number_of_replicas": 1}}})
    yield made
    made.remove()


@pytest.fixture
def whole(cluster):
    """The cluster with all its nodes and copies."""
    cluster.start()
    cluster.wait_until("green")
    return cluster


def best(program, project: str, env: dict, query: str = QUESTION) -> list[tuple]:
    answer = program.ok("search", query, "--from-store", "-p", project, "-o", "json", env=env).json()
    return [place(match) for match in answer["matches"]]


def records_in(cluster: OpenSearch, index: str, node: int) -> int:
    """Those that searches see by now."""
    try:
        return cluster.call("GET", f"/{index}/_count?ignore_unavailable=true", node=node)["count"]
    except urllib.error.HTTPError:  # no shard of it has started yet
        return 0


def verified(program, project: pathlib.Path, env: dict) -> dict:
    """Reads all records back and compares each with the index; fails where one is missing or another."""
    tree, = program.ok("migrate", "--to", "opensearch", "--url", env["CODEWEAVER_STORE_URL"], "-p", project, "-o", "json", env=env).json()["trees"]
    return tree


@pytest.mark.parametrize("victim", [0, 2])  # the node that is asked, and another one
def test_a_node_killed_while_records_are_written_loses_none_and_heals(program, whole, tmp_path, victim):
    env = whole.settings(f"ingest{victim}")
    sources = pathlib.Path(shutil.copytree(ROOT / "src", tmp_path / "sources"))
    other = (victim + 1) % 3
    process = program.start("index", sources, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    end = time.monotonic() + 300
    while records_in(whole, f"ingest{victim}_sources_*", other) < 300:
        assert process.poll() is None and time.monotonic() < end, process.communicate()
        time.sleep(0.1)
    whole.kill(victim)
    error = process.communicate(timeout=600)[1]
    assert process.returncode == 0, error
    found = verified(program, sources, env)
    assert found["written"] == 0 and found["records"] > 1000
    expected = best(program, "sources", env, "three failures in a row open the circuit breaker")
    assert expected
    whole.start()
    whole.wait_until("green")
    assert verified(program, sources, env) == found
    assert best(program, "sources", env, "three failures in a row open the circuit breaker") == expected


def test_a_node_killed_while_questions_are_asked_is_noticed_by_nobody(program, whole, folder):
    env = whole.settings("questions")
    program.ok("index", folder, env=env)
    expected = best(program, "shop", env)
    answers = []
    for i in range(12):
        if i == 3:
            whole.kill(0)  # the one that is asked first
        answers.append(best(program, "shop", env))
    assert answers == [expected] * 12 and expected
    (folder / "src" / "fresh.py").write_text("def reconcile_ledger(entries):\n    return sum(entries)\n")
    program.ok("index", folder, env=env)  # two of three nodes take writes, too
    assert best(program, "shop", env, "reconcile_ledger")[0][0] == "src/fresh.py"
    whole.start()
    whole.wait_until("green")
    assert best(program, "shop", env) == expected


def test_five_indexers_and_twenty_query_nodes_share_a_cluster(program, whole, folder, tmp_path):
    env = whole.settings("many")
    projects = [folder] + [pathlib.Path(shutil.copytree(folder, tmp_path / "more" / f"shop{i}")) for i in range(4)]
    with concurrent.futures.ThreadPoolExecutor(5) as indexers:
        list(indexers.map(lambda project: program.ok("index", project, env=env), projects))
    with concurrent.futures.ThreadPoolExecutor(20) as nodes:
        found = list(nodes.map(lambda i: best(program, projects[i % 5].name, {**env, "XDG_DATA_HOME": str(tmp_path / f"node{i}")}), range(20)))
    assert found == [found[0]] * 20 and found[0]
