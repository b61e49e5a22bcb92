"""Third-party clients use the product: `codeweaver mcp` over stdio, `codeweaver server` over HTTP."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import contextlib
import json
import pathlib
import re
import shutil
import subprocess

import anyio
import pytest

from conftest import PROGRAM, ROOT, Program
from mcp_servers import discover
from mcp_suites import PRODUCT_SCENARIOS, run_scenario
from node_tools import MODULES, SCRIPT, run_node
from service_client import Server

mcp = pytest.importorskip("mcp")
from mcp.client.client import Client  # noqa: E402
from mcp.client.stdio import StdioServerParameters  # noqa: E402

INSPECTOR = MODULES / ".bin" / "mcp-inspector"
ERAS = {"legacy": "2025-11-25", "auto": "2026-07-28", "2026-07-28": "2026-07-28"}
QUERY = {"query": "database connection pooling implementation", "max_results": 3}
POOL = "src/database/pool.py"


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    """A program of its own with an indexed project: the shop."""
    program = Program(tmp_path_factory.mktemp("clients"))
    shutil.copytree(ROOT / "tests" / "data" / "shop", program.home / "shop")
    program.ok("index", program.home / "shop")
    return program


@contextlib.contextmanager
def serving_product(program):
    """`codeweaver server` on the shop: its MCP endpoint."""
    command = ["server", "--project", program.home / "shop", "--port", "0", "--set", "server.open_changes=true"]
    with program.start(*command, stdout=subprocess.PIPE, text=True) as process:
        try:
            address = re.search(r"http://[\d.]+:\d+", process.stdout.readline())
            assert address, "the server did not say where it listens"
            yield address[0] + "/mcp"
            assert process.poll() is None
        finally:
            process.terminate()
            try:
                process.wait(60)
            except subprocess.TimeoutExpired:
                process.kill()
                raise
    assert process.returncode == 0


@pytest.fixture(scope="module")
def address(shop):
    with serving_product(shop) as url:
        yield url


@pytest.fixture(params=["stdio", "http"])
def transport(request):
    return request.param


@pytest.fixture
def target(transport, shop, request):
    """What the Python client connects to."""
    if transport == "http":
        return request.getfixturevalue("address")
    return StdioServerParameters(command=str(PROGRAM), args=["mcp", "--project", str(shop.home / "shop")], env=shop.environment)


@pytest.fixture
def words(transport, shop, request):
    """The same for programs, as words of their command lines: what stands for the server, and what starts it."""
    if transport == "http":
        return [request.getfixturevalue("address")], []
    return ["stdio"], [str(PROGRAM), "mcp", "--project", str(shop.home / "shop")]


@pytest.mark.parametrize("mode", ERAS)
def test_the_python_client_finds_code(target, mode):
    async def main():
        async with Client(target, mode=mode, read_timeout_seconds=120) as client:
            tools = [tool.name for tool in (await client.list_tools()).tools]
            answer = await client.call_tool("find_code", QUERY)
            file = await client.read_resource(f"codeweaver://file/{POOL}")
            prompts = [prompt.name for prompt in (await client.list_prompts()).prompts]
            asked = await client.get_prompt("ask", {"question": QUERY["query"]})
            return client.protocol_version, tools, answer, file, prompts, asked

    version, tools, answer, file, prompts, asked = anyio.run(main)
    assert version == ERAS[mode]
    assert {"find_code", "index_repository", "get_status"} <= set(tools) and "explore" in prompts
    assert not answer.is_error and answer.structured_content["matches"][0]["file"]["path"] == POOL
    assert "class" in file.contents[0].text
    assert f"[1] {POOL}:" in asked.messages[0].content.text and f"Question: {QUERY['query']}" in asked.messages[0].content.text


@pytest.mark.parametrize("mode", ERAS)
@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_the_python_client_is_asked_for_its_roots(shop, mode, transport, tmp_path):
    """Another project is known, and the server was started nowhere in particular."""
    other = tmp_path / "other"
    other.mkdir()
    (other / "code.py").write_text("def weigh_other(parcel):\n    return parcel.weight\n")
    shop.ok("index", other)

    async def roots(*_):
        return mcp.types.ListRootsResult(roots=[mcp.types.Root(uri=other.as_uri())])

    async def ask(target):
        async with Client(target, mode=mode, read_timeout_seconds=120, list_roots_callback=roots) as client:
            return [await client.call_tool("find_code", {"query": "weigh a parcel"}) for _ in range(2)]

    with contextlib.ExitStack() as running:
        if transport == "http":
            server = running.enter_context(Server(shop))
            target = f"http://{server.host}:{server.port}/mcp"
        else:
            target = StdioServerParameters(command=str(PROGRAM), args=["mcp"], env=shop.environment, cwd=str(shop.home / "shop"))
        answers = anyio.run(ask, target)
    for answer in answers:
        assert not answer.is_error, answer
        assert "weigh_other" in answer.structured_content["matches"][0]["content"]["content"]
    shop.ok("projects", "remove", "other")


def test_the_typescript_client_finds_code(words, shop):
    where, command = words
    done = run_node(SCRIPT, *where, "find_code", json.dumps(QUERY), *command, env=shop.environment)
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert answer["server"]["name"] == "codeweaver"
    assert answer["result"]["structuredContent"]["matches"][0]["file"]["path"] == POOL
    assert answer["tools"] and answer["resources"] and answer["prompts"]


def test_the_inspector_finds_no_schema_that_some_client_refuses(words, shop):
    where, command = words
    where = command or where
    listed = run_node(INSPECTOR, "--cli", *where, "--method", "tools/list", "--strict", env=shop.environment)
    assert listed.returncode == 0, listed.stdout + listed.stderr
    assert "find_code" in [tool["name"] for tool in json.loads(listed.stdout)["tools"]]
    called = run_node(INSPECTOR, "--cli", *where, "--method", "tools/call", "--tool-name", "find_code",
                      "--tool-arg", f"query={QUERY['query']}", env=shop.environment)
    assert called.returncode == 0, called.stderr
    assert POOL in called.stdout


@pytest.mark.parametrize(("revision", "name"), [(revision, name) for revision, names in PRODUCT_SCENARIOS.items() for name in names])
def test_the_product_passes_the_scenarios_that_need_no_fixture(address, revision, name, tmp_path: pathlib.Path):
    assert revision in discover(address)["supportedVersions"]
    scenario = run_scenario(address, revision, name, tmp_path)
    assert scenario.passed and not scenario.complaints
    assert revision in discover(address)["supportedVersions"]


def test_of_the_stateless_checks_the_product_misses_those_alone_that_call_tools_of_the_suite(address, tmp_path):
    scenario = run_scenario(address, "2026-07-28", "server-stateless", tmp_path)
    assert scenario.passed >= 24
    assert {line.split(":")[0] for line in scenario.complaints} <= {
        "sep-2575-server-rejects-undeclared-capability", "sep-2575-missing-capability-http-400",
        "sep-2575-http-server-no-independent-requests-on-stream", "sep-2575-server-no-log-without-loglevel",
        "sep-2575-server-sends-prompts-list-changed-on-subscription", "sep-2575-server-sends-tools-list-changed-on-subscription"}
