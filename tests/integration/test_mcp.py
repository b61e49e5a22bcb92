"""The example MCP host answers a real client over stdio, in both eras of the protocol."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import contextlib
import json
import shutil
import subprocess
import threading

import anyio
import jsonschema
import pytest

from conftest import BUILD, ROOT, Program

mcp = pytest.importorskip("mcp")
from mcp.client.client import Client  # noqa: E402
from mcp.client.stdio import StdioServerParameters  # noqa: E402

HOST = BUILD / "examples" / "mcp_host"
ERAS = {"legacy": "2025-11-25", "auto": "2026-07-28", "2026-07-28": "2026-07-28"}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A host on the shop: its command and environment."""
    home = tmp_path_factory.mktemp("mcp")
    shutil.copytree(ROOT / "tests" / "data" / "shop", home / "shop")
    program = Program(home)
    program.ok("index", home / "shop")  # a first call would not wait for all of it
    return [str(HOST), str(home / "shop")], program.environment


@contextlib.asynccontextmanager
async def connected(server, mode="auto", **options):
    command, environment = server
    parameters = StdioServerParameters(command=command[0], args=command[1:], env=environment)
    async with Client(parameters, mode=mode, read_timeout_seconds=60, **options) as client:
        yield client


def with_client(server, use, mode="auto", **options):
    async def main():
        async with connected(server, mode, **options) as client:
            return await use(client)

    return anyio.run(main)


def call(server, arguments, mode="auto"):
    return with_client(server, lambda client: client.call_tool("find_code", arguments), mode)


@pytest.mark.parametrize("mode", ERAS)
def test_a_client_of_either_era_finds_code(server, mode):
    async def use(client):
        tools = (await client.list_tools()).tools
        answer = await client.call_tool("find_code", {"query": "database connection pooling implementation",
                                                      "intent": "implement", "max_results": 3})
        return client.protocol_version, client.instructions, tools, answer

    version, instructions, tools, answer = with_client(server, use, mode)
    assert version == ERAS[mode]
    assert mode == "2026-07-28" or "find_code" in instructions  # a pinned version asks for no introduction
    assert [tool.name for tool in tools] == ["find_code", "get_conventions"]
    tool = tools[0]
    assert tool.annotations.read_only_hint is True
    jsonschema.Draft202012Validator.check_schema(tool.input_schema)
    assert not answer.is_error
    jsonschema.validate(answer.structured_content, tool.output_schema)
    found = answer.structured_content
    assert found["matches"][0]["file"]["path"] == "src/database/pool.py"
    assert found["query_intent"] == "implement"
    assert 0 < found["total_results"] == len(found["matches"]) <= 3
    assert "src/database/pool.py:" in answer.content[0].text


def test_tests_are_left_out_unless_asked_for(server):
    paths = [match["file"]["path"] for match in call(server, {"query": "authenticate user"}).structured_content["matches"]]
    assert paths and not any(path.startswith("tests/") for path in paths)
    for more in ({"include_tests": True}, {"intent": "test"}):
        answer = call(server, {"query": "authenticate user", **more}).structured_content
        assert any(match["file"]["path"].startswith("tests/") for match in answer["matches"])


@pytest.mark.parametrize(("arguments", "cause", "action"), [
    ({"query": "  "}, "query is empty", "Say what to look for"),
    ({"query": "user", "focus_languages": ["klingon"]}, "klingon", "python"),
    ({"query": "user", "directory": "../.."}, "leaves the project", "relative to the project"),
    ({"query": "user", "no_such_argument": 1}, "no_such_argument", "query"),
    ({"query": "user", "max_results": "many"}, "max_results", "integer"),
    ({"query": "user", "detail": "huge"}, "detail", "snippet"),
    ({}, "query", ""),
])
def test_errors_are_answers_that_a_model_can_act_on(server, arguments, cause, action):
    answer = call(server, arguments)
    assert answer.is_error
    assert cause in answer.content[0].text and action in answer.content[0].text


def test_an_unknown_tool_and_an_unknown_method_are_protocol_errors(server):
    async def use(client):
        with pytest.raises(Exception, match="no_such_tool"):
            await client.call_tool("no_such_tool", {})
        return await client.call_tool("find_code", {"query": "user"})

    assert not with_client(server, use).is_error  # and the server lives on


