"""Third-party clients use our MCP library, over both transports and in both eras of the protocol."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import json
import os

import anyio
import pytest

from mcp_servers import FIXTURE, serving
from node_tools import MODULES, SCRIPT, run_node

mcp = pytest.importorskip("mcp")
import mcp_types as types  # noqa: E402
from mcp.client.client import Client  # noqa: E402
from mcp.client.stdio import StdioServerParameters  # noqa: E402

INSPECTOR = MODULES / ".bin" / "mcp-inspector"
ERAS = {"legacy": "2025-11-25", "auto": "2026-07-28", "2026-07-28": "2026-07-28"}
STDIO = [*FIXTURE, "--stdio"]


@pytest.fixture(scope="module")
def address():
    """The fixture of the conformance suite, over HTTP."""
    with serving(FIXTURE) as url:
        yield url


@pytest.fixture(params=["http", "stdio"])
def target(request):
    """What the Python client connects to."""
    if request.param == "http":
        return request.getfixturevalue("address")
    return StdioServerParameters(command=STDIO[0], args=STDIO[1:], env=dict(os.environ))


def using(target, use, mode, **options):
    async def main():
        async with Client(target, mode=mode, read_timeout_seconds=120, **options) as client:
            return await use(client)

    return anyio.run(main)


@pytest.mark.parametrize("mode", ERAS)
def test_the_python_client_reads_what_is_offered(target, mode):
    async def use(client):
        tools = [tool.name for tool in (await client.list_tools()).tools]
        uris = [str(one.uri) for one in (await client.list_resources()).resources]
        templates = [one.uri_template for one in (await client.list_resource_templates()).resource_templates]
        text = (await client.read_resource("test://template/7/data")).contents[0].text
        prompts = [one.name for one in (await client.list_prompts()).prompts]
        prompt = await client.get_prompt("test_prompt_with_arguments", {"arg1": "one", "arg2": "two"})
        return client.protocol_version, tools, uris, templates, text, prompts, prompt.messages[0].content.text

    version, tools, uris, templates, text, prompts, said = using(target, use, mode)
    assert version == ERAS[mode]
    assert "test_simple_text" in tools and "test_simple_prompt" in prompts
    assert "test://static-text" in uris and templates == ["test://template/{id}/data"]
    assert json.loads(text)["id"] == "7"
    assert "one" in said and "two" in said


@pytest.mark.parametrize("mode", ERAS)
def test_the_python_client_calls_tools_and_hears_of_progress_and_logs(target, mode):
    steps, logs = [], []

    async def progress(done, total, message):
        steps.append((done, total))

    async def log(params):
        logs.append(params.data)

    async def use(client):
        blocks = (await client.call_tool("test_multiple_content_types", {})).content
        await client.call_tool("test_tool_with_progress", {}, progress_callback=progress)
        if mode == "legacy":
            await client.set_logging_level("info")
        await client.call_tool("test_tool_with_logging", {})
        return [block.type for block in blocks], await client.call_tool("test_error_handling", {})

    kinds, failed = using(target, use, mode, logging_callback=log, log_level=None if mode == "legacy" else "info")
    assert kinds == ["text", "image", "resource"]
    assert failed.is_error and "intentionally" in failed.content[0].text
    assert steps == [(0, 100), (50, 100), (100, 100)]
    assert len(logs) == 3


@pytest.mark.parametrize(("mode", "tool"), [("legacy", "test_elicitation"),
                                            ("2026-07-28", "test_input_required_result_elicitation")])
def test_a_tool_asks_the_person_at_the_python_client(target, mode, tool):
    asked = []

    async def answer(context, params):
        asked.append(params.message)
        return types.ElicitResult(action="accept", content={"name": "Ada", "username": "Ada", "email": "ada@example.com"})

    async def use(client):
        return await client.call_tool(tool, {"message": "Who?"} if mode == "legacy" else {})

    answered = using(target, use, mode, elicitation_callback=answer)
    assert not answered.is_error and "Ada" in answered.content[0].text
    assert len(asked) == 1


def test_the_python_client_hears_of_changes_that_it_listens_for(target):
    async def use(client):
        async with client.listen(prompts_list_changed=True) as heard:
            await client.call_tool("test_trigger_tool_change", {})
            await client.call_tool("test_trigger_prompt_change", {})
            with anyio.fail_after(60):
                async for event in heard:
                    return type(event).__name__

    assert using(target, use, "2026-07-28") == "PromptsListChanged"


@pytest.mark.parametrize("transport", ["http", "stdio"])
def test_the_typescript_client_calls_tools(address, transport):
    where = [address] if transport == "http" else ["stdio"]
    command = STDIO if transport == "stdio" else []
    done = run_node(SCRIPT, *where, "test_tool_with_progress", "{}", *command)
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert answer["server"]["name"] == "conformance-server"
    assert (answer["session"] is None) == (transport == "stdio")
    assert "test_simple_text" in [tool["name"] for tool in answer["tools"]]
    assert "test://static-text" in [one["uri"] for one in answer["resources"]]
    assert "test_simple_prompt" in [one["name"] for one in answer["prompts"]]
    # It drops steps that it reads at once with the response, as may happen over a pipe.
    steps = [step["progress"] for step in answer["progress"]]
    assert steps == [0, 50, 100][:len(steps)]
    assert len(steps) == 3 or transport == "stdio"
    assert not answer["result"].get("isError")


@pytest.mark.parametrize("transport", ["http", "stdio"])
def test_the_inspector_lists_and_calls_tools(address, transport):
    where = [address] if transport == "http" else STDIO
    listed = run_node(INSPECTOR, "--cli", *where, "--method", "tools/list")
    assert listed.returncode == 0, listed.stderr
    assert "test_simple_text" in [tool["name"] for tool in json.loads(listed.stdout)["tools"]]
    called = run_node(INSPECTOR, "--cli", *where, "--method", "tools/call", "--tool-name", "test_simple_text")
    assert called.returncode == 0, called.stderr
    assert json.loads(called.stdout)["content"][0]["type"] == "text"
