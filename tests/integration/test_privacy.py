"""Only the owner can access a state; a server without a token changes nothing."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import json
import os
import pathlib
import signal
import stat
import subprocess

import pytest

from service_client import Server, opened, wait_for
from test_contracts import ENVELOPE, ITEM

CHANGES = [
    ("POST", "/api/v1/projects", {"path": "/"}),
    ("PATCH", "/api/v1/projects/root", {"display_name": "other"}),
    ("DELETE", "/api/v1/projects/root", None),
    ("POST", "/api/v1/projects/root/activate", None),
    ("PATCH", "/api/v1/projects/root/settings", {"settings": {"search.limit": 3}}),
    ("POST", "/api/v1/projects/root/index", {"force": True}),
    ("DELETE", "/api/v1/projects/root/index", None),
    ("POST", "/api/v1/push", {"contract_version": "1"}),
    ("POST", "/api/v1/namespaces", {"project_id": "root", "purpose": "docs"}),
    ("POST", "/api/v1/namespaces/clean", None),
    ("DELETE", "/api/v1/namespaces/root/docs/ast", None),
    ("GET", "/api/v1/folders", None),
]


def wrong_modes(folder: pathlib.Path) -> dict[str, str]:
    """What others may read or write in a folder, and the folder itself."""
    wrong = {}
    for path in [folder, *folder.rglob("*")]:
        mode = stat.S_IMODE(path.lstat().st_mode)
        if not path.is_symlink() and mode != (0o700 if path.is_dir() else 0o600):
            wrong[str(path)] = oct(mode)
    return wrong


@pytest.fixture
def project(program):
    root = program.home / "root"
    root.mkdir()
    (root / "queue.py").write_text("def retry_delay(attempt):\n    return 2 ** attempt\n")
    return root


@pytest.fixture(params=[0o000, 0o077], ids=oct)
def umask(request):
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


def push(program, root):
    batch = program.home / "batch.json"
    batch.write_text(json.dumps({**ENVELOPE, "project": root.name, "items": [ITEM]}))
    return program.run("push", batch)


def test_whatever_the_umask_all_state_is_private(program, project, umask):
    data = program.data / "codeweaver"
    program.ok("index", "-p", project)
    assert wrong_modes(data) == {}
    pushed = push(program, project)
    program.ok("search", "retry", "-p", project)
    program.ok("projects", "settings", "set", "root", "search.limit=5")
    watch = program.start("watch", "-p", project, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    (project / "new.py").write_text("def newly_written():\n    pass\n")
    wait_for(lambda: "newly_written" in program.ok("search", "newly_written", "-p", project).out, "the new file")
    assert wrong_modes(data) == {}
    watch.send_signal(signal.SIGTERM)
    watch.wait()
    token = program.home / "made" / "token"
    with Server(program, "-p", project, "--token-file", token) as server:
        headers = {"Authorization": f"Bearer {token.read_text().strip()}"}
        server.ok("POST", "/api/v1/search", {"query": "retry"}, headers=headers)
        assert wrong_modes(data) == {}
    assert wrong_modes(data) == {} and wrong_modes(token.parent) == {}
    assert pushed.code == 0, pushed.err


def test_state_that_older_versions_left_open_is_closed(program, project):
    data = program.data / "codeweaver"
    program.ok("index", "-p", project)
    for path in [data, *data.rglob("*")]:
        path.chmod(0o755 if path.is_dir() else 0o644)
    program.ok("search", "retry", "-p", project)
    assert wrong_modes(data) == {}


def test_only_what_is_ours_in_a_data_folder_is_closed(program, project):
    data = program.home / "shared"
    data.mkdir()
    (data / "notes.txt").write_text("mine")
    for path in (data, data / "notes.txt"):
        path.chmod(0o755)
    program.ok("index", "-p", project, "--set", f"codeweaver.data_dir={data}")
    assert stat.S_IMODE(data.stat().st_mode) == stat.S_IMODE((data / "notes.txt").stat().st_mode) == 0o755
    assert wrong_modes(data / "projects") == {}


def test_without_a_token_everybody_may_search_and_nobody_change(program, project):
    with Server(program, "-p", project, open_changes=False) as server:
        assert "every user of this machine may search" in server.process.stdout.readline().decode()
        server.wait_until_indexed("root")
        assert server.ok("POST", "/api/v1/search", {"query": "retry"})["matches"]
        for method, path, body in CHANGES:
            error = server.refused(method, path, body, status=403, code="TOKEN_REQUIRED")
            assert "--token-file" in error["details"]["action"] and "server.open_changes" in error["details"]["action"]
        assert server.ok("GET", "/api/v1/projects/root")["display_name"] == "root"


@pytest.mark.parametrize("is_used", [True, False])
def test_the_browser_gets_the_code_of_the_page_in_a_private_file(program, project, is_used):
    temporary = program.home / "a folder"  # the URL of the file escapes the space
    temporary.mkdir()
    program.environment["TMPDIR"] = str(temporary)
    with opened(program, "-p", project, open_changes=False) as (server, address, file):
        assert file is not None and temporary in file.parents
        assert stat.S_IMODE(file.stat().st_mode) == 0o600 and stat.S_IMODE(file.parent.stat().st_mode) == 0o700
        assert address.startswith("#/search?code=")
        if is_used:
            assert server.ok("POST", "/api/v1/session", {"code": address.split("=")[1]})["token"]
            assert not file.exists()
    assert list(temporary.iterdir()) == []


def test_agents_are_refused_changes_with_the_way_out(program, project):
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}
    meta = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientInfo": {"name": "t", "version": "1"},
            "io.modelcontextprotocol/clientCapabilities": {}}
    with Server(program, "-p", project, open_changes=False) as server:
        def ask(tool, arguments):
            headers = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call",
                       "Mcp-Name": tool}
            reply = server.call("POST", "/mcp", {**call, "params": {"name": tool, "arguments": arguments, "_meta": meta}}, headers)
            text = reply.body.decode()
            return json.loads(text.split("data: ", 1)[1] if text.startswith(("event:", "data:")) else text)["result"]

        for tool, arguments in (("index_repository", {"repo_path": str(project)}), ("set_active_project", {"project_id": "root"})):
            result = ask(tool, arguments)
            assert result["isError"] and "--token-file" in result["content"][0]["text"]
        assert not ask("find_code", {"query": "retry"}).get("isError")


def test_a_token_file_is_made_once_and_every_call_needs_it(program, project):
    token = program.home / "keys" / "token"
    for _ in range(2):
        with Server(program, "-p", project, "--token-file", token, open_changes=False) as server:
            assert str(token) in server.process.stdout.readline().decode()
            headers = {"Authorization": f"Bearer {token.read_text().strip()}"}
            assert server.call("POST", "/api/v1/search", {"query": "retry"}).status == 401
            server.ok("PATCH", "/api/v1/projects/root", {"display_name": "other"}, headers=headers)
        kept = token.read_text()
    assert token.read_text() == kept and stat.S_IMODE(token.stat().st_mode) == 0o600


def test_a_setting_waives_the_token(program, project):
    with Server(program, "-p", project, "--set", "server.open_changes=true", open_changes=False) as server:
        assert "may search, change and delete" in server.process.stdout.readline().decode()
        server.ok("PATCH", "/api/v1/projects/root", {"display_name": "other"})