@pytest.mark.parametrize("limit", [200, 1000, 3000])
@pytest.mark.parametrize("detail", ["summary", "snippet", "full"])
def test_the_token_limit_bounds_every_answer(server, limit, detail):
    answer = call(server, {"query": "user password", "token_limit": limit, "detail": detail, "min_similarity": 0})
    assert not answer.is_error
    assert answer.structured_content["token_count"] <= limit
    assert len(json.dumps(answer.structured_content)) < limit * 8
    if limit == 3000:
        assert answer.structured_content["matches"]


def test_a_longer_call_reports_progress(server):
    seen = []

    async def use(client):
        async def progress(done, total, message):
            seen.append((done, total))

        return await client.call_tool("find_code", {"query": "user"}, progress_callback=progress)

    for mode in ("legacy", "2026-07-28"):
        seen.clear()
        with_client(server, use, mode)
        assert seen and seen[-1] == (1, 1)


def talk(server, *messages, wait_for, timeout=60) -> tuple:
    """Sends raw lines, waits for the reply to the id `wait_for`, closes stdin; the exit status and all replies."""
    command, environment = server
    with subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        guard = threading.Timer(timeout, process.kill)
        guard.start()
        process.stdin.write("".join(line + "\n" for line in messages).encode())
        process.stdin.flush()
        replies = []
        while not replies or replies[-1].get("id") != wait_for:
            replies.append(json.loads(process.stdout.readline()))
        process.stdin.close()
        replies += map(json.loads, process.stdout.read().splitlines())
        status = process.wait()
        guard.cancel()
    return status, replies


def initialize(version: str) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize",
                       "params": {"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}})


@pytest.mark.parametrize(("asked", "given"), [("2024-11-05", "2024-11-05"), ("2025-03-26", "2025-03-26"),
                                              ("2025-06-18", "2025-06-18"), ("1999-01-01", "2025-11-25")])
def test_older_clients_get_their_version_and_unknown_ones_a_known_one(server, asked, given):
    status, replies = talk(server, initialize(asked), wait_for=1)
    assert status == 0
    assert replies[0]["result"]["protocolVersion"] == given


def test_a_client_may_initialize_after_it_has_discovered(server):
    meta = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}
    discover = json.dumps({"jsonrpc": "2.0", "id": 0, "method": "server/discover", "params": {"_meta": meta}})
    status, replies = talk(server, discover, initialize("2025-11-25"),
                           json.dumps({"jsonrpc": "2.0", "id": 2, "method": "tools/list"}), wait_for=2)
    assert status == 0
    by_id = {reply["id"]: reply for reply in replies}
    assert by_id[0]["result"]["supportedVersions"][:2] == ["2026-07-28", "2025-11-25"]
    assert by_id[1]["result"]["protocolVersion"] == "2025-11-25"
    assert by_id[2]["result"]["tools"]


def test_nothing_but_protocol_on_stdout_and_an_end_with_stdin(server):
    nonsense = ["this is no JSON", "[1, 2", '"text"', '{"jsonrpc": "2.0", "id": 5}', "\u00ff" * 100]
    search = json.dumps({"jsonrpc": "2.0", "id": 7, "method": "tools/call",
                         "params": {"name": "find_code", "arguments": {"query": "user"}}})
    status, replies = talk(server, initialize("2025-11-25"), *nonsense, search, wait_for=7)
    assert status == 0
    assert all(reply["jsonrpc"] == "2.0" for reply in replies)
    assert [reply["result"]["isError"] for reply in replies if reply.get("id") == 7] == [False]
    assert any(reply.get("error", {}).get("code") == -32700 for reply in replies)


def test_a_host_without_a_folder_says_why_on_stderr(server, tmp_path):
    _, environment = server
    for arguments, status in (([], 2), ([str(tmp_path / "nowhere")], 1)):
        ended = subprocess.run([str(HOST), *arguments], env=environment, stdin=subprocess.DEVNULL, capture_output=True)
        assert ended.returncode == status
        assert ended.stdout == b"" and ended.stderr != b""
