"""Clients that others wrote use the product: `codeweaver mcp`."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import json
import shutil

import anyio
import pytest

from conftest import PROGRAM, ROOT, Program
from node_tools import MODULES, SCRIPT, run_node

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


@pytest.fixture
def command(shop):
    """What starts the server."""
    return [str(PROGRAM), "mcp", "--project", str(shop.home / "shop")]


@pytest.mark.parametrize("mode", ERAS)
def test_the_python_client_finds_code(command, shop, mode):
    target = StdioServerParameters(command=command[0], args=command[1:], env=shop.environment)

    async def main():
        async with Client(target, mode=mode, read_timeout_seconds=120) as client:
            tools = [tool.name for tool in (await client.list_tools()).tools]
            answer = await client.call_tool("find_code", QUERY)
            file = await client.read_resource(f"codeweaver://file/{POOL}")
            prompts = [prompt.name for prompt in (await client.list_prompts()).prompts]
            return client.protocol_version, tools, answer, file, prompts

    version, tools, answer, file, prompts = anyio.run(main)
    assert version == ERAS[mode]
    assert {"find_code", "index_repository", "get_status"} <= set(tools) and "explore" in prompts
    assert not answer.is_error and answer.structured_content["matches"][0]["file"]["path"] == POOL
    assert "class" in file.contents[0].text


def test_the_typescript_client_finds_code(command, shop):
    done = run_node(SCRIPT, "stdio", "find_code", json.dumps(QUERY), *command, env=shop.environment)
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert answer["server"]["name"] == "codeweaver"
    assert answer["result"]["structuredContent"]["matches"][0]["file"]["path"] == POOL
    assert answer["tools"] and answer["resources"] and answer["prompts"]


def test_the_inspector_finds_no_schema_that_some_client_refuses(command, shop):
    listed = run_node(INSPECTOR, "--cli", *command, "--method", "tools/list", "--strict", env=shop.environment)
    assert listed.returncode == 0, listed.stdout + listed.stderr
    assert "find_code" in [tool["name"] for tool in json.loads(listed.stdout)["tools"]]
    called = run_node(INSPECTOR, "--cli", *command, "--method", "tools/call", "--tool-name", "find_code",
                      "--tool-arg", f"query={QUERY['query']}", env=shop.environment)
    assert called.returncode == 0, called.stderr
    assert POOL in called.stdout
